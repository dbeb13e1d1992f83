import Foundation
import Testing

@testable import events

/// The live page: what it answers, and to whom.
@Suite("events explore --serve")
struct ExploreServeTests {
  /// A command that serves the page of a ledger until the test ends.
  private final class Server {
    let link: String
    let port: UInt16
    private let process = Process()

    init(_ ledger: Ledger) throws {
      process.executableURL = URL(fileURLWithPath: BuiltTool.path)
      process.arguments = ["explore", "--serve"]
      process.environment = ["EVENTS_LEDGER": ledger.path, "HOME": ledger.folder]
      let output = Pipe()
      process.standardOutput = output
      process.standardError = FileHandle.nullDevice
      try process.run()
      var line = Data()
      while line.last != UInt8(ascii: "\n"), let byte = try output.fileHandleForReading.read(upToCount: 1),
        !byte.isEmpty
      { line += byte }
      link = String(decoding: line, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
      port = try #require(URL(string: link)?.port.map { UInt16($0) })
    }

    deinit {
      process.terminate()
      process.waitUntilExit()
    }

    /// Sends a request and returns the status and the whole answer.
    func request(_ method: String, _ path: String, _ fields: [String]) throws -> (status: Int, text: String) {
      let head = (["\(method) \(path) HTTP/1.1"] + fields).joined(separator: "\r\n") + "\r\n\r\n"
      let answer = try LoopbackClient.send(Array(head.utf8), to: port)
      let text = String(decoding: answer, as: UTF8.self)
      return (Int(text.dropFirst(9).prefix(3)) ?? 0, text)
    }
  }

  @Test("It answers only requests that know the token and name its own address, and changes nothing")
  func refusals() throws {
    let ledger = try Ledger()
    _ = try ledger.add("38.00", "--vendor", "Zanzibar")
    let before = ledger.run("tail", "-n", "1000", "--json").lines
    let server = try Server(ledger)
    let path = try #require(URL(string: server.link)).path()
    let host = "Host: 127.0.0.1:\(server.port)"
    #expect(server.link.hasPrefix("http://127.0.0.1:") && path.count == 66)
    let page = try server.request("GET", path, [host])
    #expect(page.status == 200 && page.text.contains("connect-src 'self'"))
    #expect(page.text.contains("Cache-Control: no-store"))
    let position = try server.request(
      "GET", path + "position", [host, "Origin: http://127.0.0.1:\(server.port)"])
    #expect(position.status == 200 && position.text.hasSuffix("\r\n\r\n7"))
    let refused: [(Int, String, String, [String])] = [
      (403, "GET", path, ["Host: evil.example:\(server.port)"]), (403, "GET", path, ["Host: 127.0.0.1"]),
      (403, "GET", path, [host, "Origin: http://evil.example"]), (403, "GET", path, [host, "Origin: null"]),
      (400, "GET", path, []), (400, "GET", path, [host, host]), (400, "GET", path, [host, "Origin"]),
      (404, "GET", "/", [host]), (404, "GET", path.replacing("a", with: "b") + "c/", [host]),
      (404, "GET", path + "../../log.sqlite", [host]), (404, "GET", path + "log.sqlite", [host]),
      (405, "POST", path, [host]), (405, "DELETE", path, [host]), (405, "OPTIONS", path, [host]),
    ]
    for (status, method, path, fields) in refused {
      let answer = try server.request(method, path, fields)
      #expect(answer.status == status, "\(method) \(path) \(fields)")
      #expect(!answer.text.contains("<html"))
    }
    #expect(ledger.run("tail", "-n", "1000", "--json").lines == before)
  }

  @Test("Programs that connect and send nothing delay no other, and are closed in the end")
  func silent() throws {
    let ledger = try Ledger()
    let server = try Server(ledger)
    let path = try #require(URL(string: server.link)).path()
    var isServedAtOnce = false
    // A machine that is busy for seconds may have closed them all: then once more.
    for _ in 0..<5 where !isServedAtOnce {
      let silent = try (0..<10).map { _ in try LoopbackClient.connection(to: server.port) }
      defer { for descriptor in silent { close(descriptor) } }
      #expect(try server.request("GET", path, ["Host: 127.0.0.1:\(server.port)"]).status == 200)
      var byte: UInt8 = 0
      isServedAtOnce = silent.allSatisfy { recv($0, &byte, 1, Int32(MSG_DONTWAIT)) < 0 }
      var limit = timeval(tv_sec: 60, tv_usec: 0)
      for descriptor in silent {
        setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
        #expect(recv(descriptor, &byte, 1, 0) == 0)
      }
    }
    #expect(isServedAtOnce)
  }

  @Test("Of more connections than a page needs, the oldest ones are closed")
  func many() throws {
    let ledger = try Ledger()
    let server = try Server(ledger)
    let path = try #require(URL(string: server.link)).path()
    var isBounded = false
    for _ in 0..<5 where !isBounded {
      let silent = try (0..<60).map { _ in try LoopbackClient.connection(to: server.port) }
      defer { for descriptor in silent { close(descriptor) } }
      #expect(try server.request("GET", path, ["Host: 127.0.0.1:\(server.port)"]).status == 200)
      var byte: UInt8 = 0
      let open = silent.map { recv($0, &byte, 1, Int32(MSG_DONTWAIT)) < 0 }
      isBounded = open.filter { $0 }.count <= 32 && open.last == true
    }
    #expect(isBounded)
  }

  @Test("--serve takes neither --at nor -o")
  func usage() throws {
    let ledger = try Ledger()
    #expect(ledger.run("explore", "--serve", "--at", "1").code == .usage)
    #expect(ledger.run("explore", "--serve", "-o", ledger.folder + "/x.html").code == .usage)
  }

  @Test("A new event appears as it is recorded", .enabled(if: Browser.program != nil, "\(Browser.need)"))
  func live() throws {
    let ledger = try Ledger()
    _ = try ledger.add("38.00", "--vendor", "Zanzibar")
    let server = try Server(ledger)
    let browser = try Browser()
    try browser.open(server.link, "view=transactions")
    _ = try ledger.add("21.00", "--vendor", "Quixote")
    var text = ""
    for _ in 0..<1_200 where !(text.contains("Quixote") && text.contains("Zanzibar")) {
      text = try browser.evaluate("document.body?.innerText ?? ''") as? String ?? ""
      usleep(50_000)
    }
    #expect(text.contains("Quixote") && text.contains("Zanzibar"))
    #expect(browser.complaints == [])
  }
}

/// A program that sends bytes to a port of this machine.
private enum LoopbackClient {
  static func send(_ bytes: [UInt8], to port: UInt16) throws -> [UInt8] {
    let descriptor = try connection(to: port)
    defer { close(descriptor) }
    try #require(write(descriptor, bytes, bytes.count) == bytes.count)
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
    try #require(isConnected)
    return descriptor
  }
}
