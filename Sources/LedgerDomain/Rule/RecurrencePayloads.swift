internal import LedgerBytes

// What ties a transaction to a rule, inside its own payloads and inside the rule's.

extension RuleLink: EventPayload {
  func members(_ writer: inout JSONWriter) {
    writer.member("date", date)
    writer.member("rule", rule.id)
    writer.member("series", series.id)
  }

  init(from reader: inout JSONReader) throws(JSONError) {
    var rule: UniqueID?
    var series: UniqueID?
    var date: CivilDate?
    try reader.readObject { (reader, key) throws(JSONError) in
      switch key {
      case "date": try reader.fill(&date, try reader.readDate("date"), "date")
      case "rule": try reader.fill(&rule, try reader.readID("rule"), "rule")
      case "series": try reader.fill(&series, try reader.readID("series"), "series")
      default: try reader.skipValue()
      }
    }
    self.init(
      rule: RuleID(try reader.need(rule, "rule")), series: RuleID(try reader.need(series, "series")),
      date: try reader.need(date, "date"))
  }
}

extension RecurrenceOrigin {
  init(from reader: inout JSONReader) throws(JSONError) {
    var rule: UniqueID?
    var series: UniqueID?
    var date: CivilDate?
    var since: CivilDate?
    var revision: RuleRevision?
    var seriesRevision: RuleRevision?
    try reader.readObject { (reader, key) throws(JSONError) in
      switch key {
      case "date": try reader.fill(&date, try reader.readDate("date"), "date")
      case "revision": try reader.fill(&revision, try RuleRevision(from: &reader), "revision")
      case "rule": try reader.fill(&rule, try reader.readID("rule"), "rule")
      case "series": try reader.fill(&series, try reader.readID("series"), "series")
      case "seriesRevision":
        try reader.fill(&seriesRevision, try RuleRevision(from: &reader), "seriesRevision")
      case "since": try reader.fill(&since, try reader.readDate("since"), "since")
      default: try reader.skipValue()
      }
    }
    self.init(
      rule: RuleID(try reader.need(rule, "rule")), series: RuleID(try reader.need(series, "series")),
      date: try reader.need(date, "date"), since: since, revision: try reader.need(revision, "revision"),
      seriesRevision: seriesRevision)
  }
}

extension RuleRevision {
  /// The clock in two numbers: one is more than a payload's numbers hold (DESIGN 4).
  init(from reader: inout JSONReader) throws(JSONError) {
    var device: UniqueID?
    var sequence: Int64?
    var milliseconds: Int64?
    var counter: Int64?
    var number: Int64?
    try reader.readObject { (reader, key) throws(JSONError) in
      switch key {
      case "counter": try reader.fill(&counter, try reader.readPayloadInteger(), "counter")
      case "device": try reader.fill(&device, try reader.readID("device"), "device")
      case "milliseconds": try reader.fill(&milliseconds, try reader.readPayloadInteger(), "milliseconds")
      case "number": try reader.fill(&number, try reader.readPayloadInteger(), "number")
      case "sequence": try reader.fill(&sequence, try reader.readPayloadInteger(), "sequence")
      default: try reader.skipValue()
      }
    }
    let wall = try reader.need(milliseconds, "milliseconds")
    let ticks = try reader.need(counter, "counter")
    let place = try reader.need(sequence, "sequence")
    // 48 bits of milliseconds, 16 of counter.
    guard (0..<1 << 48).contains(wall) else {
      throw JSONError(offset: reader.offset, reason: "“milliseconds” is out of its range")
    }
    self.init(
      reference: EventReference(
        device: try reader.need(device, "device"), sequence: try reader.need(UInt64(exactly: place), "sequence")
      ),
      time: HybridTime(
        milliseconds: UInt64(wall), counter: try reader.need(UInt16(exactly: ticks), "counter")),
      number: Int(clamping: try reader.need(number, "number")))
  }
}

extension JSONWriter {
  mutating func member(_ key: StaticString, _ revision: RuleRevision) {
    self.key(key)
    object { writer in
      writer.member("counter", Int64(revision.time.counter))
      writer.member("device", revision.reference.device)
      writer.member("milliseconds", Int64(revision.time.milliseconds))
      writer.member("number", Int64(revision.number))
      writer.member("sequence", Int64(clamping: revision.reference.sequence))
    }
  }

  mutating func member(_ key: StaticString, _ origin: RecurrenceOrigin?) {
    guard let origin else { return }
    self.key(key)
    object { writer in
      writer.member("date", origin.date)
      writer.member("revision", origin.revision)
      writer.member("rule", origin.rule.id)
      writer.member("series", origin.series.id)
      // Only what a series of several rules says besides.
      if origin.seriesRevision != origin.revision { writer.member("seriesRevision", origin.seriesRevision) }
      writer.member("since", origin.since)
    }
  }
}
