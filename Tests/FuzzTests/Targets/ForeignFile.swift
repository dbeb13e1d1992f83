import LedgerTestSupport

/// A file of events as a hostile device might hand it over, made from any bytes: hashes are right, values are anything.
struct ForeignFile {
  /// The ledger that all of them claim to belong to.
  static let ledger = "1ed9e400-0000-4000-8000-000000000001"
  private static let devices = (1...3).map { "de71ce00-0000-4000-8000-00000000000\($0)" }
  private static let groups = (1...2).map { "90090000-0000-4000-8000-00000000000\($0)" }
  private static let records = (1...3).map { "7ec07d00-0000-4000-8000-00000000000\($0)" }
  private static let rule = "70130000-0000-4000-8000-000000000001"

  /// The lines in the order of the file. Some are stripped of their content, some occur twice.
  private(set) var lines: [String] = []

  /// - Complexity: O(bytes), for at most twenty-four events.
  init(_ input: [UInt8]) {
    var bytes = FuzzBytes(input)
    var next = Self.devices.map { _ in UInt64(1) }
    var begun = ForgedEvent(
      device: "c7ea7e00-0000-4000-8000-000000000001", 1, at: 1_750_000_000_000, "LedgerCreated", on: "ledger",
      Self.ledger, #"{"currency":"EUR","device":"phone","locale":"en_US","on":"2025-06-15","weeks":"iso"}"#)
    begun.ledger = Self.ledger
    lines.append(begun.line)
    while lines.count < 25, !bytes.remaining.isEmpty {
      let place = Int(bytes.byte()) % Self.devices.count
      let choice = bytes.byte()
      let kind = Self.kinds[Int(bytes.byte()) % Self.kinds.count]
      var event = ForgedEvent(
        device: Self.devices[place], next[place], at: 1_781_000_000_000 + UInt64(bytes.byte()) * 1_000,
        kind.type,
        on: kind.stream, Self.stream(kind.stream, &bytes), Self.filled(kind.payload, &bytes),
        schema: kind.schema)
      event.ledger = Self.ledger
      event.actor = bytes.choice(["user/anna", "user/ben", "rule", "extractor/rules-1", "user"])
      let other = (place + 1) % Self.devices.count
      if choice % 4 == 1, next[other] > 1 { event.seen = [(Self.devices[other], next[other] - 1)] }
      // Some lines are cut, some claim a late time, and some leave a gap.
      if choice == 255 { event.milliseconds = 7_258_118_399_999 }
      if choice != 254 { next[place] += 1 }
      switch choice {
      case 240...244: lines.append(event.strippedLine)
      case 245...249: lines += [event.line, event.line]
      case 250: lines.append(String(event.line.dropLast(Int(bytes.byte()) + 1)) + "\n")
      case 251: lines.insert(event.line, at: lines.count / 2)
      default: lines.append(event.line)
      }
    }
  }

  private struct Kind {
    let type: String
    let stream: String
    var schema: UInt32 = 1
    let payload: String

    init(_ type: String, _ stream: String, _ payload: String, schema: UInt32 = 1) {
      self.type = type
      self.stream = stream
      self.schema = schema
      self.payload = payload
    }
  }

  /// What is filled in: `#` a number, `$` a text, `@` a date, `%` an event, `&` a group, `!` a rule, `^` a transaction.
  private static let kinds: [Kind] = [
    Kind(
      "TransactionRecorded", "transaction",
      ##"{"amount":{"currency":"EUR","minorUnits":#},"category":$,"date":@,"kind":"expense","on":@,"##
        + ##""origin":"manual","tags":[$],"vendor":$}"##, schema: 3),
    Kind(
      "TransactionRecorded", "transaction",
      ##"{"amount":{"currency":"EUR","minorUnits":#},"date":@,"group":&,"kind":"income","on":@,"origin":"recurring","##
        + ##""recurrence":{"date":@,"revision":{"counter":0,"device":"de71ce00-0000-4000-8000-000000000001","##
        + ##""milliseconds":#,"number":#,"sequence":1},"rule":!,"series":!},"tags":[]}"##, schema: 3),
    Kind("ReceiptCaptured", "transaction", ##"{"attachments":[],"name":$,"on":@,"source":"scan"}"##),
    Kind(
      "ExtractionCompleted", "transaction",
      ##"{"confidence":[{"name":$,"score":#,"weight":#}],"extractor":"rules","fields":{"category":{"readings":"##
        + ##"[{"confidence":#,"reason":$,"value":$}]},"total":{"readings":[{"confidence":#,"reason":$,"value":"12.00"}"##
        + ##"]},"vendor":{"readings":[{"confidence":1,"reason":"a","value":$}]}},"method":"smart","version":#}"##
    ),
    Kind("TextRecognized", "transaction", ##"{"confidence":#,"engine":$,"text":$}"##),
    Kind("FieldCorrected", "transaction", ##"{"field":"total","to":{"currency":"EUR","minorUnits":#}}"##),
    Kind("FieldCorrected", "transaction", ##"{"field":"category","from":$,"to":$}"##),
    Kind("FieldCorrected", "transaction", ##"{"field":"note","to":$}"##),
    Kind("ReceiptSaved", "transaction", "{}"),
    Kind("TransactionFiled", "transaction", ##"{"to":&}"##),
    Kind("TagsChanged", "transaction", ##"{"added":[$,$],"removed":[$]}"##),
    Kind("TransactionDeleted", "transaction", "{}"),
    Kind("TransactionRestored", "transaction", "{}"),
    Kind(
      "LineItemAdded", "transaction",
      ##"{"amount":{"currency":"EUR","minorUnits":#},"item":^,"name":$,"quantity":$}"##),
    Kind("DuplicateDismissed", "transaction", ##"{"of":^}"##),
    Kind("GroupCreated", "group", ##"{"name":$,"on":@}"##),
    Kind("GroupRenamed", "group", ##"{"from":$,"to":$}"##),
    Kind("GroupDeleted", "group", ##"{"disposition":"keep","receipts":#}"##),
    Kind("CategoryAdded", "category", ##"{"key":$,"kinds":[],"name":$}"##),
    Kind("CategoryDeactivated", "category", "{}"),
    Kind(
      "RuleCreated", "rule",
      ##"{"amount":{"currency":"EUR","minorUnits":#},"category":$,"enabled":true,"frequency":"monthly","interval":#,"##
        + ##""kind":"expense","monthEnd":"clamp","on":@,"series":!,"start":@,"tags":[$]}"##),
    Kind(
      "RuleChanged", "rule", ##"{"amount":{"to":{"currency":"USD","minorUnits":#}},"end":{"to":@},"on":@}"##,
      schema: 2),
    Kind("RuleChanged", "rule", ##"{"frequency":{"from":"daily"},"on":@}"##, schema: 2),
    Kind(
      "RecurrenceGenerated", "rule",
      ##"{"from":@,"made":[{"date":@,"transaction":^}],"on":@,"revision":{"counter":0,"##
        + ##""device":"de71ce00-0000-4000-8000-000000000001","milliseconds":1,"number":#,"sequence":1},"through":@}"##
    ),
    Kind("RuleDeleted", "rule", ##"{"on":@,"scope":"rule","transactions":#}"##),
    Kind("DefaultsChanged", "ledger", ##"{"currency":{"to":"USD"},"payment":{"to":"cash"}}"##),
    Kind("DeviceJoined", "ledger", ##"{"name":$}"##),
    Kind("EventRedacted", "ledger", ##"{"event":%,"why":$}"##),
    Kind("EventSkipped", "ledger", ##"{"event":%,"why":$}"##),
    Kind("NeverHeardOf", "transaction", ##"{"a":$,"b":#}"##),
  ]

  private static let numbers = [
    "0", "1", "-1", "845", "100000", "9007199254740991", "-9007199254740991", "9007199254740992",
    "9223372036854775807", "-9223372036854775808", "9223372036854775808", "1e9", "1.5", "-0", "101",
  ]
  private static let texts = [
    "food", "", "Kiosk", "caf\u{e9}", "cafe\u{301}", "a\\u0000b", "\u{1f600}", "\u{202e}x", "\u{1e0b}\u{323}",
    "Unfiled",
    " ", "#", String(repeating: "long ", count: 200), String(repeating: "x", count: 262_145),
  ]
  private static let dates = [
    "2026-06-12", "2026-01-31", "2025-12-31", "1970-01-01", "0001-01-01", "9999-12-31", "2199-12-31",
    "2026-02-30", "",
  ]

  private static func stream(_ kind: String, _ bytes: inout FuzzBytes) -> String {
    switch kind {
    case "group": bytes.choice(groups)
    case "category":
      bytes.choice([ForgedEvent.derivedID("category", "food"), ForgedEvent.derivedID("category", "Kiosk")])
    case "rule": bytes.choice([rule, ForgedEvent.derivedID("rule", rule, "2026-06-12")])
    case "ledger": ledger
    default: bytes.choice(records)
    }
  }

  private static func filled(_ payload: String, _ bytes: inout FuzzBytes) -> String {
    var filled = ""
    for character in payload {
      switch character {
      case "#": filled += bytes.choice(numbers)
      case "$": filled += "\"\(bytes.choice(texts))\""
      case "@": filled += "\"\(bytes.choice(dates))\""
      case "%": filled += "{\"device\":\"\(bytes.choice(devices))\",\"sequence\":\(bytes.byte() % 10)}"
      case "&": filled += "\"\(bytes.choice(groups))\""
      case "!": filled += "\"\(rule)\""
      case "^": filled += "\"\(bytes.choice(records))\""
      default: filled.append(character)
      }
    }
    return filled
  }
}
