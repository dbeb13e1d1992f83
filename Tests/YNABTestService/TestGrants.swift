import Foundation
import LedgerBytes

/// The part of the service that gives tokens by OAuth 2 with PKCE. Each code and each renewal is good for one token.
package final class TestGrants: @unchecked Sendable {
  private let lock = NSLock()
  private var challenges: [String: (challenge: String, client: String, redirect: String)] = [:]
  private var renewals: Set<String> = []
  private var tokens: Set<String> = []
  private var count = 0
  private var kinds: [String] = []

  /// The kinds of grants so far.
  package var given: [String] { lock.withLock { kinds } }

  /// The secrets that are valid now.
  package var secrets: Set<String> { lock.withLock { tokens.union(renewals) } }

  func isValid(_ token: String?) -> Bool { lock.withLock { token.map(tokens.contains) ?? false } }

  /// The answer to a request about consent and tokens, or `nil` if it is about something else.
  func answer(method: String, path: String, body: [UInt8]) -> TestService.Answer? {
    lock.lock()
    defer { lock.unlock() }
    guard let parts = URLComponents(string: path) else { return nil }
    switch (method, parts.path) {
    case ("GET", "/oauth/authorize"): return consent(fields(parts.query ?? ""))
    case ("POST", "/oauth/token"): return token(fields(String(decoding: body, as: UTF8.self)))
    default: return nil
    }
  }

  private func fields(_ form: String) -> [String: String] {
    var parts = URLComponents()
    parts.percentEncodedQuery = form
    return Dictionary(
      (parts.queryItems ?? []).map { ($0.name, $0.value ?? "") }, uniquingKeysWith: { first, _ in first })
  }

  private func consent(_ fields: [String: String]) -> TestService.Answer {
    guard fields["response_type"] == "code", fields["code_challenge_method"] == "S256",
      let challenge = fields["code_challenge"], challenge.count == 43, let client = fields["client_id"],
      let redirect = fields["redirect_uri"], redirect.hasPrefix("http://127.0.0.1:"),
      let state = fields["state"], state.count >= 22
    else { return refusal }
    count += 1
    challenges["code-\(count)"] = (challenge, client, redirect)
    return TestService.Answer(
      status: 302, headers: ["Location": "\(redirect)?code=code%2D\(count)&state=\(state)"], body: [])
  }

  private func token(_ fields: [String: String]) -> TestService.Answer {
    switch fields["grant_type"] {
    case "authorization_code":
      let digest = Base64.encode(SHA256.hash(Array((fields["code_verifier"] ?? "").utf8)).bytes)
      let text = digest.replacingOccurrences(of: "+", with: "-").replacingOccurrences(of: "/", with: "_")
        .replacingOccurrences(of: "=", with: "")
      guard let known = challenges.removeValue(forKey: fields["code"] ?? ""), known.challenge == text,
        known.client == fields["client_id"], known.redirect == fields["redirect_uri"]
      else { return refusal }
    case "refresh_token": guard renewals.remove(fields["refresh_token"] ?? "") != nil else { return refusal }
    default: return refusal
    }
    kinds.append(fields["grant_type"] ?? "")
    count += 1
    tokens = ["granted-\(count)"]
    renewals = ["renewal-\(count)"]
    // The first token ends soon.
    let object: [String: Any] = [
      "access_token": "granted-\(count)", "refresh_token": "renewal-\(count)", "token_type": "bearer",
      "expires_in": kinds.count == 1 ? 60 : 7_200,
    ]
    let body = (try? JSONSerialization.data(withJSONObject: object)).map { [UInt8]($0) } ?? []
    return TestService.Answer(status: 200, headers: [:], body: body)
  }

  private var refusal: TestService.Answer {
    TestService.Answer(status: 400, headers: [:], body: Array(#"{"error":"invalid_request"}"#.utf8))
  }
}
