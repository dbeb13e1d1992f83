internal import LedgerPlatform

/// Writes text to a file descriptor through a buffer. A failed write throws and never crashes.
final class TextOutput {
  let descriptor: Int32
  /// The name in error messages, such as `standard output`.
  let name: String
  private var buffer: [UInt8] = []
  private static let capacity = 64 * 1024

  init(descriptor: Int32, name: String) {
    self.descriptor = descriptor
    self.name = name
  }

  func write(_ text: String) throws(OutputFailure) {
    buffer.append(contentsOf: text.utf8)
    if buffer.count >= Self.capacity { try flush() }
  }

  func write(bytes: [UInt8]) throws(OutputFailure) {
    buffer.append(contentsOf: bytes)
    if buffer.count >= Self.capacity { try flush() }
  }

  func line(_ text: String = "") throws(OutputFailure) {
    try write(text)
    try write("\n")
  }

  /// Writes the buffer. After a failure the rest is dropped, so that the failure is reported once.
  func flush() throws(OutputFailure) {
    var start = 0
    defer { buffer.removeAll(keepingCapacity: true) }
    while start < buffer.count {
      let result = buffer.withUnsafeBytes { System.write(.init(rebasing: $0[start...]), to: descriptor) }
      switch result {
      case .success(let count): start += count
      case .failure(let error):
        throw error.isClosedPipe ? .closed : .failed(name: name, reason: error.reason)
      }
    }
  }
}

/// The reason that text could not be written.
enum OutputFailure: Error, Equatable {
  /// The reader has closed its end (`events tail | head`). The program ends without a message.
  case closed
  /// The write failed, for example because the disk is full.
  case failed(name: String, reason: String)
}
