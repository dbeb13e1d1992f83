#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Darwin
#endif

/// A file without a name, for what is too much for memory: nobody else sees it, and it is gone with its owner, however that
/// ends. Never synced.
public final class ScratchFile: Sendable {
  private let file: FileDescriptor

  /// Makes one, 0600, in the folder of `path`, under a name that nothing has, and takes the name away at once. A process that
  /// is killed in between leaves an empty file.
  public init(beside path: String, name: String) throws(FileError) {
    let path = "\(FilePath.folder(of: path))/\(name)"
    file = try FileDescriptor(opening: path, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW, operation: "create")
    try DurableFile.discard(path)
  }

  /// Writes all of `bytes` from `offset` on.
  public func write(_ bytes: UnsafeRawBufferPointer, at offset: Int) throws(FileError) {
    try file.write(bytes, at: offset)
  }

  /// Fills `bytes` from `offset` on. What was never written fails with `EIO`.
  public func read(into bytes: UnsafeMutableRawBufferPointer, at offset: Int) throws(FileError) {
    try file.read(into: bytes, at: offset)
  }
}
