internal import LedgerBytes

// What a person changed in a rule: per member what stood and what stands.

extension RuleChanged: EventPayload {
  func members(_ writer: inout JSONWriter) {
    writer.member("account", account) { $0.member($1, $2) }
    writer.member("amount", money) { $0.member($1, Amount($2)) }
    writer.member("category", category) { $0.member($1, $2) }
    if let enabled {
      writer.key("enabled")
      writer.object { writer in
        writer.member("from", enabled.from)
        writer.member("pause", enabled.pause)
        writer.member("since", enabled.since)
        writer.member("to", enabled.to)
      }
    }
    writer.member("end", end) { $0.member($1, $2) }
    writer.member("frequency", frequency) { $0.member($1, $2.rawValue) }
    writer.member("group", group) { $0.member($1, $2.id) }
    writer.member("interval", interval) { $0.member($1, Int64($2)) }
    writer.member("kind", kind) { $0.member($1, $2.rawValue) }
    writer.member("monthEnd", monthEnd) { $0.member($1, $2.rawValue) }
    writer.member("note", note) { $0.member($1, $2) }
    writer.member("on", on)
    writer.member("paid", paid)
    writer.member("payment", payment) { $0.member($1, $2.rawValue) }
    writer.member("reimbursed", reimbursed)
    if let rejoined {
      writer.key("rejoined")
      writer.object { writer in
        writer.member("date", rejoined.date)
        writer.member("rule", rejoined.rule.id)
      }
    }
    writer.member("start", start) { $0.member($1, $2) }
    if let tags {
      writer.key("tags")
      writer.object { writer in
        writer.member("added", tags.added)
        writer.member("removed", tags.removed)
      }
    }
    writer.member("vendor", vendor) { $0.member($1, $2) }
  }

  init(from reader: inout JSONReader) throws(JSONError) {
    var changed = RuleChanged(on: .first)
    var on: CivilDate?
    try reader.readObject { (reader, key) throws(JSONError) in
      switch key {
      case "account":
        try reader.fill(
          &changed.account, try reader.readChange { r throws(JSONError) in try r.readPayloadText() }, "account")
      case "amount":
        try reader.fill(
          &changed.money, try reader.readChange { r throws(JSONError) in try r.readMoney() }, "amount")
      case "category":
        try reader.fill(
          &changed.category, try reader.readChange { r throws(JSONError) in try r.readPayloadText() },
          "category")
      case "enabled": try reader.fill(&changed.enabled, try Pausing(from: &reader), "enabled")
      case "end":
        try reader.fill(
          &changed.end, try reader.readChange { r throws(JSONError) in try r.readDate("end") }, "end")
      case "frequency":
        try reader.fill(
          &changed.frequency,
          try reader.readChange { r throws(JSONError) in try r.readWord(Frequency.self, "frequency") },
          "frequency")
      case "group":
        try reader.fill(
          &changed.group, try reader.readChange { r throws(JSONError) in GroupID(try r.readID("group")) },
          "group")
      case "interval":
        try reader.fill(
          &changed.interval,
          try reader.readChange { r throws(JSONError) in Int(clamping: try r.readPayloadInteger()) },
          "interval")
      case "kind":
        try reader.fill(
          &changed.kind,
          try reader.readChange { r throws(JSONError) in try r.readWord(TransactionKind.self, "kind") },
          "kind")
      case "monthEnd":
        try reader.fill(
          &changed.monthEnd,
          try reader.readChange { r throws(JSONError) in try r.readWord(MonthEndPolicy.self, "monthEnd") },
          "monthEnd")
      case "note":
        try reader.fill(
          &changed.note, try reader.readChange { r throws(JSONError) in try r.readPayloadText() }, "note")
      case "on": try reader.fill(&on, try reader.readDate("on"), "on")
      case "paid": try reader.fill(&changed.paid, try FlagChange(from: &reader), "paid")
      case "payment":
        try reader.fill(
          &changed.payment,
          try reader.readChange { r throws(JSONError) in try r.readWord(PaymentMethod.self, "payment") },
          "payment")
      case "reimbursed": try reader.fill(&changed.reimbursed, try FlagChange(from: &reader), "reimbursed")
      case "rejoined": try reader.fill(&changed.rejoined, try Rejoining(from: &reader), "rejoined")
      case "start":
        try reader.fill(
          &changed.start, try reader.readChange { r throws(JSONError) in try r.readDate("start") }, "start")
      case "tags": try reader.fill(&changed.tags, try TagsChanged(from: &reader), "tags")
      case "vendor":
        try reader.fill(
          &changed.vendor, try reader.readChange { r throws(JSONError) in try r.readPayloadText() }, "vendor")
      default: try reader.skipValue()
      }
    }
    changed.on = try reader.need(on, "on")
    self = changed
  }
}

extension RuleChanged.Pausing {
  init(from reader: inout JSONReader) throws(JSONError) {
    var before: Bool?
    var after: Bool?
    var since: CivilDate?
    var pause: EventReference?
    try reader.readObject { (reader, key) throws(JSONError) in
      switch key {
      case "from": try reader.fill(&before, try reader.readBoolean(), "from")
      case "pause": try reader.fill(&pause, try reader.readReference(), "pause")
      case "since": try reader.fill(&since, try reader.readDate("since"), "since")
      case "to": try reader.fill(&after, try reader.readBoolean(), "to")
      default: try reader.skipValue()
      }
    }
    self.init(
      from: try reader.need(before, "from"), to: try reader.need(after, "to"),
      since: try reader.need(since, "since"), pause: pause)
  }
}

extension RuleChanged.Rejoining {
  init(from reader: inout JSONReader) throws(JSONError) {
    var rule: UniqueID?
    var date: CivilDate?
    try reader.readObject { (reader, key) throws(JSONError) in
      switch key {
      case "date": try reader.fill(&date, try reader.readDate("date"), "date")
      case "rule": try reader.fill(&rule, try reader.readID("rule"), "rule")
      default: try reader.skipValue()
      }
    }
    self.init(rule: RuleID(try reader.need(rule, "rule")), date: try reader.need(date, "date"))
  }
}

extension JSONReader {
  /// `{"from":…,"to":…}`, of which either may be absent.
  fileprivate mutating func readChange<Value>(
    _ value: (inout JSONReader) throws(JSONError) -> Value
  ) throws(JSONError) -> Change<Value> {
    var from: Value?
    var to: Value?
    try readObject { (reader, key) throws(JSONError) in
      switch key {
      case "from": try reader.fill(&from, try value(&reader), "from")
      case "to": try reader.fill(&to, try value(&reader), "to")
      default: try reader.skipValue()
      }
    }
    return Change(from: from, to: to)
  }
}

extension JSONWriter {
  fileprivate mutating func member<Value>(
    _ key: StaticString, _ change: Change<Value>?, _ write: (inout JSONWriter, StaticString, Value) -> Void
  ) {
    guard let change else { return }
    self.key(key)
    object { writer in
      if let from = change.from { write(&writer, "from", from) }
      if let to = change.to { write(&writer, "to", to) }
    }
  }
}
