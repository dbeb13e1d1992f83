internal import LedgerBytes
internal import LedgerPlatform

extension LedgerLog {
  /// Returns the events that `log.head` counts and the log has not.
  ///
  /// The list is empty if nothing is known to be lost.
  ///
  /// Errors: SQLite's, `FileError`. Cost: a row per device.
  package func losses() throws -> [LostEvents] {
    // The head first: a log only grows.
    guard DurableFile.exists(files.head),
      let head = LogHead(
        try OpenFile(files.head, .read, forLedger: true).read(upTo: Self.headBytesMax), ledger: ledgerID)
    else { return [] }
    var heads = try DeviceHeads(connection)
    return head.losses(in: heads.trees)
  }

  /// Imports what is missing here from another copy of this ledger, this device's own events included.
  ///
  /// The copy is a backup or another device's folder. Events that are known stay as they are, redacted ones too. Events
  /// are imported in batches. If one fails, those before it stay, and trying again continues from there. Once `losses()`
  /// is empty the log can be written again in its own name. If no copy has what is lost, a `write(losses: .accept)` that
  /// adopts a new device goes on with what is left.
  ///
  /// Errors: `.otherLedger`, and those of `takeIn`; `.fork` where the copy has gone another way.
  /// Cost: a look at every event of `source`.
  package func recover(from source: LedgerLog, receivedAtMilliseconds: Int64) throws -> TakeInResult {
    guard source.ledgerID == ledgerID else {
      throw EventLogError.otherLedger(expected: ledgerID, found: source.ledgerID)
    }
    var total = TakeInResult()
    var batch: [ForeignEvent] = []
    func take() throws {
      // A copy's own redactions may follow in a later batch. `verify` finds events without a redaction.
      let result = try takeIn(
        batch, receivedAtMilliseconds: receivedAtMilliseconds, losses: .takeBack, stripped: .accept)
      batch.removeAll(keepingCapacity: true)
      total.taken += result.taken
      total.known += result.known
      total.healed += result.healed
      if let positions = result.positions {
        total.positions = (total.positions?.lowerBound ?? positions.lowerBound)...positions.upperBound
      }
    }
    // In its order of arrival, in which an event follows those that it had seen.
    try source.reading {
      try source.forEachEvent { event in
        batch.append(event.envelope)
        if batch.count == Self.batchEventsMax { try take() }
      }
    }
    if !batch.isEmpty { try take() }
    return total
  }

  /// The events of one batch: usually a few hundred KiB, and 1 GiB if each is as large as it may be.
  private static let batchEventsMax = 1_000
}
