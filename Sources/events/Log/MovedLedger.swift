internal import EventLog
internal import LedgerBook
internal import LedgerBytes
internal import LedgerPlatform

/// The end of following a log whose folder was moved away, deleted or replaced.
///
/// It has the leaves of some events that were shown, so that the log that comes in its place can be followed from there.
struct MovedLedger: Error {
  private let folder: String
  private let ledger: UniqueID
  /// Positions that were shown with their leaves, the last one first.
  private var shown: [(position: Position, leaf: SHA256Digest)] = []

  init(_ log: LedgerLog, at position: Position) {
    folder = log.folder
    ledger = log.ledgerID
    // The files are still open here. The steps double, so that a log that was cut back shows few events again.
    var (next, step) = (position, Int64(1))
    while next > 0, let leaf = (try? log.event(at: next))??.leaf {
      shown.append((next, leaf))
      next = max(0, next - step)
      step *= 2
    }
  }

  /// Returns the position in another log after which nothing was shown yet.
  ///
  /// A restored copy is followed from the last event that it has and that was shown, and another ledger from its end.
  func place(in log: LedgerLog) throws -> Position {
    let last = try log.lastPosition()
    guard log.ledgerID == ledger else { return last }
    for (position, leaf) in shown where position <= last {
      if try log.event(at: position)?.leaf == leaf { return position }
    }
    return 0
  }

  /// Tells what happened, and waits until there is a ledger in the folder again.
  func waitForAnother(_ invocation: Invocation) throws {
    invocation.remark(
      "events: the ledger's folder was moved or replaced; the ledger that is or comes in its place is followed: "
        + folder)
    while true {
      do {
        try invocation.openedBook().close()
        return
      } catch EventLogError.noLedger, EventLogError.logMissing, EventLogError.displaced {
        SystemClock.sleep(milliseconds: 100)
      }
    }
  }
}
