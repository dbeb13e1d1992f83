internal import EventLog
public import LedgerBook
public import LedgerBytes
internal import LedgerDomain
internal import LedgerPlatform

/// The recovery of a damaged ledger, planned and not done yet.
///
/// Events and pages are read from the damaged folder, from those that earlier recoveries have set aside, and from the given
/// folders. The shared folders that the ledger was synced with are read too. `perform` builds a sound ledger from it, and
/// sets the damaged folder aside whole.
///
///     let recovery = try LedgerRecovery(settings, from: ["/backups/ledger"])
///     let plan = recovery.report
///     let setAside = try recovery.perform()
///
/// Nothing can be recorded in the ledger while this exists. Close every book of the ledger before.
public final class LedgerRecovery {
  /// The events and pages that are recovered, and those that are lost.
  public private(set) var report: RecoveryPlan
  private let settings: Book.Settings
  let place: RecoveryPlace
  private let sources: [RecoverySource]
  let plan: SalvagePlan
  private let ledger: UniqueID
  private var locks: [OpenFile]

  /// Finishes a recovery that was interrupted, or takes back what it had begun.
  ///
  /// - Returns: The folder in which the damaged ledger is, or `nil` if no recovery was interrupted at its end.
  /// - Throws: `FileError`.
  public static func finishInterrupted(in folder: String) throws -> String? {
    try RecoveryPlace(folder).finishInterrupted()
  }

  /// Reads everything, and changes nothing.
  ///
  /// - Parameters:
  ///   - settings: How the ledger is opened.
  ///   - folders: Backups, folders with backups, ledgers of other devices, and shared folders.
  /// - Throws: `EventLogError.noLedger` if nothing of a ledger is in the folder, `.otherLedger`, `.busy`, `SyncError`,
  ///   `FileError`.
  /// - Complexity: O(bytes) of all folders.
  public init(_ settings: Book.Settings, from folders: [String]) throws {
    self.settings = settings
    place = RecoveryPlace(settings.folder)
    guard DurableFile.isFolder(place.folder) else { throw EventLogError.noLedger(folder: settings.folder) }
    locks = try Self.locks(place.folder, settings.waitMilliseconds)
    let here = try RecoverySource(ledger: place.folder, stateFolder: settings.stateFolder)
    sources = [here] + (try Self.others(here, place, folders))
    let named = here.log.ledger ?? sources.dropFirst().compactMap(\.log.ledger).first
    guard let named else { throw EventLogError.noLedger(folder: settings.folder) }
    ledger = named
    plan = SalvagePlan(sources.map(\.log))
    report = RecoveryPlan(folder: place.folder, plan)
    describe()
  }

  /// Keeps other processes from writing: they lock the head, and makers and copiers lock the folder.
  private static func locks(_ folder: String, _ milliseconds: Int32) throws -> [OpenFile] {
    var locks = [try OpenFile(folder: folder)]
    if DurableFile.exists(folder + "/log.head") {
      if let head = try? OpenFile(folder + "/log.head", .readWrite, forLedger: true) { locks.append(head) }
    }
    for lock in locks where !lock.lock(waiting: Int64(milliseconds)) {
      throw EventLogError.busy(milliseconds: Int64(milliseconds))
    }
    return locks
  }

  private static func others(
    _ here: RecoverySource, _ place: RecoveryPlace, _ folders: [String]
  ) throws -> [RecoverySource] {
    var others: [RecoverySource] = []
    let known = Set(here.log.entries.map(\.reference))
    func isOfOther(_ source: RecoverySource) -> Bool {
      guard let ledger = here.log.ledger, let found = source.log.ledger else { return false }
      return ledger != found
    }
    for folder in folders {
      for source in try RecoverySource.all(in: folder, isKnown: known.contains) {
        if isOfOther(source), let ledger = here.log.ledger, let found = source.log.ledger {
          throw EventLogError.otherLedger(expected: ledger, found: found)
        }
        others.append(source)
      }
    }
    for folder in place.setAside() {
      guard let source = try? RecoverySource(ledger: folder), !isOfOther(source), !source.log.entries.isEmpty
      else { continue }
      others.append(source)
    }
    for folder in SyncMemory(ledgerFolder: place.folder).folders.keys.sorted() {
      guard let source = try? RecoverySource(shared: folder, isKnown: known.contains), !isOfOther(source) else {
        continue
      }
      others.append(source)
    }
    return others
  }

  /// Counts what each source gives, and finds the pages.
  private func describe() {
    var numbers: [Int: [UniqueID: [UInt64]]] = [:]
    var pages: [SHA256Digest: TransactionID] = [:]
    for step in plan.steps {
      numbers[step.source, default: [:]][step.entry.reference.device, default: []]
        .append(step.entry.reference.sequence)
      guard !step.entry.isRedacted, let event = sources[step.source].log.event(step.entry) else { continue }
      if event.type == EventType.ledgerCreated.rawValue { report.beginsAgain = false }
      for page in event.namedPages { pages[page] = TransactionID(event.stream.id) }
    }
    var pageCounts = [Int](repeating: 0, count: sources.count)
    for (page, transaction) in pages.sorted(by: { $0.key.word0 < $1.key.word0 }) {
      if let number = sources.firstIndex(where: { $0.holds(page) }) {
        pageCounts[number] += 1
      } else {
        report.lostPages.append(LostPage(sha256: page.description, transaction: transaction))
      }
    }
    report.sources = sources.indices.map { number in
      let devices = (numbers[number] ?? [:]).sorted { $0.key < $1.key }
      return RecoveredPart(
        folder: sources[number].folder,
        events: devices.flatMap { EventRange.all(of: $0.key, $0.value.sorted()) }, pages: pageCounts[number])
    }
  }
}

// MARK: - Performing

extension LedgerRecovery {
  /// Builds the sound ledger, puts it in place, and sets the damaged folder aside.
  ///
  /// If it fails or is interrupted, the damaged folder is as it was, or the next `finishInterrupted` finishes.
  ///
  /// - Returns: The folder in which the damaged ledger is now, and the device as which the ledger goes on.
  /// - Throws: `EventLogError.damaged` if what was built does not verify. `FileError`, `SQLiteError`.
  @discardableResult
  public func perform() throws -> (setAside: String, device: UniqueID) {
    let aside = place.name(milliseconds: settings.clock().milliseconds)
    do {
      try place.begin(aside: aside)
      let device = try build()
      try place.exchange(aside: aside)
      locks = []
      return (aside, device)
    } catch {
      try? place.removeStaging()
      throw error
    }
  }

  private func build() throws -> UniqueID {
    var staged = settings
    staged.folder = place.staging
    staged.isReadOnly = false
    let here = sources[0].log
    let previous = here.identity.namedDevice
    let continues = previous.flatMap { device in
      plan.kept[device].flatMap { $0 > 0 ? EventReference(device: device, sequence: $0) : nil }
    }
    let book = try Book.salvage(
      staged, ledger: ledger, createdAtMilliseconds: here.createdAtMilliseconds, device: plan.device,
      continues: continues
    ) { log in
      try log.fill(from: plan, sources.map(\.log), receivedAtMilliseconds: settings.clock().milliseconds)
    }
    defer { try? book.close() }
    try addPages(to: book)
    try carryOver(to: book)
    let report = try book.verify()
    guard report.log.isSound else {
      throw EventLogError.damaged(
        "the events that were read do not make a sound log: \(report.log.findings.first?.words ?? "")")
    }
    guard let device = book.log.identity.namedDevice else {
      throw EventLogError.foreignFolder(previous: previous)
    }
    return device
  }

  /// Gives the new ledger the pages that its events name.
  private func addPages(to book: Book) throws {
    var found: [Int: [SHA256Digest]] = [:]
    var seen: Set<SHA256Digest> = []
    try book.log.forEachNamingEvent { event in
      for page in event.envelope.namedPages where seen.insert(page).inserted {
        if let number = sources.firstIndex(where: { $0.holds(page) }) {
          found[number, default: []].append(page)
        }
      }
    }
    for (number, pages) in found {
      if let store = sources[number].attachments {
        try book.attachments.adopt(pages, from: store)
        continue
      }
      for page in pages {
        if let bytes = sources[number].sharedPage(page) { _ = try book.attachments.store(bytes, page: 1) }
      }
    }
  }
}
