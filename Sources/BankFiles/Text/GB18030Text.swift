/// GB 18030, which holds GBK and GB 2312.
enum GB18030Text {
  /// The scalars of two bytes, 190 for each first byte from 81 on, 0 for a code without a character.
  private static let cells: [UInt16] = {
    var cells = [UInt16](repeating: 0, count: 126 * 190)
    func enter(_ scalar: Unicode.Scalar, _ lead: Int, _ place: Int) {
      if scalar != "!" { cells[(lead - 0x81) * 190 + place] = UInt16(truncatingIfNeeded: scalar.value) }
    }
    var common: Set<UInt32> = []
    for line in GB18030Table.rows.description.split(separator: "\n") {
      guard let space = line.firstIndex(of: "=") else { continue }
      let isLow = line[..<space].hasSuffix("+")
      guard let lead = Int(line[..<space].prefix(2), radix: 16) else { continue }
      for (index, scalar) in line[line.index(after: space)...].unicodeScalars.enumerated() {
        enter(scalar, lead, index + (isLow ? 0 : 96))
        common.insert(scalar.value)
      }
    }
    let han: ClosedRange<UInt32> = 0x4e00...0x9fa5
    var others = Array(han.filter { !common.contains($0) }.compactMap { Unicode.Scalar($0) })[...]
    others += GB18030Table.others.description.unicodeScalars
    for lead in 0x81...0xa0 { for place in 0..<190 { others.popFirst().map { enter($0, lead, place) } } }
    for lead in 0xaa...0xfe { for place in 0..<96 { others.popFirst().map { enter($0, lead, place) } } }
    return cells
  }()

  /// The beginnings of runs of characters of four bytes.
  private static let runs: [(index: UInt32, scalar: UInt32)] = GB18030Table.runs.description.split(
    separator: " "
  )
  .compactMap { run in
    let parts = run.split(separator: ":")
    guard parts.count == 2, let index = UInt32(parts[0], radix: 16), let scalar = UInt32(parts[1], radix: 16)
    else { return nil }
    return (index, scalar)
  }

  /// Returns the text as UTF-8, or `nil` if a byte does not belong to a character.
  static func decode(_ bytes: [UInt8]) -> [UInt8]? {
    let cells = cells
    var text: [UInt8] = []
    text.reserveCapacity(bytes.count + bytes.count / 2)
    var index = 0
    while index < bytes.count {
      let lead = Int(bytes[index])
      if lead < 0x80 {
        text.append(bytes[index])
        index += 1
        continue
      }
      guard 0x81...0xfe ~= lead, index + 1 < bytes.count else { return nil }
      let trail = Int(bytes[index + 1])
      if 0x30...0x39 ~= trail {
        guard index + 3 < bytes.count, let scalar = scalar(Array(bytes[index..<index + 4])) else { return nil }
        text.append(scalar: scalar)
        index += 4
      } else {
        guard 0x40...0xfe ~= trail, trail != 0x7f else { return nil }
        let scalar = cells[(lead - 0x81) * 190 + trail - (trail > 0x7f ? 0x41 : 0x40)]
        guard scalar != 0 else { return nil }
        text.append(scalar: UInt32(scalar))
        index += 2
      }
    }
    return text
  }

  /// Returns the scalar of four bytes.
  private static func scalar(_ code: [UInt8]) -> UInt32? {
    guard 0x81...0xfe ~= code[2], 0x30...0x39 ~= code[3] else { return nil }
    let upper = UInt32(code[0] - 0x81) * 10 + UInt32(code[1] - 0x30)
    let index = (upper * 126 + UInt32(code[2] - 0x81)) * 10 + UInt32(code[3] - 0x30)
    if index >= 189_000 {
      let scalar = index - 189_000 + 0x1_0000
      return scalar <= 0x10_ffff ? scalar : nil
    }
    guard index < 39_420, let run = runs.last(where: { $0.index <= index }) else { return nil }
    return run.scalar + index - run.index
  }
}
