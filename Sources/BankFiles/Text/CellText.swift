/// Texts of cells, as they are kept and shown.
enum CellText {
  /// Returns the bytes as a text without control characters, with white space as single spaces, trimmed.
  ///
  /// - Complexity: O(bytes).
  static func plain(_ bytes: ArraySlice<UInt8>) -> String {
    // Most cells are short ASCII without anything to change.
    var needsWork = false
    var previous: UInt8 = 0x20
    for byte in bytes {
      if byte < 0x20 || byte == 0x7f || byte == 0xc2 || byte == 0xe2 || byte == 0xe3
        || byte == 0x20 && previous == 0x20
      {
        needsWork = true
        break
      }
      previous = byte
    }
    if !needsWork {
      return String(decoding: previous == 0x20 ? bytes.dropLast(bytes.isEmpty ? 0 : 1) : bytes, as: UTF8.self)
    }
    var text = String.UnicodeScalarView()
    var spaceIsDue = false
    for scalar in String(decoding: bytes, as: UTF8.self).unicodeScalars {
      if isSpace(scalar) {
        spaceIsDue = !text.isEmpty
      } else if scalar.value >= 0x20, !(0x7f...0x9f ~= scalar.value), scalar.value != 0xfeff {
        if spaceIsDue { text.append(" ") }
        spaceIsDue = false
        text.append(scalar)
      }
    }
    return String(text)
  }

  static func plain(_ text: some StringProtocol) -> String { plain(Array(text.utf8)[...]) }

  /// Returns a text without control characters, whose other blanks stay as they are.
  static func clean(_ text: String) -> String {
    func isControl(_ scalar: Unicode.Scalar) -> Bool { scalar.value < 0x20 || 0x7f...0x9f ~= scalar.value }
    guard text.unicodeScalars.contains(where: isControl) else { return text }
    return String(String.UnicodeScalarView(text.unicodeScalars.filter { !isControl($0) }))
  }

  /// Returns the beginning of a text for a message.
  static func excerpt(_ bytes: ArraySlice<UInt8>) -> String {
    let text = plain(bytes.prefix(400)).unicodeScalars
    return text.count <= 60 ? String(text) : String(String.UnicodeScalarView(text.prefix(60))) + "…"
  }

  /// White space, line ends and the blanks of several widths.
  static func isSpace(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x09...0x0d, 0x20, 0x85, 0xa0, 0x2000...0x200a, 0x2028, 0x2029, 0x202f, 0x205f, 0x3000: true
    default: false
    }
  }

  static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 || byte == 0x0a || byte == 0x0d }

  /// Returns the bytes without ASCII white space at the edges.
  static func trimmed(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    guard let first = bytes.firstIndex(where: { !isBlank($0) }),
      let last = bytes.lastIndex(where: { !isBlank($0) })
    else { return bytes.prefix(0) }
    return bytes[first...last]
  }
}
