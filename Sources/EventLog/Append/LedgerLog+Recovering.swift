internal import LedgerPlatform

extension LedgerLog {
  /// Returns the events that `log.head` counts and the log lacks.
  ///
  /// The list is empty if no event is known to be lost.
  ///
  /// - Throws: `SQLiteError`, `FileError`.
  /// - Complexity: O(devices).
  package func losses() throws -> [LostEvents] {
    // The head first: a log only grows.
    guard DurableFile.exists(files.head),
      let head = LogHead(
        try OpenFile(files.head, .read, forLedger: true).read(upTo: Self.headBytesMax), ledger: ledgerID)
    else { return [] }
    return try asItIsNow { log in
      var heads = try DeviceHeads(log.connection)
      return head.losses(in: heads.trees)
    }
  }

  /// Imports what is missing here from another copy of this ledger, this device's own events included.
  ///
  /// The copy is a backup or another device's folder. Events that are known stay as they are, redacted ones too. Events
  /// are imported in batches. If one fails, the batches before it stay, and a retry continues after them. Once
  /// `losses()` is empty, the log can be written again with its own device id. If no copy has the lost events, a
  /// `write(losses: .accept)` that adopts a new device continues without them.
  ///
  /// - Throws: `.otherLedger`, `.fork` if the copy has diverged, and the errors of `takeIn`.
  /// - Complexity: O(events of `source`).
  package func recover(from source: LedgerLog, receivedAtMilliseconds: Int64) throws -> TakeInResult {
    guard source.ledgerID == ledgerID else {
      throw EventLogError.otherLedger(expected: ledgerID, found: source.ledgerID)
    }
    var total = TakeInResult()
    var batch: [ForeignEvent] = []
    func take() throws {
      precondition(!batch.isEmpty && batch.count <= Self.batchEventsMax, "a batch holds 1 to 1,000 events")
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
