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

  /// Waits for the next complete request, and answers it.
  ///
  /// Several programs may connect at once, so that one which sends nothing keeps no other from its answer. Each has
  /// three seconds for its request, and three more for each part of a body that arrives. Beyond `connectionsMax` of
  /// them, the oldest is closed.
  ///
  /// - Parameters:
  ///   - milliseconds: The longest time to wait for a request, or `nil` to wait as long as it takes.
  ///   - bodyBytes: Returns the number of bytes to read after a head.
  ///   - answer: Returns the answer to a head and a body of that size.
  package func answerNext(
    waitingAtMost milliseconds: Int32? = nil, bodyBytes: ([UInt8]) -> Int = { _ in 0 },
    _ answer: ([UInt8], [UInt8]) throws -> [UInt8]
  ) rethrows {
    let end = milliseconds.map { SystemClock.monotonicNanoseconds() + UInt64($0) * 1_000_000 }
    guard let (connection, head, body) = pending.next(on: descriptor, until: end, bodyBytes) else { return }
    connection.write(try answer(head, body))
  }

  private let pending = PendingConnections()
}

/// The programs that have connected and not yet sent a whole request.
private final class PendingConnections {
  private var connections: [LoopbackConnection] = []
  private static let connectionsMax = 32

  /// Waits until one of them, or another that connects, has sent its request. At `end` the result is `nil`.
  func next(
    on listener: Int32, until end: UInt64?, _ bodyBytes: ([UInt8]) -> Int
  ) -> (LoopbackConnection, head: [UInt8], body: [UInt8])? {
    while true {
      let now = SystemClock.monotonicNanoseconds()
      if let end, end <= now { return nil }
      connections.removeAll { $0.deadline <= now }
      let next = (connections.map(\.deadline) + [end].compactMap(\.self)).min()
      let wait = next.map { Int32(clamping: ($0 - now) / 1_000_000 + 1) } ?? -1
      var ready = ([listener] + connections.map(\.descriptor)).map {
        pollfd(fd: $0, events: Int16(POLLIN), revents: 0)
      }
      guard poll(&ready, nfds_t(ready.count), wait) > 0 else { continue }
      for (connection, poll) in zip(connections, ready.dropFirst()) where poll.revents != 0 {
        let request = connection.readMore(bodyBytes)
        if request != nil || connection.isOver { connections.removeAll { $0 === connection } }
        if let request { return (connection, request.head, request.body) }
      }
      if ready[0].revents != 0, let connection = Self.accept(listener) {
        if connections.count == Self.connectionsMax { connections.removeFirst() }
        connections.append(connection)
      }
    }
  }

  private static func accept(_ listener: Int32) -> LoopbackConnection? {
    #if canImport(Glibc)
      let connection = Glibc.accept(listener, nil, nil)
    #elseif canImport(Musl)
      let connection = Musl.accept(listener, nil, nil)
    #else
      let connection = Darwin.accept(listener, nil, nil)
    #endif
    return connection < 0 ? nil : LoopbackConnection(connection)
  }
}

/// The connection of one program on this machine.
private final class LoopbackConnection {
  /// The bytes that the head of a request may have.
  private static let headBytesMax = 16_384
  /// The milliseconds that a program has for its request, and for the answer.
  private static let (requestMilliseconds, answerMilliseconds): (UInt64, UInt64) = (3_000, 10_000)

  let descriptor: Int32
  /// The time by which its request must have come, or the next part of its body.
  private(set) var deadline = LoopbackConnection.makeDeadline()
  /// Whether it has closed its end.
  private(set) var isOver = false
  private var received: [UInt8] = []
  /// The number of bytes of the head with its empty line, and those of the body, once the head is there.
  private var size: (head: Int, body: Int)?

  private static func makeDeadline() -> UInt64 {
    SystemClock.monotonicNanoseconds() + requestMilliseconds * 1_000_000
  }

  init(_ descriptor: Int32) {
    self.descriptor = descriptor
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
  }

  deinit { close(descriptor) }

  /// Reads what has come, and returns the request once all of it is there.
  func readMore(_ bodyBytes: ([UInt8]) -> Int) -> (head: [UInt8], body: [UInt8])? {
    let known = received.count
    var piece = [UInt8](repeating: 0, count: 65_536)
    let count = recv(descriptor, &piece, piece.count, 0)
    guard count > 0 else {
      isOver = count == 0 || errno != EAGAIN && errno != EINTR
      return nil
    }
    received += piece[..<count]
    if size == nil, let end = headEnd(after: known) {
      // A head that is too long is answered as an empty one.
      if end > Self.headBytesMax { return ([], []) }
      size = (end + 4, bodyBytes(Array(received[..<end])))
    }
    guard let size else {
      // A head that is too long is answered as an empty one.
      return received.count >= Self.headBytesMax ? ([], []) : nil
    }
    deadline = Self.makeDeadline()
    guard received.count >= size.head + size.body else { return nil }
    return (Array(received[..<(size.head - 4)]), Array(received[size.head..<(size.head + size.body)]))
  }

  /// Returns the place of the empty line that ends the head, or `nil` if it has not come.
  private func headEnd(after known: Int) -> Int? {
    let end = Array("\r\n\r\n".utf8)
    return (max(0, known - 3)..<max(0, received.count - 3)).first {
      received[$0..<$0 + 4].elementsEqual(end)
    }
  }

  /// Writes an answer, as far as the program takes it in time.
  func write(_ bytes: [UInt8]) {
    let end = SystemClock.monotonicNanoseconds() + Self.answerMilliseconds * 1_000_000
    bytes.withUnsafeBytes { bytes in
      var written = 0
      while written < bytes.count {
        let now = SystemClock.monotonicNanoseconds()
        let left = now < end ? Int32(clamping: (end - now) / 1_000_000) : 0
        var ready = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        guard left > 0, poll(&ready, 1, left) > 0 else { return }
        let count = send(descriptor, bytes.baseAddress?.advanced(by: written), bytes.count - written, 0)
        guard count > 0 else { return }
        written += count
      }
    }
    shutdown(descriptor, Int32(SHUT_WR))
    // If bytes are left unread, closing resets the connection, and the answer may be lost.
    var rest = [UInt8](repeating: 0, count: 65_536)
    for _ in 0..<64 { guard recv(descriptor, &rest, rest.count, 0) > 0 else { break } }
  }
}
