internal import LedgerPlatform

/// The pages that a -wal adds at the end of a database, read past SQLite.
///
/// SQLite applies every valid -wal to the database next to it. `log.sqlite` may have been replaced by an older or later
/// copy while the -wal of a process that was killed was left. Then SQLite mixes pages of both without an error. A log only grows, so the
/// sizes show it. The pages after the end of the database must all be in the -wal. The database cannot be longer than
/// its last commit. A copy that is as long as the original is not noticed here, but `verify` compares everything.
struct WriteAheadLogFrames {
  /// The pages of the database after the last commit, or 0 without a commit.
  private(set) var pageCount: Int64 = 0
  private(set) var pageSize: Int64 = 0
  /// The pages after the end of the database that commits have written.
  private var added: Set<Int64> = []
  /// The end of the database file in pages.
  private let filePages: Int64

  private static let headerBytes = 32
  private static let frameHeaderBytes = 24

  /// Reads the frames up to the last commit, or returns `nil` if the file is no -wal.
  ///
  /// - Parameters:
  ///   - file: The -wal.
  ///   - databaseBytes: The size of the database.
  ///   - comparesChecksums: Whether frames count only as far as their checksums are right, as SQLite counts them.
  /// - Complexity: One short read per frame, or all bytes if checksums are compared.
  init?(_ file: OpenFile, databaseBytes: Int64, comparesChecksums: Bool) throws(FileError) {
    let header = try file.read(upTo: Self.headerBytes)
    guard header.count == Self.headerBytes, [0x377f_0682, 0x377f_0683].contains(Self.number(header, 0)) else {
      return nil
    }
    pageSize = Int64(Self.number(header, 8))
    guard (512...65_536).contains(pageSize), pageSize & (pageSize - 1) == 0 else { return nil }
    filePages = databaseBytes / pageSize
    var checksum = Checksum(isBigEndian: Self.number(header, 0) & 1 == 1)
    if comparesChecksums {
      checksum.add(header[..<24])
      guard checksum.isAt(header[24...]) else { return nil }
    }
    var pending: [Int64] = []
    var offset = Self.headerBytes
    while true {
      let limit = Self.frameHeaderBytes + (comparesChecksums ? Int(pageSize) : 0)
      let frame = try file.read(upTo: limit, at: offset)
      guard frame.count == limit, frame[8..<16] == header[16..<24] else { return }
      if comparesChecksums {
        checksum.add(frame[..<8])
        checksum.add(frame[Self.frameHeaderBytes...])
        guard checksum.isAt(frame[16..<24]) else { return }
      }
      let page = Int64(Self.number(frame, 0))
      guard page > 0 else { return }
      if page > filePages { pending.append(page) }
      let committedPages = Int64(Self.number(frame, 4))
      if committedPages > 0 {
        added.formUnion(pending)
        pending = []
        pageCount = committedPages
      }
      offset += Self.frameHeaderBytes + Int(pageSize)
    }
  }

  /// Whether the commits of this -wal can have been made on the database that lies next to it.
  var fitsDatabase: Bool {
    if pageCount == 0 { return true }
    if filePages > pageCount { return false }
    return Int64(added.count { $0 <= pageCount }) == pageCount - filePages
  }

  private static func number(_ bytes: [UInt8], _ start: Int) -> UInt32 {
    bytes[start..<start + 4].reduce(0) { $0 << 8 | UInt32($1) }
  }

  /// SQLite's checksum over words of a -wal, which continues from frame to frame.
  private struct Checksum {
    let isBigEndian: Bool
    private var first: UInt32 = 0
    private var second: UInt32 = 0

    init(isBigEndian: Bool) { self.isBigEndian = isBigEndian }

    mutating func add(_ bytes: ArraySlice<UInt8>) {
      bytes.withUnsafeBytes { bytes in
        for offset in stride(from: 0, to: bytes.count - 7, by: 8) {
          first &+= word(bytes, offset) &+ second
          second &+= word(bytes, offset + 4) &+ first
        }
      }
    }

    private func word(_ bytes: UnsafeRawBufferPointer, _ offset: Int) -> UInt32 {
      let word = bytes.loadUnaligned(fromByteOffset: offset, as: UInt32.self)
      return isBigEndian ? UInt32(bigEndian: word) : UInt32(littleEndian: word)
    }

    /// Whether the sum is the one that is stored in those eight bytes.
    func isAt(_ bytes: ArraySlice<UInt8>) -> Bool {
      bytes.reduce(0) { $0 << 8 | UInt64($1) } == UInt64(first) << 32 | UInt64(second)
    }
  }
}

extension LedgerLog {
  /// Throws `.otherWriteAheadLog` if the -wal was not written for the log that is there now.
  ///
  /// Another process may commit or copy its -wal meanwhile. So the answer counts only if it is the same again while
  /// neither file has changed.
  ///
  /// - Complexity: A look at one file if there is no -wal. Otherwise a short read per frame.
  static func requireOwnWriteAheadLog(_ files: LedgerFolder) throws {
    for attempt in 0..<3 {
      guard try DurableFile.size(files.writeAheadLog) ?? 0 > 0 else { return }
      // The size of the log is read first: a live log only grows.
      let trace = files.trace
      guard let size = trace.first else { return }
      let file: OpenFile
      do throws(FileError) {
        file = try OpenFile(files.writeAheadLog, .read, forLedger: true)
      } catch {
        if error.isMissing { return }
        throw error
      }
      // Checksums are compared only where the sizes are wrong: a damaged -wal is shorter for SQLite than for its headers.
      for comparesChecksums in [false, true] {
        let frames = try WriteAheadLogFrames(file, databaseBytes: size, comparesChecksums: comparesChecksums)
        guard let frames, !frames.fitsDatabase else { return }
      }
      if files.trace == trace { throw EventLogError.otherWriteAheadLog(path: files.writeAheadLog) }
      SystemClock.sleep(microseconds: UInt32(attempt + 1) * 5_000)
    }
  }
}
