internal import LedgerAudit
internal import LedgerBook
internal import LedgerBytes
internal import LedgerPlatform

/// A command that is run on ledgers of the past.
struct BisectRun {
  let command: String
  let ledger: OpenLedger

  /// The reason why a search ended early.
  private enum Stop: Error {
    case interrupted
    case command(code: Int32)
  }

  /// Searches, and returns `nil` if a person interrupts it. The past ledgers are removed in every case.
  func search(good: Position?, bad: Position) throws -> BisectOutcome? {
    guard let root = System.makeTemporaryFolder() else {
      throw Failure(.cannotCreate, "cannot create a temporary folder for the copies of the ledger")
    }
    let result = System.holdingEndings { () -> Result<BisectOutcome?, any Error> in
      defer { System.removeTemporaryFolder(root) }
      // There is no ledger to run it on before the first event.
      return Result { try search(good: max(1, good ?? 1), bad: bad, under: root) }
    }
    return try result.get()
  }

  private func search(good: Position, bad: Position, under root: String) throws -> BisectOutcome? {
    let past = PastLedgers(of: ledger.book, under: root, pages: pages())
    do {
      return try Bisection.search(good: good, bad: bad) { position in
        let folder = try past.make(through: position)
        if System.isAskedToEnd { throw Stop.interrupted }
        let verdict = try verdict(of: position, in: folder)
        if verdict == .good { past.keep(position) }
        if let folder = past.folderToRemove(position) { System.removeTemporaryFolder(folder) }
        return verdict
      }
    } catch Stop.interrupted {
      return nil
    } catch Stop.command(let code) {
      throw Failure(
        .no, "the command ended with \(code), which is no answer, so the search ends",
        advice: "0 is good, 125 skips the position, other codes from 1 to 127 are bad")
    }
  }

  /// Provides past ledgers with the scans.
  ///
  /// They are copies that share their bytes if the disk can do that, and otherwise hard links. If it can do neither,
  /// past ledgers have no scans, which is reported once.
  private func pages() -> (String) throws -> Void {
    var hasFailed = false
    return { folder in
      if hasFailed { return }
      do {
        try ledger.book.linkPages(into: folder)
      } catch {
        hasFailed = true
        ledger.invocation.remark(
          "note: the temporary copies have no scans: TMPDIR has to be on the ledger's disk"
        )
      }
    }
  }

  private func verdict(of position: Position, in folder: String) throws -> Bisection.Verdict {
    try ledger.invocation.output.flush()
    try ledger.invocation.errors.flush()
    let end = ShellCommand(command).run(["EVENTS_LEDGER": folder])
    let (verdict, words): (Bisection.Verdict, String)
    switch end {
    case .ended(code: 0): (verdict, words) = (.good, "good")
    case .ended(code: 125): (verdict, words) = (.skip, "skipped")
    case .ended(let code) where code < 128: (verdict, words) = (.bad, "bad (\(code))")
    case .ended(let code): throw Stop.command(code: code)
    case .interrupted: throw Stop.interrupted
    case .failed(let reason): throw Failure(.ioError, "the shell cannot be started: \(reason)")
    }
    ledger.invocation.remark("event \(position): \(words)")
    return verdict
  }
}
