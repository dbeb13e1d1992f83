/// Breaks a text into lines of at most `columns` at its spaces. A longer word is broken as well.
///
/// A character that is wider than `columns` is alone on its line.
///
/// - Complexity: One pass over the text.
func wrapped(_ text: String, to columns: Int) -> [String] {
  var lines: [String] = []
  var line = ""
  var width = 0
  for word in text.split(separator: " ") {
    var word = String(word)
    var next = columnWidth(word)
    if width > 0, width + 1 + next > columns {
      lines.append(line)
      line = ""
      width = 0
    }
    if next > columns {
      var pieces = pieces(of: word, to: columns)
      (word, next) = pieces.removeLast()
      lines += pieces.map(\.text)
    }
    if width > 0 {
      line += " "
      width += 1
    }
    line += word
    width += next
  }
  lines.append(line)
  return lines
}

/// Breaks a line into as many as it needs, with the rest indented like its beginning.
///
/// If the line begins with an id or a number and two spaces, the rest is indented to the text after them.
func fitted(_ line: String, to columns: Int) -> [String] {
  if columnWidth(line) <= columns { return [line] }
  let head = head(of: line)
  let indent = String(repeating: " ", count: columnWidth(String(head)))
  let lines = wrapped(String(line[head.endIndex...]), to: columns - indent.utf8.count)
  return lines.enumerated().map { index, rest in index == 0 ? head + rest : indent + rest }
}

/// Returns the beginning of a line: spaces, and an id or a number with the two spaces after it.
private func head(of line: String) -> Substring {
  // A deeper indentation would leave no room for text on the narrowest terminal.
  let most = 16
  let blanks = line.utf8.prefix { $0 == UInt8(ascii: " ") }.count
  let name = line.utf8.dropFirst(blanks).prefix { byte in
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "f"),
      UInt8(ascii: "-"):
      true
    default: false
    }
  }
  let isHead =
    !name.isEmpty && blanks + name.count <= most
    && line.utf8[name.endIndex...].starts(with: "  ".utf8)
  let count = isHead ? blanks + name.count + 2 : min(blanks, most)
  return line[..<line.utf8.index(line.startIndex, offsetBy: count)]
}

/// Splits a text into pieces of at most `columns`, each with its width. Styles take no room and are not split.
func pieces(of text: String, to columns: Int) -> [(text: String, width: Int)] {
  var pieces: [(text: String, width: Int)] = []
  var piece = ""
  var width = 0
  var isStyle = false
  for character in text {
    if character == "\u{1b}" { isStyle = true }
    let next = isStyle ? 0 : columnWidth(character)
    if width > 0, next > columns - width {
      pieces.append((piece, width))
      piece = ""
      width = 0
    }
    piece.append(character)
    width += next
    if isStyle, character.unicodeScalars.first == "m" { isStyle = false }
  }
  return pieces + [(piece, width)]
}
