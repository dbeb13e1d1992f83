import Testing

@testable import LedgerYNAB

@Suite("Requests for access")
struct OAuthRequestTests {
  private let request = OAuthRequest(
    client: "app 1", port: 4_000, verifier: Array(repeating: 1, count: 32),
    state: Array(repeating: 255, count: 32))

  @Test("A challenge is the one of the example in RFC 7636")
  func challenge() {
    #expect(
      OAuthRequest.challenge("dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk")
        == "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM")
  }

  @Test("An answer needs the state of the request")
  func reply() throws {
    let link = request.link(at: "https://x")
    #expect(
      link.contains("client_id=app%201&") && link.contains("redirect_uri=http%3A%2F%2F127.0.0.1%3A4000%2F"))
    let state = try #require(link.firstMatch(of: /state=([^&]*)/)?.1)
    func reply(_ target: String, _ method: String = "GET") -> OAuthRequest.Reply? {
      request.reply(Array("\(method) \(target) HTTP/1.1\r\nHost: x\r\n".utf8))
    }
    #expect(reply("/?code=a%2Bb&state=\(state)") == .code("a+b"))
    #expect(reply("/?error=access_denied&state=\(state)") == .refused("access_denied"))
    for target in [
      "/?code=a", "/?code=a&state=", "/?code=a&state=\(state)x", "/?code=a&state=x&state=\(state)",
      "/x?code=a&state=\(state)", "/?code=%zz&state=\(state)", "/",
    ] { #expect(reply(target) == nil, "\(target)") }
    #expect(reply("/?code=a&state=\(state)", "POST") == nil)
  }
}
