internal import Dispatch
internal import LedgerBytes
internal import LedgerPlatform
internal import Synchronization

/// A file that takes its name once it is whole and on the disk.
///
/// Its bytes go to a hidden file in the same folder. If the export fails or is interrupted, that file is removed.
final class ExportFile {
  private let path: String
  private let temporary: String
  private let descriptor: Int32
  private let digest = BackgroundDigest()
  private var isFinished = false

  init(_ path: String) throws(Failure) {
    self.path = path
    let folder = path.lastIndex(of: "/").map { String(path[...$0]) } ?? ""
    let name = path.dropFirst(folder.count)
    guard !name.isEmpty, name != ".", name != ".." else {
      throw Failure(.cannotCreate, "“\(path)” is not the name of a file")
    }
    guard DurableFile.isReplaceable(path) else {
      throw Failure(
        .cannotCreate, "\(path) is no regular file", advice: "Name a file, or leave -o out for standard output")
    }
    let number = String(UInt64.random(in: 0...UInt64.max), radix: 16)
    temporary = "\(folder).\(name.prefix(60)).\(number).tmp"
    switch System.createFile(temporary) {
    case .success(let descriptor): self.descriptor = descriptor
    case .failure(let error):
      let failure = FileError(operation: "create", path: path, code: error.code)
      if failure.isInFile || failure.isForbidden { throw explanation(of: failure) }
      throw Failure(
        .cannotCreate, "cannot make \(path): \(error.reason)", advice: "Name another place: -o FILE")
    }
  }

  deinit {
    if !isFinished {
      System.closeDescriptor(descriptor)
      try? DurableFile.remove(temporary)
    }
  }

  /// Writes bytes, and computes their digest on another thread.
  func write(_ bytes: [UInt8]) throws(OutputFailure) {
    digest.update(bytes)
    try System.write(all: bytes, to: descriptor, name: visible(path))
  }

  /// Puts the file under its name, replacing an existing one. Returns the digest of its bytes.
  func finish() throws -> SHA256Digest {
    System.closeDescriptor(descriptor)
    isFinished = true
    do {
      try DurableFile.synchronize(temporary)
      try DurableFile.move(temporary, to: path)
    } catch {
      try? DurableFile.remove(temporary)
      throw error
    }
    return digest.finalize()
  }
}

extension System {
  static func write(all bytes: [UInt8], to descriptor: Int32, name: String) throws(OutputFailure) {
    var start = 0
    while start < bytes.count {
      switch bytes.withUnsafeBytes({ System.write(.init(rebasing: $0[start...]), to: descriptor) }) {
      case .success(let count): start += count
      case .failure(let error):
        throw error.isClosedPipe ? .closed : .failed(name: name, reason: error.reason)
      }
    }
  }
}

/// Computes a SHA-256 on another thread while the caller continues.
final class BackgroundDigest: Sendable {
  private let hasher = Mutex(SHA256Hasher())
  private let queue = DispatchQueue(label: "digest")
  /// Limits the pieces that wait, so that memory stays bounded.
  private let room = DispatchSemaphore(value: 4)

  /// Adds bytes. Waits if too many pieces are waiting.
  func update(_ bytes: [UInt8]) {
    room.wait()
    queue.async {
      self.hasher.withLock { $0.update(bytes) }
      self.room.signal()
    }
  }

  func finalize() -> SHA256Digest { queue.sync { hasher.withLock { $0.finalize() } } }
}
