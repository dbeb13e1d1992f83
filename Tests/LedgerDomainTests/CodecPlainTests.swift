import LedgerBytes
import Testing

@testable import LedgerDomain

/// The fast way of the codec against its reader, which knows every form.
@Suite("Plain payloads") struct CodecPlainTests {
  private static func read(_ type: EventType, _ payload: [UInt8]) -> Event? {
    payload.withUnsafeBytes { bytes in try? EventCodec.read(type, bytes) }
  }

  private static func plain(
    _ type: EventType, _ payload: [UInt8], _ texts: TextPool?, _ detail: EventDetail = .all
  ) -> TransactionEvent? {
    payload.withUnsafeBytes { bytes in
      EventCodec.current.plainReader(of: type)?.event(
        schema: type.schema, bytes: bytes, texts: texts, detail)
    }
  }

  /// What rows need of an event.
  private static func reduced(_ event: Event?) -> Event? {
    guard case .transaction(.extractionCompleted(let completed))? = event else { return event }
    func reduced(_ field: FieldReadings) -> FieldReadings {
      guard let first = field.readings.first else { return FieldReadings() }
      return FieldReadings(
        [Reading(value: first.value, reason: "", confidence: first.confidence)]
          + field.readings.dropFirst().map { _ in Reading(value: "", reason: "", confidence: 0) })
    }
    var readings = ReceiptReadings()
    readings.vendor = reduced(completed.readings.vendor)
    readings.date = reduced(completed.readings.date)
    readings.total = reduced(completed.readings.total)
    readings.currency = reduced(completed.readings.currency)
    readings.category = reduced(completed.readings.category)
    readings.payment = reduced(completed.readings.payment)
    return .transaction(
      .extractionCompleted(
        ExtractionCompleted(
          extractor: completed.extractor, version: completed.version, method: completed.method,
          readings: readings, assumedCurrency: completed.assumedCurrency)))
  }

  @Test("read for rows say what rows need, and are refused where they can't be read")
  func rows() throws {
    let texts = TextPool()
    var events = CodecEvents(seed: 20_261_122)
    var (plain, damagedRead) = (0, 0)
    for round in 0..<4_000 {
      let payload = EventCodec.current.encode(events.event(.extractionCompleted))
      if let event = Self.plain(.extractionCompleted, payload, texts, .rows) {
        plain += 1
        #expect(
          Self.reduced(Self.read(.extractionCompleted, payload)) == .transaction(event), "round \(round)")
      } else {
        #expect(Self.plain(.extractionCompleted, payload, texts) == nil, "round \(round)")
      }
      var damaged = payload
      let place = Int.random(in: damaged.indices, using: &events.generator)
      damaged[place] =
        Array("\"\\{}[]:,-019.e n\u{7f}\u{1f}\u{c3}".utf8).randomElement(using: &events.generator) ?? 0
      if let event = Self.plain(.extractionCompleted, damaged, texts, .rows) {
        damagedRead += 1
        #expect(
          Self.reduced(Self.read(.extractionCompleted, damaged)) == .transaction(event), "round \(round)")
      }
    }
    #expect(plain > 100 && damagedRead > 20, "\(plain), \(damagedRead)")
  }

  private static let transactionTypes = EventType.allCases.filter { $0.streamKind == .transaction }

  @Test("are read as the reader reads them, and so are all that are nearly plain")
  func agree() throws {
    let texts = TextPool()
    var events = CodecEvents(seed: 20_261_121)
    var (plain, changed) = (0, 0)
    for round in 0..<4_000 {
      for type in Self.transactionTypes {
        let payload = EventCodec.current.encode(events.event(type))
        if let event = Self.plain(type, payload, texts) {
          plain += 1
          #expect(Self.read(type, payload) == .transaction(event), "round \(round): \(type)")
        }
        // One byte is another, or gone, or there twice: what is still read must be what the reader reads.
        var damaged = payload
        let place = Int.random(in: damaged.indices, using: &events.generator)
        switch Int.random(in: 0...2, using: &events.generator) {
        case 0:
          damaged[place] =
            Array("\"\\{}[]:,-019.e n\u{7f}\u{1f}\u{c3}".utf8).randomElement(using: &events.generator) ?? 0
        case 1: damaged.remove(at: place)
        default: damaged.insert(damaged[place], at: place)
        }
        if let event = Self.plain(type, damaged, texts) {
          changed += 1
          #expect(
            Self.read(type, damaged) == .transaction(event),
            "round \(round): \(String(decoding: damaged, as: UTF8.self))")
        }
        if type == .textRecognized {
          for bytes in [payload, damaged] {
            let isPlain = bytes.withUnsafeBytes { EventCodec.current.isPlain(textOf: $0, schema: 1) }
            #expect(!isPlain || Self.read(type, bytes) != nil, "round \(round)")
          }
        }
      }
    }
    #expect(plain > 20_000 && changed > 1_000, "the fast way reads what it is for: \(plain), \(changed)")
  }

  /// What an extractor writes of a receipt, with all that the fast way reads.
  private static let extraction =
    #"{"assumedCurrency":"EUR","confidence":[{"name":"text","score":98,"weight":10},{"name":"checks","score":50,"#
    + #""weight":3}],"extractor":"rules","#
    + #""fields":{"category":{"readings":[{"confidence":80,"reason":"r","value":"food"}]},"date":{"note":"n","#
    + #""readings":[{"confidence":9,"reason":"r","value":"2026-06-14"},{"confidence":4,"reason":"s","value":"x"}]},"#
    + #""total":{"readings":[{"confidence":94,"reason":"bottom","value":"89.62"},{"confidence":40,"#
    + #""reason":"x","value":"8"}]},"vendor":{"note":"none","readings":[]}},"items":[{"name":"Tea","price":"2.00","#
    + #""quantity":"2"},{"name":"Jam","price":"1.50"}],"method":"deterministic","note":"m","version":1}"#

  @Test(
    "An extraction of which any byte is left out, doubled or changed is read as the reader reads it, or refused"
  )
  func everyByte() {
    let payload = Array(Self.extraction.utf8)
    let whole = Self.read(.extractionCompleted, payload)
    #expect(Self.plain(.extractionCompleted, payload, nil).map { .transaction($0) } == whole)
    #expect(
      Self.plain(.extractionCompleted, payload, nil, .rows).map { .transaction($0) } == Self.reduced(whole))
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
        let read = Self.read(.extractionCompleted, bytes)
        if let event = Self.plain(.extractionCompleted, bytes, nil) {
          #expect(.transaction(event) == read, "\(place): \(String(decoding: bytes, as: UTF8.self))")
        }
        if let event = Self.plain(.extractionCompleted, bytes, nil, .rows) {
          #expect(
            .transaction(event) == Self.reduced(read), "\(place): \(String(decoding: bytes, as: UTF8.self))")
        }
      }
    }
  }

  @Test("A text is stepped over only where it can be read, however far it is from the end", arguments: 0..<36)
  func textsNearTheEnd(distance: Int) throws {
    // The last bytes are looked at one by one, those before sixteen at a time.
    let end = Array(String(repeating: "e", count: distance).utf8)
    for bad in [
      [0x1f], [0x0a], [0x80], [0xc3], [0xff], [0xed, 0xa0, 0x80], Array(#"\x"#.utf8), Array(#"\"#.utf8),
    ]
      as [[UInt8]]
    {
      let payload = Array(#"{"engine":"e","text":"t"#.utf8) + bad + end + Array(#""}"#.utf8)
      let isPlain = payload.withUnsafeBytes { EventCodec.current.isPlain(textOf: $0, schema: 1) }
      #expect(!isPlain, "\(bad) \(distance)")
      #expect(Self.read(.textRecognized, payload) == nil, "\(bad) \(distance)")
    }
    for good in ["ü", "€", "🧾", #"\n"#, #"\""#, #"\\"#, #"\/"#] {
      let payload = Array(#"{"engine":"e","text":"t\#(good)"#.utf8) + end + Array(#""}"#.utf8)
      let isPlain = payload.withUnsafeBytes { EventCodec.current.isPlain(textOf: $0, schema: 1) }
      #expect(isPlain && Self.read(.textRecognized, payload) != nil, "\(good) \(distance)")
    }
  }

  @Test("Payloads as this program writes them take the fast way")
  func taken() {
    let captured = #"{"attachments":[],"name":"ü.jpg","on":"2026-06-14","source":"scan"}"#
    let extraction =
      #"{"assumedCurrency":"EUR","extractor":"rules","fields":{"total":{"readings":[{"confidence":94,"#
      + #""reason":"bottom line after a total's word","value":"89.62"},{"confidence":40,"reason":"x","value":"8"}]},"#
      + #""vendor":{"note":"none","readings":[]}},"items":[{"name":"Tea","price":"2.00"}],"#
      + #""method":"deterministic","version":1}"#
    let recorded =
      #"{"amount":{"currency":"USD","minorUnits":2957},"category":"taxi","date":"2025-06-10","kind":"expense","#
      + #""on":"2025-06-10","origin":"manual","payment":"cash","tags":["a"],"vendor":"Taxi"}"#
    let payloads: [(EventType, String)] = [
      (.receiptSaved, "{}"), (.receiptCaptured, captured), (.extractionCompleted, extraction),
      (.transactionRecorded, recorded), (.tagsChanged, #"{"added":["x"],"removed":[]}"#),
      (.fieldConfirmed, #"{"field":"total","value":{"currency":"EUR","minorUnits":8450}}"#),
      (.fieldCorrected, #"{"field":"date","from":"2026-06-13","to":"2026-06-14"}"#),
      (.transactionFiled, #"{"to":"9671af5f-0000-4000-8000-000000000000"}"#),
    ]
    for (type, payload) in payloads {
      #expect(Self.plain(type, Array(payload.utf8), nil) != nil, "\(type)")
    }
    let text = Array(#"{"confidence":98,"engine":"tesseract-5.3.0","text":"Café\n2,00 €\n\"A\""}"#.utf8)
    #expect(text.withUnsafeBytes { EventCodec.current.isPlain(textOf: $0, schema: 1) })
  }
}
