internal import LedgerBytes

// A person's changes to a rule: for each member the value before and the value after.

extension RuleChanged: PayloadObject {
  func members(_ writer: inout JSONWriter) {
    writer.member("account", account)
    writer.member("amount", money)
    writer.member("category", category)
    writer.member("enabled", enabled)
    writer.member("end", end)
    writer.member("expression", expression)
    writer.member("frequency", frequency)
    writer.member("group", group)
    writer.member("interval", interval)
    writer.member("kind", kind)
    writer.member("monthEnd", monthEnd)
    writer.member("note", note)
    writer.member("on", on)
    writer.member("paid", paid)
    writer.member("payment", payment)
    writer.member("received", received)
    writer.member("reimbursed", reimbursed)
    writer.member("rejoined", rejoined)
    writer.member("start", start)
    writer.member("tags", tags)
    writer.member("toAccount", toAccount)
    writer.member("vendor", vendor)
  }

  init(members reader: inout PayloadReader) throws(JSONError) {
    account = try reader.member("account")
    money = try reader.member("amount")
    category = try reader.member("category")
    enabled = try reader.member("enabled")
    end = try reader.member("end")
    expression = try reader.member("expression")
    frequency = try reader.member("frequency")
    group = try reader.member("group")
    interval = try reader.member("interval")
    kind = try reader.member("kind")
    monthEnd = try reader.member("monthEnd")
    note = try reader.member("note")
    on = try reader.member("on")
    paid = try reader.member("paid")
    payment = try reader.member("payment")
    received = try reader.member("received")
    reimbursed = try reader.member("reimbursed")
    rejoined = try reader.member("rejoined")
    start = try reader.member("start")
    tags = try reader.member("tags")
    toAccount = try reader.member("toAccount")
    vendor = try reader.member("vendor")
  }
}

extension RuleChanged.Pausing: PayloadObject {
  func members(_ writer: inout JSONWriter) {
    writer.member("from", from)
    writer.member("pause", pause)
    writer.member("since", since)
    writer.member("to", to)
  }

  init(members reader: inout PayloadReader) throws(JSONError) {
    from = try reader.member("from")
    pause = try reader.member("pause")
    since = try reader.member("since")
    to = try reader.member("to")
  }
}

extension RuleChanged.Rejoining: PayloadObject {
  func members(_ writer: inout JSONWriter) {
    writer.member("date", date)
    writer.member("rule", rule)
  }

  init(members reader: inout PayloadReader) throws(JSONError) {
    date = try reader.member("date")
    rule = try reader.member("rule")
  }
}
