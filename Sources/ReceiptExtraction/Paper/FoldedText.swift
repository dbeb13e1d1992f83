/// A receipt's text in lower case and without accents, with the place of each character in the source.
///
/// Folding keeps the tables of words small: `Zwischensumme`, `ZWISCHENSUMME` and `zwischensümme` are one word. Full-width
/// digits become digits, and every kind of dash becomes `-`. Text after ``FoldedText/textBytesMax`` is not read.
///
/// - Complexity: Linear in the bytes of the text.
struct FoldedText {
  /// The size of a text that is read, in bytes: an event holds no longer one.
  static let textBytesMax = 1 << 18
  /// The length of a line. A longer one is split, because some work on a line grows with the square of its words.
  static let lineUnitsMax = 480

  /// The folded characters of all lines, without line ends.
  var units: [UInt16] = []
  /// The byte offset of each folded character in the source.
  var origins: [Int32] = []
  /// The lines as ranges of `units`, without those that hold only white space.
  var lines: [Range<Int>] = []
  /// The bytes of the source, to quote a text as it was printed.
  var source: [UInt8]
  /// Whether some of the text was left unread.
  var isCut: Bool

  init(_ text: String) {
    source = Array(text.utf8.prefix(Self.textBytesMax))
    isCut = text.utf8.count > source.count
    units.reserveCapacity(source.count + 1)
    origins.reserveCapacity(source.count + 1)
    fold()
  }

  /// Returns the source text at a range of `units`, with its capitals and accents.
  func printed(_ range: Range<Int>) -> String {
    guard let first = range.first, let last = range.last else { return "" }
    let start = Int(origins[first])
    var end = last + 1 < origins.count ? Int(origins[last + 1]) : source.count
    while end > start, source[end - 1] <= 0x20 { end -= 1 }
    return String(decoding: source[start..<end], as: UTF8.self)
  }

  private mutating func fold() {
    var at = 0
    var lineStart = 0
    var hasInk = false
    while at < source.count {
      let origin = at
      let scalar = nextScalar(&at)
      if scalar == 0x0A || scalar == 0x0D || scalar == 0x0C || scalar == 0x2028 {
        endLine(&lineStart, hasInk)
        hasInk = false
        continue
      }
      let unit = Folding.unit(scalar)
      if unit == 0 { continue }
      if units.count - lineStart >= Self.lineUnitsMax {
        endLine(&lineStart, hasInk)
        hasInk = false
      }
      units.append(unit)
      origins.append(Int32(origin))
      if unit != Folding.space { hasInk = true }
      if let second = Folding.secondUnit(scalar) {
        units.append(second)
        origins.append(Int32(origin))
      }
    }
    endLine(&lineStart, hasInk)
  }

  private mutating func endLine(_ lineStart: inout Int, _ hasInk: Bool) {
    if hasInk { lines.append(lineStart..<units.count) }
    lineStart = units.count
  }

  /// Decodes one scalar. A byte that is not UTF-8 counts as U+FFFD.
  private func nextScalar(_ at: inout Int) -> UInt32 {
    let lead = source[at]
    at += 1
    if lead < 0x80 { return UInt32(lead) }
    let length = lead >= 0xF0 ? 3 : lead >= 0xE0 ? 2 : lead >= 0xC0 ? 1 : 0
    guard length > 0, at + length <= source.count else { return 0xFFFD }
    var scalar = UInt32(lead) & (0x3F >> UInt32(length))
    for _ in 0..<length {
      guard source[at] & 0xC0 == 0x80 else { return 0xFFFD }
      scalar = scalar << 6 | UInt32(source[at] & 0x3F)
      at += 1
    }
    return scalar
  }
}
