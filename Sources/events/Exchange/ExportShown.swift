/// Shows an export on a terminal, line by line, with control characters of its texts made visible.
final class ShownLines {
  private let output: TextOutput
  private var rest: [UInt8] = []
  private var isBegun = false

  init(_ output: TextOutput) { self.output = output }

  func write(_ bytes: [UInt8]) throws {
    rest += bytes
    guard let end = rest.lastIndex(of: UInt8(ascii: "\n")) else { return }
    try show(rest[...end])
    rest.removeSubrange(...end)
  }

  func finish() throws {
    if !rest.isEmpty { try show(rest[...]) }
    rest = []
  }

  private func show(_ bytes: ArraySlice<UInt8>) throws {
    // The byte order mark, by which spreadsheets know that a table is UTF-8.
    let mark: [UInt8] = [0xef, 0xbb, 0xbf]
    let bytes = !isBegun && bytes.starts(with: mark) ? bytes.dropFirst(mark.count) : bytes
    isBegun = true
    var lines = visibleLines(String(decoding: bytes, as: UTF8.self))
    if lines.last?.isEmpty == true { lines.removeLast() }
    for line in lines { try output.line(line) }
  }
}
