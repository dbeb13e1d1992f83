internal import CLedgerSQLite

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Darwin
#endif

/// Appends pages to a new database file without SQLite, in its documented format.
///
/// If rows arrive in the order of their keys, each page is written once and not read again. Writing a row through SQLite
/// takes ten times as long. The format is described in sqlite.org/fileformat2.html.
///
/// No connection may be in a transaction meanwhile. An open connection sees the pages after `finish` has updated the
/// file's header, just as it sees the commits of another process.
package final class PageFile {
  package static let pageSize = 8_192
  /// The page at 1 GiB, which SQLite uses for locks and never for data.
  static let lockPage = UInt32((1 << 30) / pageSize + 1)
  /// The number of bytes written with one call.
  private static let chunk = 128 * pageSize

  private let path: String
  private let descriptor: Int32
  private var header: [UInt8]
  /// The number of the next page, which may be that of the lock page.
  private var next: UInt32
  private let waiting: UnsafeMutableRawBufferPointer
  private var waitingCount = 0
  /// The offset in the file of the pages that wait to be written.
  private var offset: Int

  /// Opens a file that SQLite has created, or returns `nil` if it has another form.
  ///
  /// Other forms have pages of another size, a write-ahead log, or an index of pages (`auto_vacuum`).
  package init?(_ path: String) throws(SQLiteError) {
    self.path = path
    descriptor = Connection.openDescriptor(path, O_RDWR | O_NOFOLLOW | O_CLOEXEC)
    guard descriptor >= 0 else { throw Self.failure(path, errno, "open") }
    header = [UInt8](repeating: 0, count: 100)
    let count = pread(descriptor, &header, 100, 0)
    let size = Int(lseek(descriptor, 0, SEEK_END))
    waiting = .allocate(byteCount: Self.chunk, alignment: 16)
    offset = size
    next = UInt32(clamping: size / Self.pageSize + 1)
    guard count == 100, Self.isKnown(header), size == Int(Self.number(header, 28)) * Self.pageSize else {
      return nil
    }
  }

  deinit {
    waiting.deallocate()
    _ = Connection.closeDescriptor(descriptor)
  }

  private static func isKnown(_ header: [UInt8]) -> Bool {
    header.starts(with: "SQLite format 3\0".utf8) && header[16] == UInt8(pageSize >> 8) && header[17] == 0
      && header[18] == 1 && header[19] == 1  // no write-ahead log
      && header[20] == 0  // no room kept in a page
      && number(header, 44) == 4 && number(header, 52) == 0 && number(header, 56) == 1
  }

  private static func number(_ bytes: [UInt8], _ offset: Int) -> UInt32 {
    bytes[offset..<offset + 4].reduce(0) { $0 << 8 | UInt32($1) }
  }

  /// The number of the next page that is added.
  var nextNumber: UInt32 { next == Self.lockPage ? next + 1 : next }

  /// Returns the number of the page that is added after `page`.
  func number(after page: UInt32) -> UInt32 { page + 1 == Self.lockPage ? page + 2 : page + 1 }

  /// Appends a page, padded with zeroes, and returns its number.
  func add(_ page: UnsafeRawBufferPointer) throws(SQLiteError) -> UInt32 {
    if next == Self.lockPage {
      try put(UnsafeRawBufferPointer(start: nil, count: 0))
      next += 1
    }
    precondition(
      offset + waitingCount == Int(next - 1) * Self.pageSize,
      "a page is added at the place that its number means")
    try put(page)
    defer { next += 1 }
    return next
  }

  /// Adds a page to the buffer, padded with zeroes.
  private func put(_ page: UnsafeRawBufferPointer) throws(SQLiteError) {
    precondition(page.count <= Self.pageSize, "a page fits its place in the file")
    if waitingCount == Self.chunk { try flush() }
    let place = UnsafeMutableRawBufferPointer(rebasing: waiting[waitingCount..<waitingCount + Self.pageSize])
    place.copyMemory(from: page)
    UnsafeMutableRawBufferPointer(rebasing: place[page.count...]).initializeMemory(as: UInt8.self, repeating: 0)
    waitingCount += Self.pageSize
  }

  /// Overwrites an existing page.
  func write(_ page: UnsafeRawBufferPointer, at number: UInt32) throws(SQLiteError) {
    precondition(
      number > 1 && number < next, "only a page that exists is overwritten, and never that of the schema")
    precondition(page.count == Self.pageSize, "a page is overwritten as a whole")
    try write(page, at: (Int(number) - 1) * Self.pageSize)
  }

  private func flush() throws(SQLiteError) {
    try write(UnsafeRawBufferPointer(rebasing: waiting[..<waitingCount]), at: offset)
    // Starting the transfer now makes the final sync shorter.
    ledger_sqlite_begin_writing(descriptor, Int64(offset), Int64(waitingCount))
    offset += waitingCount
    waitingCount = 0
  }

  private func write(_ bytes: UnsafeRawBufferPointer, at offset: Int) throws(SQLiteError) {
    var written = 0
    while written < bytes.count {
      let count = pwrite(
        descriptor, bytes.baseAddress.map { $0 + written }, bytes.count - written, off_t(offset + written))
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { throw Self.failure(path, count == 0 ? ENOSPC : errno, "write") }
      written += count
    }
  }

  /// Writes the remaining pages, and updates the page count and the change counter in the header.
  package func finish() throws(SQLiteError) {
    try flush()
    precondition(offset == Int(next - 1) * Self.pageSize, "the page count in the header is that of the file")
    let change = (Self.number(header, 24) &+ 1, next - 1)
    Self.set(change.0, in: &header, at: 24)
    Self.set(change.1, in: &header, at: 28)
    Self.set(change.0, in: &header, at: 92)  // the change counter that the page count is valid for
    let failure = header.withUnsafeBytes { header in
      Result { () throws(SQLiteError) in try write(header, at: 0) }
    }
    try failure.get()
  }

  /// Switches a file that no connection has open to WAL mode, by a change to its header.
  ///
  /// SQLite's own switch syncs four times to be able to roll back. Files of another form are not changed.
  package static func setWriteAhead(_ path: String) throws(SQLiteError) {
    guard let file = try PageFile(path) else { return }
    file.header[18] = 2
    file.header[19] = 2
    try file.finish()
  }

  private static func set(_ value: UInt32, in bytes: inout [UInt8], at offset: Int) {
    for index in 0..<4 { bytes[offset + index] = UInt8(truncatingIfNeeded: value >> UInt32(24 - 8 * index)) }
  }

  private static func failure(_ path: String, _ code: Int32, _ verb: String) -> SQLiteError {
    let isFull = code == ENOSPC || code == EDQUOT
    return SQLiteError(
      extendedCode: isFull ? SQLITE_FULL : verb == "open" ? SQLITE_CANTOPEN : SQLITE_IOERR,
      message: String(cString: strerror(code)), action: "\(verb) \(path)")
  }
}

@available(*, unavailable)
extension PageFile: Sendable {}
