internal import EventLog
internal import LedgerAnswers
package import LedgerBook
internal import LedgerBytes
internal import LedgerPlatform

/// The page of a ledger, served to a browser on this machine as the ledger is now.
///
/// The page itself has nothing of the ledger. Its script sends a token, which is in the fragment of the link, with
/// every request for data and with every command. A request is answered only if its address is the page's own.
/// A page of the web can therefore neither read the ledger nor record in it, nor find it by the name of another host.
package struct LivePage {
  let book: Book
  let options: PageOptions
  /// Whether commands are carried out.
  package let records: Bool
  let desk: any PaperDesk
  private let port: UInt16
  private let token: String

  /// Creates the page of a ledger.
  ///
  /// - Parameters:
  ///   - records: Whether commands are carried out. They are not if the ledger was opened only to read it.
  ///   - desk: Reads the paper that comes to the page.
  ///   - port: The port that requests come to.
  ///   - token: A secret that every request for data has.
  package init(
    _ book: Book, _ options: PageOptions, records: Bool, desk: any PaperDesk, port: UInt16, token: String
  ) {
    self.book = book
    self.desk = desk
    self.options = options
    // A page with stand-ins hides the real values, so a person could not see what a command changes.
    self.records = records && options.standIns == nil && book.log.access == .readWrite
    self.port = port
    self.token = token
  }

  package var link: String { "\(origin)/#token=\(token)" }

  private var origin: String { "http://127.0.0.1:\(port)" }

  /// Returns a random token, or `nil` if the system has no random bytes.
  package static func makeToken() -> String? {
    let bytes = SystemRandom.bytes(32)
    return bytes.count == 32 ? SHA256.hash(bytes).description : nil
  }

  /// Returns the number of bytes to read after a head. Of a refused request nothing is read.
  package func bodyBytes(of head: [UInt8]) -> Int {
    guard let request = HTTPRequest(head), refusal(of: request) == nil else { return 0 }
    return request.bodyBytes
  }

  package func answer(_ head: [UInt8], _ body: [UInt8]) -> [UInt8] {
    guard let request = HTTPRequest(head) else { return HTTPAnswer("400 Bad Request").bytes }
    if let refusal = refusal(of: request) { return refusal.bytes }
    guard let path = Path(rawValue: request.path) else { return HTTPAnswer("404 Not Found").bytes }
    do {
      return try answer(path, body).bytes
    } catch {
      return json(["refusal": Refusal(error).form()], "500 Internal Server Error").bytes
    }
  }

  /// A path that a request can ask for.
  private enum Path: String {
    case document = "/"
    case script = "/page.js"
    case style = "/page.css"
    case data = "/data"
    case state = "/state"
    case understand = "/understand"
    case form = "/form"
    case command = "/command"
    case keep = "/keep"
    case read = "/read"
    case cancel = "/cancel"

    /// Whether it has nothing of the ledger, and needs no token.
    var isFile: Bool { [.document, .script, .style].contains(self) }

    /// Whether it is asked for with a body.
    var isPost: Bool { ![.document, .script, .style, .data, .state].contains(self) }

    /// The most bytes that its body has. A file of 32 MiB has a third more in base 64.
    var bodyBytesMax: Int { self == .keep ? 45_000_000 : 65_536 }
  }

  private func answer(_ path: Path, _ body: [UInt8]) throws -> HTTPAnswer {
    switch path {
    case .document: HTTPAnswer("text/html", body: ExplorerPage.liveDocument)
    case .script: HTTPAnswer("text/javascript", body: Array(ExplorerPage.liveScript.utf8))
    case .style: HTTPAnswer("text/css", body: Array(ExplorerPage.liveStyle.utf8))
    case .data: HTTPAnswer("text/plain", body: try ExplorerPage.data(of: book, options))
    case .state: json(try state())
    case .understand: answer(posted: body) { json(try understood($0, $1)) }
    case .form: answer(posted: body) { json(try form($0, $1)) }
    case .command: answer(posted: body, carriedOut)
    case .keep: answer(posted: body) { json(try kept($0, $1)) }
    case .read: answer(posted: body) { content, _ in json(try readAgain(content)) }
    case .cancel: answer(posted: body) { content, _ in json(try cancelled(content)) }
    }
  }

  func json(_ value: JSONValue, _ status: String = "200 OK") -> HTTPAnswer {
    HTTPAnswer("application/json", body: value.encoded(), status: status)
  }

  // MARK: Who is answered

  /// Returns the refusal of a request that is not the page's own, or `nil` if it is answered.
  private func refusal(of request: HTTPRequest) -> HTTPAnswer? {
    let forbidden = HTTPAnswer("403 Forbidden")
    guard request.host == "127.0.0.1:\(port)", request.origin ?? origin == origin,
      ["same-origin", "none"].contains(request.site ?? "none")
    else { return forbidden }
    guard let path = Path(rawValue: request.path) else { return HTTPAnswer("404 Not Found") }
    let method = path.isPost ? "POST" : "GET"
    guard request.method == method else {
      return HTTPAnswer("405 Method Not Allowed", ["Allow: \(method)"])
    }
    if path.isFile { return request.bodyBytes == 0 ? nil : forbidden }
    // Compared by digest, so that the time it takes tells nothing about the token.
    guard SHA256.hash(Array((request.token ?? "").utf8)) == SHA256.hash(Array(token.utf8)) else {
      return forbidden
    }
    guard path.isPost else { return request.bodyBytes == 0 ? nil : forbidden }
    guard request.origin != nil else { return forbidden }
    guard request.mediaType == "application/json" else { return HTTPAnswer("415 Unsupported Media Type") }
    guard request.bodyBytes > 0 else { return HTTPAnswer("411 Length Required") }
    return request.bodyBytes <= path.bodyBytesMax ? nil : HTTPAnswer("413 Content Too Large")
  }
}
