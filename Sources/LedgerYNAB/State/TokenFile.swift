package import LedgerBytes
internal import LedgerPlatform

/// A token, and the address that it was entered for.
package struct KeptToken: Hashable, Sendable {
  /// The address of the interface. The token is sent nowhere else.
  package let address: String
  /// The secret.
  package let token: String
  /// The credentials that renew the token, or `nil` if it does not expire.
  package let renewal: Renewal?

  /// The renewal of a token by OAuth 2.
  package struct Renewal: Hashable, Sendable {
    let client: String
    let secret: String
    /// The expiry of the token, in milliseconds since 1970.
    let endsAt: Int64
  }

  package init(address: String, token: String, renewal: Renewal? = nil) {
    self.address = address
    self.token = token
    self.renewal = renewal
  }

  /// Returns the token, if it may be sent to an address.
  ///
  /// - Throws: `YNABError.otherAddress` if the token was entered for another scheme, host or port.
  package func token(for base: String) throws(YNABError) -> String {
    guard Self.origin(base) == Self.origin(address) else { throw .otherAddress(Self.origin(address)) }
    return token
  }

  /// Returns the scheme, host and port of an address.
  private static func origin(_ address: String) -> String {
    let parts = address.split(separator: "/", maxSplits: 3, omittingEmptySubsequences: false).prefix(3)
    return parts.joined(separator: "/").lowercased()
  }
}

/// The token of a ledger for YNAB, in a file outside of it that only its owner may read.
package struct TokenFile {
  private let folder: String
  private let path: String

  /// The longest token that is accepted, in bytes.
  package static let tokenBytesMax = 4_096

  /// The file of a ledger in the folder for this machine's notes.
  package init(stateFolder: String, ledger: UniqueID) {
    folder = stateFolder + "/ynab"
    path = "\(folder)/\(ledger)"
  }

  /// Returns the token, or `nil` if there is no token.
  package func read() throws -> KeptToken? {
    guard DurableFile.exists(path) else { return nil }
    let bytes = try DurableFile.read(path, limit: 4 * Self.tokenBytesMax)
    let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n").map(String.init)
    // A file with the token alone is from before addresses were kept: it was for YNAB.
    switch lines.count {
    case 0: return nil
    case 1: return KeptToken(address: YNABClient.address, token: lines[0])
    case 5:
      let renewal = KeptToken.Renewal(client: lines[2], secret: lines[3], endsAt: Int64(lines[4]) ?? 0)
      return KeptToken(address: lines[0], token: lines[1], renewal: renewal)
    default: return KeptToken(address: lines[0], token: lines[1])
    }
  }

  /// Keeps a token instead of the present one.
  package func write(_ kept: KeptToken) throws {
    var lines = [kept.address, kept.token]
    if let renewal = kept.renewal { lines += [renewal.client, renewal.secret, String(renewal.endsAt)] }
    try DurableFile.createFolder(folder)
    try DurableFile.replace(path, bytes: Array(lines.joined(separator: "\n").utf8))
  }

  package func remove() throws {
    if DurableFile.exists(path) { try DurableFile.remove(path) }
  }
}
