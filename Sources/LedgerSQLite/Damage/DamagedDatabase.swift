package import LedgerPlatform

/// The records in the pages of a database file that SQLite may not be able to read.
///
/// It reads every page by itself, in SQLite's documented format (sqlite.org/fileformat2.html), and follows no tree. So a
/// page that is lost takes only its own records with it. Pages of a -wal are read too, with all of their versions. A record
/// may therefore be found several times, and old versions of it as well. The caller has to prove each record.
package final class DamagedDatabase {
  /// A place of a record.
  package struct Place: Hashable {
    /// The version of a page.
    let page: Int32
    /// The offset of the record's cell in the page.
    let cell: Int32
  }

  /// A version of a page.
  private struct Page {
    let number: UInt32
    let file: Int
    let offset: Int
  }

  private let files: [OpenFile]
  /// The versions of all pages, the oldest of each page first.
  private let pages: [Page]
  /// The index of each page's last version.
  private let latest: [UInt32: Int]
  package let pageSize: Int
  /// The bytes of a page that have content.
  private let usable: Int
  /// The number of bytes of the database and of its write-ahead logs.
  package let byteCount: Int

  /// The page that was read last.
  private var current: (index: Int32, bytes: [UInt8])?

  /// The largest record that is put together.
  private static let recordBytesMax = 8 << 20
  private static let sizes: ClosedRange<Int> = 512...65_536

  /// Opens a database for reading past SQLite.
  ///
  /// No connection of this process may have it open.
  ///
  /// - Parameters:
  ///   - path: The database. It may be missing.
  ///   - writeAheadLogs: Its write-ahead logs, the oldest first. Missing ones are left out.
  ///   - usualPageSize: The page size if the first page does not tell.
  package init(_ path: String, writeAheadLogs: [String], usualPageSize: Int = 8_192) throws(FileError) {
    var files: [OpenFile] = []
    var pages: [Page] = []
    var pageSize = usualPageSize
    var reserved = 0
    var byteCount = 0
    if let file = try Self.open(path) {
      files.append(file)
      let header = try file.read(upTo: 100)
      if header.count == 100, header.starts(with: Array("SQLite format 3\0".utf8)) {
        let size = Int(header[16]) << 8 | Int(header[17])
        if size == 1 { pageSize = 65_536 } else if Self.isSize(size) { pageSize = size }
        if Int(header[20]) < pageSize - 480 { reserved = Int(header[20]) }
      }
      let size = try file.byteCount()
      byteCount += size
      for number in 0..<(size + pageSize - 1) / pageSize {
        pages.append(Page(number: UInt32(number + 1), file: 0, offset: number * pageSize))
      }
    }
    for path in writeAheadLogs {
      guard let file = try Self.open(path) else { continue }
      byteCount += try file.byteCount()
      pages += try Self.frames(file, number: files.count, pageSize: &pageSize, hasDatabase: !pages.isEmpty)
      files.append(file)
    }
    var latest: [UInt32: Int] = [:]
    for (index, page) in pages.enumerated() { latest[page.number] = index }
    (self.files, self.pages, self.latest) = (files, pages, latest)
    (self.pageSize, usable, self.byteCount) = (pageSize, pageSize - reserved, byteCount)
  }

  private static func open(_ path: String) throws(FileError) -> OpenFile? {
    do {
      return try OpenFile(path, .read, forLedger: true, operation: "read")
    } catch {
      if error.isMissing || error.isLink { return nil }
      throw error
    }
  }

  private static func isSize(_ size: Int) -> Bool { sizes.contains(size) && size & (size - 1) == 0 }

  /// Returns the pages of the frames that commits have written.
  ///
  /// Checksums are not compared, because one that is wrong hides all frames after it from SQLite. SQLite
  /// writes the -wal from its beginning again after a checkpoint, with new salts. So frames with other salts are older, and
  /// are left out. The header or the first frame may be damaged, so the salts of both count. Frames after the last commit
  /// belong to a transaction that did not end.
  private static func frames(
    _ file: OpenFile, number: Int, pageSize: inout Int, hasDatabase: Bool
  ) throws(FileError) -> [Page] {
    let header = try file.read(upTo: 32)
    guard header.count == 32 else { return [] }
    let isWhole = [0x377f_0682, 0x377f_0683].contains(Self.number(header, 0))
    let size = Int(Self.number(header, 8))
    if isWhole, isSize(size), !hasDatabase { pageSize = size }
    let salts = [Array(header[16..<24]), Array(try file.read(upTo: 8, at: 40))]
    let count = (try file.byteCount() - 32) / (24 + pageSize)
    var found: [Page] = []
    var committed = 0
    for index in 0..<max(count, 0) {
      let offset = 32 + index * (24 + pageSize)
      let frame = try file.read(upTo: 24, at: offset)
      guard frame.count == 24, salts.contains(Array(frame[8..<16])), Self.number(frame, 0) > 0 else { continue }
      found.append(Page(number: Self.number(frame, 0), file: number, offset: offset + 24))
      if Self.number(frame, 4) > 0 { committed = found.count }
    }
    return Array(found.prefix(committed))
  }

  private static func number(_ bytes: [UInt8], _ start: Int) -> UInt32 {
    bytes[start..<start + 4].reduce(0) { $0 << 8 | UInt32($1) }
  }

  /// Returns the bytes of a version of a page, or `nil` if they cannot be read. Bytes after the end of the file are zero.
  private func bytes(_ page: Page) -> [UInt8]? {
    guard var bytes = try? files[page.file].read(upTo: pageSize, at: page.offset), !bytes.isEmpty else {
      return nil
    }
    if bytes.count < pageSize { bytes += [UInt8](repeating: 0, count: pageSize - bytes.count) }
    return bytes
  }
}

// MARK: - Records

extension DamagedDatabase {
  /// Hands every record that can be found to `body`.
  ///
  /// A page that is not as SQLite writes it is searched at each of its bytes.
  ///
  /// - Parameters:
  ///   - columns: The number of columns of the rows that such a search looks for.
  ///   - body: A closure that gets the record and its place.
  /// - Complexity: O(bytes).
  package func forEachRecord(columns: Int, _ body: (Place, FoundRecord) throws -> Void) rethrows {
    for (index, page) in pages.enumerated() {
      guard let bytes = bytes(page) else { continue }
      let start = page.number == 1 ? 100 : 0
      let type = bytes[start]
      var known: Set<Int32> = []
      if let cells = cells(bytes, start) {
        for cell in cells {
          guard let record = record(bytes, at: cell, type) else { continue }
          known.insert(Int32(cell))
          try body(Place(page: Int32(index), cell: Int32(cell)), record)
        }
        if known.count == cells.count { continue }
      }
      if type == 5 || type == 2 { continue }
      for offset in 0..<bytes.count - 20 where !known.contains(Int32(offset)) {
        guard isRow(bytes, at: offset, columns: columns), let record = record(bytes, at: offset, 13) else {
          continue
        }
        try body(Place(page: Int32(index), cell: Int32(offset)), record)
      }
    }
  }

  /// Returns the record at a place, or `nil` if it can no longer be read.
  package func record(at place: Place) -> FoundRecord? {
    let page = pages[Int(place.page)]
    if current?.index != place.page { current = bytes(page).map { (place.page, $0) } }
    guard let current, current.index == place.page else { return nil }
    let bytes = current.bytes
    let type = bytes[page.number == 1 ? 100 : 0]
    let isIndex = type == 2 || type == 10
    return record(bytes, at: Int(place.cell), isIndex ? type : 13)
  }

  /// Returns the offsets of a page's cells, or `nil` if it is no page of a tree that has records.
  private func cells(_ bytes: [UInt8], _ start: Int) -> [Int]? {
    let type = bytes[start]
    guard [2, 10, 13].contains(type) else { return nil }
    let count = Int(bytes[start + 3]) << 8 | Int(bytes[start + 4])
    let first = start + (type == 2 ? 12 : 8)
    guard count > 0, first + 2 * count <= usable else { return nil }
    return (0..<count).map { Int(bytes[first + 2 * $0]) << 8 | Int(bytes[first + 2 * $0 + 1]) }
  }

  /// Whether a table's row with so many columns may begin at an offset.
  private func isRow(_ bytes: [UInt8], at offset: Int, columns: Int) -> Bool {
    guard bytes[offset] != 0, let (size, key) = FoundRecord.varint(bytes, at: offset),
      size > UInt64(columns), size <= UInt64(Self.recordBytesMax),
      let (_, record) = FoundRecord.varint(bytes, at: key),
      let (header, first) = FoundRecord.varint(bytes, at: record), header > UInt64(columns),
      header <= UInt64(9 * columns + 2), record + Int(header) <= bytes.count
    else { return false }
    var (place, count, total) = (first, 0, header)
    while place < record + Int(header) {
      guard let (type, next) = FoundRecord.varint(bytes, at: place), let bytes = FoundRecord.size(of: type)
      else {
        return false
      }
      (place, count, total) = (next, count + 1, total + UInt64(bytes))
    }
    return count == columns && total == size && place == record + Int(header)
  }

  /// Reads the record of a cell in a page of that type, with its overflow pages.
  private func record(_ bytes: [UInt8], at cell: Int, _ type: UInt8) -> FoundRecord? {
    guard cell >= 8, cell < bytes.count - 4 else { return nil }
    guard let (size, afterSize) = FoundRecord.varint(bytes, at: cell + (type == 2 ? 4 : 0)),
      size > 0, size <= UInt64(Self.recordBytesMax)
    else { return nil }
    var (place, key) = (afterSize, Int64?.none)
    if type == 13 {
      guard let (number, next) = FoundRecord.varint(bytes, at: afterSize) else { return nil }
      (place, key) = (next, Int64(bitPattern: number))
    }
    let local = localSize(of: Int(size), isTable: type == 13)
    guard place + local <= usable else { return nil }
    var content = Array(bytes[place..<place + local])
    if local < Int(size) {
      guard place + local + 4 <= usable else { return nil }
      var next = Self.number(bytes, place + local)
      while content.count < Int(size) {
        guard let index = latest[next], let page = self.bytes(pages[index]) else { return nil }
        content += page[4..<min(usable, 4 + Int(size) - content.count)]
        next = Self.number(page, 0)
      }
    }
    return FoundRecord(key: key, content)
  }

  /// Returns the number of a record's bytes that are in its own page.
  private func localSize(of size: Int, isTable: Bool) -> Int {
    let most = isTable ? usable - 35 : (usable - 12) * 64 / 255 - 23
    if size <= most { return size }
    let least = (usable - 12) * 32 / 255 - 23
    let spread = least + (size - least) % (usable - 4)
    return spread <= most ? spread : least
  }
}

@available(*, unavailable)
extension DamagedDatabase: Sendable {}
