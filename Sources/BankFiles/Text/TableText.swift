/// Encodings of one byte for each character.
enum SingleByteText {
  static func decode(_ bytes: [UInt8], table: StaticString) -> [UInt8] {
    let upper = Array(table.description.unicodeScalars)
    var text: [UInt8] = []
    text.reserveCapacity(bytes.count + bytes.count / 8)
    for byte in bytes {
      if byte < 0x80 {
        text.append(byte)
      } else {
        let scalar = upper[Int(byte) - 0x80]
        text.append(scalar: scalar == "!" ? 0xfffd : scalar.value)
      }
    }
    return text
  }
}

/// Shift-JIS as Windows writes it.
enum ShiftJISText {
  /// The scalars by row and cell of JIS X 0208, 94 for each row, 0 for a cell without a character.
  private static let cells: [UInt16] = {
    var cells = [UInt16](repeating: 0, count: 120 * 94)
    for line in ShiftJISTable.rows.description.split(separator: "\n") {
      guard let space = line.firstIndex(of: "="), let row = Int(line[..<space]) else { continue }
      for (index, scalar) in line[line.index(after: space)...].unicodeScalars.enumerated() where scalar != "!" {
        cells[(row - 1) * 94 + index] = UInt16(truncatingIfNeeded: scalar.value)
      }
    }
    return cells
  }()

  /// Returns the text as UTF-8, or `nil` if a byte does not belong to a character.
  static func decode(_ bytes: [UInt8]) -> [UInt8]? {
    let cells = cells
    var text: [UInt8] = []
    text.reserveCapacity(bytes.count + bytes.count / 2)
    var index = 0
    while index < bytes.count {
      let byte = bytes[index]
      index += 1
      switch byte {
      case 0..<0x80: text.append(byte)
      case 0xa1...0xdf: text.append(scalar: 0xff61 + UInt32(byte) - 0xa1)
      case 0x81...0x9f, 0xe0...0xfc:
        guard index < bytes.count else { return nil }
        let trail = Int(bytes[index])
        index += 1
        guard 0x40...0xfc ~= trail, trail != 0x7f else { return nil }
        let first = (Int(byte) - (byte < 0xa0 ? 0x81 : 0xc1)) * 2
        let isSecond = trail >= 0x9f
        let cell = isSecond ? trail - 0x9f : trail - (trail > 0x7f ? 0x41 : 0x40)
        let scalar = cells[(first + (isSecond ? 1 : 0)) * 94 + cell]
        guard scalar != 0 else { return nil }
        text.append(scalar: UInt32(scalar))
      default: return nil
      }
    }
    return text
  }
}
