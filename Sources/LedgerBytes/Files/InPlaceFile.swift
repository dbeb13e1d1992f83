#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Darwin
#endif

/// A small file kept open, whose beginning is overwritten again and again: one call each time, without a sync.
///
/// Such a write costs next to nothing beside a commit, and may be lost or torn by a power cut: whoever reads the
/// file needs a checksum in it.
public final class InPlaceFile: Sendable {
  /// Where it was opened. Someone may have renamed or removed it since.
  public let path: String
  private let file: FileDescriptor

  /// Opens a file for reading and writing; with `create` makes one, 0600, that is not there. A symbolic link
  /// fails with `ELOOP`.
  public init(_ path: String, create: Bool) throws(FileError) {
    self.path = path
    file = try FileDescriptor(opening: path, O_RDWR | O_NOFOLLOW | O_NONBLOCK | (create ? O_CREAT : 0))
  }

  /// Overwrites the beginning. What is behind `bytes` stays.
  public func write(_ bytes: [UInt8]) throws(FileError) {
    try bytes.withUnsafeBufferPointer { (buffer) throws(FileError) in
      try write(UnsafeRawBufferPointer(buffer))
    }
  }

  /// Overwrites the beginning. What is behind `bytes` stays.
  public func write(_ bytes: UnsafeRawBufferPointer) throws(FileError) { try file.write(bytes, at: 0) }

  /// All its bytes; more than `limit` fail with `EFBIG`.
  public func read(limit: Int) throws(FileError) -> [UInt8] { try file.read(limit: limit) }

  /// Brings what was written to the disk.
  public func synchronize() throws(FileError) { try file.synchronizeData() }
}
