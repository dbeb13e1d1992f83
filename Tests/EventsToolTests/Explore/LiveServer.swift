import Foundation
import Testing

@testable import events

/// A process that serves the page of a ledger, until the test ends or kills it.
final class LiveServer {
  /// The address that the process printed, with the token in its fragment.
  let link: String
  let port: UInt16
  let token: String
  private let process = Process()

  /// Starts the program that serves the page.
  ///
  /// - Parameter eyes: The program that reads images, or `nil` for one that this machine has.
  init(_ ledger: Ledger, _ options: String..., eyes: String? = nil) throws {
    process.executableURL = URL(fileURLWithPath: BuiltTool.path)
    process.arguments = ["explore", "--serve"] + options
    process.environment = ["EVENTS_LEDGER": ledger.path, "HOME": ledger.folder, "PATH": "/usr/bin:/bin"]
    process.environment?["EVENTS_OCR"] = eyes
    let output = Pipe()
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    try process.run()
    var line = Data()
    while line.last != UInt8(ascii: "\n"), let byte = try output.fileHandleForReading.read(upToCount: 1),
      !byte.isEmpty
    { line += byte }
    link = String(decoding: line, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
    let parts = link.components(separatedBy: "/#token=")
    try #require(parts.count == 2)
    token = parts[1]
    port = try #require(URL(string: link)?.port.map { UInt16($0) })
  }

  deinit {
    if process.isRunning { process.terminate() }
    process.waitUntilExit()
  }

  /// Ends the process after some milliseconds, wherever it is then, while `body` runs.
  func kill(afterMilliseconds milliseconds: UInt32, _ body: () throws -> Void) rethrows {
    let (process, isKilled) = (process.processIdentifier, DispatchSemaphore(value: 0))
    Thread.detachNewThread {
      usleep(milliseconds * 1_000)
      Foundation.kill(process, SIGKILL)
      isKilled.signal()
    }
    defer {
      isKilled.wait()
      self.process.waitUntilExit()
    }
    try body()
  }

  var origin: String { "http://127.0.0.1:\(port)" }

  /// The fields of a request that the page itself would send.
  var fields: [String: String] {
    [
      "Host": "127.0.0.1:\(port)", "Origin": origin, "X-Ledger-Token": token,
      "Content-Type": "application/json",
    ]
  }

  /// The bytes of a request. The fields have its length unless they give another one.
  func bytes(_ method: String, _ path: String, _ fields: [String: String], _ body: String = "") -> [UInt8] {
    var lines = ["\(method) \(path) HTTP/1.1"]
    var fields = fields
    if !body.isEmpty, fields["Content-Length"] == nil { fields["Content-Length"] = "\(body.utf8.count)" }
    for (name, value) in fields.sorted(by: { $0.key < $1.key }) { lines.append("\(name): \(value)") }
    return Array((lines.joined(separator: "\r\n") + "\r\n\r\n" + body).utf8)
  }

  /// Sends a request and returns the status and the whole answer. Without an answer the status is 0.
  func request(
    _ method: String, _ path: String, _ fields: [String: String]? = nil, _ body: String = ""
  ) throws -> (status: Int, text: String) {
    let answer = try LoopbackClient.send(bytes(method, path, fields ?? self.fields, body), to: port)
    let text = String(decoding: answer, as: UTF8.self)
    return (Int(text.dropFirst(9).prefix(3)) ?? 0, text)
  }

  /// Posts an object as the page does, and returns the status and the object of the answer.
  func post(_ path: String, _ content: [String: Any]) throws -> (status: Int, answer: [String: Any]) {
    let body = try JSONSerialization.data(withJSONObject: content)
    let (status, text) = try request("POST", path, nil, String(decoding: body, as: UTF8.self))
    let start = text.range(of: "\r\n\r\n")?.upperBound ?? text.endIndex
    let answer = try? JSONSerialization.jsonObject(with: Data(text[start...].utf8)) as? [String: Any]
    return (status, answer ?? [:])
  }

  /// Returns the command that the program understands of a line.
  func command(_ line: String) throws -> [String: Any] {
    let (status, answer) = try post("/understand", ["line": line])
    try #require(status == 200, "\(answer)")
    return try #require(answer["command"] as? [String: Any], "\(answer)")
  }
}

/// A program that sends bytes to a port of this machine.
enum LoopbackClient {
  static func send(_ bytes: [UInt8], to port: UInt16) throws -> [UInt8] {
    let descriptor = try connection(to: port)
    defer { close(descriptor) }
    // A server that refuses a request closes the connection without reading all of it.
    _ = Foundation.send(descriptor, bytes, bytes.count, Int32(MSG_NOSIGNAL))
    var answer: [UInt8] = []
    var piece = [UInt8](repeating: 0, count: 1 << 16)
    while case let count = read(descriptor, &piece, piece.count), count > 0 { answer += piece[..<count] }
    return answer
  }

  /// Connects, and sends nothing. The caller closes the descriptor.
  static func connection(to port: UInt16) throws -> Int32 {
    let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
    let size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isConnected = withUnsafePointer(to: &address) { address in
      address.withMemoryRebound(to: sockaddr.self, capacity: 1) { connect(descriptor, $0, size) == 0 }
    }
    guard isConnected else {
      close(descriptor)
      throw POSIXError(.ECONNREFUSED)
    }
    return descriptor
  }
}
