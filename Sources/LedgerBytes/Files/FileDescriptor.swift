#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Darwin
#endif

/// An open file or folder, closed when it goes. Every call goes on after a signal, and never hands its file to
/// a child process.
struct FileDescriptor: ~Copyable {
  let number: Int32
  let path: String

  /// Opens `path`, unless it is a file of a ledger that is open in this process. A file that this makes is readable and
  /// writable by its owner alone.
  init(opening path: String, _ flags: Int32, operation: String = "open") throws(FileError) {
    try HeldFiles.check(operation, path)
    number = try FileCall.run(operation, path) { open($0, flags | O_CLOEXEC, 0o600) }
    self.path = path
  }

  /// Opens a folder, to sync it.
  init(folder path: String) throws(FileError) { try self.init(opening: path, O_RDONLY | O_DIRECTORY) }

  deinit { close(number) }

  /// What the system knows of the file.
  func status() throws(FileError) -> stat {
    var status = stat()
    _ = try FileCall.run("examine", path) { _ in fstat(number, &status) }
    return status
  }

  /// Writes all of `bytes` from `offset` on, in as many pieces as the system wants.
  func write(
    _ bytes: UnsafeRawBufferPointer, at offset: Int, largestPiece: Int = Self.largestPiece
  ) throws(FileError) {
    var done = 0
    while done < bytes.count {
      let rest = UnsafeRawBufferPointer(rebasing: bytes[done...])
      let count = try FileCall.run("write", path) { _ in
        pwrite(number, rest.baseAddress, min(rest.count, largestPiece), off_t(offset + done))
      }
      guard count > 0 else { throw FileError(operation: "write", path: path, code: EIO) }
      done += count
    }
  }

  /// Reads from the beginning to the end, at most `limit` bytes; a longer file is an error.
  func read(limit: Int, largestPiece: Int = Self.largestPiece) throws(FileError) -> [UInt8] {
    precondition(limit >= 0 && limit < Int.max)
    let expected = Int(try status().st_size)
    guard expected <= limit else { throw FileError(operation: "read", path: path, code: EFBIG) }
    var bytes: [UInt8] = []
    // One byte more than the size shows the end; a file that grows meanwhile is read on.
    var room = min(expected, limit) + 1
    while true {
      let start = bytes.count
      let piece = min(room, largestPiece)
      bytes += [UInt8](repeating: 0, count: piece)
      let count = try bytes.withUnsafeMutableBufferPointer { (buffer) throws(FileError) in
        let rest = UnsafeMutableRawBufferPointer(UnsafeMutableBufferPointer(rebasing: buffer[start...]))
        return try FileCall.run("read", path) { _ in pread(number, rest.baseAddress, rest.count, off_t(start)) }
      }
      bytes.removeLast(piece - count)
      guard bytes.count <= limit else { throw FileError(operation: "read", path: path, code: EFBIG) }
      if count == 0 { return bytes }
      room = min(max(room - count, 64 * 1024), limit + 1 - bytes.count)
    }
  }

  /// Fills `bytes` from `offset` on; a file that ends before fails with `EIO`.
  func read(into bytes: UnsafeMutableRawBufferPointer, at offset: Int) throws(FileError) {
    var done = 0
    while done < bytes.count {
      let rest = UnsafeMutableRawBufferPointer(rebasing: bytes[done...])
      let count = try FileCall.run("read", path) { _ in
        pread(number, rest.baseAddress, min(rest.count, Self.largestPiece), off_t(offset + done))
      }
      guard count > 0 else { throw FileError(operation: "read", path: path, code: EIO) }
      done += count
    }
  }

  /// Brings the file's bytes to the disk, and what is needed to find them: its size, not its times.
  func synchronizeData() throws(FileError) {
    #if canImport(Darwin)
      try synchronize()
    #else
      _ = try FileCall.run("sync", path) { _ in fdatasync(number) }
    #endif
  }

  /// Brings the file, or the folder's entries, to the disk with everything about it.
  func synchronize() throws(FileError) {
    #if canImport(Darwin)
      // fsync leaves it in the drive's cache; not every file system knows the full one.
      if fcntl(number, F_FULLFSYNC) == 0 { return }
    #endif
    _ = try FileCall.run("sync", path) { _ in fsync(number) }
  }

  #if canImport(Glibc) || canImport(Musl)
    /// Makes this empty file a copy of another that shares its bytes; false where the file system cannot.
    borrowing func shareBytes(of other: borrowing FileDescriptor) -> Bool {
      // FICLONE of linux/fs.h, `_IOW(0x94, 9, int)`: a macro, which is not imported.
      ioctl(number, 0x4004_9409, other.number) == 0
    }
  #endif

  /// Some systems refuse to move 2 GiB or more at once.
  static let largestPiece = 1 << 30
}

/// A system call that goes on after a signal and fails with a `FileError`.
enum FileCall {
  /// Calls `body` with `path` in C's form until it ends for another reason than a signal.
  static func run<Count: SignedInteger>(
    _ operation: String, _ path: String, _ body: (UnsafePointer<CChar>) -> Count
  ) throws(FileError) -> Count {
    // C would see a path with a zero byte in it as a shorter one.
    guard !path.utf8.contains(0) else { throw FileError(operation: operation, path: path, code: EINVAL) }
    let (result, code) = path.withCString { path in
      while true {
        let result = body(path)
        let code = result < 0 ? errno : 0
        if code != EINTR { return (result, code) }
      }
    }
    guard result >= 0 else { throw FileError(operation: operation, path: path, code: code) }
    return result
  }
}
