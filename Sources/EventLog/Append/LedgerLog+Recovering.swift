internal import LedgerBytes

extension LedgerLog {
  /// What `log.head` says was here and is not; empty while nothing is known to be lost.
  ///
  /// Errors: SQLite's, `FileError`. Cost: a row per device.
  public func losses() throws -> [LostEvents] {
    // The head first: a log only grows.
    guard DurableFile.exists(files.head),
      let head = LogHead(try DurableFile.read(files.head, limit: Self.headLimit), ledger: ledgerID)
    else { return [] }
    var heads = try DeviceHeads(connection)
    return head.losses(in: heads.trees)
  }

  /// Takes from another copy of this ledger, a backup or another device's folder, whatever is missing here, this
  /// device's own events included. Events that are known stay as they are, a redaction too.
  ///
  /// In batches, each of them whole; what came over stays when a later one fails, and trying again goes on from
  /// there. Once `losses()` is empty the log can be written again, in its own name. Where no copy has what is lost,
  /// a `write(losses: .accept)` that adopts a new device goes on with what is left.
  ///
  /// Errors: `.otherLedger`, and those of `takeIn`; `.fork` where the copy has gone another way.
  /// Cost: a look at every event of `source`.
  public func recover(from source: LedgerLog, receivedAtMilliseconds: Int64) throws -> TakeInResult {
    guard source.ledgerID == ledgerID else {
      throw EventLogError.otherLedger(expected: ledgerID, found: source.ledgerID)
    }
    var total = TakeInResult()
    var batch: [ForeignEvent] = []
    func take() throws {
      // A copy's own redactions may follow in a later batch; `verify` finds what has none.
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
    // Its order of arrival: what an event had seen comes before it.
    try source.reading {
      try source.forEachEvent { event in
        batch.append(event.envelope)
        if batch.count == Self.recoveryBatch { try take() }
      }
    }
    if !batch.isEmpty { try take() }
    return total
  }

  /// Up to 1 GiB in memory where every event is as large as it may be; a few hundred KiB as they are.
  private static let recoveryBatch = 1_000
}
