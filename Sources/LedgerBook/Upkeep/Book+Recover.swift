public import EventLog
public import LedgerBytes
internal import LedgerDomain

/// What a recovery did.
public struct RecoveryReport: Hashable, Sendable {
  /// Events that came back.
  public let taken: Int
  /// What is still missing.
  public let lost: [LostEvents]
  /// The device that the folder goes on as; nil: it keeps its name.
  public let device: UniqueID?
}

extension Book {
  /// Takes what is missing here from a copy of this ledger: a backup, or another device's folder, with the pages that
  /// the copy has and this folder lacks or holds damaged.
  ///
  /// - Throws: `EventLogError.noLedger` … for the copy, `.otherLedger`, `.fork`.
  /// - Complexity: a look at every event and page of the copy.
  public func recover(from folder: String) throws -> RecoveryReport {
    let source = try LedgerLog.open(folder, mode: .readOnly)
    defer { try? source.close() }
    // Pages first: an event never names one that is not there.
    try AttachmentStore(folder: folder + "/attachments").forEachFile { digest, path in
      guard !attachments.holds(digest) else { return }
      let bytes = try DurableFile.read(path, limit: AttachmentStore.limit)
      if SHA256.hash(bytes) == digest { _ = try attachments.store(bytes, page: 1) }
    }
    let result = try log.recover(from: source, receivedAtMilliseconds: settings.clock().milliseconds)
    return RecoveryReport(taken: result.taken, lost: try log.losses(), device: nil)
  }

  /// Goes on without what is lost, as a new device, and records what it continues.
  ///
  /// Where nothing is lost, nothing is done.
  public func acceptLosses() throws -> RecoveryReport {
    let lost = try log.losses()
    guard !lost.isEmpty else { return RecoveryReport(taken: 0, lost: [], device: nil) }
    let clock = settings.clock()
    let device = try log.write(losses: .accept) { writer in
      let previous: UniqueID? =
        switch writer.identity {
        case .own(let own): own
        case .foreign(let previous): previous
        }
      return try join(previous, writer, clock)
    }
    return RecoveryReport(taken: 0, lost: lost, device: device)
  }
}
