public import LedgerBytes

extension RuleEvent {
  /// A person changed the properties of a rule. A property that did not change is absent.
  public struct Changed: Hashable, Sendable {
    /// The unit of time.
    public var frequency: ChangedValue<RecurrenceFrequency>?
    /// How many units there are from one occurrence to the next.
    public var interval: ChangedValue<Int>?
    /// The date of occurrence 0.
    public var start: ChangedValue<CivilDate>?
    /// The last possible date.
    public var end: ChangedValue<CivilDate>?
    /// The rule for months that lack the anchor's day.
    public var monthEnd: ChangedValue<Recurrence.MonthEndPolicy>?
    /// The direction.
    public var kind: ChangedValue<TransactionKind>?
    /// Amount and currency, one value.
    public var money: ChangedValue<Money>?
    /// The computation that gave the new amount, or `nil` if the amount was typed as a number or stays.
    public var expression: String?
    /// The payee.
    public var vendor: ChangedValue<String>?
    /// The category's key.
    public var category: ChangedValue<String>?
    /// How it is paid.
    public var payment: ChangedValue<PaymentMethod>?
    /// The group.
    public var group: ChangedValue<GroupID>?
    /// Free text.
    public var note: ChangedValue<String>?
    /// The account.
    public var account: ChangedValue<String>?
    /// The account that a transfer's money arrives in.
    public var toAccount: ChangedValue<String>?
    /// The amount that arrives. Without a value it is the amount that leaves.
    public var received: ChangedValue<Money>?
    /// Tags put on and taken off.
    public var tags: TransactionEvent.TagsChanged?
    /// Paid or unpaid.
    public var paid: FlagChange?
    /// Reimbursed or unreimbursed.
    public var reimbursed: FlagChange?
    /// Paused, or resumed.
    public var enabled: Pausing?
    /// Marks a split as undone: the rule continues after it.
    public var rejoined: Rejoining?
    /// The civil date on the device that recorded it.
    public var on: CivilDate

    /// Pausing, or resuming, from a date on.
    public struct Pausing: Hashable, Sendable {
      /// Whether it generated before.
      public let from: Bool
      /// Whether it generates after.
      public let to: Bool
      /// The first date of the pause, or the first after it.
      public let since: CivilDate
      /// The one pause that is meant, by the event that began it.
      ///
      /// That pause then ends on `since`, wherever it ended before, or continues. A pause that ends on its first date has
      /// no effect. If this is `nil`, a new pause begins, or all known pauses end.
      public internal(set) var pause: EventReference?
    }

    /// A split that was undone.
    public struct Rejoining: Hashable, Sendable {
      /// The rule that the split began.
      public let rule: RuleID
      /// The date of the split.
      public let date: CivilDate
    }

    /// Whether nothing changed.
    public var isEmpty: Bool { self == RuleEvent.Changed(on: on) }
  }
}

extension RuleEvent.Changed: EventPayload, MemberwiseObject {
  init<Coder: PayloadCoder>(_ coder: inout Coder, _ whole: Self?) throws(Coder.Failure) {
    account = try coder.member("account", whole?.account)
    money = try coder.member("amount", whole?.money)
    category = try coder.member("category", whole?.category)
    enabled = try coder.member("enabled", whole?.enabled)
    end = try coder.member("end", whole?.end)
    expression = try coder.member("expression", whole?.expression)
    frequency = try coder.member("frequency", whole?.frequency)
    group = try coder.member("group", whole?.group)
    interval = try coder.member("interval", whole?.interval)
    kind = try coder.member("kind", whole?.kind)
    monthEnd = try coder.member("monthEnd", whole?.monthEnd)
    note = try coder.member("note", whole?.note)
    on = try coder.member("on", whole?.on)
    paid = try coder.member("paid", whole?.paid)
    payment = try coder.member("payment", whole?.payment)
    received = try coder.member("received", whole?.received)
    reimbursed = try coder.member("reimbursed", whole?.reimbursed)
    rejoined = try coder.member("rejoined", whole?.rejoined)
    start = try coder.member("start", whole?.start)
    tags = try coder.member("tags", whole?.tags)
    toAccount = try coder.member("toAccount", whole?.toAccount)
    vendor = try coder.member("vendor", whole?.vendor)
  }

  /// Each member that changed, with its value before and after.
  var summary: String {
    func words<Value>(_ name: String, _ change: ChangedValue<Value>?, _ text: (Value) -> String) -> String? {
      change.map { "\(name) \($0.from.map(text) ?? "none") → \($0.to.map(text) ?? "none")" }
    }
    func flag(_ change: FlagChange?, _ name: String) -> String? {
      change.map { $0.to.map { $0 ? name : "un\(name)" } ?? "\(name): nothing said" }
    }
    let parts: [String?] = [
      words("frequency", frequency, \.rawValue), words("interval", interval, { String($0) }),
      words("start", start, \.iso), words("end", end, \.iso), words("month end", monthEnd, \.rawValue),
      words("kind", kind, \.rawValue), words("amount", money, \.description)?.computed(as: expression),
      words("vendor", vendor, { $0 }),
      words("category", category, { $0 }), words("payment", payment, \.rawValue),
      words("group", group, { String($0.description.prefix(8)) }), words("note", note, { $0 }),
      words("account", account, { $0 }), words("to-account", toAccount, { $0 }),
      received.map { "received \($0.from?.description ?? "as sent") → \($0.to?.description ?? "as sent")" },
      tags.map { ($0.added.map { "+\($0)" } + $0.removed.map { "-\($0)" }).joined(separator: " ") },
      flag(paid, "paid"), flag(reimbursed, "reimbursed"),
      enabled.map { enabled in
        enabled.pause == nil
          ? "\(enabled.to ? "resumed" : "paused") from \(enabled.since.iso)"
          : "a pause \(enabled.to ? "ends" : "goes on") from \(enabled.since.iso)"
      },
      rejoined.map { "the split of \($0.date.iso) taken back" },
    ]
    return parts.compactMap { $0 }.joined(separator: ", ")
  }
}

extension RuleEvent.Changed {
  var fault: String? {
    let hasLost =
      frequency.map { $0.to == nil } ?? false || interval.map { $0.to == nil } ?? false
      || start.map { $0.to == nil } ?? false || monthEnd.map { $0.to == nil } ?? false
      || kind.map { $0.to == nil } ?? false || money.map { $0.to == nil } ?? false
    if hasLost { return "it takes from a rule what no rule can be without" }
    let isInRange = interval?.to.map { (1...PayloadLimits.intervalPeriodsMax).contains($0) } ?? true
    return isInRange ? nil : "its interval is out of its range"
  }
}

extension RuleEvent.Changed.Pausing: MemberwiseObject {
  init<Coder: PayloadCoder>(_ coder: inout Coder, _ whole: Self?) throws(Coder.Failure) {
    from = try coder.member("from", whole?.from)
    pause = try coder.member("pause", whole?.pause)
    since = try coder.member("since", whole?.since)
    to = try coder.member("to", whole?.to)
  }
}

extension RuleEvent.Changed.Rejoining: MemberwiseObject {
  init<Coder: PayloadCoder>(_ coder: inout Coder, _ whole: Self?) throws(Coder.Failure) {
    date = try coder.member("date", whole?.date)
    rule = try coder.member("rule", whole?.rule)
  }
}
