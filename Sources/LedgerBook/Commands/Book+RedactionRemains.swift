internal import EventLog
internal import LedgerBytes
internal import LedgerPlatform
internal import LedgerProjections

extension Redaction {
  /// A place in the ledger's folder that may still have erased content, because it cannot be reached now.
  public enum Remains: Hashable, Sendable, CaseIterable {
    /// The log's -wal, which another program or view is reading.
    case writeAheadLog
    /// The copy of a -wal that lost events. It is kept until they are recovered, or their loss is accepted.
    case writeAheadLogSetAside
  }
}

extension Book {
  /// Removes from the ledger's folder what redactions have left there, as far as it can be reached now.
  ///
  /// A process that erases content may be killed before it has removed the files with that content. The next command
  /// does the rest.
  ///
  /// - Parameter waits: Whether to wait for others that read the log.
  /// - Returns: The places that cannot be reached yet.
  /// - Complexity: A look at the folder if nothing is left. Otherwise O(events that name pages).
  @discardableResult
  package func removeRedactionRemains(waits: Bool = false) throws -> [Redaction.Remains] {
    guard log.access == .readWrite, !settings.isReadOnly, let mark = log.redactionMark else { return [] }
    if !mark.isOnlyLog {
      models.close()
      try ReadModels.discard(in: log.folder)
      try removePages(mark.pages)
    }
    var remains: [Redaction.Remains] = []
    if try !log.emptyWriteAheadLog(waits: waits) { remains.append(.writeAheadLog) }
    if try !log.removeWriteAheadLogSetAside() { remains.append(.writeAheadLogSetAside) }
    try log.settle(mark, isLogLeft: !remains.isEmpty)
    return remains
  }

  /// Returns the places that may still have erased content. Nothing is changed.
  package func redactionRemains() -> [Redaction.Remains] {
    guard log.redactionMark != nil else { return [] }
    return log.hasWriteAheadLogSetAside ? Redaction.Remains.allCases : [.writeAheadLog]
  }

  /// Removes pages that no event names any more.
  ///
  /// Other files that no event names are left by programs that were killed. One younger than a day may belong to a
  /// capture that goes on.
  func removePages(_ pages: Set<SHA256Digest>) throws {
    let day: Int64 = 86_400_000
    let now = settings.clock().milliseconds
    var unnamed = attachments.pages { now - $0 > day }.union(pages)
    try log.forEachNamingEvent { unnamed.subtract($0.envelope.namedPages) }
    for page in unnamed { try attachments.remove(page) }
  }
}

extension AttachmentStore {
  /// Returns the pages whose files were last changed at a time that passes, in milliseconds of UTC.
  fileprivate func pages(_ passes: (Int64) -> Bool) -> Set<SHA256Digest> {
    var pages: Set<SHA256Digest> = []
    for subfolder in (try? DurableFile.list(folder)) ?? [] {
      for name in (try? DurableFile.list("\(folder)/\(subfolder)")) ?? [] {
        guard let digest = SHA256Digest(hexadecimal: name), name.hasPrefix(subfolder),
          let changed = DurableFile.modified(path(of: digest)), passes(changed)
        else { continue }
        pages.insert(digest)
      }
    }
    return pages
  }

  /// Removes the file of a page, the pictures that were made of it, and what killed writers left of them.
  fileprivate func remove(_ digest: SHA256Digest) throws(FileError) {
    let name = digest.description
    let ledger = folder.dropLast("attachments".count)
    for part in ["attachments", "pictures"] {
      let place = "\(ledger)\(part)/\(name.prefix(2))"
      for file in (try? DurableFile.list(place)) ?? []
      where file.hasPrefix(name) || file.hasPrefix(".\(name)") {
        try DurableFile.discard("\(place)/\(file)")
      }
      if DurableFile.exists(place) { try DurableFile.synchronizeFolder(place) }
    }
  }
}
