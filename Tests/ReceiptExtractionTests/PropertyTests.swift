import Foundation
import LedgerDomain
import LedgerTestSupport
import ReceiptExtraction
import Testing

@Suite("Whatever the text is")
struct PropertyTests {
  @Test("random bytes give at most two readings, each with evidence in the text", arguments: 0..<40)
  func randomBytes(round: Int) {
    let seed = UInt64(0xBEEF + round)
    var generator = SeededGenerator(seed: seed)
    let bytes = (0..<Int.random(in: 0..<3000, using: &generator)).map { _ in
      UInt8.random(in: 0...255, using: &generator)
    }
    check(String(decoding: bytes, as: UTF8.self), "seed \(seed)")
  }

  @Test(
    "random pieces of receipts give at most two readings, each with evidence in the text", arguments: 0..<400)
  func randomPieces(round: Int) {
    let seed = UInt64(0xF00D + round)
    var generator = SeededGenerator(seed: seed)
    let pieces = Self.pieces
    var text = ""
    for _ in 0..<Int.random(in: 1..<120, using: &generator) {
      text += pieces.randomElement(using: &generator) ?? ""
      text += [" ", "\n", "  ", "", "\t"].randomElement(using: &generator) ?? ""
    }
    check(text, "seed \(seed)")
  }

  @Test(
    "texts that fuzzing found: a mask before a hyphen, a witness of a country in a text that ends early",
    arguments: ["Card ****-1234", "xxxx - 4321", "***-****-9999 EUR 5,00"])
  func found(text: String) { check(text, text) }

  @Test("every receipt cut after every one of its characters gives readings with evidence")
  func everyCut() {
    for receipt in GoldenReceipt.all.prefix(12) {
      let scalars = Array(receipt.text.unicodeScalars)
      for cut in scalars.indices {
        check(String(String.UnicodeScalarView(scalars[..<cut].suffix(160))), "\(receipt.name), up to \(cut)")
      }
    }
  }

  @Test("a receipt cut anywhere, or with one character changed, still gives readings with evidence")
  func damagedReceipts() {
    let seed: UInt64 = 77
    var generator = SeededGenerator(seed: seed)
    for receipt in GoldenReceipt.all {
      let scalars = Array(receipt.text.unicodeScalars)
      for _ in 0..<20 where !scalars.isEmpty {
        var damaged = String.UnicodeScalarView()
        let cut = Int.random(in: 0...scalars.count, using: &generator)
        damaged.append(contentsOf: scalars[..<cut])
        if let junk = "O0l1S5B8.,- \n€x".unicodeScalars.randomElement(using: &generator) {
          damaged.append(junk)
        }
        damaged.append(contentsOf: scalars[min(cut + 1, scalars.count)...])
        check(String(damaged), "seed \(seed), \(receipt.name), cut \(cut)")
        check(String(String.UnicodeScalarView(scalars[..<cut])), "seed \(seed), \(receipt.name), up to \(cut)")
      }
    }
  }

  @Test("the same text gives the same readings")
  func determinism() {
    for receipt in GoldenReceipt.all {
      #expect(Extractor().read(receipt.text) == Extractor().read(receipt.text))
    }
  }

  @Test("text longer than an event can hold is read up to there, and marked as cut")
  func longText() {
    let text = "Total 12,50 EUR\n" + String(repeating: "x ", count: 200_000)
    let readings = Extractor().read(text)
    #expect(readings.total.readings.first?.value == "12.50")
    #expect(readings.note?.contains("256 KiB") == true)
  }

  // MARK: - What is always so

  private static let pieces = [
    "Total", "SUMME", "Summe EUR", "12,50", "12.50", "1.234,56", "EUR", "€", "$", "RM", "¥1,280", "14.06.2026",
    "06/07/26",
    "2026-06-14", "3 Jan 2026", "January 5, 2026", "2026年6月14日", "BAR", "VISA", "****1234", "MwSt 19%", "Tax",
    "Subtotal",
    "Change", "Cash", "0,00", "-1.99", "2 x 0,79", "GmbH", "Sdn Bhd", "Hotel", "Taxi", "Tel 030 123456",
    "www.shop.example",
    "合計", "円", "O,99", "1 2,50", "l2,50", "Rounding", "0.02", "Total:", "TOTAL A PAGAR", "Troco",
    "NIF: 123456789",
    "1'234.50", "60 000 000", "99999999999999999999", "0.0.0.0", "31.02.2026", "13/13/2013", "e\u{301}", "ﬁ",
    "👍🏽", "\u{202E}",
    "T O T A L", "I.V.A.", "10:15", "10:15:59 PM", "20260614", "Datum", "Date", "Due date", "..", "--", "%",
    "7%", "(", ")",
  ]

  private func check(_ text: String, _ context: String) {
    let readings = Extractor().read(text)
    let fields = [
      ("vendor", readings.vendor), ("date", readings.date), ("total", readings.total),
      ("currency", readings.currency), ("category", readings.category), ("payment", readings.payment),
    ]
    for (name, field) in fields {
      #expect(field.readings.count <= 2, "\(name), \(context)")
      #expect(
        Set(field.readings.map(\.value)).count == field.readings.count, "\(name) twice the same, \(context)")
      #expect(field.readings.isEmpty == (field.note != nil), "\(name) note, \(context)")
      for reading in field.readings {
        #expect((0...100).contains(reading.confidence), "\(name), \(context)")
        #expect(!reading.value.isEmpty, "\(name), \(context)")
        #expect(!reading.reason.isEmpty, "\(name), \(context)")
        for quote in quotes(reading.reason) {
          #expect(contains(text, quote), "\(name): “\(quote)” is not in the text, \(context)")
        }
      }
    }
    for reading in readings.date.readings {
      #expect(CivilDate(iso: reading.value) != nil, "\(reading.value), \(context)")
    }
    for reading in readings.total.readings {
      #expect(hasDigits(reading.value, in: text), "\(reading.value) is not in the text, \(context)")
    }
    for reading in readings.vendor.readings where !reading.reason.contains("misread") {
      // A name may be on two lines.
      for word in reading.value.split(separator: " ") {
        #expect(contains(text, String(word)), "\(word) is not in the text, \(context)")
      }
    }
    for item in readings.items {
      #expect(contains(text, item.name), "\(item.name), \(context)")
      #expect(hasDigits(item.price, in: text), "\(item.price), \(context)")
    }
    #expect(readings.confidence.map(\.weight) == [10, 40, 30, 10, 10], "\(context)")
    #expect(readings.confidence.allSatisfy { (0...100).contains($0.score) }, "\(context)")
  }

  private func quotes(_ reason: String) -> [String] {
    var result: [String] = []
    var rest = reason[...]
    while let open = rest.firstIndex(of: "“"), let close = rest[open...].firstIndex(of: "”") {
      result.append(String(rest[rest.index(after: open)..<close]))
      rest = rest[rest.index(after: close)...]
    }
    return result
  }

  /// Whether `text` contains the bytes of `part`, whatever letters they combine with.
  private func contains(_ text: String, _ part: String) -> Bool {
    let text = Array(text.utf8)
    let part = Array(part.utf8)
    guard part.count <= text.count else { return false }
    return (0...(text.count - part.count)).contains { start in
      text[start..<start + part.count].elementsEqual(part)
    }
  }

  /// Whether the text contains the digits of a decimal in this order.
  ///
  /// Only signs, spaces and letters that are misread digits may be between them.
  private func hasDigits(_ value: String, in text: String) -> Bool {
    var digits = ""
    for scalar in text.decomposedStringWithCanonicalMapping.unicodeScalars {
      switch scalar {
      case "0"..."9": digits.unicodeScalars.append(scalar)
      case "\u{FF10}"..."\u{FF19}": digits += String((scalar.value - 0xFF10))
      case "O", "o", "Ø", "ø", "Œ", "œ": digits += "0"
      case "l", "I", "i", "L", "|", "ł", "Ł", "ı", "ŀ", "Ŀ": digits += "1"
      case "S", "s", "ſ": digits += "5"
      case "ß": digits += "55"
      case "B", "b": digits += "8"
      default: continue
      }
    }
    let wanted = String(value.filter(\.isNumber).drop { $0 == "0" })
    return wanted.isEmpty || digits.contains(wanted)
  }
}
