internal import LedgerBytes

// The payloads of a rule's events.

extension EventType {
  /// A rule was created.
  public static let ruleCreated = EventType("RuleCreated", RuleEvent.ruleCreated)
  /// A rule was changed.
  public static let ruleChanged = EventType(
    "RuleChanged", RuleEvent.ruleChanged, canUndo: true,
    lifts: [
      // 2: one of several pauses can be meant. Before, every pause was meant at once.
      { $0 }
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

extension RuleCreated: EventPayload {
  func members(_ writer: inout JSONWriter) {
    writer.member("account", terms.account)
    writer.member("amount", Amount(terms.money))
    writer.member("category", terms.category)
    writer.member("enabled", enabled)
    writer.member("end", terms.end)
    writer.member("frequency", terms.frequency.rawValue)
    writer.member("group", terms.group?.id)
    writer.member("interval", Int64(terms.interval))
    writer.member("kind", terms.kind.rawValue)
    writer.member("monthEnd", terms.monthEnd.rawValue)
    writer.member("note", terms.note)
    writer.member("on", on)
    writer.member("paid", terms.flags.paid)
    writer.member("payment", terms.payment?.rawValue)
    writer.member("reimbursed", terms.flags.reimbursed)
    writer.member("series", series.id)
    writer.member("since", since)
    writer.member("start", terms.start)
    writer.member("tags", terms.tags)
    if let template {
      writer.key("template")
      template.write(to: &writer)
    }
    writer.member("vendor", terms.vendor)
  }

  init(from reader: inout JSONReader) throws(JSONError) {
    var account: String?
    var money: Money?
    var category: String?
    var enabled: Bool?
    var end: CivilDate?
    var frequency: Frequency?
    var group: UniqueID?
    var interval: Int64?
    var kind: TransactionKind?
    var monthEnd: MonthEndPolicy?
    var note: String?
    var on: CivilDate?
    var paid: Bool?
    var payment: PaymentMethod?
    var reimbursed: Bool?
    var series: UniqueID?
    var since: CivilDate?
    var start: CivilDate?
    var tags: [String]?
    var template: RuleInstance?
    var vendor: String?
    try reader.readObject { (reader, key) throws(JSONError) in
      switch key {
      case "account": try reader.fill(&account, try reader.readPayloadText(), "account")
      case "amount": try reader.fill(&money, try reader.readMoney(), "amount")
      case "category": try reader.fill(&category, try reader.readPayloadText(), "category")
      case "enabled": try reader.fill(&enabled, try reader.readBoolean(), "enabled")
      case "end": try reader.fill(&end, try reader.readDate("end"), "end")
      case "frequency":
        try reader.fill(&frequency, try reader.readWord(Frequency.self, "frequency"), "frequency")
      case "group": try reader.fill(&group, try reader.readID("group"), "group")
      case "interval": try reader.fill(&interval, try reader.readPayloadInteger(), "interval")
      case "kind": try reader.fill(&kind, try reader.readWord(TransactionKind.self, "kind"), "kind")
      case "monthEnd":
        try reader.fill(&monthEnd, try reader.readWord(MonthEndPolicy.self, "monthEnd"), "monthEnd")
      case "note": try reader.fill(&note, try reader.readPayloadText(), "note")
      case "on": try reader.fill(&on, try reader.readDate("on"), "on")
      case "paid": try reader.fill(&paid, try reader.readBoolean(), "paid")
      case "payment": try reader.fill(&payment, try reader.readWord(PaymentMethod.self, "payment"), "payment")
      case "reimbursed": try reader.fill(&reimbursed, try reader.readBoolean(), "reimbursed")
      case "series": try reader.fill(&series, try reader.readID("series"), "series")
      case "since": try reader.fill(&since, try reader.readDate("since"), "since")
      case "start": try reader.fill(&start, try reader.readDate("start"), "start")
      case "tags": try reader.fill(&tags, try reader.readStrings(), "tags")
      case "template": try reader.fill(&template, try RuleInstance(from: &reader), "template")
      case "vendor": try reader.fill(&vendor, try reader.readPayloadText(), "vendor")
      default: try reader.skipValue()
      }
    }
    let terms = RuleTerms(
      frequency: try reader.need(frequency, "frequency"),
      interval: Int(clamping: try reader.need(interval, "interval")), start: try reader.need(start, "start"),
      end: end, monthEnd: try reader.need(monthEnd, "monthEnd"), kind: try reader.need(kind, "kind"),
      money: try reader.need(money, "amount"), vendor: vendor, category: category, payment: payment,
      group: group.map(GroupID.init), note: note, account: account, tags: tags ?? [],
      flags: Flags(paid: paid, reimbursed: reimbursed))
    self.init(
      series: RuleID(try reader.need(series, "series")), since: since, template: template, terms: terms,
      enabled: try reader.need(enabled, "enabled"), on: try reader.need(on, "on"))
  }
}

extension RuleSplit: EventPayload {
  func members(_ writer: inout JSONWriter) {
    writer.member("date", date)
    writer.member("on", on)
    writer.member("rule", rule.id)
  }

  init(from reader: inout JSONReader) throws(JSONError) {
    var date: CivilDate?
    var rule: UniqueID?
    var on: CivilDate?
    try reader.readObject { (reader, key) throws(JSONError) in
      switch key {
      case "date": try reader.fill(&date, try reader.readDate("date"), "date")
      case "on": try reader.fill(&on, try reader.readDate("on"), "on")
      case "rule": try reader.fill(&rule, try reader.readID("rule"), "rule")
      default: try reader.skipValue()
      }
    }
    self.init(
      date: try reader.need(date, "date"), rule: RuleID(try reader.need(rule, "rule")),
      on: try reader.need(on, "on"))
  }
}

extension RuleDeleted: EventPayload {
  func members(_ writer: inout JSONWriter) {
    writer.member("on", on)
    writer.member("scope", scope.rawValue)
    writer.member("transactions", Int64(transactions))
  }

  init(from reader: inout JSONReader) throws(JSONError) {
    var scope: RuleDeletionScope?
    var transactions: Int64?
    var on: CivilDate?
    try reader.readObject { (reader, key) throws(JSONError) in
      switch key {
      case "on": try reader.fill(&on, try reader.readDate("on"), "on")
      case "scope": try reader.fill(&scope, try reader.readWord(RuleDeletionScope.self, "scope"), "scope")
      case "transactions": try reader.fill(&transactions, try reader.readPayloadInteger(), "transactions")
      default: try reader.skipValue()
      }
    }
    self.init(
      scope: try reader.need(scope, "scope"),
      transactions: Int(clamping: try reader.need(transactions, "transactions")), on: try reader.need(on, "on"))
  }
}

extension RecurrenceGenerated: EventPayload {
  func members(_ writer: inout JSONWriter) {
    writer.member("changed", changed)
    writer.member("from", from)
    writer.member("made", made)
    writer.member("on", on)
    writer.member("removed", removed)
    writer.member("restored", restored)
    writer.member("revision", revision)
    writer.member("through", through)
  }

  init(from reader: inout JSONReader) throws(JSONError) {
    var from: CivilDate?
    var through: CivilDate?
    var on: CivilDate?
    var revision: RuleRevision?
    var made: [RuleInstance]?
    var changed: [RuleInstance]?
    var removed: [RuleInstance]?
    var restored: [RuleInstance]?
    try reader.readObject { (reader, key) throws(JSONError) in
      switch key {
      case "changed": try reader.fill(&changed, try RuleInstance.list(from: &reader), "changed")
      case "from": try reader.fill(&from, try reader.readDate("from"), "from")
      case "made": try reader.fill(&made, try RuleInstance.list(from: &reader), "made")
      case "on": try reader.fill(&on, try reader.readDate("on"), "on")
      case "removed": try reader.fill(&removed, try RuleInstance.list(from: &reader), "removed")
      case "restored": try reader.fill(&restored, try RuleInstance.list(from: &reader), "restored")
      case "revision": try reader.fill(&revision, try RuleRevision(from: &reader), "revision")
      case "through": try reader.fill(&through, try reader.readDate("through"), "through")
      default: try reader.skipValue()
      }
    }
    self.init(
      from: try reader.need(from, "from"), through: try reader.need(through, "through"),
      revision: try reader.need(revision, "revision"), made: made ?? [], changed: changed ?? [],
      removed: removed ?? [], restored: restored ?? [], on: try reader.need(on, "on"))
  }
}

extension RuleInstance {
  fileprivate static func list(from reader: inout JSONReader) throws(JSONError) -> [Self] {
    try reader.readList { (reader) throws(JSONError) in try Self(from: &reader) }
  }

  fileprivate func write(to writer: inout JSONWriter) {
    writer.object { writer in
      writer.member("date", date)
      writer.member("transaction", transaction.id)
    }
  }

  fileprivate init(from reader: inout JSONReader) throws(JSONError) {
    var date: CivilDate?
    var transaction: UniqueID?
    try reader.readObject { (reader, key) throws(JSONError) in
      switch key {
      case "date": try reader.fill(&date, try reader.readDate("date"), "date")
      case "transaction": try reader.fill(&transaction, try reader.readID("transaction"), "transaction")
      default: try reader.skipValue()
      }
    }
    self.init(
      date: try reader.need(date, "date"),
      transaction: TransactionID(try reader.need(transaction, "transaction")))
  }
}

extension JSONWriter {
  /// Instances; a list of none is absent.
  fileprivate mutating func member(_ key: StaticString, _ instances: [RuleInstance]) {
    guard !instances.isEmpty else { return }
    self.key(key)
    array { writer in for instance in instances { instance.write(to: &writer) } }
  }
}
