internal import CLedgerSQLite

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Darwin
#endif

/// Pages that are put behind those of a database file, as SQLite's documented file format has them
/// (sqlite.org/fileformat2.html), without SQLite: for files that are made anew and that nobody reads yet.
///
/// Where rows come in the order of their keys, a page is filled, written and never looked at again; through SQLite each
/// row costs ten times as much. No connection may be in a transaction meanwhile. One that was open before sees what was
/// written when `finish` has said so in the file's header, as it would see another process's work.
public final class PageFile {
  static let pageSize = 8_192
  /// The page whose bytes are for locks alone: the one at 1 GiB.
  static let lockPage = UInt32((1 << 30) / pageSize + 1)
  /// Bytes that are written at once.
  private static let chunk = 128 * pageSize

  private let path: String
  private let descriptor: Int32
  private var header: [UInt8]
  /// The page that would be written next; one is left out.
  private var next: UInt32
  private let waiting: UnsafeMutableRawBufferPointer
  private var waitingCount = 0
  /// Where what waits will stand.
  private var offset: Int

  /// The file, which is one that SQLite has made here and closed or left; nil where it is of another form: pages of
  /// another size, a write-ahead log, an index of pages (`auto_vacuum`).
  public init?(_ path: String) throws(SQLiteError) {
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

  /// The number that the next page gets.
  var nextNumber: UInt32 { next == Self.lockPage ? next + 1 : next }

  /// The number of the page that is added after that one.
  func number(after page: UInt32) -> UInt32 { page + 1 == Self.lockPage ? page + 2 : page + 1 }

  /// Puts a page behind all others, with zeroes where less is given; its number.
  func add(_ page: UnsafeRawBufferPointer) throws(SQLiteError) -> UInt32 {
    if next == Self.lockPage {
      try put(UnsafeRawBufferPointer(start: nil, count: 0))
      next += 1
    }
    try put(page)
    defer { next += 1 }
    return next
  }

  /// Zeroes where less than a page is given.
  private func put(_ page: UnsafeRawBufferPointer) throws(SQLiteError) {
    if waitingCount == Self.chunk { try flush() }
    let place = UnsafeMutableRawBufferPointer(rebasing: waiting[waitingCount..<waitingCount + Self.pageSize])
    place.copyMemory(from: page)
    UnsafeMutableRawBufferPointer(rebasing: place[page.count...]).initializeMemory(as: UInt8.self, repeating: 0)
    waitingCount += Self.pageSize
  }

  /// Writes a page in the place of one that is there.
  func write(_ page: UnsafeRawBufferPointer, at number: UInt32) throws(SQLiteError) {
    try write(page, at: (Int(number) - 1) * Self.pageSize)
  }

  private func flush() throws(SQLiteError) {
    try write(UnsafeRawBufferPointer(rebasing: waiting[..<waitingCount]), at: offset)
    // A sync of all has less to wait for then.
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

  /// Writes what waits, and says in the header how many pages there are, and that there was a change.
  public func finish() throws(SQLiteError) {
    try flush()
    let change = (Self.number(header, 24) &+ 1, next - 1)
    Self.set(change.0, in: &header, at: 24)
    Self.set(change.1, in: &header, at: 28)
    Self.set(change.0, in: &header, at: 92)  // the change that the number of pages is as of
    let failure = header.withUnsafeBytes { header in
      Result { () throws(SQLiteError) in try write(header, at: 0) }
    }
    try failure.get()
  }

  /// Says in the header of a file that nobody has open that it has a write-ahead log: as SQLite's switch to one does,
  /// which syncs four times to be able to go back. Files of another form stay as they are.
  public static func setWriteAhead(_ path: String) throws(SQLiteError) {
    guard let file = try PageFile(path) else { return }
    file.header[18] = 2
    file.header[19] = 2
    try file.finish()
  }

  /// Lets SQLite find no row in a table WITHOUT ROWID, or in an index, while `body` runs: what it makes out of all rows is
  /// made of none then, and can be filled by a `PageTree`.
  ///
  /// For files that nobody else has open. Throws where the file is of another form.
  public static func hidingRows(below root: UInt32, in path: String, _ body: () throws -> Void) throws {
    let page = UnsafeMutableRawBufferPointer.allocate(byteCount: pageSize, alignment: 16)
    defer { page.deallocate() }
    let before = try known(path)
    try before.read(page, at: root)
    var empty = [UInt8](repeating: 0, count: pageSize)
    empty[0] = PageTree.Kind.index.leafType
    empty[5] = UInt8(pageSize >> 8)  // where cells begin
    try empty.withUnsafeBytes { try before.write($0, at: root) }
    try before.finish()
    try body()
    let after = try known(path)
    try after.write(UnsafeRawBufferPointer(page), at: root)
    try after.finish()
  }

  private static func known(_ path: String) throws(SQLiteError) -> PageFile {
    guard let file = try PageFile(path) else {
      throw SQLiteError(
        extendedCode: SQLITE_CORRUPT, message: "pages of another form than those that were written",
        action: "open \(path)")
    }
    return file
  }

  private func read(_ page: UnsafeMutableRawBufferPointer, at number: UInt32) throws(SQLiteError) {
    var done = 0
    while done < page.count {
      let count = pread(
        descriptor, page.baseAddress.map { $0 + done }, page.count - done,
        off_t((Int(number) - 1) * Self.pageSize + done))
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { throw Self.failure(path, count == 0 ? EIO : errno, "read") }
      done += count
    }
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
