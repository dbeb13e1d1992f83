public import EventLog
public import LedgerBytes
internal import LedgerPlatform
internal import LedgerSQLite

/// The result of a recovery.
public struct RecoveryReport: Hashable, Sendable {
  /// Events that came back.
  public let taken: Int
  /// The events that are still missing.
  public let lost: [LostEvents]
  /// The device that the folder continues as, or `nil` if it keeps its name.
  public let device: UniqueID?
}

extension Book {
  /// Takes events and pages that are missing or damaged here from a copy of this ledger.
  ///
  /// The copy is a backup, or another device's folder.
  ///
  /// - Throws: `EventLogError.noLedger` … for the copy, `.otherLedger`, `.fork`.
  /// - Complexity: A look at every event and page of the copy.
  public func recover(from folder: String) throws -> RecoveryReport {
    let source = try LedgerLog.open(folder, mode: .readOnly)
    defer { try? source.close() }
    // Pages first: an event never names one that is not there.
    let named = try namedPages(alsoIn: source)
    try AttachmentStore(folder: folder + "/attachments").forEachFile { digest, path in
      guard named.contains(digest), !attachments.holds(digest) else { return }
      let bytes = try DurableFile.read(path, limit: AttachmentStore.pageBytesMax)
      if SHA256.hash(bytes) == digest { _ = try attachments.store(bytes, page: 1) }
    }
    let result = try log.recover(from: source, receivedAtMilliseconds: settings.clock().milliseconds)
    if result.taken > 0 { try obeyRedactionsOfRecovered() } else { try removeRedactionRemains(waits: true) }
    return RecoveryReport(taken: result.taken, lost: try log.losses(), device: nil)
  }

  /// Erases the contents that redactions ask for, after events came back.
  package func obeyRedactionsOfRecovered() throws {
    _ = try log.write(losses: .takeBack) { writer in try writer.obeyRedactions { $0.namedPages } }
    _ = try redactRepeats()
    try removeRedactionRemains(waits: true)
  }

  /// Returns the pages that events here or in a copy name. An event that is redacted here is left out.
  private func namedPages(alsoIn source: LedgerLog) throws -> Set<SHA256Digest> {
    var named: Set<SHA256Digest> = []
    // A damaged log may not be readable. The copy then has what is missing.
    try? log.forEachNamingEvent { named.formUnion($0.envelope.namedPages) }
    try source.forEachNamingEvent { event in
      if try !log.isRedacted(event.reference) { named.formUnion(event.envelope.namedPages) }
    }
    return named
  }

  /// Opens a ledger whose log is sound and has all of its events. Returns `nil` if the log needs a recovery.
  ///
  /// Nothing is changed by looking.
  ///
  /// - Parameters:
  ///   - settings: The settings of the ledger.
  ///   - progress: Called repeatedly with the events verified and the events in all.
  /// - Throws: `EventLogError` if there is no such ledger, or if it cannot be opened now.
  /// - Complexity: O(bytes of the log).
  package static func openSound(
    _ settings: Settings, progress: (Int64, Int64) -> Void = { _, _ in }
  ) throws -> Book? {
    do {
      var looking = settings
      looking.isReadOnly = true
      let book = try open(looking)
      let isAhead = if case .ahead = book.log.headAtOpening { true } else { false }
      if try book.log.verify(progress: progress).isSound, !isAhead {
        if settings.isReadOnly { return book }
        try book.close()
        return try open(settings)
      }
      try book.close()
      return nil
    } catch let error as EventLogError {
      switch error {
      case .logMissing(_, let found):
        if found.contains(LedgerLog.erasingMark) || LedgerLog.isWaitingForCloud(found) { throw error }
        return nil
      case .damaged, .notALedger, .otherWriteAheadLog: return nil
      case .noLedger, .ledgerExists, .secondName, .displaced, .newerVersion, .readOnly, .inSnapshot, .busy,
        .lostEvents, .otherLedger, .foreignFolder, .deviceExists, .wrongVersion, .invalidPayload, .tooLarge,
        .invalidDraft,
        .commandReused, .noSuchEvent, .alreadyRedacted, .gap, .fork, .invalidEvent, .timeTooLate, .damagedCopy:
        throw error
      }
    } catch let error as SQLiteError {
      switch error.kind {
      case .corrupt, .notADatabase, .io, .constraint, .other, .tooBig: return nil
      case .busy, .full, .readOnly, .cannotOpen, .interrupted, .noMemory: throw error
      }
    }
  }
}
