internal import LedgerBytes

/// One request for access by OAuth 2 with PKCE, for a program without a secret (RFC 6749, RFC 7636).
///
/// The person allows it in a browser, which is then led to a port of this machine with a code.
package struct OAuthRequest: Sendable {
  /// The identifier that YNAB gave to the application of the person.
  let client: String
  /// The address that the browser is led to.
  let redirect: String
  private let verifier: String
  private let state: String

  /// The number of random bytes in the verifier and in the state.
  package static let randomBytes = 32

  /// Creates a request.
  ///
  /// - Parameters:
  ///   - client: The identifier of the application.
  ///   - port: The port on this machine.
  ///   - verifier: `randomBytes` random bytes.
  ///   - state: As many other random bytes.
  package init(client: String, port: UInt16, verifier: [UInt8], state: [UInt8]) {
    self.client = client
    redirect = "http://127.0.0.1:\(port)/"
    self.verifier = Self.urlText(verifier)
    self.state = Self.urlText(state)
  }

  /// Returns the address that the person opens in a browser.
  package func link(at authority: String) -> String {
    "\(authority)/authorize?"
      + Self.form([
        ("client_id", client), ("redirect_uri", redirect), ("response_type", "code"), ("state", state),
        ("code_challenge", Self.challenge(verifier)), ("code_challenge_method", "S256"),
      ])
  }

  /// Returns the form that exchanges a code for a token.
  func exchange(_ code: String) -> String {
    Self.form([
      ("grant_type", "authorization_code"), ("client_id", client), ("redirect_uri", redirect), ("code", code),
      ("code_verifier", verifier),
    ])
  }

  /// The answer of a person to a request.
  package enum Reply: Hashable, Sendable {
    /// The person allowed it.
    case code(String)
    /// The person or YNAB refused it.
    case refused(String)
  }

  /// Reads the head of a browser's request, or returns `nil` if it does not answer this one.
  ///
  /// Any page in the browser can send a request to the port. Only YNAB's answer has the state.
  package func reply(_ head: [UInt8]) -> Reply? {
    let line = String(decoding: head, as: UTF8.self).split(whereSeparator: \.isNewline).first ?? ""
    let words = line.split(separator: " ")
    guard words.count == 3, words[0] == "GET", words[1].hasPrefix("/?") else { return nil }
    var fields: [String: String] = [:]
    for field in words[1].dropFirst(2).split(separator: "&") {
      let parts = field.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard parts.count == 2, let value = Self.decoded(parts[1]), fields[String(parts[0])] == nil else {
        return nil
      }
      fields[String(parts[0])] = value
    }
    guard fields["state"] == state else { return nil }
    if let code = fields["code"], !code.isEmpty { return .code(code) }
    return .refused(String((fields["error"] ?? "no reason is given").prefix(100)))
  }

  // MARK: Texts

  /// Returns the challenge of a verifier by S256: the base64url form of its SHA-256.
  static func challenge(_ verifier: String) -> String { urlText(SHA256.hash(Array(verifier.utf8)).bytes) }

  private static func urlText(_ bytes: [UInt8]) -> String {
    Base64.encode(bytes).replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
  }

  /// Fields as `application/x-www-form-urlencoded`.
  static func form(_ fields: [(name: String, value: String)]) -> String {
    fields.map { field in "\(field.name)=\(field.value.utf8.map(escaped).joined())" }.joined(separator: "&")
  }

  private static func escaped(_ byte: UInt8) -> String {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
      UInt8(ascii: "~"):
      String(UnicodeScalar(byte))
    default: "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
    }
  }

  private static func decoded(_ text: Substring) -> String? {
    var bytes: [UInt8] = []
    var rest = Array(text.utf8)[...]
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "%") else {
        bytes.append(byte == UInt8(ascii: "+") ? 32 : byte)
        continue
      }
      guard rest.count >= 2, let value = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16)
      else {
        return nil
      }
      bytes.append(value)
      rest = rest.dropFirst(2)
    }
    return String(validating: bytes, as: UTF8.self)
  }
}
