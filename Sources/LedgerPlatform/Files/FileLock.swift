#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Darwin
#endif

/// A lock between processes (flock) on a file that holds nothing, kept until this object goes.
///
/// The system drops it when the process ends, however that happens.
package final class FileLock {
  private let number: Int32
  private let path: String

  /// Takes the lock, and creates a missing file with mode 0600.
  ///
  /// - Parameters:
  ///   - path: The path of the lock file.
  ///   - wait: Whether to wait for another holder. Otherwise the result is `nil` if there is one.
  package init?(_ path: String, wait: Bool) throws(FileError) {
    let number = open(path, O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0o600)
    guard number >= 0 else { throw FileError(operation: "open", path: path, code: errno) }
    while flock(number, wait ? LOCK_EX : LOCK_EX | LOCK_NB) != 0 {
      let code = errno
      if code == EINTR { continue }
      close(number)
      if code == EWOULDBLOCK { return nil }
      throw FileError(operation: "lock", path: path, code: code)
    }
    self.number = number
    self.path = path
  }

  /// Whether the path still leads to this lock. False if the file was removed or replaced meanwhile.
  package var isInPlace: Bool {
    var own = stat()
    return fstat(number, &own) == 0 && DurableFile.inode(path) == UInt64(own.st_ino)
  }

  deinit { close(number) }
}
