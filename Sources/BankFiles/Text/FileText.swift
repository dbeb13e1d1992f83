/// A file's text as UTF-8, with the reason why it was taken for this encoding.
struct FileText {
  let bytes: [UInt8]
  let encoding: TextEncoding
  let decision: BankFileDecision

  private init(_ bytes: [UInt8], _ encoding: TextEncoding, _ reason: String) {
    self.bytes = bytes
    self.encoding = encoding
    decision = BankFileDecision(topic: .encoding, value: encoding.rawValue, reason: reason)
  }

  /// Decodes a file in the given encoding, or in the one that the file names or that fits.
  ///
  /// - Parameter declared: The encoding that the file itself names.
  /// - Complexity: O(bytes).
  init(_ bytes: [UInt8], option: TextEncoding?, declared: TextEncoding?) throws(BankFileError) {
    if let option {
      guard let text = option.decode(bytes) else {
        throw .malformed(line: 1, reason: "the file is not \(option.rawValue)")
      }
      self.init(text, option, "given")
    } else if let found = Self.unicode(bytes) {
      self = found
    } else if let declared, let text = declared.decode(bytes), declared != .utf8 {
      self.init(text, declared, "named in the file")
    } else {
      self = try Self.byWords(bytes)
    }
  }

  static func unicode(_ bytes: [UInt8]) -> FileText? {
    if bytes.starts(with: [0xff, 0xfe]), let text = TextEncoding.utf16LittleEndian.decode(bytes) {
      return FileText(text, .utf16LittleEndian, "byte order mark")
    }
    if bytes.starts(with: [0xfe, 0xff]), let text = TextEncoding.utf16BigEndian.decode(bytes) {
      return FileText(text, .utf16BigEndian, "byte order mark")
    }
    if let order = UTF16Text.order(of: bytes), let text = order.decode(bytes) {
      return FileText(text, order, "zero bytes in the place of letters")
    }
    if let text = TextEncoding.utf8.decode(bytes) {
      return FileText(text, .utf8, "every character is well-formed")
    }
    if let text = TextEncoding.cesu8.decode(bytes) {
      return FileText(text, .cesu8, "characters written as two surrogates")
    }
    return nil
  }

  /// Returns the encoding in which the header has the most words that banks use.
  private static func byWords(_ bytes: [UInt8]) throws(BankFileError) -> FileText {
    let head = headEnd(of: bytes)
    var best: (encoding: TextEncoding, text: [UInt8], words: Int)?
    for encoding in TextEncoding.singleByte + [.shiftJIS, .gb18030] {
      guard let start = encoding.decode(Array(bytes[..<head])) else { continue }
      let words = HeaderWords.foreignWordCount(in: start)
      guard words > best?.words ?? 0, let text = head == bytes.count ? start : encoding.decode(bytes) else {
        continue
      }
      best = (encoding, text, words)
    }
    if let best {
      return FileText(best.text, best.encoding, "words of the header, \(best.words) of them")
    }
    if looksLikeTwoBytes(bytes) {
      if EverydayCodes.areKorean(bytes) {
        throw .notRecognized(reason: "the text is Korean in code page 949; save it as UTF-8")
      }
      if let encoding = EverydayCodes.encoding(of: bytes), let text = encoding.decode(bytes) {
        return FileText(text, encoding, "the common characters of its language")
      }
      let candidates = [TextEncoding.gb18030, .shiftJIS].filter { $0.decode(bytes) != nil }
      if !candidates.isEmpty { throw .undecided([question(bytes, candidates + [.windows1252])]) }
    }
    // Western words have other letters between those above 127.
    let words = bytes.prefix(1 << 20).split { $0 < 0x80 }.filter { Set($0).count > 3 }
    if words.count > 1, !hasControls(bytes) {
      throw .undecided([question(bytes, [.windows1251, .windows1253, .windows1255, .windows1252])])
    }
    return FileText(
      SingleByteText.decode(bytes, table: SingleByteTables.windows1252), .windows1252,
      "not UTF-8, and no word speaks for another encoding")
  }

  /// Whether a byte is a control character that texts do not have.
  static func hasControls(_ bytes: [UInt8]) -> Bool {
    bytes.contains { $0 < 0x20 && ![0x09, 0x0a, 0x0c, 0x0d].contains($0) }
  }

  /// Returns the end of the line after the first 64 KiB.
  private static func headEnd(of bytes: [UInt8]) -> Int {
    guard bytes.count > 65_536 else { return bytes.count }
    return bytes[65_536...].firstIndex { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") } ?? bytes.count
  }

  /// Whether bytes above 127 come in pairs, or are of the range where western encodings have few letters.
  static func looksLikeTwoBytes(_ bytes: [UInt8]) -> Bool {
    var (alone, together, low, all) = (0, 0, 0, 0)
    var run = 0
    for byte in bytes.prefix(1 << 20) + [0] {
      if byte >= 0x80 {
        run += 1
        all += 1
        if byte < 0xa0 { low += 1 }
      } else if run > 0 {
        if run == 1 { alone += 1 } else { together += 1 }
        run = 0
      }
    }
    return together > alone || low * 3 > all
  }

  private static func question(_ bytes: [UInt8], _ candidates: [TextEncoding]) -> BankFileQuestion {
    let first = bytes.firstIndex { $0 >= 0x80 } ?? 0
    let breaks: (UInt8) -> Bool = { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") }
    let start = bytes[..<first].lastIndex(where: breaks).map { $0 + 1 } ?? 0
    let end = bytes[first...].firstIndex(where: breaks) ?? bytes.count
    let choices = candidates.map { encoding in
      let text = encoding.decode(Array(bytes[start..<end])) ?? []
      return BankFileQuestion.Choice(value: encoding.rawValue, example: CellText.excerpt(text[...]))
    }
    return BankFileQuestion(
      topic: .encoding, line: bytes[..<start].count(where: { $0 == UInt8(ascii: "\n") }) + 1,
      text: "the encoding cannot be known from the file", choices: choices)
  }
}
