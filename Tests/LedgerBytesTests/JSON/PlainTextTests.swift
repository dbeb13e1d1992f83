import LedgerTestSupport
import Testing

@testable import LedgerBytes

/// The readers of texts that look at many bytes at a time, compared with the reader that looks at each byte.
@Suite("Texts in plain JSON") struct PlainTextTests {
  /// Texts of up to eighty bytes, of what ends, escapes or widens a text, with more or fewer bytes after them.
  private static func anyText(_ generator: inout SeededGenerator) -> [UInt8] {
    let parts = ["a", "bcdefgh", "\\n", "\\\"", "\\\\", "\\t", "é", "€", "𝄞", "\\u0041", "\u{1}", "\\x"]
    // Half of the texts are plain, so that long ones without a fault occur.
    let count = Bool.random(using: &generator) ? 2 : parts.count
    var text = Array("\"".utf8)
    for _ in 0..<Int.random(in: 0...24, using: &generator) {
      text += Array(parts[Int.random(in: 0..<count, using: &generator)].utf8)
    }
    if Int.random(in: 0..<8, using: &generator) == 0, text.count > 1 { text.removeLast() }
    if Int.random(in: 0..<8, using: &generator) > 0 { text += Array("\"".utf8) }
    return text + [UInt8](repeating: UInt8(ascii: "}"), count: Int.random(in: 0...40, using: &generator))
  }

  @Test("A text is read and skipped as the reader of single bytes does it")
  func texts() {
    let seed = SeededGenerator.anySeed()
    var generator = SeededGenerator(seed: seed)
    var (skipped, refused) = (0, 0)
    for _ in 0..<20_000 {
      let text = Self.anyText(&generator)
      // Memory of exactly that size, so that reading beyond it shows in a run that looks for that.
      text.withUnsafeBytes { bytes in
        var reader = JSONReader(bytes)
        let known = try? reader.readText()
        let hasCode = text.contains(UInt8(ascii: "u"))
        var skipper = PlainJSON(bytes)
        let isSkipped = skipper.take("\"") && skipper.skipText()
        #expect(
          isSkipped == (known != nil && !hasCode), "seed \(seed): \(String(decoding: text, as: UTF8.self))")
        if isSkipped { #expect(skipper.ahead.offset == reader.offset, "seed \(seed)") }
        var plain = PlainJSON(bytes)
        let read = plain.take("\"") ? plain.string() : nil
        let isPlain = known != nil && known?.isEscaped == false
        #expect(
          read == (isPlain ? known?.string : nil), "seed \(seed): \(String(decoding: text, as: UTF8.self))")
        if read != nil { #expect(plain.isASCII == read?.utf8.allSatisfy { $0 < 0x80 }, "seed \(seed)") }
        if isSkipped { skipped += 1 } else { refused += 1 }
      }
    }
    #expect(skipped > 2_000 && refused > 2_000, "seed \(seed)")
  }

  @Test("A text that is longer than its limit is not skipped")
  func limit() {
    let text = Array("\"0123456789012345678901234567890123456789\"".utf8)
    for limit in 38...42 {
      text.withUnsafeBytes { bytes in
        var json = PlainJSON(bytes)
        let isSkipped = json.take("\"") && json.skipText(limit: limit)
        #expect(isSkipped == (limit >= 40), "\(limit)")
      }
    }
  }
}
