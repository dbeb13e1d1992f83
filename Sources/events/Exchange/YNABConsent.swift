internal import EventLog
internal import LedgerPlatform
internal import LedgerYNAB

extension OpenLedger {
  /// Asks for access in the person's browser, and waits for the answer on a port of this machine.
  func ynabConsent(client: String) throws -> KeptToken {
    let service = try OAuthClient(
      base: ynabAddress, transport: CurlTransport(path: invocation.environment["PATH"]))
    let bytes = (0..<2).map { _ in SystemRandom.bytes(OAuthRequest.randomBytes) }
    guard bytes.allSatisfy({ $0.count == OAuthRequest.randomBytes }) else {
      throw Failure(.ioError, "the operating system returned no random bytes")
    }
    let listener: LoopbackListener
    do { listener = try LoopbackListener() } catch {
      throw Failure(.ioError, "cannot listen on a port of this machine: \(error.reason)")
    }
    let request = OAuthRequest(client: client, port: listener.port, verifier: bytes[0], state: bytes[1])
    invocation.remark("Open this address in a browser on this machine, and allow the access. Ctrl-C ends it")
    invocation.remark(request.link(at: service.authority))
    try? invocation.errors.flush()
    var reply: OAuthRequest.Reply?
    while reply == nil {
      listener.answerNext { head, _ in
        reply = request.reply(head)
        return switch reply {
        case nil: Self.page(400, "This is not the answer that events waits for.")
        case .code: Self.page(200, "You can close this page and go back to events.")
        case .refused: Self.page(200, "The access was not allowed.")
        }
      }
    }
    switch reply {
    case .code(let code): return try service.token(request, code: code, at: invocation.clock().milliseconds)
    case .refused(let reason): throw YNABError.forbidden(reason)
    case nil: throw YNABError.interrupted
    }
  }

  /// Returns the token that is kept. One that ends soon is renewed, and kept before it is used.
  func ynabToken() throws -> String? {
    let file = try tokenFile()
    guard let kept = try file.read() else { return nil }
    let service = try OAuthClient(
      base: ynabAddress, transport: CurlTransport(path: invocation.environment["PATH"]))
    let (current, isNew) = try service.current(kept, at: invocation.clock().milliseconds)
    if isNew { try file.write(current) }
    return try current.token(for: ynabAddress)
  }

  private static func page(_ status: Int, _ text: String) -> [UInt8] {
    Array(
      """
      HTTP/1.1 \(status) Answer\r
      Content-Type: text/plain; charset=utf-8\r
      Content-Length: \(text.utf8.count + 1)\r
      Cache-Control: no-store\r
      Referrer-Policy: no-referrer\r
      Connection: close\r
      \r
      \(text)

      """.utf8)
  }
}
