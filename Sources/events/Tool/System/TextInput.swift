internal import LedgerAnswers
internal import LedgerPlatform

/// Bytes from a file descriptor: all of them, or line by line, never more than a limit in memory.
final class TextInput {
  let descriptor: Int32
  /// The name for people: `standard input`, or a path.
  let name: String
  private let owns: Bool
  private var buffer: [UInt8] = []
  private var start = 0
  private var isAtEnd = false
  private static let chunk = 64 * 1024

  /// Creates an input from a descriptor, which stays open.
  init(descriptor: Int32, name: String) {
    self.descriptor = descriptor
    self.name = name
    owns = false
  }

  /// Opens a file, which is closed when this object is released.
  init(path: String) throws(Failure) {
    do throws(FileError) {
      descriptor = try System.openForReading(path)
    } catch {
      guard error.heldAs == nil, !error.isFolder, !error.isInFile else { throw explanation(of: error) }
      throw Failure(.noInput, "cannot read \(visible(path)): \(SystemError(code: error.code).reason)")
    }
    name = visible(path)
    owns = true
  }

  /// Whether it is a pipe or a terminal, which can be read only once.
  var isStream: Bool { !System.isSeekable(descriptor) }

  deinit {
    if owns { System.closeDescriptor(descriptor) }
  }

  /// Reads the whole rest of the input, up to `limit` bytes.
  func readAll(limit: Int) throws(Failure) -> [UInt8] {
    while try fill() {
      if buffer.count - start > limit {
        throw Failure(.dataError, "\(name) is larger than \(byteSize(Int64(limit)))")
      }
    }
    defer { start = buffer.count }
    return Array(buffer[start...])
  }

  /// Whether the text begins with an object of JSON. Nothing is taken from the input.
  func beginsWithObject() throws(Failure) -> Bool {
    while true {
      let first = buffer[start...].lazy.filter { ![0x20, 0x09, 0x0a, 0x0d].contains($0) }.prefix(2)
      if first.count == 2 { return first.elementsEqual("{\"".utf8) || first.elementsEqual("{}".utf8) }
      guard buffer.count - start < Self.chunk, try fill() else { return false }
    }
  }

  enum Line: Equatable {
    case bytes([UInt8])
    /// Longer than the limit. It is skipped.
    case tooLong
  }

  /// Returns the next line without its end (`\n` or `\r\n`), or `nil` at the end of the input. The last line needs no
  /// end.
  func nextLine(limit: Int) throws(Failure) -> Line? {
    var isTooLong = false
    var searched = start
    while true {
      if let end = buffer[searched...].firstIndex(of: UInt8(ascii: "\n")) {
        defer { start = end + 1 }
        return isTooLong || end - start > limit ? .tooLong : .bytes(withoutReturn(buffer[start..<end]))
      }
      searched = buffer.count
      if buffer.count - start > limit {
        isTooLong = true
        start = buffer.count
      }
      let consumed = start
      if try !fill() {
        defer { start = buffer.count }
        if isTooLong { return .tooLong }
        return start == buffer.count ? nil : .bytes(withoutReturn(buffer[start...]))
      }
      searched -= consumed - start
    }
  }

  /// Whether more has been typed already, or arrives within some milliseconds.
  ///
  /// The end of the input counts.
  func isWaiting(withinMilliseconds limit: Int32) -> Bool {
    start < buffer.count || isAtEnd || System.isReadable(descriptor, withinMilliseconds: limit)
  }

  private func withoutReturn(_ line: ArraySlice<UInt8>) -> [UInt8] {
    Array(line.last == UInt8(ascii: "\r") ? line.dropLast() : line)
  }

  /// Appends another chunk to the buffer. Returns `false` at the end.
  private func fill() throws(Failure) -> Bool {
    if isAtEnd { return false }
    if start > 0 {
      buffer.removeFirst(start)
      start = 0
    }
    let count = buffer.count
    buffer.append(contentsOf: repeatElement(0, count: Self.chunk))
    let result = buffer.withUnsafeMutableBytes { System.read(.init(rebasing: $0[count...]), from: descriptor) }
    switch result {
    case .success(let read):
      buffer.removeLast(Self.chunk - read)
      isAtEnd = read == 0
      return read > 0
    case .failure(let error):
      buffer.removeLast(Self.chunk)
      let failure = FileError(operation: "read", path: name, code: error.code)
      throw failure.isFolder
        ? explanation(of: failure) : Failure(.ioError, "cannot read \(name): \(error.reason)")
    }
  }
}
