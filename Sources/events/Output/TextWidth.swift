/// How many columns of a terminal a text takes: 2 for East Asian wide characters and emoji, 0 for combining
/// marks and for styles, else 1. The text has been made visible first.
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

/// Whether it is a character of its own, one column wide, whatever stands beside it: most of what is written here.
func isPlain(_ scalar: Unicode.Scalar) -> Bool {
  switch scalar.value {
  // Latin but for the soft hyphen, narrow spaces, dashes and quotes, currencies, arrows.
  case 0x20...0x7e, 0xa0...0xac, 0xae...0x2ff, 0x2002...0x200a, 0x2010...0x2027, 0x2030...0x203b,
    0x20a0...0x20c0,
    0x2190...0x2193:
    return true
  default: return false
  }
}

/// The width of one character as a person sees it.
func columnWidth(_ character: Character) -> Int {
  var width = 0
  for scalar in character.unicodeScalars {
    if scalar.value == 0xfe0f || scalar.properties.isEmojiPresentation { return 2 }
    width = max(width, columnWidth(scalar))
  }
  return width
}

/// Shortens a text to at most `columns`, ending in `…` where something was left out.
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

/// The same of a text that is plain up to there and one character beyond: scalar by scalar. Nil for others.
private func truncatedWherePlain(_ text: String, to columns: Int) -> String? {
  var width = 0
  var bytes = 0
  // Without the spaces at its end.
  var kept = 0
  for scalar in text.unicodeScalars {
    // The one beyond, too: it might belong to the last one.
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
