public import EventLog
public import LedgerBook
internal import LedgerBytes

/// The events and pages that a sound ledger has taken from other folders.
public struct RecoveredMissing: Hashable, Sendable {
  /// The folders that gave something.
  public internal(set) var sources: [RecoveredPart] = []
  /// The events that can be read in these folders, and that follow a lost one.
  public internal(set) var waiting: [EventRange] = []
  /// The pages that events name and that are still missing or damaged.
  public internal(set) var missingPages: [IntegrityReport.AttachmentFinding] = []
}

extension Book {
  /// The folders of this ledger that earlier recoveries have set aside, the latest first.
  public var foldersSetAside: [String] { RecoveryPlace(log.folder).setAside() }

  /// Takes the events and pages that a sound ledger lacks from other folders.
  ///
  /// The folders that earlier recoveries have set aside are read as well. Their events may have waited for events that are
  /// in one of the others.
  ///
  /// - Parameters:
  ///   - folders: Backups, folders with backups, ledgers of other devices, and shared folders.
  ///   - isTried: Whether nothing is changed.
  /// - Throws: `EventLogError.otherLedger`, `SyncError`, `FileError`.
  /// - Complexity: O(bytes) of the folders.
  public func recoverMissing(from folders: [String], dryRun isTried: Bool = false) throws -> RecoveredMissing {
    let sources = try sourcesOfMissing(folders)
    let logs = sources.map(\.log)
    let plan = try SalvagePlan(logs, lackedBy: log)
    var result = RecoveredMissing()
    result.waiting = plan.waiting
    var pages = Set(try verifyPages().map(\.sha256))
    if !isTried {
      // Pages first: an event never names one that is not there.
      for step in plan.steps {
        guard let event = logs[step.source].event(step.entry) else { continue }
        for page in event.namedPages where !attachments.isSound(page) { pages.insert(page.description) }
      }
    }
    var counts = [Int](repeating: 0, count: sources.count)
    for page in pages.compactMap({ SHA256Digest(hexadecimal: $0) }) {
      guard let number = sources.firstIndex(where: { $0.holds(page) }) else { continue }
      counts[number] += 1
      guard !isTried, let bytes = try sources[number].page(page) else { continue }
      _ = try attachments.store(bytes, page: 1)
    }
    var numbers: [Int: [UniqueID: [UInt64]]] = [:]
    for step in plan.steps {
      numbers[step.source, default: [:]][step.entry.reference.device, default: []]
        .append(step.entry.reference.sequence)
    }
    for (number, source) in sources.enumerated() {
      let devices = (numbers[number] ?? [:]).sorted { $0.key < $1.key }
      let part = RecoveredPart(
        folder: source.folder, events: devices.flatMap { EventRange.all(of: $0.key, $0.value.sorted()) },
        pages: counts[number])
      if part.eventCount > 0 || part.pages > 0 { result.sources.append(part) }
    }
    if !isTried, !plan.steps.isEmpty {
      try log.takeBack(plan, logs, receivedAtMilliseconds: settings.clock().milliseconds)
      try obeyRedactionsOfRecovered()
    }
    result.missingPages = try verifyPages()
    return result
  }

  private func sourcesOfMissing(_ folders: [String]) throws -> [RecoverySource] {
    var sizes: [UniqueID: UInt64] = [:]
    for head in try log.devices() { sizes[head.device] = head.size }
    var sources: [RecoverySource] = []
    for folder in folders {
      sources += try RecoverySource.all(in: folder) { $0.sequence <= sizes[$0.device] ?? 0 }
    }
    for source in sources where source.log.ledger != log.ledgerID {
      guard let found = source.log.ledger else { throw EventLogError.noLedger(folder: source.folder) }
      throw EventLogError.otherLedger(expected: log.ledgerID, found: found)
    }
    for folder in RecoveryPlace(log.folder).setAside() {
      if let source = try? RecoverySource(ledger: folder), source.log.ledger == log.ledgerID {
        sources.append(source)
      }
    }
    return sources
  }
}
