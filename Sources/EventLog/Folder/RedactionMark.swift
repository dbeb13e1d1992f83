package import LedgerBytes
internal import LedgerPlatform
internal import LedgerSQLite

/// A note of redactions whose remains are still in the ledger's folder, in its file `redacting`.
///
/// A write makes the file before it erases content. The file is removed when no other file has that content any more.
/// So a later command finishes what a killed one began.
package struct RedactionMark: Hashable, Sendable {
  /// The pages that the erased events had named.
  package let pages: Set<SHA256Digest>
  /// Whether everything but the log's -wal is done.
  package let isOnlyLog: Bool
  /// A number that no other mark has.
  private let number: UniqueID

  init(pages: Set<SHA256Digest>, isOnlyLog: Bool = false) {
    self.pages = pages
    self.isOnlyLog = isOnlyLog
    number = .random()
  }

  private static let bytesMax = 1 << 28

  /// Returns the mark in a ledger's folder, or `nil` if no redaction left anything.
  ///
  /// A file that cannot be read counts as a mark without pages.
  ///
  /// - Complexity: A look at the folder.
  init?(in files: LedgerFolder) {
    guard DurableFile.exists(files.redacting) else { return nil }
    let value = (try? DurableFile.read(files.redacting, limit: Self.bytesMax)).flatMap {
      try? JSONValue(parsing: $0, as: .exchange)
    }
    var pages: Set<SHA256Digest> = []
    if case .array(let digests)? = value?["pages"] {
      for case .string(let digest) in digests {
        if let page = SHA256Digest(hexadecimal: digest) { pages.insert(page) }
      }
    }
    self.pages = pages
    isOnlyLog = value?["onlyLog"] == true
    number = if case .string(let text)? = value?["number"], let id = UniqueID(text) { id } else { .zero }
  }

  /// Writes the mark durably.
  func write(in files: LedgerFolder) throws(FileError) {
    let value: JSONValue = [
      "number": .string(number.description), "onlyLog": .boolean(isOnlyLog),
      "pages": .array(pages.map(\.description).sorted().map { .string($0) }),
    ]
    try DurableFile.replace(files.redacting, bytes: value.encoded() + [UInt8(ascii: "\n")])
  }
}

extension LedgerLog {
  /// The redactions whose remains are still in the folder, or `nil` if nothing is left.
  ///
  /// - Complexity: A look at the folder.
  package var redactionMark: RedactionMark? { RedactionMark(in: files) }

  /// The pages that erased events had named here.
  ///
  /// Their digests tell copies of them in other places from files that are not the ledger's.
  ///
  /// - Complexity: O(pages).
  package var erasedPages: Set<SHA256Digest> {
    guard let bytes = try? DurableFile.read(files.redacted, limit: 1 << 28) else { return [] }
    let lines = bytes.split(separator: UInt8(ascii: "\n"))
    return Set(lines.compactMap { SHA256Digest(hexadecimal: String(decoding: $0, as: UTF8.self)) })
  }

  /// Notes that the remains of a mark were removed.
  ///
  /// A redaction that another process has recorded meanwhile keeps its own mark.
  ///
  /// - Parameters:
  ///   - mark: The mark that was read before the removal.
  ///   - isLogLeft: Whether the log's -wal may still have the content.
  package func settle(_ mark: RedactionMark, isLogLeft: Bool) throws {
    let lock = try lockWriters()
    defer { lock.unlock() }
    guard RedactionMark(in: files) == mark else { return }
    let erased = erasedPages
    if !mark.pages.isSubset(of: erased) {
      let lines = erased.union(mark.pages).map { "\($0)\n" }.sorted().joined()
      try DurableFile.replace(files.redacted, bytes: Array(lines.utf8))
    }
    if !isLogLeft {
      try DurableFile.remove(files.redacting)
    } else if !mark.isOnlyLog {
      try RedactionMark(pages: mark.pages, isOnlyLog: true).write(in: files)
    }
  }

  /// Empties the -wal, in which erased contents may remain. Returns `false` while another connection reads it.
  ///
  /// - Parameter waits: Whether to wait for other connections as long as a write does.
  package func emptyWriteAheadLog(waits: Bool) throws -> Bool {
    do {
      try connection.checkpoint(
        .truncate, waitMilliseconds: waits ? busyTimeoutMilliseconds : 0, later: busyTimeoutMilliseconds)
      return true
    } catch {
      guard error.kind == .busy else { throw error }
      return false
    }
  }

  /// Whether the folder has the copy of a -wal that lost events.
  package var hasWriteAheadLogSetAside: Bool { DurableFile.exists(files.writeAheadLogBeforeRecovery) }

  /// Removes the copy of a -wal that lost events. Returns `false` while events are missing that it may have.
  package func removeWriteAheadLogSetAside() throws -> Bool {
    guard hasWriteAheadLogSetAside else { return true }
    guard try losses().isEmpty else { return false }
    try DurableFile.remove(files.writeAheadLogBeforeRecovery)
    return true
  }
}
