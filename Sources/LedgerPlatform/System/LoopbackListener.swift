#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Darwin
#endif

/// A socket that listens to programs on this machine, and to no other machine.
///
/// It is bound to 127.0.0.1, on a port that the system chooses.
package struct LoopbackListener: ~Copyable {
  /// The number of the port.
  package let port: UInt16
  private let descriptor: Int32

  /// Begins to listen.
  package init() throws(SystemError) {
    #if canImport(Glibc)
      let stream = Int32(SOCK_STREAM.rawValue)
    #else
      let stream = SOCK_STREAM
    #endif
    let descriptor = socket(AF_INET, stream, 0)
    guard descriptor >= 0 else { throw SystemError(code: errno) }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isListening = withUnsafeMutablePointer(to: &address) { address in
      address.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
        bind(descriptor, address, size) == 0 && listen(descriptor, 16) == 0
          && getsockname(descriptor, address, &size) == 0
      }
    }
    guard isListening else {
      let code = errno
      close(descriptor)
      throw SystemError(code: code)
    }
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    self.descriptor = descriptor
    port = UInt16(bigEndian: address.sin_port)
  }

  deinit { close(descriptor) }

  /// Waits for the next program, and returns its connection.
  ///
  /// - Returns: `nil` if the program has gone already.
  package func accept() -> LoopbackConnection? {
    guard LoopbackConnection.isReady(descriptor, for: POLLIN, withinMilliseconds: -1) else { return nil }
    #if canImport(Glibc)
      let connection = Glibc.accept(descriptor, nil, nil)
    #elseif canImport(Musl)
      let connection = Musl.accept(descriptor, nil, nil)
    #else
      let connection = Darwin.accept(descriptor, nil, nil)
    #endif
    return connection < 0 ? nil : LoopbackConnection(connection)
  }
}

/// The connection of one program on this machine.
package struct LoopbackConnection: ~Copyable {
  /// The bytes that a request may have.
  package static let requestBytesMax = 16_384
  /// The milliseconds that a program has for its request, and for each piece of the answer.
  private static let waitMillisecondsMax: Int32 = 3_000

  private let descriptor: Int32

  fileprivate init(_ descriptor: Int32) {
    self.descriptor = descriptor
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
  }

  deinit { close(descriptor) }

  /// Reads the head of a request, which ends with an empty line.
  ///
  /// - Returns: `nil` if it is too long, is too slow, or ends early.
  package func readHead() -> [UInt8]? {
    let end = Array("\r\n\r\n".utf8)
    let start = SystemClock.monotonicNanoseconds()
    var head: [UInt8] = []
    while head.count < Self.requestBytesMax {
      let waited = Int32(clamping: (SystemClock.monotonicNanoseconds() - start) / 1_000_000)
      guard Self.isReady(descriptor, for: POLLIN, withinMilliseconds: max(0, Self.waitMillisecondsMax - waited))
      else { return nil }
      let known = head.count
      var piece = [UInt8](repeating: 0, count: 4_096)
      let count = recv(descriptor, &piece, piece.count, 0)
      guard count > 0 else { return nil }
      head += piece[..<count]
      for index in max(0, known - 3)..<max(0, head.count - 3) where head[index..<index + 4].elementsEqual(end) {
        return Array(head[..<index])
      }
    }
    return nil
  }

  /// Writes an answer, as far as the program takes it.
  package func write(_ bytes: [UInt8]) {
    bytes.withUnsafeBytes { bytes in
      var written = 0
      while written < bytes.count {
        guard Self.isReady(descriptor, for: POLLOUT, withinMilliseconds: Self.waitMillisecondsMax) else {
          return
        }
        let count = send(descriptor, bytes.baseAddress?.advanced(by: written), bytes.count - written, 0)
        guard count > 0 else { return }
        written += count
      }
    }
    shutdown(descriptor, Int32(SHUT_WR))
  }

  fileprivate static func isReady(
    _ descriptor: Int32, for events: some BinaryInteger, withinMilliseconds milliseconds: Int32
  ) -> Bool {
    var ready = pollfd(fd: descriptor, events: Int16(truncatingIfNeeded: events), revents: 0)
    return poll(&ready, 1, milliseconds) > 0
  }
}
