/// Text on its way to a file descriptor, buffered; a failed write is an error to handle, never a crash.
final class TextOutput {
  /// Where it goes.
  let descriptor: Int32
  /// What a person calls it: `standard output`.
  let name: String
  private var buffer: [UInt8] = []
  private static let capacity = 64 * 1024

  init(descriptor: Int32, name: String) {
    self.descriptor = descriptor
    self.name = name
  }

  /// Adds text.
  func write(_ text: String) throws(OutputFailure) {
    buffer.append(contentsOf: text.utf8)
    if buffer.count >= Self.capacity { try flush() }
  }

  /// Adds bytes as they are.
  func write(bytes: [UInt8]) throws(OutputFailure) {
    buffer.append(contentsOf: bytes)
    if buffer.count >= Self.capacity { try flush() }
  }

  /// Adds a line.
  func line(_ text: String = "") throws(OutputFailure) {
    try write(text)
    try write("\n")
  }

  /// Writes out all that was added. After a failure the rest is dropped, so that it is reported once.
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

/// Why text could not be written.
enum OutputFailure: Error, Equatable {
  /// The reader has gone (`events tail | head`): end in silence.
  case closed
  /// The disk is full, the device refuses.
  case failed(name: String, reason: String)
}
