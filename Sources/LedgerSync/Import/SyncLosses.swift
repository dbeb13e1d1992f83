internal import EventLog
internal import LedgerBytes
internal import LedgerDomain

/// The contents and records from before a sync that it would erase and delete.
struct SyncLosses {
  private let log: LedgerLog
  private let countMax: Int
  private let last: Position
  private var erased: Set<EventReference> = []
  private var deleted: Set<StreamID> = []

  /// Begins with the events that are here now.
  ///
  /// - Parameter countMax: The number of contents, and of records, from which a person is asked.
  init(_ log: LedgerLog, countMax: Int) throws {
    self.log = log
    self.countMax = countMax
    last = try log.lastPosition()
  }

  /// Whether there is anything to lose, and a number from which a person is asked.
  var areCounted: Bool { last > 0 && countMax < .max }

  /// Counts what events of others erase and delete.
  mutating func add(_ events: some Sequence<ForeignEvent>) throws {
    for event in events {
      guard let type = EventType(rawValue: event.type) else { continue }
      if type == .eventRedacted {
        let decoded = EventCodec.current.decode(
          type: event.type, schema: event.schema, stream: event.stream, payload: event.payload)
        if case .event(.ledger(.eventRedacted(let redaction))) = decoded,
          let target = try log.event(redaction.event), target.position <= last, target.payload != nil
        {
          erased.insert(redaction.event)
        }
      } else if ArrivalSummary.Meaning(type) == .deletion, !deleted.contains(event.stream),
        try log.events(of: event.stream).first.map({ $0.position <= last }) ?? false
      {
        deleted.insert(event.stream)
      }
    }
  }

  /// Throws `SyncError.losesMuch` if it is more than a sync does without being told.
  func requireFew() throws {
    guard erased.count <= countMax, deleted.count <= countMax else {
      throw SyncError.losesMuch(erased: erased.count, deleted: deleted.count)
    }
  }
}

extension SegmentImport {
  /// Counts what all new files erase and delete, before the first of them is imported.
  ///
  /// If that is too much, nothing is imported. The next sync would not count again what a refused one had taken, so that
  /// sync after sync would lose what nobody has agreed to. Files beyond a gap do not count, because they wait. The files
  /// are read one at a time, and again for the import unless they are few.
  mutating func countLosses(_ listing: FolderListing) throws {
    guard losses.areCounted else { return }
    var counted: Set<SegmentName> = []
    var keptEvents = 0
    for new in try newFiles(listing) {
      var reached = new.size
      for entry in new.entries {
        guard isReached(entry, reached) else { break }
        guard !counted.contains(entry.name), let file = try read(entry) else { continue }
        counted.insert(entry.name)
        reached = max(reached, entry.name.sequences.upperBound)
        try losses.add(file.segment.events.lazy.filter { $0.reference.sequence > new.size })
        keptEvents += file.segment.events.count
        if keptEvents <= hooks.eventsAtOnce { kept[entry.name] = file }
        try hooks.progress(report)
      }
    }
    try losses.requireFew()
    self.counted = counted
    before = quarantine
  }
}
