internal import LedgerBytes
internal import LedgerPlatform

/// The parts of ledgers by their names and first bytes, for programs that are about to replace a file.
///
/// `HeldFiles` knows the files of ledgers that are open in this process. A ledger that is not open has files too, and no
/// other file holds what is in its log.
package enum LedgerPart {
  /// Returns what a file is to a ledger, for a person, or `nil` if it is no part of one.
  ///
  /// Every SQLite database counts, as a read model outside of its folder cannot be told from others.
  ///
  /// - Parameter path: The file, or a symbolic link to it. It must not be one that `HeldFiles` has.
  package static func description(of path: String) -> String? {
    guard DurableFile.exists(path) else { return nil }
    let path = DurableFile.resolved(path) ?? path
    let names = path.split(separator: "/").map(String.init)
    let isPage = names.count > 2 && names[names.count - 3] == "attachments" && names.last?.utf8.count == 64
    if isPage, names.last.flatMap({ SHA256Digest(hexadecimal: $0) }) != nil { return "a page of a ledger" }
    for suffix in ["-wal", "-shm"] where path.hasSuffix(suffix) {
      if isDatabase(String(path.dropLast(suffix.utf8.count))) { return "a part of a database" }
    }
    guard let bytes = try? OpenFile(path, .read, forLedger: true).read(upTo: 100) else { return nil }
    if isDatabase(bytes) { return isLog(bytes) ? "the log of a ledger" : "a database" }
    if bytes.starts(with: Array("ledger-head ".utf8)) { return "the log.head of a ledger" }
    if bytes.starts(with: Array("ledger-device ".utf8)) { return "the device file of a ledger" }
    return bytes.starts(with: Array("ledger-mark ".utf8)) ? "the mark of a device" : nil
  }

  private static func isDatabase(_ path: String) -> Bool {
    guard HeldFiles.path(of: FileIdentity(path)) == nil else { return true }
    return (try? OpenFile(path, .read, forLedger: true).read(upTo: 100)).map(isDatabase) ?? false
  }

  private static func isDatabase(_ bytes: [UInt8]) -> Bool {
    bytes.count == 100 && bytes.starts(with: Array("SQLite format 3\0".utf8))
  }

  private static func isLog(_ bytes: [UInt8]) -> Bool {
    bytes[68..<72].reduce(0) { $0 << 8 | Int64($1) } == LogSchema.applicationID
  }
}
