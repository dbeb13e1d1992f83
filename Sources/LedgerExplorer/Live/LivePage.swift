internal import EventLog
package import LedgerBook
internal import LedgerBytes
internal import LedgerPlatform

/// The page of a ledger, served to a browser on this machine as the ledger is now.
///
/// It answers only those who know the token, and only if the address in the request is its own. A page of the web can
/// therefore neither read it nor find it by the name of another host.
package struct LivePage {
  private let book: Book
  private let options: PageOptions
  private let port: UInt16
  private let token: String

  /// Creates the page of a ledger.
  ///
  /// - Parameters:
  ///   - port: The port that requests come to.
  ///   - token: A secret that begins every path.
  package init(_ book: Book, _ options: PageOptions, port: UInt16, token: String) {
    self.book = book
    self.options = options
    self.port = port
    self.token = token
  }

  /// The address of the page.
  package var link: String { "http://127.0.0.1:\(port)/\(token)/" }

  /// Returns a random token, or `nil` if the system has no random bytes.
  package static func makeToken() -> String? {
    let bytes = SystemRandom.bytes(32)
    return bytes.count == 32 ? SHA256.hash(bytes).description : nil
  }

  /// Returns the answer to the head of a request.
  package func answer(_ head: [UInt8]) throws -> [UInt8] {
    guard let request = HTTPRequest(head) else { return Self.answer("400 Bad Request") }
    let isOwn =
      request.host == "127.0.0.1:\(port)" && request.origin.map { $0 == "http://127.0.0.1:\(port)" } ?? true
    guard isOwn else { return Self.answer("403 Forbidden") }
    guard request.method == "GET" else { return Self.answer("405 Method Not Allowed", ["Allow: GET"]) }
    // Compared by digest, so that the time it takes tells nothing about the token.
    let parts = request.path.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
    guard parts.count == 3, parts[0].isEmpty,
      SHA256.hash(Array(parts[1].utf8)) == SHA256.hash(Array(token.utf8))
    else { return Self.answer("404 Not Found") }
    switch parts[2] {
    case "":
      var page: [UInt8] = []
      _ = try ExplorerPage.write(book, options, isLive: true) { page += $0 }
      return Self.answer("200 OK", ["Content-Type: text/html; charset=utf-8"], page)
    case "position":
      return Self.answer(
        "200 OK", ["Content-Type: text/plain; charset=utf-8"], Array("\(try book.log.lastPosition())".utf8))
    case _: return Self.answer("404 Not Found")
    }
  }

  private static func answer(_ status: String, _ fields: [String] = [], _ body: [UInt8] = []) -> [UInt8] {
    let head = [
      "HTTP/1.1 \(status)", "Content-Length: \(body.count)", "Connection: close", "Cache-Control: no-store",
      "X-Content-Type-Options: nosniff", "X-Frame-Options: DENY", "Referrer-Policy: no-referrer",
      "Cross-Origin-Resource-Policy: same-origin", "Cross-Origin-Opener-Policy: same-origin",
    ]
    return Array(((head + fields).joined(separator: "\r\n") + "\r\n\r\n").utf8) + body
  }
}

/// The head of a request, as far as the page needs it.
struct HTTPRequest {
  let method: String
  let path: String
  let host: String
  let origin: String?

  /// Reads a head, or returns `nil` if it is not a request of HTTP 1, or has a field twice.
  init?(_ head: [UInt8]) {
    guard let text = String(validating: head, as: UTF8.self) else { return nil }
    let lines = text.components(endingWith: "\r\n")
    let words = lines[0].split(separator: " ", omittingEmptySubsequences: false).map(String.init)
    guard words.count == 3, words[2] == "HTTP/1.1" || words[2] == "HTTP/1.0" else { return nil }
    var fields: [String: String] = [:]
    for line in lines.dropFirst() {
      guard let colon = line.firstIndex(of: ":") else { return nil }
      let name = line[..<colon].lowercased()
      guard name == "host" || name == "origin" else { continue }
      let value = line[line.index(after: colon)...].drop { $0 == " " }
      guard fields.updateValue(String(value), forKey: name) == nil else { return nil }
    }
    guard let host = fields["host"] else { return nil }
    (method, path, self.host, origin) = (words[0], words[1], host, fields["origin"])
  }
}

extension String {
  /// Returns the parts of a text between ends of lines.
  fileprivate func components(endingWith end: String) -> [String] {
    // A carriage return and a line feed are one character.
    split(separator: Character(end), omittingEmptySubsequences: false).map(String.init)
  }
}
