#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Darwin
#endif

/// A file without a name, for data that is too much for memory. Never synced.
///
/// No other program sees it. The system removes it with its owner, even after a crash.
package final class ScratchFile: Sendable {
  private let file: OpenFile

  /// Makes one, 0600, in the folder of `path`, and removes its name at once.
  ///
  /// Nothing may have that name. A process that is killed in between leaves an empty file.
  package init(nextTo path: String, name: String) throws(FileError) {
    let path = "\(FilePath.folder(of: path))/\(name)"
    file = try OpenFile(path, .createNew, operation: "create")
    try DurableFile.discard(path)
  }

  /// Writes all of `bytes` from `offset` on.
  package func write(_ bytes: UnsafeRawBufferPointer, at offset: Int) throws(FileError) {
    try file.write(bytes, at: offset)
  }

  /// Fills `bytes` from `offset` on. What was never written fails with `EIO`.
  package func read(into bytes: UnsafeMutableRawBufferPointer, at offset: Int) throws(FileError) {
    try file.read(into: bytes, at: offset)
  }
}
