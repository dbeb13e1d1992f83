internal import EventLog
internal import LedgerBytes
internal import LedgerDomain

/// Folds ranges of streams event by event, and notes where their rows changed.
///
/// The order is that of the events' arrival on this device. Each thread of a build uses one, with a log of its own, and
/// so does catching up. An event that is earlier in time than a known one changes rows from its own position on. All
/// events known by then are folded again, and no earlier version is touched.
final class VersionFold: RangeWorker {
  private let log: LedgerLog
  /// The position as of which versions are on record.
  private let position: Position
  private let last: Position
  private let folder: StreamFolder
  // A thread has its own, so accesses by other threads need not be checked at every event.
  @exclusivity(unchecked) private var actors = ActorNames()
  /// The versions of the current stream.
  @exclusivity(unchecked) private var now = StreamVersions()
  @exclusivity(unchecked) private var part = VersionRows()

  let sum: Void = ()

  /// Creates a worker.
  ///
  /// - Parameters:
  ///   - log: The log to read.
  ///   - position: The position as of which versions are on record, or 0 if no versions are.
  ///   - last: The position through which events are known.
  init(_ log: LedgerLog, after position: Position, through last: Position) {
    self.log = log
    self.position = position
    self.last = last
    folder = StreamFolder(log, through: last, detail: .rows)
  }

  /// Returns the versions of the streams of a range of keys, in the order of their keys.
  func work(_ keys: ClosedRange<StreamKey>) throws -> VersionRows {
    part = VersionRows()
    var isOpen = false
    try log.forEachRow(
      ofKeys: keys, through: last, actors: &actors,
      stream: { stream in
        if isOpen { try end() }
        isOpen = true
        folder.begin(stream)
        now.begin(before: position)
      }, { try step($0) })
    if isOpen { try end() }
    part.amounts.sort()
    defer { part = VersionRows() }
    return part
  }

  private func step(_ row: EventRow) throws {
    part.events += 1
    if folder.count == 0 { part.changes.begin(folder.stream.key, at: row.position) }
    if row.position > position, now.isBefore { try take(at: position) }
    try folder.step(row)
    guard row.position > position else { return }
    if folder.isText { part.changes.add(at: row.position) }
    if folder.hasChanged { try take(at: row.position) }
  }

  /// Finishes the stream after its last event, and forgets it.
  private func end() throws {
    now.end(folder.stream.key, into: &part)
    _ = try folder.finish()
  }

  /// Compares the stream after the event at a position with its last versions, and notes the changes.
  private func take(at position: Position) throws {
    let stream = folder.stream
    // Nearly every stream is a transaction's, whose state is read in place.
    let found: Void? = try folder.lookAtTransaction { state, problems in
      now.take(&state, problems, stream, at: position, into: &part)
    }
    if found != nil { return }
    try folder.look { now.take($0, stream, at: position, into: &part) }
  }
}
