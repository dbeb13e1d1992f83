internal import EventLog
public import LedgerBook
internal import LedgerBytes
internal import LedgerDomain
internal import LedgerPlatform

/// How a ledger is synced with a folder.
public struct SyncOptions: Sendable {
  /// Whether this device writes the events of every device, so that an emptied folder is whole again.
  public var repairs = false
  /// Whether tables and scans that people can open are written into the folder after the sync.
  ///
  /// They are in its folders `Data` and `Receipts`, and no sync reads them.
  public var writesReadableCopy = false
  /// The most contents that a sync erases, and the most records that it deletes, without being told to.
  ///
  /// If all new events of other devices together ask for more, the sync throws `SyncError.losesMuch` and imports nothing,
  /// each time until a person decides. Then `Int.max` lets all of them come.
  public var lossesMax = 20

  /// The usual options.
  public init() {}
}

extension Book {
  /// Exchanges events with other devices through a shared folder.
  ///
  /// The folder is any that a drive copies between devices. Each device writes files of its own into a subfolder of its
  /// own, and never changes them. First what others have written is imported, then what is new here is written.
  /// Recording continues meanwhile: the log is locked for a few thousand events at a time.
  ///
  /// Events and pages that came stay when it is stopped.
  ///
  /// - Parameters:
  ///   - folder: The shared folder, which must exist.
  ///   - options: The additional work.
  ///   - progress: Called between files and after each transaction, with what was done so far. What it throws stops the
  ///     sync, except at the end.
  /// - Throws: `SyncError`, `EventLogError`, `FileError`.
  /// - Complexity: A look-up per file of the folder, and O(bytes) of the files that are new. The readable copy takes
  ///   O(rows).
  public func sync(
    with folder: String, options: SyncOptions = SyncOptions(), progress: (SyncReport) throws -> Void = { _ in }
  ) throws -> SyncReport {
    try withoutActuallyEscaping(progress) { progress in
      var hooks = SyncHooks()
      var latest: SyncReport?
      hooks.progress = { report in
        latest = report
        try progress(report)
      }
      hooks.step = { step in if step.isBetweenFiles, let latest { try progress(latest) } }
      return try sync(with: folder, options: options, hooks: hooks)
    }
  }

  /// Syncs, and stops at the steps that a test asks for.
  package func sync(
    with folder: String, options: SyncOptions = SyncOptions(), hooks: SyncHooks
  ) throws -> SyncReport {
    guard log.access == .readWrite, !settings.isReadOnly else { throw SyncError.readOnly }
    let folder = try SharedFolder(folder, of: self)
    guard let lock = try lockSync() else { throw SyncError.busy }
    defer { withExtendedLifetime(lock) {} }
    var run = SyncRun(self, folder, options, hooks)
    return try run.run()
  }

  /// Takes the lock of processes that sync this ledger, or returns `nil` if another one has it.
  func lockSync() throws -> FileLock? {
    try DurableFile.createFolder(log.folder + "/sync")
    // A child process that is just being started holds the lock, too, until it runs its own program.
    for _ in 0..<100 {
      if let lock = try FileLock(log.folder + "/sync/lock", wait: false) { return lock }
      SharedPlace.pause(milliseconds: 20)
    }
    return nil
  }
}

/// One sync of a ledger with a folder.
private struct SyncRun {
  private let book: Book
  private let folder: SharedFolder
  private let options: SyncOptions
  private let hooks: SyncHooks
  private var memory: SyncMemory
  private let now: Int64
  /// The number of events of this folder's devices that the shared folder has.
  private var sent: [UniqueID: UInt64] = [:]

  init(_ book: Book, _ folder: SharedFolder, _ options: SyncOptions, _ hooks: SyncHooks) {
    self.book = book
    self.folder = folder
    self.options = options
    self.hooks = hooks
    memory = SyncMemory(ledgerFolder: book.log.folder)
    now = book.settings.clock().milliseconds
  }

  mutating func run() throws -> SyncReport {
    var listing = try FolderListing(folder.root)
    let dataset = try folder.dataset(creating: true, listing, memory)
    var report = SyncReport(dataset: dataset)
    let hadHistory = try book.hasHistory()
    report.strangers = listing.strangers
    try hooks.progress(report)
    var isChanged = false
    defer { if !isChanged { try? memory.save() } }

    var imports = try SegmentImport(
      book.log, folder.root, now: now, hooks: hooks, memory: memory, folder: folder.path, report: report,
      lossesMax: options.lossesMax)
    do {
      try imports.run(listing)
    } catch {
      // The transactions before the failure are on record; so is what is remembered of them.
      memory = imports.memory
      isChanged = true
      if let losses = error as? SyncError { memory.folders[folder.path]?.wait(for: losses, folder.path, now) }
      try? memory.save()
      throw error
    }
    memory = imports.memory
    report = imports.report
    report.unwitnessed = try book.unwitnessed(imports.relayed, listing)
    try SyncJournal.add(imports.journal, ledgerFolder: book.log.folder)
    try hooks.step(.beforeErasing)
    report.erased = imports.erased.count + (try book.redactRepeats())
    report.remains = try book.removeRedactionRemains(waits: true)
    let (hooks, received) = (hooks, report)
    func check() throws { try hooks.progress(received) }
    if report.receivedCount > 0 || report.healed > 0 { try book.prepare { _ in try check() } }
    if hadHistory, report.erased > 0 { try book.rebuildHistory { _ in try check() } }
    try fetchPages(imports.pages, listing, check, &report)
    let pages = PageImport(book: book, root: folder.root)
    report.placeholders =
      listing.placeholders.count + listing.absentPages.filter { !pages.isHere($0) }.count
      + listing.absentSegments.filter { !memory.isKnown($0.name) }.count
    try publish(&listing, &report)
    report.lost = try book.lossesAtOpening()
    var state = memory.folders[folder.path] ?? SyncMemory.Folder()
    try removeErased(&state, &report)
    state.quarantined = Array(imports.quarantine.values).sorted { $0.file < $1.file }
    state.syncedAtMilliseconds = now
    state.sent = sent
    state.waits = report.waits(since: state.waits, folder: folder.path, now: now)
    memory.folders[folder.path] = state
    try hooks.step(.beforeMemory)
    isChanged = true
    try memory.save()
    try hooks.step(.afterMemory)
    if options.writesReadableCopy, report.readable == nil {
      try hooks.progress(report)
      writeReadableCopy([], &report)
    }
    // All is done, so nothing can be stopped.
    try? hooks.progress(report)
    return report
  }

  private func writeReadableCopy(_ erased: Set<SHA256Digest>, _ report: inout SyncReport) {
    do {
      let copy = ReadableCopy(
        book: book, root: folder.root, checksBytes: options.repairs,
        erasedPages: erased.union(book.log.erasedPages))
      report.readable = try copy.write()
    } catch {
      // The events are exchanged already, so this error must not discard their report.
      report.readable = SyncReport.ReadableCopy(problem: "\(error)")
    }
  }

  /// Removes what was erased since the last sync from the files of this device and the readable copy.
  private mutating func removeErased(_ state: inout SyncMemory.Folder, _ report: inout SyncReport) throws {
    var redaction = try SharedRedaction(book, folder.root, selves: book.earlierSelves(), hooks)
    let isNew = redaction.count != state.erasedContents
    guard redaction.count > 0, isNew || options.repairs || !state.holders.isEmpty else { return }
    // The folder is listed again, because this sync has just published segments that may have erased content.
    let listing = try FolderListing(folder.root)
    try redaction.removeFromSegments(listing, &memory)
    // A page that nothing here names may be named by events that are still missing.
    let isComplete =
      report.waiting.isEmpty && report.placeholders == 0 && report.quarantined.allSatisfy(\.isBranch)
    let unnamed = try redaction.unnamedPages(listing)
    let pages = isComplete ? unnamed : unnamed.intersection(book.log.erasedPages)
    // The readable copy comes before the pages: they tell which of its scans are the ledger's.
    if isNew,
      [ReadableCopy.dataName, ReadableCopy.receiptsName].contains(where: { folder.root.kind($0) != nil })
    {
      writeReadableCopy(pages, &report)
    }
    try redaction.remove(pages)
    try redaction.removeTemporaryFiles()
    report.holders = redaction.holders
    state.holders = redaction.holders
    if isComplete, report.readable?.problem == nil { state.erasedContents = redaction.count }
  }

  private mutating func fetchPages(
    _ named: [SHA256Digest], _ listing: FolderListing, _ check: () throws -> Void, _ report: inout SyncReport
  ) throws {
    let pages = PageImport(book: book, root: folder.root)
    var missing = try memory.missingPages ?? pages.missingByLog()
    for page in named where !pages.isHere(page) { missing.insert(page) }
    // A page of an erased event is not fetched, even if it is in the folder.
    if !missing.isEmpty, try !book.log.redactions().isEmpty { missing.formIntersection(try pages.namedByLog()) }
    let (left, came) = try pages.fetch(missing, listing, check)
    memory.missingPages = left
    report.missingPages = left.sorted { $0.word0 < $1.word0 }
    report.pagesReceived = came
  }

  /// Writes what is new here.
  private mutating func publish(_ listing: inout FolderListing, _ report: inout SyncReport) throws {
    let heads = try book.log.devices()
    let mine = book.ownDevices()
    let files = PublishedFiles(book: book, root: folder.root, mine: Set(mine))
    let torn = files.torn(in: listing, &memory)
    let tornPages = files.tornPages(in: listing)
    listing.forget(pages: tornPages)
    report.differingCopies = listing.differingCopies(in: folder.root, memory)
    var names: Set<SegmentName> = []
    var publisher: SegmentPublisher?
    for head in heads {
      // A file that nobody has checked may hold anything, so it covers nothing.
      let covered = (listing.segments[head.device] ?? []).filter { entry in
        // A repair believes no name: a file that was imported once may have been damaged since.
        memory.isKnown(entry.name) && !torn.contains { $0.path == entry.path }
          && (!options.repairs || folder.root.holds(entry))
      }
      // The drive keeps what it has evicted.
      let evicted = listing.absentSegments.filter {
        $0.name.device == head.device && memory.isKnown($0.name)
      }
      let ranges = (covered + evicted).map(\.name.sequences)
      let missing = SegmentPublisher.uncovered(ranges, size: head.size)
      if mine.contains(head.device) { sent[head.device] = head.size }
      guard mine.contains(head.device) || options.repairs else {
        report.missingInFolder += missing.map { SyncReport.DeviceRange(device: head.device, sequences: $0) }
        continue
      }
      let isCrowded =
        book.log.identity == .own(head.device) && covered.count >= SegmentPublisher.smallSegmentsMax
      guard !missing.isEmpty || isCrowded else { continue }
      // A folder that was copied or restored has no subfolder of its own before it is a device of its own.
      let own = try book.takeOwnDevice()
      var writer =
        try publisher
        ?? SegmentPublisher(book, own: own, in: folder.root, listing, memory: memory, hooks: hooks)
      if !missing.isEmpty {
        names.formUnion(try writer.publish(head.device, covered: ranges, size: head.size))
      }
      if isCrowded { try writer.merge(covered) }
      publisher = writer
      memory = writer.memory
    }
    if let last = publisher, let own = book.log.identity.ownDevice, !heads.contains(where: { $0.device == own })
    {
      // The device was made by this very sync: what it recorded goes along.
      var writer = last
      let size = try book.log.devices().first { $0.device == own }?.size ?? 0
      _ = try writer.publish(own, covered: [], size: size)
      sent[own] = size
      publisher = writer
      memory = writer.memory
    }
    try publishOthers(&publisher, listing, tornPages)
    let sizes = heads.reduce(into: [:]) { $0[$1.device] = $1.size }
    try files.remove(torn.filter { $0.name.sequences.upperBound <= sizes[$0.name.device] ?? 0 }, except: names)
    report.sent = publisher?.sent ?? 0
    report.pagesSent = publisher?.pagesSent ?? 0
  }

  /// Writes branches again in a repair, and pages that a drive truncated.
  private mutating func publishOthers(
    _ publisher: inout SegmentPublisher?, _ listing: FolderListing, _ tornPages: Set<SHA256Digest>
  ) throws {
    let branches = options.repairs ? try book.log.branches().filter(\.isJoined) : []
    guard !branches.isEmpty || !tornPages.isEmpty else { return }
    var writer =
      try publisher
      ?? SegmentPublisher(
        book, own: try book.takeOwnDevice(), in: folder.root, listing, memory: memory, hooks: hooks)
    for branch in branches {
      let files = listing.segments[branch.device] ?? []
      try writer.publish(branch) { name in files.contains { $0.name == name && folder.root.holds($0) } }
    }
    try writer.publish(tornPages.sorted { $0.word0 < $1.word0 })
    publisher = writer
    memory = writer.memory
  }
}

extension DeviceIdentity {
  /// The device that the folder writes as, or `nil` if it was copied or restored.
  fileprivate var ownDevice: UniqueID? { if case .own(let device) = self { device } else { nil } }
}
