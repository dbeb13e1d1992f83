import Foundation

/// A server on this machine for one `TestService`, with plain sockets. Only tests open sockets.
package final class LoopbackServer: @unchecked Sendable {
  private let service: TestService
  private let listener: Int32
  /// The port.
  package let port: UInt16

  /// A failure of the system's sockets.
  package struct Failed: Error {}

  /// Starts to serve. It ends when this object is released.
  package init(_ service: TestService) throws {
    self.service = service
    #if os(Linux)
      listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    #else
      listener = socket(AF_INET, SOCK_STREAM, 0)
    #endif
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr = in_addr(s_addr: UInt32(0x7f00_0001).bigEndian)
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let listener = listener
    let bound = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
        bind(listener, address, size) == 0 && listen(listener, 16) == 0
          && getsockname(listener, address, &size) == 0
      }
    }
    guard listener >= 0, bound else { throw Failed() }
    port = UInt16(bigEndian: address.sin_port)
    _ = fcntl(listener, F_SETFD, FD_CLOEXEC)
    Thread.detachNewThread {
      while true {
        let connection = accept(listener, nil, nil)
        guard connection >= 0 else { return }
        _ = fcntl(connection, F_SETFD, FD_CLOEXEC)
        Self.serve(connection, service)
        close(connection)
      }
    }
  }

  deinit {
    shutdown(listener, Int32(SHUT_RDWR))
    close(listener)
  }

  /// The address of the interface.
  package var url: String { "http://127.0.0.1:\(port)" }

  private static func serve(_ connection: Int32, _ service: TestService) {
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    var request: (head: [String], body: Int, length: Int)?
    while true {
      if request == nil, let end = bytes.firstRange(of: [13, 10, 13, 10]) {
        let head = String(decoding: bytes[..<end.lowerBound], as: UTF8.self).components(separatedBy: "\r\n")
        let length = head.first { $0.lowercased().hasPrefix("content-length:") }.flatMap {
          Int($0.dropFirst(15).trimmingCharacters(in: .whitespaces))
        }
        request = (head, end.upperBound, length ?? 0)
      }
      if let request, bytes.count >= request.body + request.length { break }
      let count = read(connection, &buffer, buffer.count)
      guard count > 0 else { return }
      bytes += buffer[..<count]
    }
    guard let request, let line = request.head.first?.split(separator: " "), line.count == 3 else { return }
    let bearer = "authorization: bearer "
    let token = request.head.first { $0.lowercased().hasPrefix(bearer) }.map {
      String($0.dropFirst(bearer.count))
    }
    let answer = service.answer(
      method: String(line[0]), path: String(line[1]), token: token,
      body: Array(bytes[request.body..<request.body + request.length]))
    guard let answer else { return }
    var head =
      "HTTP/1.1 \(answer.status) Answer\r\nContent-Length: \(answer.body.count)\r\nConnection: close\r\n"
    for (name, value) in answer.headers { head += "\(name): \(value)\r\n" }
    var rest = (Array((head + "\r\n").utf8) + answer.body)[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { send(connection, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
      guard count > 0 else { return }
      rest = rest.dropFirst(count)
    }
  }
}
