internal import Synchronization

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Darwin
#endif

/// An open file or folder, closed when the object goes.
///
/// Every call is repeated after a signal. Child processes do not inherit the descriptor.
package final class OpenFile: Sendable {
  /// The path it was opened by. The file may have been renamed or removed since.
  package let path: String
  let number: Int32
  private let hasLock = Atomic(false)

  /// How a file is opened. A file that this creates is readable and writable by its owner alone.
  package enum Mode: Sendable {
    case read
    case readWrite
    /// Reads and writes. Creates the file if it is missing.
    case readWriteOrCreate
    /// Reads and writes a file that this creates. Fails with `EEXIST` if the name is taken.
    case createNew

    fileprivate var flags: Int32 {
      switch self {
      case .read: O_RDONLY
      case .readWrite: O_RDWR
      case .readWriteOrCreate: O_RDWR | O_CREAT
      case .createNew: O_RDWR | O_CREAT | O_EXCL
      }
    }
  }

  /// Opens a file without waiting for a pipe's other end. A symbolic link fails with `ELOOP` unless `followingLinks`.
  ///
  /// Throws if an open ledger has the file. With `forLedger` that holds for its databases alone: the ledger opens its own
  /// other files. SQLite's files are never opened this way, because closing any descriptor of a file drops the process's
  /// POSIX locks on it.
  package init(
    _ path: String, _ mode: Mode, followingLinks: Bool = false, forLedger: Bool = false,
    operation: String = "open"
  ) throws(FileError) {
    // A hard link may have the name of any file in the folder.
    try HeldFiles.check(operation, path, databasesOnly: forLedger)
    let flags = mode.flags | (followingLinks ? 0 : O_NOFOLLOW) | O_NONBLOCK | O_CLOEXEC
    number = try FileCall.run(operation, path) { open($0, flags, 0o600) }
    self.path = path
  }

  /// Opens a folder, to lock it or to sync its entries to the disk.
  package init(folder path: String) throws(FileError) {
    number = try FileCall.run("open", path) { open($0, O_RDONLY | O_DIRECTORY | O_CLOEXEC) }
    self.path = path
  }

  deinit { close(number) }

  /// Returns the system's record of the file.
  func status() throws(FileError) -> stat {
    var status = stat()
    _ = try FileCall.run("examine", path) { _ in fstat(number, &status) }
    return status
  }

  /// Returns the number of bytes in the file.
  package func byteCount() throws(FileError) -> Int { Int(try status().st_size) }

  /// The numbers by which the system knows the file, or `nil` if it does not answer.
  package var identity: FileIdentity? { FileIdentity(descriptor: number) }

  /// The number of the file on its disk, or 0 if the system does not answer.
  package var inode: UInt64 { (try? status()).map { UInt64($0.st_ino) } ?? 0 }

  /// Some systems refuse to move 2 GiB or more at once.
  package static let pieceBytesMax = 1 << 30
}

// MARK: - Reading and writing

extension OpenFile {
  /// Writes all of `bytes` from `offset` on, in as many pieces as the system wants.
  package func write(
    _ bytes: UnsafeRawBufferPointer, at offset: Int = 0, pieceBytesMax: Int = pieceBytesMax
  ) throws(FileError) {
    precondition(offset >= 0, "a write before the beginning of a file")
    var done = 0
    while done < bytes.count {
      let rest = UnsafeRawBufferPointer(rebasing: bytes[done...])
      let count = try FileCall.run("write", path) { _ in
        pwrite(number, rest.baseAddress, min(rest.count, pieceBytesMax), off_t(offset + done))
      }
      guard count > 0 else { throw FileError(operation: "write", path: path, code: EIO) }
      done += count
    }
  }

  /// Writes all of `bytes` from `offset` on.
  package func write(_ bytes: [UInt8], at offset: Int = 0) throws(FileError) {
    try bytes.withUnsafeBufferPointer { (buffer) throws(FileError) in
      try write(UnsafeRawBufferPointer(buffer), at: offset)
    }
  }

  /// Reads all bytes of the file. One of more than `limit` bytes fails with `EFBIG`.
  package func readAll(limit: Int, pieceBytesMax: Int = pieceBytesMax) throws(FileError) -> [UInt8] {
    precondition(limit >= 0 && limit < Int.max, "one byte more than the limit can be counted")
    let expected = Int(try status().st_size)
    guard expected <= limit else { throw FileError(operation: "read", path: path, code: EFBIG) }
    // One byte more than the size shows the end. A file that grows meanwhile is read on.
    let bytes = try read(upTo: limit + 1, expecting: expected + 1, pieceBytesMax: pieceBytesMax)
    guard bytes.count <= limit else { throw FileError(operation: "read", path: path, code: EFBIG) }
    return bytes
  }

  /// Returns up to `limit` bytes from `offset` on. Memory grows with what is there, not with the limit.
  package func read(upTo limit: Int, at offset: Int = 0) throws(FileError) -> [UInt8] {
    try read(upTo: limit, at: offset, expecting: 4_096, pieceBytesMax: Self.pieceBytesMax)
  }

  private func read(
    upTo limit: Int, at offset: Int = 0, expecting expected: Int, pieceBytesMax: Int
  ) throws(FileError) -> [UInt8] {
    precondition(offset >= 0 && pieceBytesMax > 0, "a read begins in the file and moves on")
    var bytes: [UInt8] = []
    var room = min(expected, limit)
    while room > 0 {
      let wanted = min(room, pieceBytesMax)
      let start = offset + bytes.count
      var failure: FileError?
      let piece = [UInt8](unsafeUninitializedCapacity: wanted) { buffer, count in
        do throws(FileError) {
          count = try FileCall.run("read", path) { _ in pread(number, buffer.baseAddress, wanted, off_t(start))
          }
        } catch {
          failure = error
        }
      }
      if let failure { throw failure }
      if bytes.isEmpty { bytes = piece } else { bytes += piece }
      if piece.count < wanted { break }
      room = min(max(room - piece.count, bytes.count, 4_096), limit - bytes.count)
    }
    return bytes
  }

  /// Fills `bytes` from `offset` on. A file that ends before fails with `EIO`.
  package func read(into bytes: UnsafeMutableRawBufferPointer, at offset: Int) throws(FileError) {
    precondition(offset >= 0, "a read begins in the file")
    var done = 0
    while done < bytes.count {
      let rest = UnsafeMutableRawBufferPointer(rebasing: bytes[done...])
      let count = try FileCall.run("read", path) { _ in
        pread(number, rest.baseAddress, min(rest.count, Self.pieceBytesMax), off_t(offset + done))
      }
      guard count > 0 else { throw FileError(operation: "read", path: path, code: EIO) }
      done += count
    }
  }
}

// MARK: - The disk

extension OpenFile {
  /// Removes all bytes of the file.
  package func truncate() throws(FileError) {
    _ = try FileCall.run("truncate", path) { _ in ftruncate(number, 0) }
  }

  /// Syncs the file with its metadata, or the folder's entries, to the disk.
  package func synchronize() throws(FileError) {
    _ = try FileCall.run("sync", path) { _ in DurableFile.synchronize(descriptor: number) }
  }

  #if canImport(Glibc) || canImport(Musl)
    /// Makes this empty file a copy of another that shares its bytes. False if the file system cannot.
    func shareBytes(of other: OpenFile) -> Bool {
      // FICLONE of linux/fs.h, `_IOW(0x94, 9, int)`: a macro, which is not imported.
      ioctl(number, 0x4004_9409, other.number) == 0
    }
  #endif
}

// MARK: - The lock

extension OpenFile {
  /// Whether the lock is held through this object.
  package var isLocked: Bool { hasLock.load(ordering: .relaxed) }

  /// Takes the lock between processes (`flock`) if it is free. The system drops it when the process ends.
  package func tryLock() -> Bool {
    guard flock(number, LOCK_EX | LOCK_NB) == 0 else { return false }
    hasLock.store(true, ordering: .relaxed)
    return true
  }

  /// Takes the lock, waiting up to `milliseconds` in short steps with jitter. False when time is up.
  package func lock(waiting milliseconds: Int64) -> Bool {
    if tryLock() { return true }
    let deadline = SystemClock.monotonicNanoseconds() + UInt64(max(milliseconds, 0)) * 1_000_000
    var attempts = 0
    while SystemClock.monotonicNanoseconds() < deadline {
      usleep(UInt32.random(in: 100...(attempts < 8 ? 500 : 2_000)))
      attempts += 1
      if tryLock() { return true }
    }
    return false
  }

  /// Gives the lock back.
  package func unlock() {
    precondition(isLocked, "a lock is given back by its holder")
    hasLock.store(false, ordering: .relaxed)
    _ = flock(number, LOCK_UN)
  }
}

/// A system call that is repeated after a signal and fails with a `FileError`.
enum FileCall {
  /// Calls `body` with `name` or `path` in C's form, and again each time a signal interrupts the call.
  static func run<Count: SignedInteger>(
    _ operation: String, _ path: String, name: String? = nil, _ body: (UnsafePointer<CChar>) -> Count
  ) throws(FileError) -> Count {
    let name = name ?? path
    // C would see a name with a zero byte in it as a shorter one.
    guard !name.utf8.contains(0) else { throw FileError(operation: operation, path: path, code: EINVAL) }
    let (result, code) = name.withCString { name in
      while true {
        let result = body(name)
        let code = result < 0 ? errno : 0
        if code != EINTR { return (result, code) }
      }
    }
    guard result >= 0 else { throw FileError(operation: operation, path: path, code: code) }
    return result
  }
}

extension DurableFile {
  /// Syncs an open file or folder to the disk. Returns 0, or -1 with the reason in `errno`.
  package static func synchronize(descriptor: Int32) -> Int32 {
    #if canImport(Darwin)
      // fsync leaves data in the drive's cache. Some file systems do not support F_FULLFSYNC.
      if fcntl(descriptor, F_FULLFSYNC) == 0 { return 0 }
    #endif
    return fsync(descriptor)
  }
}
