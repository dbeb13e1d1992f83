internal import LedgerBytes

// The link between a transaction and its rule, in the payloads of both.

extension RuleLink: PayloadObject {
  func members(_ writer: inout JSONWriter) {
    writer.member("date", date)
    writer.member("rule", rule)
    writer.member("series", series)
  }

  init(members reader: inout PayloadReader) throws(JSONError) {
    date = try reader.member("date")
    rule = try reader.member("rule")
    series = try reader.member("series")
  }
}

extension RecurrenceOrigin: PayloadObject {
  func members(_ writer: inout JSONWriter) {
    writer.member("date", date)
    writer.member("revision", revision)
    writer.member("rule", rule)
    writer.member("series", series)
    // The revisions only differ in a series of several rules.
    if seriesRevision != revision { writer.member("seriesRevision", seriesRevision) }
    writer.member("since", since)
  }

  init(members reader: inout PayloadReader) throws(JSONError) {
    let date: CivilDate = try reader.member("date")
    let revision: RuleRevision = try reader.member("revision")
    let rule: RuleID = try reader.member("rule")
    let series: RuleID = try reader.member("series")
    let seriesRevision: RuleRevision? = try reader.member("seriesRevision")
    self.init(
      rule: rule, series: series, date: date, since: try reader.member("since"), revision: revision,
      seriesRevision: seriesRevision)
  }
}

/// The clock is written as two numbers, because one would exceed the largest number of a payload.
extension RuleRevision: PayloadObject {
  func members(_ writer: inout JSONWriter) {
    writer.member("counter", Int64(time.counter))
    writer.member("device", reference.device)
    writer.member("milliseconds", Int64(time.milliseconds))
    writer.member("number", number)
    writer.member("sequence", Int64(clamping: reference.sequence))
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
    guard let sequence = UInt64(exactly: try reader.member("sequence") as Int64) else {
      throw reader.mismatch()
    }
    reference = EventReference(device: device, sequence: sequence)
    time = HybridTime(milliseconds: UInt64(milliseconds), counter: counter)
  }
}
