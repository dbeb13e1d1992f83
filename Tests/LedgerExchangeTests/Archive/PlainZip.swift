/// Reads a ZIP archive of stored entries by its list at the end, and checks each fact that is in it twice.
///
/// Shares no code with the writer.
struct PlainZip {
  struct Entry {
    let name: String
    let bytes: [UInt8]
  }

  struct Malformed: Error { let reason: String }

  let entries: [Entry]

  var names: [String] { entries.map(\.name) }

  subscript(name: String) -> [UInt8]? {
    entries.first { $0.name.utf8.elementsEqual(name.utf8) }?.bytes
  }

  init(_ archive: [UInt8]) throws {
    func number(_ offset: Int, _ count: Int) throws -> Int {
      guard offset >= 0, offset + count <= archive.count else { throw Malformed(reason: "short") }
      return archive[offset..<offset + count].reversed().reduce(0) { $0 << 8 | Int($1) }
    }
    func require(_ condition: Bool, _ reason: String) throws {
      if !condition { throw Malformed(reason: reason) }
    }
    let end = archive.count - 22
    try require(try number(end, 4) == 0x0605_4b50, "no end")
    var (count, size, start) = try (number(end + 10, 2), number(end + 12, 4), number(end + 16, 4))
    if end >= 20, try number(end - 20, 4) == 0x0706_4b50 {
      let large = try number(end - 12, 8)
      try require(try number(large, 4) == 0x0606_4b50, "no large end")
      if count == 0xffff { count = try number(large + 32, 8) }
      if size == 0xffff_ffff { size = try number(large + 40, 8) }
      if start == 0xffff_ffff { start = try number(large + 48, 8) }
    }
    var entries: [Entry] = []
    var place = start
    var next = 0
    for _ in 0..<count {
      try require(try number(place, 4) == 0x0201_4b50, "no entry in the list")
      let nameCount = try number(place + 28, 2)
      let extraCount = try number(place + 30, 2)
      var (bytes, offset) = try (number(place + 24, 4), number(place + 42, 4))
      var extra = place + 46 + nameCount + 4
      if bytes == 0xffff_ffff {
        bytes = try number(extra, 8)
        extra += 16
      }
      if offset == 0xffff_ffff { offset = try number(extra, 8) }
      let name = archive[place + 46..<place + 46 + nameCount]
      try require(offset == next, "entries with a gap")
      try require(try number(offset, 4) == 0x0403_4b50, "no entry")
      try require(try number(offset + 6, 2) == 1 << 11 && number(offset + 8, 2) == 0, "flags")
      let localCount = try number(offset + 26, 2)
      try require(archive[offset + 30..<offset + 30 + localCount] == name, "two names")
      let data = try offset + 30 + localCount + number(offset + 28, 2)
      let content = Array(archive[data..<data + bytes])
      let checksum = Self.checksum(content)
      try require(try number(place + 16, 4) == checksum && number(offset + 14, 4) == checksum, "checksum")
      guard let text = String(validating: name, as: UTF8.self) else { throw Malformed(reason: "name") }
      entries.append(Entry(name: text, bytes: content))
      next = data + bytes
      place += 46 + nameCount + extraCount
    }
    try require(next == start && place - start == size, "sizes")
    self.entries = entries
  }

  /// CRC-32 bit by bit.
  static func checksum(_ bytes: [UInt8]) -> Int {
    var word: UInt32 = 0xffff_ffff
    for byte in bytes {
      word ^= UInt32(byte)
      for _ in 0..<8 { word = word & 1 == 1 ? word >> 1 ^ 0xedb8_8320 : word >> 1 }
    }
    return Int(~word)
  }
}
