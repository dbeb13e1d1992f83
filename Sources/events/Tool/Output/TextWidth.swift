/// Returns the number of terminal columns that a text takes. The text must have been made visible first.
///
/// East Asian wide characters and emoji take 2 columns, combining marks and styles 0, and all others 1.
func columnWidth(_ text: String) -> Int {
  let ascii = text.utf8.withContiguousStorageIfAvailable { bytes in
    bytes.allSatisfy { $0 < 0x80 && $0 != 0x1b }
  }
  if ascii == true { return text.utf8.count }
  if text.utf8.contains(0x1b) { return pieces(of: text, to: .max).reduce(0) { $0 + $1.width } }
  var width = 0
  for scalar in text.unicodeScalars {
    guard isPlain(scalar) else { return text.reduce(0) { $0 + columnWidth($1) } }
    width += 1
  }
  return width
}

/// Whether a scalar is a character of one column next to any other scalar, as most of them are.
func isPlain(_ scalar: Unicode.Scalar) -> Bool {
  switch scalar.value {
  // Latin without the soft hyphen, narrow spaces, dashes and quotes, currencies, arrows.
  case 0x20...0x7e, 0xa0...0xac, 0xae...0x2ff, 0x2002...0x200a, 0x2010...0x2027, 0x2030...0x203b,
    0x20a0...0x20c0,
    0x2190...0x2193:
    return true
  default: return false
  }
}

/// Returns the width of one character (an extended grapheme cluster) in columns.
func columnWidth(_ character: Character) -> Int {
  var width = 0
  for scalar in character.unicodeScalars {
    if scalar.value == 0xfe0f || scalar.properties.isEmojiPresentation { return 2 }
    width = max(width, columnWidth(scalar))
  }
  return width
}

/// Shortens a text to at most `columns`, with `…` at the end if something was left out.
func truncated(_ text: String, to columns: Int) -> String {
  if columnWidth(text) <= columns { return text }
  if let plain = truncatedWherePlain(text, to: columns) { return plain }
  var result = ""
  var width = 0
  for character in text {
    let next = columnWidth(character)
    if width + next > columns - 1 { break }
    result.append(character)
    width += next
  }
  while result.last == " " { result.removeLast() }
  return columns > 0 ? result + "…" : ""
}

/// Shortens a text whose scalars are plain up to one after the cut, or returns `nil` for another text.
private func truncatedWherePlain(_ text: String, to columns: Int) -> String? {
  var width = 0
  var bytes = 0
  // The length without spaces at the end.
  var kept = 0
  for scalar in text.unicodeScalars {
    // The scalar after the cut is also checked, because it might combine with the last one.
    guard isPlain(scalar) else { return nil }
    if width == columns - 1 { return String(Substring(text.utf8.prefix(kept))) + "…" }
    width += 1
    bytes += UTF8.width(scalar)
    if scalar != " " { kept = bytes }
  }
  return nil
}

private func columnWidth(_ scalar: Unicode.Scalar) -> Int {
  switch scalar.properties.generalCategory {
  case .nonspacingMark, .enclosingMark, .format: return 0
  default: break
  }
  switch scalar.value {
  // Hangul jamo, then CJK from radicals to Yi, compatibility forms, full-width forms, and the two planes of
  // ideographs (Unicode's East Asian Width W and F).
  case 0x1100...0x115f, 0x2e80...0x303e, 0x3041...0xa4cf, 0xa960...0xa97c, 0xac00...0xd7a3, 0xf900...0xfaff,
    0xfe10...0xfe19, 0xfe30...0xfe6b, 0xff01...0xff60, 0xffe0...0xffe6, 0x1_6fe0...0x1_b2fb,
    0x1_f200...0x1_f2ff, 0x2_0000...0x3_fffd:
    return 2
  default: return 1
  }
}
