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
  /// the copy has and this folder lacks.
  ///
  /// - Throws: `EventLogError.noLedger` … for the copy, `.otherLedger`, `.fork`.
  /// - Complexity: a look at every event and page of the copy.
  public func recover(from folder: String) throws -> RecoveryReport {
    let source = try LedgerLog.open(folder, mode: .readOnly)
    defer { try? source.close() }
    // Pages first: an event never names one that is not there.
    try AttachmentStore(folder: folder + "/attachments").forEachFile { digest, path in
      guard !DurableFile.exists(attachments.path(of: digest)) else { return }
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
    let device = UniqueID.random()
    try log.write(losses: .accept) { writer in
      let continues: EventReference? =
        switch writer.identity {
        case .own(let own):
          try log.devices().first { $0.device == own }.map { EventReference(device: own, sequence: $0.size) }
        case .foreign: nil
        }
      try writer.adopt(device: device)
      var batch = Batch(ledger: log.ledgerID, actor: settings.actor)
      batch.append(LedgerEvent.deviceJoined(DeviceJoined(name: settings.deviceName, continues: continues)))
      var generator = SystemRandomNumberGenerator()
      let correlation = UniqueID.timeOrdered(
        milliseconds: UInt64(clamping: clock.milliseconds), using: &generator)
      _ = try writer.append(batch.drafts, correlation: correlation, clock: clock, salts: LedgerLog.randomSalt)
    }
    return RecoveryReport(taken: 0, lost: lost, device: device)
  }
}
