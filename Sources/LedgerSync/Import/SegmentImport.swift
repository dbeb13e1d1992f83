internal import EventLog
internal import LedgerBook
internal import LedgerBytes
internal import LedgerPlatform
internal import LedgerProjections

/// The import of the segments of a shared folder.
struct SegmentImport {
  let log: LedgerLog
  private let root: SharedPlace
  private let now: Int64
  let hooks: SyncHooks
  private(set) var memory: SyncMemory
  private(set) var report: SyncReport
  /// Files that were not imported at an earlier sync, by their path.
  var before: [String: SyncMemory.Quarantined] = [:]
  /// Files that are not imported, by their path.
  private(set) var quarantine: [String: SyncMemory.Quarantined] = [:]
  private(set) var journal: [SyncJournal.Entry] = []
  private(set) var pages: [SHA256Digest] = []
  /// The events whose contents were erased because another device had redacted them.
  private(set) var erased: [ForeignEvent] = []
  /// The new events of known devices in files that other devices published.
  private(set) var relayed: [RelayedEvents] = []
  var losses: SyncLosses
  /// The files whose losses were counted, or `nil` if nobody asks. No other file is imported then.
  var counted: Set<SegmentName>?
  /// Counted files that are not read again.
  var kept: [SegmentName: ReadFile] = [:]
  /// The last numbers of the branches that are kept aside, by device.
  private var branchEnds: [UniqueID: Set<UInt64>] = [:]

  init(
    _ log: LedgerLog, _ root: SharedPlace, now: Int64, hooks: SyncHooks, memory: SyncMemory, folder: String,
    report: SyncReport, lossesMax: Int = .max
  ) throws {
    self.log = log
    self.root = root
    self.now = now
    self.hooks = hooks
    self.memory = memory
    self.report = report
    losses = try SyncLosses(log, countMax: lossesMax)
    for file in memory.folders[folder]?.quarantined ?? [] { before[file.file] = file }
  }

  /// Imports what is new, or nothing if that loses much.
  mutating func run(_ listing: FolderListing) throws {
    try countLosses(listing)
    // Content that is missing comes with a redaction that another device recorded: so again while anything comes.
    while true {
      let taken = report.receivedCount
      report.waiting = []
      quarantine = [:]
      for new in try newFiles(listing) { try importDevice(new) }
      before = quarantine
      if report.receivedCount == taken || !quarantine.values.contains(where: \.isRetried) { break }
    }
    report.quarantined = quarantine.values.map(\.reported).sorted { $0.file < $1.file }
  }

  // MARK: - One device

  /// Returns the files whose events are not all here, by device.
  mutating func newFiles(_ listing: FolderListing) throws -> [NewFiles] {
    var sizes: [UniqueID: UInt64] = [:]
    for head in try log.devices() { sizes[head.device] = head.size }
    branchEnds = [:]
    for branch in try log.branches() {
      branchEnds[branch.device, default: []].insert(branch.sequences.upperBound)
    }
    return listing.segments.keys.sorted().compactMap { device in
      let size = sizes[device] ?? 0
      // A log that came back from a backup has fewer events than what is remembered of it.
      let unknown = (listing.segments[device] ?? []).filter {
        $0.name.sequences.upperBound > size || !memory.isKnown($0.name)
      }
      // The longest first where several begin at one number: the others add nothing to it.
      let entries = unknown.sorted { left, right in
        left.name.sequences.lowerBound == right.name.sequences.lowerBound
          ? left.name.sequences.upperBound > right.name.sequences.upperBound
          : left.name.sequences.lowerBound < right.name.sequences.lowerBound
      }
      return entries.isEmpty ? nil : NewFiles(device: device, entries: entries, size: size)
    }
  }

  /// Whether a file's events follow those that are here, so that they can be imported.
  func isReached(_ entry: FolderListing.Entry, _ reached: UInt64) -> Bool {
    // A branch that is kept aside may be longer than the one in the log.
    let first = entry.name.sequences.lowerBound
    return first <= reached + 1 || branchEnds[entry.name.device]?.contains(first - 1) == true
  }

  private mutating func importDevice(_ new: NewFiles) throws {
    let device = new.device
    var entries = new.entries[...]
    var chunk: [ReadFile] = []
    var reached = new.size
    while let entry = entries.first {
      guard isReached(entry, reached) else { break }
      entries.removeFirst()
      if chunk.contains(where: { $0.entry.name == entry.name }) { continue }
      guard let file = try read(entry) else { continue }
      // The same events may be known, or come by another file of this sync: then this one is compared with them.
      chunk.append(file)
      reached = max(reached, entry.name.sequences.upperBound)
      if chunk.reduce(0, { $0 + $1.segment.events.count }) >= hooks.eventsAtOnce,
        try log.explainsMissingContent(of: chunk.map(\.segment))
      {
        reached = try append(&chunk, of: device)
      }
    }
    reached = try append(&chunk, of: device)
    noteWaiting(device, entries, reached: reached)
  }

  /// Notes the events that a gap keeps from being imported.
  private mutating func noteWaiting(
    _ device: UniqueID, _ entries: ArraySlice<FolderListing.Entry>, reached: UInt64
  ) {
    var reached = reached
    for entry in entries {
      let sequences = entry.name.sequences
      if sequences.lowerBound > reached + 1 {
        let missing = SyncReport.DeviceRange(device: device, sequences: reached + 1...sequences.lowerBound - 1)
        report.waiting.append(SyncReport.Waiting(missing: missing, held: 0))
      }
      guard sequences.upperBound > reached, let last = report.waiting.last else { continue }
      let held = sequences.upperBound - max(reached, sequences.lowerBound - 1)
      report.waiting[report.waiting.count - 1] = SyncReport.Waiting(
        missing: last.missing, held: last.held + Int(clamping: held))
      reached = sequences.upperBound
    }
  }

  /// Reads and checks a file, or returns `nil` if it goes into quarantine or has not changed there.
  mutating func read(_ entry: FolderListing.Entry) throws -> ReadFile? {
    if let file = kept.removeValue(forKey: entry.name) { return file }
    guard let place = root.folder(of: entry) else { return nil }
    let name = entry.path[entry.path.count - 1]
    guard case .file(let bytes, let modified)? = place.kind(name) else {
      quarantine(entry, bytes: 0, modified: 0, .notAFile)
      return nil
    }
    if let known = before[entry.shown], known.bytes == bytes, known.modified == modified, !known.isRetried {
      quarantine[entry.shown] = known
      return nil
    }
    if counted?.contains(entry.name) == false {
      quarantine[entry.shown] = before[entry.shown]
      return nil
    }
    do throws(SegmentFault) {
      guard bytes <= Segment.bytesMax else { throw .tooLarge(bytes: bytes) }
      let content: [UInt8]
      do throws(FileError) { content = try place.read(name, limit: Segment.bytesMax) } catch {
        throw .unreadable(error.description)
      }
      return ReadFile(
        entry: entry, segment: try Segment(content, name: entry.name, ledger: log.ledgerID), bytes: bytes,
        modified: modified)
    } catch {
      quarantine(entry, bytes: bytes, modified: modified, error)
      return nil
    }
  }

  private mutating func quarantine(
    _ entry: FolderListing.Entry, bytes: Int, modified: Int64, _ fault: SegmentFault
  ) {
    var isBranch = false
    if case .fork = fault { isBranch = true }
    quarantine[entry.shown] = SyncMemory.Quarantined(
      file: entry.shown, bytes: fault.mayHeal ? -1 : bytes, modified: modified, reason: fault.words,
      code: fault.code, isBranch: isBranch)
  }

  // MARK: - Appending

  /// Appends the events of segments in one transaction, and returns the device's new size.
  ///
  /// If the log refuses one of them, the segments are tried one by one, so that the others are imported.
  private mutating func append(
    _ chunk: inout [ReadFile], of device: UniqueID
  ) throws -> UInt64 {
    defer { chunk = [] }
    let before = try size(of: device)
    guard !chunk.isEmpty else { return before }
    do {
      try appendTogether(chunk, device)
    } catch let error as EventLogError where error.isAboutEvents {
      for part in chunk {
        do {
          try appendTogether([part], device)
        } catch let error as EventLogError where error.isAboutEvents {
          quarantine(part.entry, bytes: part.bytes, modified: part.modified, SegmentFault(error))
        }
      }
    }
    let size = try size(of: device)
    for part in chunk where part.entry.publisher != device && before > 0 {
      if let new = RelayedEvents(part.entry, after: before, through: size) { relayed.append(new) }
    }
    return size
  }

  private func size(of device: UniqueID) throws -> UInt64 {
    try log.devices().first { $0.device == device }?.size ?? 0
  }

  private mutating func appendTogether(
    _ chunk: [ReadFile], _ device: UniqueID
  ) throws {
    try hooks.step(.beforeImport)
    var forked: Set<Int> = []
    let wasOwn = log.identity == .own(device)
    var erased: [ForeignEvent] = []
    let result = try log.write { writer in
      var total = TakeInResult()
      for (index, part) in chunk.enumerated() {
        let result = try take(part.segment, of: device, writer)
        total.taken += result.taken
        total.known += result.known
        total.healed += result.healed
        total.leftOut += result.leftOut
        total.forks += result.forks
        if let positions = result.positions {
          total.positions = (total.positions?.lowerBound ?? positions.lowerBound)...positions.upperBound
        }
        if result.leftOut > 0 { forked.insert(index) }
      }
      if total.taken > 0 || total.leftOut > 0 { erased = try writer.obeyRedactions { $0.namedPages } }
      if !total.healed.isEmpty { try ReadModels.discard(in: log.folder) }
      try hooks.step(.beforeCommit)
      return total
    }
    try hooks.step(.afterCommit)
    self.erased += erased
    if !result.healed.isEmpty { try ReadModels.discard(in: log.folder) }
    if wasOwn, log.identity != .own(device) { report.isRestored = true }
    report.healed += result.healed.count
    if result.taken > 0 { report.received[device, default: 0] += result.taken }
    if let positions = result.positions {
      report.positions = (report.positions?.lowerBound ?? positions.lowerBound)...positions.upperBound
    }
    for fork in result.forks where !report.forks.contains(fork) { report.forks.append(fork) }
    for (index, part) in chunk.enumerated() {
      if forked.contains(index) {
        let fork =
          result.forks.first ?? EventReference(device: device, sequence: part.segment.header.after.size)
        quarantine(part.entry, bytes: part.bytes, modified: part.modified, .fork(fork))
      } else {
        memory.know(part.entry.name)
        if result.taken > 0 { journal.append(.init(at: now, file: part.entry.shown, name: part.entry.name)) }
      }
    }
    if memory.missingPages != nil {
      for part in chunk { for event in part.segment.events { pages += event.namedPages } }
    }
    try hooks.progress(report)
  }

  /// Imports the events of a segment, or keeps them aside if they are of another branch of their device.
  ///
  /// The root of a tree tells everything before it. Without this look a branch would grow on another history.
  private func take(_ segment: Segment, of device: UniqueID, _ writer: LogWriter) throws -> TakeInResult {
    var events = segment.events
    let before = segment.header.before
    let edge = writer.edge(of: device)
    if before.size == edge.size, before.root == edge.root, !events.isEmpty {
      events[0].previousLeaf = try writer.lastLeaf(of: device)
    } else if before.size >= edge.size, before.size > 0 {
      let branch = try writer.log.branches().first { branch in
        branch.device == device && branch.sequences.upperBound == before.size
      }
      if let branch, try writer.log.edge(atEndOf: branch).root == before.root {
        if !events.isEmpty { events[0].previousLeaf = branch.leaves.last }
        return try writer.keepBranch(events, receivedAtMilliseconds: now)
      }
      if before.size == edge.size { return try writer.keepBranch(events, receivedAtMilliseconds: now) }
    }
    return try writer.takeIn(events, receivedAtMilliseconds: now)
  }
}

/// The files with new events of one device in order, and the number of its events here.
struct NewFiles {
  let device: UniqueID
  let entries: [FolderListing.Entry]
  let size: UInt64
}

/// A file that was read and checked.
struct ReadFile {
  let entry: FolderListing.Entry
  let segment: Segment
  let bytes: Int
  let modified: Int64
}
