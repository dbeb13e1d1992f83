import Foundation
import Testing

@testable import events

/// The live page: what it answers, and to whom.
@Suite("events explore --serve")
struct ExploreServeTests {
  @Test("The page has nothing of the ledger, and its data is only for those who know the token")
  func refusals() throws {
    let ledger = try Ledger()
    _ = try ledger.add("38.00", "--vendor", "Zanzibar")
    let before = ledger.run("tail", "-n", "1000", "--json").lines
    let server = try LiveServer(ledger)
    let host = "127.0.0.1:\(server.port)"
    #expect(server.link.hasPrefix("http://127.0.0.1:") && server.token.utf8.count == 64)
    for path in ["/", "/page.js", "/page.css"] {
      let page = try server.request("GET", path, ["Host": host])
      #expect(page.status == 200 && page.text.contains("Cache-Control: no-store"), "\(path)")
      #expect(page.text.contains("script-src 'self'; style-src 'self'"))
      #expect(!page.text.contains("unsafe-inline") && !page.text.contains(server.token))
    }
    #expect(try !server.request("GET", "/", ["Host": host]).text.contains("<script>"))
    let script = try server.request("GET", "/page.js", ["Host": host]).text
    #expect(script.utf8.count < 140_000 && script.split(separator: "\n").count < 6_000)
    let known = ["Host": host, "X-Ledger-Token": server.token]
    #expect(try server.request("GET", "/data", known).status == 200)
    let state = try server.request("GET", "/state", known.merging(["Origin": server.origin]) { $1 })
    #expect(
      state.status == 200 && state.text.hasSuffix("\r\n\r\n{\"papers\":[],\"position\":7,\"records\":true}"))
    let refused: [(Int, String, String, [String: String])] = [
      (403, "GET", "/data", ["Host": host]), (403, "GET", "/state", ["Host": host, "X-Ledger-Token": "a"]),
      (403, "GET", "/", ["Host": "evil.example:\(server.port)"]), (403, "GET", "/", ["Host": "127.0.0.1"]),
      (403, "GET", "/data", known.merging(["Origin": "http://evil.example"]) { $1 }),
      (403, "GET", "/data", known.merging(["Origin": "null"]) { $1 }),
      (403, "GET", "/data", known.merging(["Sec-Fetch-Site": "cross-site"]) { $1 }),
      (400, "GET", "/", [:]), (400, "GET", "/", ["Host": host, "host": host]),
      (404, "GET", "/\(server.token)/", known), (404, "GET", "/../../log.sqlite", known),
      (404, "GET", "/log.sqlite", known), (405, "POST", "/data", known), (405, "DELETE", "/", known),
      (405, "OPTIONS", "/command", known), (405, "GET", "/command", known),
    ]
    for (status, method, path, fields) in refused {
      let answer = try server.request(method, path, fields)
      #expect(answer.status == status, "\(method) \(path) \(fields)")
      #expect(answer.text.hasSuffix("\r\n\r\n"))
    }
    #expect(ledger.run("tail", "-n", "1000", "--json").lines == before)
  }

  @Test("Programs that connect and send nothing delay no other, and are closed in the end")
  func silent() throws {
    let ledger = try Ledger()
    let server = try LiveServer(ledger)
    var isServedAtOnce = false
    // A machine that is busy for seconds may have closed them all: then once more.
    for _ in 0..<5 where !isServedAtOnce {
      let silent = try (0..<10).map { _ in try LoopbackClient.connection(to: server.port) }
      defer { for descriptor in silent { close(descriptor) } }
      #expect(try server.request("GET", "/", ["Host": "127.0.0.1:\(server.port)"]).status == 200)
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
    let server = try LiveServer(ledger)
    var isBounded = false
    for _ in 0..<5 where !isBounded {
      let silent = try (0..<60).map { _ in try LoopbackClient.connection(to: server.port) }
      defer { for descriptor in silent { close(descriptor) } }
      #expect(try server.request("GET", "/", ["Host": "127.0.0.1:\(server.port)"]).status == 200)
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
    let server = try LiveServer(ledger)
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
