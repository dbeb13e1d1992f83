internal import LedgerBytes

extension RuleEvent {
  /// A machine brought a series' transactions up to date with its rules, as far as a date.
  ///
  /// The transactions themselves are recorded, deleted and restored on their own streams, each caused by this event.
  public struct Generated: Hashable, Sendable {
    /// The first date of the stretch.
    public let from: CivilDate
    /// The last date of the stretch.
    public let through: CivilDate
    /// The state of the rule that they follow.
    public let revision: RuleRevision
    /// New instances.
    public let made: [RuleEvent.Instance]
    /// Instances that nobody had touched, updated to the rule's present terms.
    public let changed: [RuleEvent.Instance]
    /// Instances that nobody had touched and that no longer recur, deleted.
    public let removed: [RuleEvent.Instance]
    /// Instances that a rule had deleted and that recur again, restored.
    public let restored: [RuleEvent.Instance]
    /// The civil date of the command.
    public let on: CivilDate
  }

  /// A transaction of a rule, with the date that the rule scheduled.
  public struct Instance: Hashable, Sendable {
    /// The scheduled date, which stays when a person moves the transaction.
    public let date: CivilDate
    /// The transaction.
    public let transaction: TransactionID

    /// Creates an instance.
    package init(date: CivilDate, transaction: TransactionID) {
      self.date = date
      self.transaction = transaction
    }
  }
}

extension RuleEvent.Generated: EventPayload, MemberwiseObject {
  init<Coder: PayloadCoder>(_ coder: inout Coder, _ whole: Self?) throws(Coder.Failure) {
    changed = try coder.list(unlessEmpty: "changed", whole?.changed)
    from = try coder.member("from", whole?.from)
    made = try coder.list(unlessEmpty: "made", whole?.made)
    on = try coder.member("on", whole?.on)
    removed = try coder.list(unlessEmpty: "removed", whole?.removed)
    restored = try coder.list(unlessEmpty: "restored", whole?.restored)
    revision = try coder.member("revision", whole?.revision)
    through = try coder.member("through", whole?.through)
  }

  var summary: String {
    func count(_ instances: [RuleEvent.Instance], _ word: String) -> String? {
      instances.isEmpty ? nil : "\(instances.count) \(word)"
    }
    return [
      "through \(through.iso), revision \(revision.number)", count(made, "made"), count(changed, "changed"),
      count(removed, "taken back"), count(restored, "brought back"),
    ].compactMap { $0 }.joined(separator: ", ")
  }

  var software: String? { EventActor.rule.text }
}

extension RuleEvent.Generated {
  var fault: String? {
    guard from <= through, PayloadLimits.generatedDates.contains(from),
      PayloadLimits.generatedDates.contains(through)
    else { return "it claims dates that are never generated" }
    let dates = from...through
    let isWithin = [made, changed, removed, restored].allSatisfy { $0.allSatisfy { dates.contains($0.date) } }
    return isWithin ? nil : "it names dates outside of what it generated"
  }
}

extension RuleEvent.Instance: MemberwiseObject {
  init<Coder: PayloadCoder>(_ coder: inout Coder, _ whole: Self?) throws(Coder.Failure) {
    date = try coder.member("date", whole?.date)
    transaction = try coder.member("transaction", whole?.transaction)
  }
}

/// The clock is written as two numbers, because one would exceed the largest number of a payload.
extension RuleRevision: PayloadObject {
  func members(_ writer: inout JSONWriter) {
    writer.member("counter", UInt64(time.counter))
    writer.member("device", reference.device)
    writer.member("milliseconds", Int64(time.milliseconds))
    writer.member("number", number)
    writer.member("sequence", reference.sequence)
  }

  init(members reader: inout PayloadReader) throws(JSONError) {
    guard let counter = UInt16(exactly: try reader.member("counter") as Int64) else { throw reader.mismatch() }
    let device: UniqueID = try reader.member("device")
    let milliseconds: Int64 = try reader.member("milliseconds")
    // 48 bits, next to the 16 of the counter.
    guard (0..<1 << 48).contains(milliseconds) else {
      throw reader.fault("“milliseconds” is out of its range")
    }
    number = try reader.member("number")
    reference = EventReference(device: device, sequence: try reader.member("sequence"))
    time = HybridTime(milliseconds: UInt64(milliseconds), counter: counter)
  }
}

extension RecurrenceOrigin: MemberwiseObject {
  init<Coder: PayloadCoder>(_ coder: inout Coder, _ whole: Self?) throws(Coder.Failure) {
    date = try coder.member("date", whole?.date)
    revision = try coder.member("revision", whole?.revision)
    rule = try coder.member("rule", whole?.rule)
    series = try coder.member("series", whole?.series)
    // The revisions only differ in a series of several rules.
    seriesRevision =
      try coder.member(
        "seriesRevision", whole.flatMap { $0.seriesRevision == $0.revision ? nil : $0.seriesRevision })
      ?? revision
    since = try coder.member("since", whole?.since)
  }
}

extension TransactionEvent.RuleLink: EventPayload, MemberwiseObject {
  init<Coder: PayloadCoder>(_ coder: inout Coder, _ whole: Self?) throws(Coder.Failure) {
    date = try coder.member("date", whole?.date)
    rule = try coder.member("rule", whole?.rule)
    series = try coder.member("series", whole?.series)
  }

  var summary: String { "rule \(rule.description.prefix(8)), for \(date.iso)" }
}
