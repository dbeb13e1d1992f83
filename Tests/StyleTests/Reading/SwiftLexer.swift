/// Splits a Swift file into comments, string literals and code.
///
/// It knows nested interpolations, raw and multi-line strings, and nested block comments. It also knows literals of
/// regular expressions, which may contain quotation marks.
struct SwiftLexer {
  /// A comment's line or a whole string literal, with the number of its first line.
  struct Piece: Equatable {
    enum Kind: Equatable {
      case documentation
      case comment
      case string
    }

    let kind: Kind
    let line: Int
    /// The text without its delimiters. An interpolation is written `` `x` ``.
    var text: String
    /// Whether a comment shares its line with code before it.
    var isTrailing = false
    /// The code just before a string literal on its line, such as `@Test(`.
    var before = ""
  }

  private let bytes: [UInt8]
  private var place = 0
  private var line = 1
  private(set) var pieces: [Piece] = []
  /// The file with comments and literals replaced by spaces, so that braces and names can be looked for.
  private(set) var code: [UInt8]

  init(_ text: String) {
    bytes = Array(text.utf8)
    code = bytes
    readCode(untilClosing: false)
  }

  private func byte(_ offset: Int = 0) -> UInt8 {
    place + offset < bytes.count ? bytes[place + offset] : 0
  }

  private func text(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }

  private mutating func blank(_ range: Range<Int>) {
    for index in range where bytes[index] != Self.newline { code[index] = Self.space }
  }

  private static let newline = UInt8(ascii: "\n")
  private static let space = UInt8(ascii: " ")
  private static let quote = UInt8(ascii: "\"")
  private static let slash = UInt8(ascii: "/")
  private static let backslash = UInt8(ascii: "\\")
  private static let hash = UInt8(ascii: "#")

  /// Reads to the end, or to the parenthesis that closes an interpolation.
  private mutating func readCode(untilClosing: Bool) {
    var depth = 0
    while place < bytes.count {
      switch byte() {
      case Self.newline:
        line += 1
        place += 1
      case Self.slash where byte(1) == Self.slash: readLineComment()
      case Self.slash where byte(1) == UInt8(ascii: "*"): readBlockComment()
      case Self.slash where startsRegex(): readRegex(hashes: 0)
      case Self.quote: readString(hashes: 0)
      case Self.hash:
        var hashes = 0
        while byte(hashes) == Self.hash { hashes += 1 }
        if byte(hashes) == Self.quote {
          readString(hashes: hashes)
        } else if byte(hashes) == Self.slash {
          readRegex(hashes: hashes)
        } else {
          place += hashes
        }
      case UInt8(ascii: "("):
        depth += 1
        place += 1
      case UInt8(ascii: ")"):
        place += 1
        if untilClosing, depth == 0 { return }
        depth -= 1
      default: place += 1
      }
    }
  }

  private mutating func readLineComment() {
    let start = place
    while place < bytes.count, byte() != Self.newline { place += 1 }
    let isDocumentation = bytes[start...].starts(with: "///".utf8)
    let lineStart = bytes[..<start].lastIndex(of: Self.newline).map { $0 + 1 } ?? 0
    pieces.append(
      Piece(
        kind: isDocumentation ? .documentation : .comment, line: line,
        text: text(start + (isDocumentation ? 3 : 2)..<place),
        isTrailing: bytes[lineStart..<start].contains { $0 != Self.space }))
    blank(start..<place)
  }

  private mutating func readBlockComment() {
    let start = place
    let first = line
    var depth = 0
    repeat {
      if byte() == Self.slash, byte(1) == UInt8(ascii: "*") {
        depth += 1
        place += 2
      } else if byte() == UInt8(ascii: "*"), byte(1) == Self.slash {
        depth -= 1
        place += 2
      } else {
        if byte() == Self.newline { line += 1 }
        place += 1
      }
    } while depth > 0 && place < bytes.count
    place = min(place, bytes.count)
    for (offset, part) in text(start..<place).split(separator: "\n", omittingEmptySubsequences: false)
      .enumerated()
    {
      pieces.append(
        Piece(
          kind: .comment, line: first + offset, text: part.trimmingPrefix { " */".contains($0) }.description))
    }
    blank(start..<place)
  }

  /// Whether a slash begins a literal: a value can begin here, and no space follows, as in Swift's own rule.
  private func startsRegex() -> Bool {
    guard byte(1) != Self.space, byte(1) != Self.newline, byte(1) != UInt8(ascii: "="), byte(1) != 0
    else { return false }
    var index = place - 1
    while index >= 0, bytes[index] == Self.space || bytes[index] == Self.newline { index -= 1 }
    guard index >= 0 else { return false }
    guard "(,=:[{!&|?;".utf8.contains(bytes[index]) || text(max(0, index - 5)..<index + 1) == "return"
    else { return false }
    let rest = bytes[(place + 1)...].prefix { $0 != Self.newline }
    return rest.contains(Self.slash)
  }

  private mutating func readRegex(hashes: Int) {
    let start = place
    place += hashes + 1
    while place < bytes.count {
      if byte() == Self.backslash {
        place += 2
        continue
      }
      if byte() == Self.newline { line += 1 }
      if byte() == Self.slash, (0..<hashes).allSatisfy({ byte(1 + $0) == Self.hash }) {
        place += 1 + hashes
        break
      }
      place += 1
    }
    place = min(place, bytes.count)
    blank(start..<place)
  }

  private mutating func readString(hashes: Int) {
    let start = place
    let first = line
    let before = codeBefore(start)
    place += hashes
    let isMultiline = byte(1) == Self.quote && byte(2) == Self.quote
    let quotes = isMultiline ? 3 : 1
    place += quotes
    var content: [UInt8] = []
    let index = pieces.count
    while place < bytes.count {
      if (0..<quotes).allSatisfy({ byte($0) == Self.quote }),
        (0..<hashes).allSatisfy({ byte(quotes + $0) == Self.hash })
      {
        place += quotes + hashes
        break
      }
      if byte() == Self.newline {
        if !isMultiline { break }
        line += 1
      }
      guard byte() == Self.backslash, (0..<hashes).allSatisfy({ byte(1 + $0) == Self.hash }) else {
        content.append(byte())
        place += 1
        continue
      }
      readEscape(hashes: hashes, into: &content)
    }
    blank(start..<min(place, bytes.count))
    var text = String(decoding: content, as: UTF8.self)
    if isMultiline { text = Self.unindented(text) }
    let piece = Piece(kind: .string, line: isMultiline ? first + 1 : first, text: text, before: before)
    pieces.insert(piece, at: index)
  }

  private mutating func readEscape(hashes: Int, into content: inout [UInt8]) {
    place += 1 + hashes
    switch byte() {
    case UInt8(ascii: "("):
      place += 1
      readCode(untilClosing: true)
      content += Array("`x`".utf8)
    case UInt8(ascii: "n"):
      content.append(Self.newline)
      place += 1
    case Self.newline:
      // A line that goes on in the next one: the line's end is left to the loop, which counts it.
      break
    case UInt8(ascii: "u"):
      content += Array("·".utf8)
      while place < bytes.count, byte() != UInt8(ascii: "}") { place += 1 }
      place += 1
    default:
      content.append(byte())
      place += 1
    }
  }

  /// The code before a literal on the same line, or on the line above if there is only white space before it.
  private func codeBefore(_ start: Int) -> String {
    var index = start
    while index > 0, bytes[index - 1] == Self.space || bytes[index - 1] == Self.newline { index -= 1 }
    let lineStart = bytes[..<index].lastIndex(of: Self.newline).map { $0 + 1 } ?? 0
    return text(lineStart..<index).trimmingPrefix { $0 == " " }.description
  }

  /// Text of a multi-line literal without the indentation of its closing delimiter.
  private static func unindented(_ text: String) -> String {
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    guard lines.count > 1, let last = lines.popLast() else { return text }
    lines.removeFirst()
    let indentation = last.count
    return lines.map { $0.dropFirst(min(indentation, $0.prefix { $0 == " " }.count)) }.joined(separator: "\n")
  }
}
