internal import LedgerAnswers

/// Makes text from outside safe to print.
///
/// Control, escape, bidirectional and invisible characters become visible (`\u{1b}`). So a vendor's name can neither
/// control the terminal nor hide anything. Printable ASCII and plain characters (`isPlain`) are not changed.
///
/// - Complexity: One pass over the text.
func visible(_ text: String) -> String {
  let others = text.utf8.withContiguousStorageIfAvailable { bytes in
    bytes.count { $0 < 0x20 || $0 >= 0x7f }
  }
  if others == 0 || text.unicodeScalars.allSatisfy(isPlain) { return text }
  var result = ""
  result.reserveCapacity(text.utf8.count)
  for character in text {
    let scalars = character.unicodeScalars
    let isEmoji = scalars.first.map { $0.properties.isEmoji && $0.value > 0xff } ?? false
    for scalar in scalars {
      if isHarmful(scalar) && !(isEmoji && isEmojiJoiner(scalar)) {
        result += escaped(scalar)
      } else {
        result.unicodeScalars.append(scalar)
      }
    }
  }
  return result
}

/// Returns the lines of a text from outside, each made visible.
func visibleLines(_ text: String) -> [String] { lines(of: text).map { visible($0) } }

private func escaped(_ scalar: Unicode.Scalar) -> String {
  switch scalar {
  case "\n": "\\n"
  case "\r": "\\r"
  case "\t": "\\t"
  default: "\\u{\(String(scalar.value, radix: 16))}"
  }
}

/// Whether a scalar is a control or a line separator, is invisible, or changes the direction of text.
private func isHarmful(_ scalar: Unicode.Scalar) -> Bool {
  let properties = scalar.properties
  switch properties.generalCategory {
  case .control, .lineSeparator, .paragraphSeparator, .surrogate: return true
  case .format: return !isVisibleFormat(scalar)
  default: return properties.isDefaultIgnorableCodePoint && !isVariationSelector(scalar)
  }
}

/// Whether a scalar is a visible sign of Arabic, Syriac or Kaithi with the category "format".
private func isVisibleFormat(_ scalar: Unicode.Scalar) -> Bool {
  switch scalar.value {
  case 0x600...0x605, 0x6dd, 0x70f, 0x890...0x891, 0x8e2, 0x110bd, 0x110cd: true
  default: false
  }
}

private func isVariationSelector(_ scalar: Unicode.Scalar) -> Bool { (0xfe00...0xfe0f).contains(scalar.value) }

/// Whether a scalar joins the parts of an emoji: the joiner, and the tags of a region's flag.
private func isEmojiJoiner(_ scalar: Unicode.Scalar) -> Bool {
  scalar.value == 0x200d || (0xe0020...0xe007f).contains(scalar.value)
}
