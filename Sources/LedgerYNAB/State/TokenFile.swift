package import LedgerBytes
internal import LedgerPlatform

/// A token, and the address that it was entered for.
package struct KeptToken: Hashable, Sendable {
  /// The address of the interface. The token is sent nowhere else.
  package let address: String
  /// The secret.
  package let token: String

  /// Creates a token for an address.
  package init(address: String, token: String) {
    self.address = address
    self.token = token
  }

  /// The token, if it may be sent to an address.
  ///
  /// - Throws: `YNABError.otherAddress` if the token was entered for another scheme, host or port.
  package func token(for base: String) throws(YNABError) -> String {
    guard Self.origin(base) == Self.origin(address) else { throw .otherAddress(Self.origin(address)) }
    return token
  }

  /// The scheme, host and port of an address.
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

  /// The token, or `nil` if there is no token.
  package func read() throws -> KeptToken? {
    guard DurableFile.exists(path) else { return nil }
    let bytes = try DurableFile.read(path, limit: 2 * Self.tokenBytesMax)
    let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n").map(String.init)
    // A file with the token alone is from before addresses were kept: it was for YNAB.
    guard let last = lines.last else { return nil }
    return KeptToken(address: lines.count > 1 ? lines[0] : YNABClient.address, token: last)
  }

  /// Keeps a token instead of the present one.
  package func write(_ kept: KeptToken) throws {
    try DurableFile.createFolder(folder)
    try DurableFile.replace(path, bytes: Array("\(kept.address)\n\(kept.token)".utf8))
  }

  /// Removes the token.
  package func remove() throws {
    if DurableFile.exists(path) { try DurableFile.remove(path) }
  }
}
