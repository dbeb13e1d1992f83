internal import LedgerDomain

/// Writes a ZIP archive from its first byte to its last, without going back.
///
/// Scans are stored, because they are compressed already. The caller knows the size and checksum of
/// an entry before its bytes, so that readers can stream the archive too. Names are UTF-8. Sizes and places beyond 32 bits,
/// and more than 65,534 entries, are written in the form of Zip64 (APPNOTE 6.3.10, section 4.3).
///
///     try zip.begin("2026-06-14/a.jpg", size: 3, checksum: CRC32.of(bytes), date: date)
///     try zip.write(bytes)
///     try zip.finish()
struct ZipWriter {
  /// The largest values that the older form of a record holds. Tests use smaller ones.
  struct Limits {
    var valueMax: UInt64 = 0xffff_fffe
    var entryCountMax = 0xfffe
  }

  private struct Entry {
    let name: [UInt8]
    let size: UInt64
    /// The bytes in the archive, which are fewer if they are compressed.
    let storedSize: UInt64
    let isCompressed: Bool
    let checksum: UInt32
    let date: UInt16
    let offset: UInt64
  }

  private let limits: Limits
  private let output: ([UInt8]) throws -> Void
  private var entries: [Entry] = []
  /// Records that wait for the next large piece.
  private var pending: [UInt8] = []
  private var written: UInt64 = 0
  /// The bytes of the open entry that are still missing.
  private var missing: UInt64 = 0

  private static let pendingBytesMax = 64 << 10

  /// Creates a writer of an archive.
  ///
  /// - Parameter output: Receives the next bytes of the archive.
  init(limits: Limits = Limits(), _ output: @escaping ([UInt8]) throws -> Void) {
    self.limits = limits
    self.output = output
  }

  /// The number of bytes so far.
  var count: UInt64 { written + UInt64(pending.count) }

  /// Begins an entry. The entry before it must be whole.
  ///
  /// - Parameters:
  ///   - name: The path in the archive, with `/` between folders.
  ///   - size: The number of bytes that follow.
  ///   - checksum: The CRC-32 of these bytes.
  ///   - date: The date of the file. Its time is noon, which is the same date in most time zones.
  mutating func begin(_ name: String, size: UInt64, checksum: UInt32, date: CivilDate?) throws {
    try begin(
      Entry(
        name: Array(name.utf8), size: size, storedSize: size, isCompressed: false, checksum: checksum,
        date: Self.date(date), offset: count))
  }

  /// Writes an entry that was compressed.
  mutating func entry(_ name: String, _ content: Deflate.Result, date: CivilDate?) throws {
    try begin(
      Entry(
        name: Array(name.utf8), size: content.size, storedSize: UInt64(content.bytes.count), isCompressed: true,
        checksum: content.checksum, date: Self.date(date), offset: count))
    try write(content.bytes)
  }

  private mutating func begin(_ entry: Entry) throws {
    precondition(missing == 0, "the entry before has too few bytes")
    let isLarge = isLarge(entry)
    var record = ZipRecord(signature: 0x0403_4b50)
    record.short(isLarge ? 45 : 20)
    record.common(entry.isCompressed, entry.date, entry.checksum)
    record.word(isLarge ? .max : UInt32(entry.storedSize))
    record.word(isLarge ? .max : UInt32(entry.size))
    record.short(UInt16(entry.name.count))
    record.short(isLarge ? 20 : 0)
    record.bytes += entry.name
    if isLarge {
      record.short(1)
      record.short(16)
      record.long(entry.size)
      record.long(entry.storedSize)
    }
    entries.append(entry)
    missing = entry.storedSize
    try add(record.bytes)
  }

  /// Writes bytes of the open entry.
  mutating func write(_ bytes: [UInt8]) throws {
    precondition(UInt64(bytes.count) <= missing, "the entry has too many bytes")
    missing -= UInt64(bytes.count)
    try add(bytes)
  }

  /// Writes an entry whose bytes are all in memory.
  mutating func entry(_ name: String, _ bytes: [UInt8], date: CivilDate?) throws {
    try begin(name, size: UInt64(bytes.count), checksum: CRC32.of(bytes), date: date)
    try write(bytes)
  }

  /// Writes the list of entries, which ends the archive.
  mutating func finish() throws {
    precondition(missing == 0, "the last entry has too few bytes")
    let start = count
    for entry in entries { try add(listed(entry)) }
    let size = count - start
    if entries.count > limits.entryCountMax || size > limits.valueMax || start > limits.valueMax {
      try add(largeEnd(start: start, size: size))
    }
    var end = ZipRecord(signature: 0x0605_4b50)
    end.short(0)
    end.short(0)
    let total = entries.count > limits.entryCountMax ? .max : UInt16(entries.count)
    end.short(total)
    end.short(total)
    end.word(size > limits.valueMax ? .max : UInt32(size))
    end.word(start > limits.valueMax ? .max : UInt32(start))
    end.short(0)
    try add(end.bytes)
    try flush()
  }

  private func isLarge(_ entry: Entry) -> Bool { max(entry.size, entry.storedSize) > limits.valueMax }

  private func listed(_ entry: Entry) -> [UInt8] {
    let (isLarge, isFar) = (isLarge(entry), entry.offset > limits.valueMax)
    let extra = (isLarge ? 16 : 0) + (isFar ? 8 : 0)
    var record = ZipRecord(signature: 0x0201_4b50)
    // Made by a program for Unix, so that readers look at the permissions below.
    record.short(3 << 8 | 45)
    record.short(extra > 0 ? 45 : 20)
    record.common(entry.isCompressed, entry.date, entry.checksum)
    record.word(isLarge ? .max : UInt32(entry.storedSize))
    record.word(isLarge ? .max : UInt32(entry.size))
    record.short(UInt16(entry.name.count))
    record.short(UInt16(extra > 0 ? extra + 4 : 0))
    record.short(0)
    record.short(0)
    record.short(0)
    record.word(0o100644 << 16)
    record.word(isFar ? .max : UInt32(entry.offset))
    record.bytes += entry.name
    if extra > 0 {
      record.short(1)
      record.short(UInt16(extra))
      if isLarge {
        record.long(entry.size)
        record.long(entry.storedSize)
      }
      if isFar { record.long(entry.offset) }
    }
    return record.bytes
  }

  /// Returns the end of a large archive, and the record that leads to it.
  private func largeEnd(start: UInt64, size: UInt64) -> [UInt8] {
    var record = ZipRecord(signature: 0x0606_4b50)
    record.long(44)
    record.short(3 << 8 | 45)
    record.short(45)
    record.word(0)
    record.word(0)
    record.long(UInt64(entries.count))
    record.long(UInt64(entries.count))
    record.long(size)
    record.long(start)
    record.word(0x0706_4b50)
    record.word(0)
    record.long(start + size)
    record.word(1)
    return record.bytes
  }

  private mutating func add(_ bytes: [UInt8]) throws {
    if bytes.count >= Self.pendingBytesMax {
      try flush()
      written += UInt64(bytes.count)
      return try output(bytes)
    }
    pending += bytes
    if pending.count >= Self.pendingBytesMax { try flush() }
  }

  private mutating func flush() throws {
    guard !pending.isEmpty else { return }
    written += UInt64(pending.count)
    try output(pending)
    pending = []
  }

  /// Returns a date in the form of MS-DOS, which begins with 1980.
  private static func date(_ date: CivilDate?) -> UInt16 {
    guard let date, date.year >= 1980 else { return 1 << 5 | 1 }
    guard date.year <= 2107 else { return 127 << 9 | 12 << 5 | 31 }
    return UInt16(date.year - 1980) << 9 | UInt16(date.month) << 5 | UInt16(date.day)
  }
}

/// The bytes of a record in an archive, little-endian.
private struct ZipRecord {
  var bytes: [UInt8] = []

  init(signature: UInt32) {
    bytes.reserveCapacity(128)
    word(signature)
  }

  /// The flag for names in UTF-8, the form of the bytes, noon, the date and the checksum.
  mutating func common(_ isCompressed: Bool, _ date: UInt16, _ checksum: UInt32) {
    short(1 << 11)
    short(isCompressed ? 8 : 0)
    short(12 << 11)
    short(date)
    word(checksum)
  }

  mutating func short(_ value: UInt16) { append(value) }
  mutating func word(_ value: UInt32) { append(value) }
  mutating func long(_ value: UInt64) { append(value) }

  private mutating func append(_ value: some FixedWidthInteger) {
    withUnsafeBytes(of: value.littleEndian) { bytes.append(contentsOf: $0) }
  }
}
