/// The service that gives and renews tokens.
package struct OAuthClient {
  /// The address of the service.
  package let authority: String
  private let base: String
  private let transport: any Transport

  /// The time before the end of a token from which it is renewed, in milliseconds.
  static let renewalMilliseconds: Int64 = 300_000
  private static let secondsMax: Int64 = 1 << 31

  /// Creates a client for the address of YNAB's interface.
  ///
  /// YNAB asks for consent at another host than that of its interface.
  package init(base: String, transport: any Transport) throws(YNABError) {
    guard YNABClient.isAllowed(base) else { throw .invalidAddress(base) }
    self.base = base
    authority = (base == YNABClient.address ? "https://app.ynab.com" : base) + "/oauth"
    self.transport = transport
  }

  /// Exchanges the code of a person's consent for a token.
  package func token(_ request: OAuthRequest, code: String, at milliseconds: Int64) throws -> KeptToken {
    try grant(request.exchange(code), client: request.client, at: milliseconds)
  }

  /// Returns the token as it is, or a new one if it ends soon.
  ///
  /// - Returns: The token, and whether it is new and must be kept.
  package func current(_ kept: KeptToken, at milliseconds: Int64) throws -> (token: KeptToken, isNew: Bool) {
    guard let renewal = kept.renewal, renewal.endsAt - milliseconds < Self.renewalMilliseconds else {
      return (kept, false)
    }
    // The secret for the renewal belongs to the same address as the token.
    _ = try kept.token(for: base)
    let form = OAuthRequest.form([
      ("grant_type", "refresh_token"), ("client_id", renewal.client), ("refresh_token", renewal.secret),
    ])
    return (try grant(form, client: renewal.client, at: milliseconds), true)
  }

  private func grant(_ form: String, client: String, at milliseconds: Int64) throws -> KeptToken {
    var request = HTTPRequest(method: "POST", url: authority + "/token", body: Array(form.utf8), token: nil)
    request.contentType = "application/x-www-form-urlencoded"
    let response: HTTPResponse
    do { response = try transport.send(request) } catch let error as TransportError {
      throw YNABError(error)
    }
    if response.status >= 500 || response.status == 429 {
      throw YNABError.unavailable(status: response.status, reason: "no token is given now")
    }
    guard response.status == 200 else { throw YNABError.notConnected }
    let answer = try RemoteObject(parsing: response.body)
    let (token, secret) = (try answer.text("access_token"), try answer.text("refresh_token"))
    let seconds = try answer.integer("expires_in")
    guard [token, secret].allSatisfy({ $0.utf8.allSatisfy { $0 > 32 && $0 < 127 } }),
      (1...Self.secondsMax).contains(seconds)
    else { throw YNABError.invalidAnswer("it is not a token") }
    return KeptToken(
      address: base, token: token,
      renewal: KeptToken.Renewal(client: client, secret: secret, endsAt: milliseconds + seconds * 1_000))
  }
}

extension YNABError {
  /// The error of a request without an answer.
  init(_ error: TransportError) {
    switch error {
    case .unreachable(let reason): self = .unavailable(status: nil, reason: reason)
    case .invalidAnswer(let reason): self = .invalidAnswer(reason)
    case .missing(let program): self = .missing(program: program)
    case .interrupted: self = .interrupted
    }
  }
}
