package import LedgerBytes
internal import LedgerPlatform

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
  package func read() throws -> String? {
    guard DurableFile.exists(path) else { return nil }
    let bytes = try DurableFile.read(path, limit: Self.tokenBytesMax)
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Keeps a token instead of the present one.
  package func write(_ token: String) throws {
    try DurableFile.createFolder(folder)
    try DurableFile.replace(path, bytes: Array(token.utf8))
  }

  /// Removes the token.
  package func remove() throws {
    if DurableFile.exists(path) { try DurableFile.remove(path) }
  }
}
