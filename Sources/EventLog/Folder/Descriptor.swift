internal import LedgerBytes

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Darwin
#endif

/// An open file or folder that can be locked, and read and written at its beginning.
///
/// Never for `log.sqlite` or its -shm: closing any descriptor of a file drops the process's POSIX locks on it,
/// SQLite's included.
final class Descriptor {
  let path: String
  private let number: Int32

  private init(_ number: Int32, _ path: String) {
    self.number = number
    self.path = path
  }

  deinit { close(number) }

  static func file(_ path: String, flags: Int32) throws(FileError) -> Descriptor {
    // A hard link may have the name of any file in the folder.
    try HeldFiles.check("open", path, databasesOnly: true)
    let number = open(path, flags | O_NOFOLLOW | O_CLOEXEC, 0o600)
    guard number >= 0 else { throw FileError(operation: "open", path: path, code: errno) }
    return Descriptor(number, path)
  }

  static func folder(_ path: String) throws(FileError) -> Descriptor {
    let number = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard number >= 0 else { throw FileError(operation: "open", path: path, code: errno) }
    return Descriptor(number, path)
  }

  /// The file that is open.
  var identity: FileIdentity? { FileIdentity(descriptor: number) }

  var inode: UInt64 {
    var status = stat()
    return fstat(number, &status) == 0 ? UInt64(status.st_ino) : 0
  }

  /// Up to `limit` bytes from `offset` on. Memory grows with what is there, not with the limit.
  func read(limit: Int, at offset: Int = 0) throws(FileError) -> [UInt8] {
    var bytes: [UInt8] = []
    while bytes.count < limit {
      let wanted = min(limit - bytes.count, max(4_096, bytes.count))
      var failure: Int32 = 0
      let piece = [UInt8](unsafeUninitializedCapacity: wanted) { buffer, count in
        var read = -1
        repeat {
          read = pread(number, buffer.baseAddress, wanted, off_t(offset + bytes.count))
        } while read < 0 && errno == EINTR
        if read < 0 { failure = errno }
        count = max(read, 0)
      }
      guard failure == 0 else { throw FileError(operation: "read", path: path, code: failure) }
      if piece.isEmpty { break }
      if bytes.isEmpty { bytes = piece } else { bytes += piece }
      if piece.count < wanted { break }
    }
    return bytes
  }

  /// Writes the bytes over what is at `offset`, in one call.
  func write(_ bytes: [UInt8], at offset: Int = 0) throws(FileError) {
    var written = -1
    repeat {
      written = bytes.withUnsafeBytes { pwrite(number, $0.baseAddress, $0.count, off_t(offset)) }
    } while written < 0 && errno == EINTR
    guard written == bytes.count else {
      throw FileError(operation: "write", path: path, code: written < 0 ? errno : ENOSPC)
    }
  }

  func synchronize() throws(FileError) {
    #if canImport(Darwin)
      if fcntl(number, F_FULLFSYNC) == 0 { return }
    #endif
    guard fsync(number) == 0 else { throw FileError(operation: "synchronize", path: path, code: errno) }
  }

  /// Takes the exclusive lock if it is free.
  func tryLock() -> Bool { flock(number, LOCK_EX | LOCK_NB) == 0 }

  /// Takes the exclusive lock, waiting up to `milliseconds` in short steps with jitter; false when time is up.
  func lock(waiting milliseconds: Int64) -> Bool {
    if tryLock() { return true }
    let deadline = Self.monotonicMilliseconds() + milliseconds
    var attempts = 0
    while Self.monotonicMilliseconds() < deadline {
      usleep(UInt32.random(in: 100...(attempts < 8 ? 500 : 2_000)))
      attempts += 1
      if tryLock() { return true }
    }
    return false
  }

  func unlock() { _ = flock(number, LOCK_UN) }

  private static func monotonicMilliseconds() -> Int64 {
    var now = timespec()
    clock_gettime(CLOCK_MONOTONIC, &now)
    return Int64(now.tv_sec) * 1_000 + Int64(now.tv_nsec) / 1_000_000
  }
}
