internal import LedgerBytes

// The payloads of a rule's events.

extension EventType {
  /// A rule was created.
  public static let ruleCreated = EventType(
    "RuleCreated", RuleEvent.ruleCreated,
    lifts: [
      // 2: the arriving half of a transfer. Before, no transfer between two accounts recurred.
      nil,
      // 3: the computation that gave the amount.
      nil,
    ])
  /// A rule was changed.
  public static let ruleChanged = EventType(
    "RuleChanged", RuleEvent.ruleChanged, canUndo: true,
    lifts: [
      // 2: one of several pauses can be meant. Before, every pause was meant at once.
      nil,
      // 3: the arriving half of a transfer.
      nil,
      // 4: the computation that gave the amount.
      nil,
    ])
  /// Transactions of a rule were generated.
  public static let recurrenceGenerated = EventType("RecurrenceGenerated", RuleEvent.recurrenceGenerated)
  /// Another rule governs from a date on.
  public static let ruleSplit = EventType("RuleSplit", RuleEvent.ruleSplit)
  /// A rule was deleted.
  public static let ruleDeleted = EventType("RuleDeleted", RuleEvent.ruleDeleted, canUndo: true)
  /// The deletion of a rule was undone.
  public static let ruleRestored = EventType("RuleRestored", RuleEvent.ruleRestored, canUndo: true)
}

extension RuleCreated: PayloadObject {
  func members(_ writer: inout JSONWriter) {
    writer.member("account", terms.account)
    writer.member("amount", terms.money)
    writer.member("category", terms.category)
    writer.member("enabled", enabled)
    writer.member("end", terms.end)
    writer.member("expression", expression)
    writer.member("frequency", terms.frequency)
    writer.member("group", terms.group)
    writer.member("interval", terms.interval)
    writer.member("kind", terms.kind)
    writer.member("monthEnd", terms.monthEnd)
    writer.member("note", terms.note)
    writer.member("on", on)
    writer.member("paid", terms.flags.paid)
    writer.member("payment", terms.payment)
    writer.member("received", terms.received)
    writer.member("reimbursed", terms.flags.reimbursed)
    writer.member("series", series)
    writer.member("since", since)
    writer.member("start", terms.start)
    writer.member("tags", terms.tags)
    writer.member("template", template)
    writer.member("toAccount", terms.toAccount)
    writer.member("vendor", terms.vendor)
  }

  init(members reader: inout PayloadReader) throws(JSONError) {
    let account: String? = try reader.member("account")
    let money: Money = try reader.member("amount")
    let category: String? = try reader.member("category")
    enabled = try reader.member("enabled")
    let end: CivilDate? = try reader.member("end")
    expression = try reader.member("expression")
    let frequency: Frequency = try reader.member("frequency")
    let group: GroupID? = try reader.member("group")
    let interval: Int = try reader.member("interval")
    let kind: TransactionKind = try reader.member("kind")
    let monthEnd: MonthEndPolicy = try reader.member("monthEnd")
    let note: String? = try reader.member("note")
    on = try reader.member("on")
    let paid: Bool? = try reader.member("paid")
    let payment: PaymentMethod? = try reader.member("payment")
    let received: Money? = try reader.member("received")
    let flags = Flags(paid: paid, reimbursed: try reader.member("reimbursed"))
    series = try reader.member("series")
    since = try reader.member("since")
    let start: CivilDate = try reader.member("start")
    let tags: [String] = try reader.list("tags")
    template = try reader.member("template")
    let toAccount: String? = try reader.member("toAccount")
    terms = RuleTerms(
      frequency: frequency, interval: interval, start: start, end: end, monthEnd: monthEnd, kind: kind,
      money: money, vendor: try reader.member("vendor"), category: category, payment: payment, group: group,
      note: note, account: account, toAccount: toAccount, received: received, tags: tags, flags: flags)
  }
}

extension RuleSplit: PayloadObject {
  func members(_ writer: inout JSONWriter) {
    writer.member("date", date)
    writer.member("on", on)
    writer.member("rule", rule)
  }

  init(members reader: inout PayloadReader) throws(JSONError) {
    date = try reader.member("date")
    on = try reader.member("on")
    rule = try reader.member("rule")
  }
}

extension RuleDeleted: PayloadObject {
  func members(_ writer: inout JSONWriter) {
    writer.member("on", on)
    writer.member("scope", scope)
    writer.member("transactions", transactions)
  }

  init(members reader: inout PayloadReader) throws(JSONError) {
    on = try reader.member("on")
    scope = try reader.member("scope")
    transactions = try reader.member("transactions")
  }
}

extension RecurrenceGenerated: PayloadObject {
  func members(_ writer: inout JSONWriter) {
    writer.member(unlessEmpty: "changed", changed)
    writer.member("from", from)
    writer.member(unlessEmpty: "made", made)
    writer.member("on", on)
    writer.member(unlessEmpty: "removed", removed)
    writer.member(unlessEmpty: "restored", restored)
    writer.member("revision", revision)
    writer.member("through", through)
  }

  init(members reader: inout PayloadReader) throws(JSONError) {
    changed = try reader.list("changed")
    from = try reader.member("from")
    made = try reader.list("made")
    on = try reader.member("on")
    removed = try reader.list("removed")
    restored = try reader.list("restored")
    revision = try reader.member("revision")
    through = try reader.member("through")
  }
}

extension RuleInstance: PayloadObject {
  func members(_ writer: inout JSONWriter) {
    writer.member("date", date)
    writer.member("transaction", transaction)
  }

  init(members reader: inout PayloadReader) throws(JSONError) {
    date = try reader.member("date")
    transaction = try reader.member("transaction")
  }
}
