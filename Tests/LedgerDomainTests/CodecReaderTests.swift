import LedgerBytes
import LedgerTestSupport
import Testing

@testable import LedgerDomain

/// One reader per payload: in one pass as this program writes it, and after `CanonicalJSON` in any other form.
@Suite("Payloads of any form") struct CodecReaderTests {
  private static func read(
    _ type: EventType, _ payload: [UInt8], _ texts: TextPool? = nil, _ detail: EventDetail = .all
  ) -> Decoded {
    payload.withUnsafeBytes { bytes in
      do throws(JSONError) {
        return .event(try type.read(bytes, texts, detail))
      } catch {
        return .unreadable(error)
      }
    }
  }

  /// The same payload after white space, which makes the reader put it in order first.
  private static func readInOrder(
    _ type: EventType, _ payload: [UInt8], _ detail: EventDetail = .all
  ) -> Decoded {
    read(type, [0x20] + payload, nil, detail)
  }

  /// Both are the same event, or neither is one.
  private static func agree(_ left: Decoded, _ right: Decoded) -> Bool {
    switch (left, right) {
    case (.event(let one), .event(let other)): one == other
    case (.unreadable, .unreadable): true
    case (.event, _), (.unreadable, _), (.unknown, _), (.redacted, _): false
    }
  }

  /// The part of an event that a detail keeps.
  private static func withoutExpression(_ event: TransactionEvent) -> TransactionEvent? {
    switch event {
    case .lineItemAdded(let added):
      .lineItemAdded(TransactionEvent.LineItemAdded(item: added.item, content: added.content))
    case .lineItemChanged(let changed):
      .lineItemChanged(
        TransactionEvent.LineItemChanged(
          item: changed.item, name: changed.name, quantity: changed.quantity, money: changed.money,
          category: changed.category))
    case .transferRecorded(let moved):
      .transferRecorded(
        TransactionEvent.TransferRecorded(
          origin: moved.origin, on: moved.on, money: moved.money, received: moved.received, date: moved.date,
          account: moved.account, toAccount: moved.toAccount, category: moved.category, vendor: moved.vendor,
          note: moved.note, tags: moved.tags))
    case .transferChanged(let changed):
      .transferChanged(
        TransactionEvent.TransferChanged(received: changed.received, toAccount: changed.toAccount))
    default: nil
    }
  }

  private static func reduced(_ decoded: Decoded, _ detail: EventDetail) -> Decoded {
    if case .event(.transaction(.textRecognized(let text))) = decoded, detail != .all {
      let reduced = TransactionEvent.TextRecognized(
        engine: detail == .rows ? "" : text.engine, text: "", confidence: text.confidence)
      return .event(.transaction(.textRecognized(reduced)))
    }
    if case .event(.transaction(.fieldCorrected(let corrected))) = decoded, detail == .rows {
      let reduced = TransactionEvent.FieldCorrected(
        field: corrected.field, from: corrected.from, to: corrected.to)
      return .event(.transaction(.fieldCorrected(reduced)))
    }
    if case .event(.transaction(.transactionRecorded(let recorded))) = decoded, detail == .rows {
      let reduced = TransactionEvent.Recorded(
        origin: recorded.origin, on: recorded.on, kind: recorded.kind, money: recorded.money,
        date: recorded.date, vendor: recorded.vendor, category: recorded.category, payment: recorded.payment,
        note: recorded.note, account: recorded.account, toAccount: recorded.toAccount,
        received: recorded.received,
        tags: recorded.tags, flags: recorded.flags,
        group: recorded.group, recurrence: recorded.recurrence)
      return .event(.transaction(.transactionRecorded(reduced)))
    }
    if case .event(.transaction(let event)) = decoded, detail == .rows, let reduced = withoutExpression(event) {
      return .event(.transaction(reduced))
    }
    guard case .event(.transaction(.extractionCompleted(let completed))) = decoded, detail == .rows else {
      return decoded
    }
    func reduced(_ field: FieldReadings) -> FieldReadings {
      guard let first = field.readings.first else { return FieldReadings() }
      return FieldReadings(
        [FieldReading(value: first.value, reason: "", confidence: first.confidence)]
          + field.readings.dropFirst().prefix(1).map { _ in FieldReading(value: "", reason: "", confidence: 0) }
      )
    }
    var readings = ReceiptReadings()
    readings.vendor = reduced(completed.readings.vendor)
    readings.date = reduced(completed.readings.date)
    readings.total = reduced(completed.readings.total)
    readings.currency = reduced(completed.readings.currency)
    readings.category = reduced(completed.readings.category)
    readings.payment = reduced(completed.readings.payment)
    let kept = TransactionEvent.ExtractionCompleted(
      extractor: completed.extractor, version: completed.version, method: completed.method, readings: readings,
      assumedCurrency: completed.assumedCurrency)
    return .event(.transaction(.extractionCompleted(kept)))
  }

  /// Reads a payload in one pass, and writes it again.
  private struct OnePass: EventVisitor {
    mutating func visit(_ type: EventType, _ payload: some PayloadObject) -> [UInt8]? {
      func again<Payload: PayloadObject>(_ payload: Payload) throws -> [UInt8] {
        var writer = JSONWriter()
        payload.write(to: &writer)
        return try writer.bytes.withUnsafeBytes { bytes in
          var reader = PayloadReader(bytes, texts: nil, .all, isCanonical: false)
          var copy = JSONWriter()
          try Payload(from: &reader).write(to: &copy)
          return copy.bytes
        }
      }
      return try? again(payload)
    }
  }

  @Test("A payload as this program writes it is read in one pass", arguments: EventType.allCases)
  func onePass(_ type: EventType) {
    var events = CodecEvents(seed: 20_261_123)
    for round in 0..<200 {
      let event = events.event(type)
      var visitor = OnePass()
      #expect(event.visit(&visitor) == EventCodec.current.encode(event), "round \(round)")
    }
  }

  @Test("White space, another order of keys and escapes change nothing", arguments: EventType.allCases)
  func anyForm(_ type: EventType) throws {
    var events = CodecEvents(seed: 20_261_124)
    for round in 0..<60 {
      let event = events.event(type)
      let value = try JSONValue(parsing: EventCodec.current.encode(event), as: .payload)
      var form = JSONForm(generator: events.generator)
      let text = form.text(value)
      #expect(Self.read(type, Array(text.utf8)) == .event(event), "round \(round): \(text)")
      events.generator = form.generator
    }
  }

  @Test("A payload that is nearly right means the same in one pass and put in order")
  func damaged() {
    let texts = TextPool()
    var events = CodecEvents(seed: 20_261_121)
    var (read, changed) = (0, 0)
    for round in 0..<600 {
      for type in EventType.allCases {
        let payload = EventCodec.current.encode(events.event(type))
        var damaged = payload
        let place = Int.random(in: damaged.indices, using: &events.generator)
        switch Int.random(in: 0...2, using: &events.generator) {
        case 0:
          damaged[place] =
            Array("\"\\{}[]:,-019.e n\u{7f}\u{1f}\u{c3}".utf8).randomElement(using: &events.generator) ?? 0
        case 1: damaged.remove(at: place)
        default: damaged.insert(damaged[place], at: place)
        }
        for bytes in [payload, damaged] {
          let whole = Self.read(type, bytes, texts)
          let hint: Comment = "round \(round): \(type.rawValue) \(String(decoding: bytes, as: UTF8.self))"
          #expect(Self.agree(whole, Self.readInOrder(type, bytes)), hint)
          for detail in [EventDetail.withoutText, .rows] {
            #expect(Self.agree(Self.reduced(whole, detail), Self.read(type, bytes, texts, detail)), hint)
          }
          if case .event = whole {
            read += 1
            if bytes != payload { changed += 1 }
          }
        }
      }
    }
    #expect(read > 30_000 && changed > 1_000, "\(read), \(changed)")
  }

  /// What an extractor writes of a receipt, with everything that it can contain.
  private static let extraction =
    #"{"assumedCurrency":"EUR","confidence":[{"name":"text","score":98,"weight":10},{"name":"checks","score":50,"#
    + #""weight":3}],"extractor":"rules","#
    + #""fields":{"category":{"readings":[{"confidence":80,"reason":"r","value":"food"}]},"date":{"note":"n","#
    + #""readings":[{"confidence":9,"reason":"r","value":"2026-06-14"},{"confidence":4,"reason":"s","value":"x"}]},"#
    + #""total":{"readings":[{"confidence":94,"reason":"bottom","value":"89.62"},{"confidence":40,"#
    + #""reason":"x","value":"8"}]},"vendor":{"note":"none","readings":[]}},"items":[{"name":"Tea","price":"2.00","#
    + #""quantity":"2"},{"name":"Jam","price":"1.50"}],"method":"deterministic","note":"m","version":1}"#

  @Test("An extraction without any one byte, or with another, means the same in one pass and put in order")
  func everyByte() {
    let payload = Array(Self.extraction.utf8)
    for place in payload.indices {
      var damaged =
        [payload, payload]
        + (Array("\"\\{}[]:,09 \u{1f}".utf8) + [0x80, 0xc3, 0xff]).map { byte in
          var changed = payload
          changed[place] = byte
          return changed
        }
      damaged[0].remove(at: place)
      damaged[1].insert(payload[place], at: place)
      for bytes in damaged {
        let whole = Self.read(.extractionCompleted, bytes)
        let hint: Comment = "\(place): \(String(decoding: bytes, as: UTF8.self))"
        #expect(Self.agree(whole, Self.readInOrder(.extractionCompleted, bytes)), hint)
        #expect(
          Self.agree(Self.reduced(whole, .rows), Self.read(.extractionCompleted, bytes, nil, .rows)), hint)
      }
    }
  }

  @Test("A text is skipped only if it can be read, however far it is from the end", arguments: 0..<36)
  func textsNearTheEnd(distance: Int) throws {
    // The last bytes are looked at one by one, those before sixteen at a time.
    let end = Array(String(repeating: "e", count: distance).utf8)
    func isRead(_ content: [UInt8], _ detail: EventDetail) -> Bool {
      let payload = Array(#"{"engine":"e","text":"t"#.utf8) + content + end + Array(#""}"#.utf8)
      guard case .event = Self.read(.textRecognized, payload, nil, detail) else { return false }
      return true
    }
    for bad in [
      [0x1f], [0x0a], [0x80], [0xc3], [0xff], [0xed, 0xa0, 0x80], Array(#"\x"#.utf8), Array(#"\"#.utf8),
    ]
      as [[UInt8]]
    {
      #expect(!isRead(bad, .all) && !isRead(bad, .rows), "\(bad) \(distance)")
    }
    for good in ["ü", "€", "🧾", #"\n"#, #"\""#, #"\\"#, #"\/"#, #"\u00fc"#] {
      #expect(isRead(Array(good.utf8), .all) && isRead(Array(good.utf8), .rows), "\(good) \(distance)")
    }
  }

  @Test(
    "Keys that are not known are skipped, wherever they are and whatever they contain",
    arguments: [
      #"{"from":"a","to":"b"}"#, #"{"a":null,"from":"a","g":[1.5,{"x":[]}],"to":"b","z":-0}"#,
      #"{"to":"b","from":"a","from2":0}"#, #"{"from":"a","\u0074o":"b"}"#,
      #"{"from":"a","t":1,"t":2,"to":"b"}"#,
      #"{"t":1,"from":"a","to":"b","t":2}"#, #"{"from":"a","to":"b","to\u0001":1,"to\"":2}"#,
      #"{"fro":1,"from":"a","fromm":1,"t":1,"to":"b","too":1}"#, "{\"from\":\"a\",\"to\":\"b\"}\n",
    ])
  func unknownKeys(payload: String) {
    let expected = LedgerEvent.group(.groupRenamed(GroupEvent.Renamed(from: "a", to: "b")))
    #expect(Self.read(.groupRenamed, Array(payload.utf8)) == .event(expected))
  }

  @Test("Nested values are bounded, also where nobody asks for them")
  func nesting() {
    func payload(_ depth: Int) -> [UInt8] {
      let brackets = String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
      return Array(#"{"from":"a","nested":\#(brackets),"to":"b"}"#.utf8)
    }
    for depth in [1, 8, 9, 30, 31] {
      guard case .event = Self.read(.groupRenamed, payload(depth)) else {
        Issue.record("\(depth)")
        continue
      }
    }
    for depth in [32, 33, 10_000] {
      #expect(Self.reason(Self.read(.groupRenamed, payload(depth))) == "nested too deeply", "\(depth)")
    }
  }

  private static func reason(_ decoded: Decoded) -> String? {
    if case .unreadable(let error) = decoded { error.reason } else { nil }
  }

  @Test(
    "A payload that is wrong is refused with its reason",
    arguments: [
      (#"{"from":"a"}"#, "“to” is missing or is not of its kind"),
      (#"{"to":"b"}"#, "“from” is missing or is not of its kind"),
      (#"{"from":"a","to":"b","to":"c"}"#, "“to” stands twice"),
      (#"{"to":"b","from":"a","to":"c"}"#, "“to” stands twice"),
      (#"{"from":1,"to":"b"}"#, "a string was expected"), (#"{"from":null,"to":"b"}"#, "a string was expected"),
      (#"{"from":"a","to":{}}"#, "a string was expected"), ("[]", "an object was expected"),
      (#"{"from":"a","to":"b"}x"#, "something follows the value"),
      (#"{"from":"a","to":"b""#, "the text ends too early"),
      (#"{"from":"a" "to":"b"}"#, "a comma or the end of the object was expected"),
      ("", "the text ends too early"),
    ])
  func wrong(payload: String, reason: String) {
    #expect(Self.reason(Self.read(.groupRenamed, Array(payload.utf8))) == reason)
  }

  @Test(
    "A number, a date, a word and a text outside their ranges are refused with their reasons",
    arguments: [
      (
        EventType.groupDeleted, #"{"disposition":"keep","receipts":9007199254740992}"#,
        "a number is out of its range"
      ),
      (.groupDeleted, #"{"disposition":"keep","receipts":1e3}"#, "an integer of 64 bits was expected"),
      (
        .groupDeleted, #"{"disposition":"keep","receipts":99999999999999999999}"#,
        "an integer of 64 bits was expected"
      ),
      (
        .groupDeleted, #"{"disposition":"Keep","receipts":1}"#, "“disposition” is missing or is not of its kind"
      ),
      (.groupCreated, #"{"name":"a","on":"2026-02-30"}"#, "“on” is missing or is not of its kind"),
      (
        .groupCreated, #"{"name":"\#(String(repeating: "a", count: 262_145))","on":"2026-02-03"}"#,
        "a text is too long"
      ),
      (
        .ruleSplit, #"{"date":"2026-02-03","on":"2026-02-03","rule":"x"}"#,
        "“rule” is missing or is not of its kind"
      ),
      (
        .fieldConfirmed, #"{"field":"total","value":{"currency":"EU"}}"#,
        "“currency” is missing or is not of its kind"
      ),
      (.fieldConfirmed, #"{"field":"total","value":"8"}"#, "an object was expected"),
      (.categoryChanged, #"{"kinds":{"to":["expense","x"]}}"#, "“to” is missing or is not of its kind"),
      (
        .transactionRecorded, #"{"amount":{"currency":"EUR"}}"#, "“minorUnits” is missing or is not of its kind"
      ),
    ])
  func outOfRange(type: EventType, payload: String, reason: String) {
    #expect(Self.reason(Self.read(type, Array(payload.utf8))) == reason)
  }
}

/// Writes JSON in other forms than this program does.
private struct JSONForm {
  var generator: SeededGenerator

  mutating func text(_ value: JSONValue) -> String {
    switch value {
    case .object(let members):
      let parts = members.shuffled(using: &generator).map { "\(string($0.key))\(space()):\(text($0.value))" }
      return space() + "{" + parts.joined(separator: ",") + space() + "}"
    case .array(let elements): return "[" + elements.map { text($0) }.joined(separator: space() + ",") + "]"
    case .string(let content): return space() + string(content)
    case .integer, .fraction, .boolean, .null: return space() + String(decoding: value.encoded(), as: UTF8.self)
    }
  }

  private mutating func space() -> String { ["", "", " ", "\n\t"].randomElement(using: &generator) ?? "" }

  private mutating func string(_ content: String) -> String {
    let scalars = content.unicodeScalars.map { scalar -> String in
      guard scalar.value < 0x10000,
        scalar.value < 0x20 || generator.chance(10) || "\"\\".unicodeScalars.contains(scalar)
      else { return String(scalar) }
      let digits = String(scalar.value, radix: 16)
      return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
    }
    return "\"" + scalars.joined() + "\""
  }
}
