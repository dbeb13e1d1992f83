internal import EventLog
internal import LedgerBook
internal import LedgerBytes
internal import LedgerPlatform

/// Writes the events of devices into the subfolder of this folder's device.
struct SegmentPublisher {
  private let log: LedgerLog
  private let own: UniqueID
  private let folder: SharedPlace
  private let hooks: SyncHooks
  private let attachments: AttachmentStore
  private(set) var memory: SyncMemory
  private(set) var sent = 0
  private(set) var pagesSent = 0
  private var knownPages: Set<SHA256Digest>

  private static let eventsAtOnce = 2_000

  init(
    _ book: Book, own: UniqueID, in root: SharedPlace, _ listing: FolderListing, memory: SyncMemory,
    hooks: SyncHooks
  ) throws {
    log = book.log
    attachments = book.attachments
    self.own = own
    self.hooks = hooks
    self.memory = memory
    knownPages = listing.absentPages.union(listing.pages.keys)
    folder = try root.makeFolder(FolderListing.devicesName).makeFolder(own.description)
  }

  /// Publishes the events of a device that no segment has, and returns the names of the new segments.
  ///
  /// - Parameters:
  ///   - device: The device. The events of other devices go into a folder of their own.
  ///   - covered: The numbers of the events that segments in the folder have.
  ///   - size: The number of the device's events.
  mutating func publish(_ device: UniqueID, covered: [ClosedRange<UInt64>], size: UInt64) throws
    -> [SegmentName]
  {
    var names: [SegmentName] = []
    for range in Self.uncovered(covered, size: size) {
      names += try publish(range, of: device)
    }
    return names
  }

  /// Returns the numbers from 1 to `size` that are in none of the ranges.
  static func uncovered(_ covered: [ClosedRange<UInt64>], size: UInt64) -> [ClosedRange<UInt64>] {
    var gaps: [ClosedRange<UInt64>] = []
    var next: UInt64 = 1
    for range in covered.sorted(by: { $0.lowerBound < $1.lowerBound }) where next <= size {
      if range.lowerBound > next { gaps.append(next...min(size, range.lowerBound - 1)) }
      next = max(next, range.upperBound + 1)
    }
    if next <= size { gaps.append(next...size) }
    precondition(
      zip(gaps, gaps.dropFirst()).allSatisfy { $0.upperBound < $1.lowerBound }
        && gaps.last?.upperBound ?? 0 <= size,
      "no event is published twice, or without being in the log")
    return gaps
  }

  /// Publishes events that follow each other, read from what is committed.
  ///
  /// - Throws: `EventLogError.damaged` at the first event that does not give its hash.
  mutating func publish(_ range: ClosedRange<UInt64>, of device: UniqueID) throws -> [SegmentName] {
    var writer = SegmentWriter(
      ledger: log.ledgerID, device: device, before: try edge(of: device, size: range.lowerBound - 1))
    var names: [SegmentName] = []
    var pages: [SHA256Digest] = []
    var leaf: SHA256Digest?
    func finish() throws {
      let name = try publish(&writer, of: device, pages)
      pages = []
      names.append(name)
      memory.know(name)
      if let leaf { memory.publish(.init(edge: writer.before, leaf: leaf), of: device) }
    }
    var next = range.lowerBound
    while next <= range.upperBound {
      let count = Int(clamping: min(UInt64(Self.eventsAtOnce), range.upperBound - next + 1))
      let events = try log.reading { try log.events(of: device, after: next - 1, limit: count) }
      guard !events.isEmpty else { break }
      for event in events {
        let envelope = event.envelope
        guard envelope.computedLeaf == event.leaf else {
          // No other device could read it. The sound events before it are published.
          if !writer.isEmpty { try finish() }
          throw EventLogError.damaged("event \(event.reference) does not give its hash; it was not sent")
        }
        if writer.endsBefore(envelope) { try finish() }
        writer.add(envelope)
        leaf = envelope.leaf
        pages += envelope.namedPages
      }
      next += UInt64(events.count)
    }
    if !writer.isEmpty { try finish() }
    return names
  }

  /// Publishes the events collected by a writer, and before them the pages that they name.
  private mutating func publish(
    _ writer: inout SegmentWriter, of device: UniqueID, _ pages: [SHA256Digest]
  ) throws -> SegmentName {
    try publish(pages)
    let place = device == own ? folder : try folder.makeFolder(device.description)
    let (name, bytes) = writer.finish()
    try hooks.step(.beforePublish)
    try place.publish(name.text, bytes) { try hooks.step($0.hook) }
    sent += name.sequences.count
    memory.publish(name, bytes: bytes.count)
    return name
  }

  /// Publishes a branch that the log keeps aside, so that a device that joins later keeps it, too.
  ///
  /// The files are the same each time, so those that the folder has are not written again.
  mutating func publish(_ branch: DeviceBranch, unlessHeld isHeld: (SegmentName) -> Bool) throws {
    var writer = SegmentWriter(
      ledger: log.ledgerID, device: branch.device,
      before: try edge(of: branch.device, size: branch.sequences.lowerBound - 1))
    var pages: [SHA256Digest] = []
    for event in try log.events(of: branch) {
      if writer.endsBefore(event) {
        try finish(&writer, branch.device, pages, isHeld)
        pages = []
      }
      writer.add(event)
      pages += event.namedPages
    }
    if !writer.isEmpty { try finish(&writer, branch.device, pages, isHeld) }
  }

  private mutating func finish(
    _ writer: inout SegmentWriter, _ device: UniqueID, _ pages: [SHA256Digest], _ isHeld: (SegmentName) -> Bool
  ) throws {
    var held = writer
    if isHeld(held.finish().name) { writer = held } else { _ = try publish(&writer, of: device, pages) }
  }

  /// Returns the right edge of a device's tree when it had so many events.
  private func edge(of device: UniqueID, size: UInt64) throws -> RightEdge {
    if size == 0 { return RightEdge() }
    if let end = memory.ends[device], end.edge.size == size,
      let last = try log.position(of: EventReference(device: device, sequence: size)),
      try log.leaf(at: last) == end.leaf
    {
      return end.edge
    }
    var edge = RightEdge()
    try log.forEachLeaf(of: device, after: 0, through: size) { _, leaf in
      edge.append(leaf)
      return true
    }
    precondition(edge.size == size, "an edge has every event before the segment")
    return edge
  }

  // MARK: - Pages

  /// Writes the pages that the folder lacks. They come before the segment that names them.
  mutating func publish(_ pages: [SHA256Digest]) throws {
    for digest in pages where !knownPages.contains(digest) {
      // A page that is missing or damaged here comes from a device that has it.
      guard let bytes = try? attachments.read(digest), SHA256.hash(bytes) == digest else { continue }
      try hooks.step(.beforePages)
      let place = try folder.makeFolder(FolderListing.pagesName)
      try place.publish(digest.description, bytes) { try hooks.step($0.hook) }
      knownPages.insert(digest)
      pagesSent += 1
    }
  }

  // MARK: - Merging

  /// So many small segments of a device are merged into one.
  static let smallSegmentsMax = 32
  /// A segment of fewer events is small.
  static let smallEventsMax = 512

  /// Merges this device's own small segments if there are many, and removes them after that.
  mutating func merge(_ entries: [FolderListing.Entry]) throws {
    let own = entries.filter { entry in
      entry.publisher == self.own && entry.name.device == self.own && entry.path.count == 2
        && entry.path[1] == entry.name.text
    }
    var run: [FolderListing.Entry] = []
    var runs: [[FolderListing.Entry]] = []
    for entry in own.sorted(by: { $0.name.sequences.lowerBound < $1.name.sequences.lowerBound }) {
      let isSmall = entry.name.sequences.count < Self.smallEventsMax
      if isSmall, let last = run.last, last.name.sequences.upperBound + 1 == entry.name.sequences.lowerBound {
        run.append(entry)
      } else {
        runs.append(run)
        run = isSmall ? [entry] : []
      }
    }
    runs.append(run)
    for run in runs where run.count >= Self.smallSegmentsMax {
      try hooks.step(.beforeMerge)
      let sent = sent
      precondition(
        zip(run, run.dropFirst()).allSatisfy {
          $0.name.sequences.upperBound + 1 == $1.name.sequences.lowerBound
        }, "segments that are merged follow each other")
      let range = run[0].name.sequences.lowerBound...run[run.count - 1].name.sequences.upperBound
      let merged = Set(try publish(range, of: self.own))
      self.sent = sent
      try hooks.step(.beforeRemoval)
      for entry in run where !merged.contains(entry.name) { try folder.remove(entry.path[1]) }
      try folder.synchronize()
      try hooks.step(.afterRemoval)
    }
  }
}

extension SharedPlace.PublishStep {
  fileprivate var hook: SyncHooks.Step {
    switch self {
    case .created: .fileCreated
    case .written: .fileWritten
    case .synced: .fileSynced
    case .renamed: .fileRenamed
    }
  }
}
