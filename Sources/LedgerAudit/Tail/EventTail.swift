public import EventLog
public import LedgerBook
public import LedgerBytes
internal import LedgerDomain
internal import LedgerProjections

/// Reads the events that match a filter, a piece at a time, and goes on as the log grows.
public struct EventTail {
  /// The position up to which events were read.
  public private(set) var position: Position
  /// The number of events that are still to be read, without earlier ones of a joining receipt.
  public var limit = Int.max
  private let book: Book
  private let filter: EventFilter
  /// Events up to here are never shown.
  private let floor: Position
  private var log: LedgerLog
  private var end: Position
  /// The receipts that were in the group at some time since the beginning.
  private var members: Set<StreamID> = []

  /// The number of positions that are read at a time.
  private static let piecePositionsMax: Int64 = 500

  /// Prepares reading the events after a position, or after the end of the log.
  ///
  /// - Parameters:
  ///   - book: The ledger.
  ///   - filter: The events to return.
  ///   - position: The position after which reading begins, or `nil` for the end of the log.
  ///   - hidesEarlier: Whether a receipt that joins the group comes without its events up to the position.
  public init(
    _ book: Book, _ filter: EventFilter, after position: Position? = nil, hidesEarlier: Bool = false
  ) throws {
    (self.book, self.filter, log) = (book, filter, book.log)
    end = try book.lastPosition()
    self.position = position ?? end
    floor = hidesEarlier ? self.position : 0
  }

  /// Returns the last events that match after a position, in order, and `count` at most.
  public func last(_ count: Int, after start: Position = 0) throws -> [StoredEvent] {
    let group = try streamsOfGroup()
    var (events, last): ([StoredEvent], Position) = ([], end)
    while events.count < count, last > start {
      // A filter leaves some out, so it reads more than are wanted.
      let wanted = filter.admitsAll ? count - events.count : max(count, 50)
      let chunk = try log.backwards(from: last, limit: min(wanted, 1_000))
      events += chunk.filter {
        $0.position > start && filter.admits($0) && group?.contains($0.stream) ?? true
      }
      last = (chunk.last?.position ?? 1) - 1
    }
    return events.prefix(count).reversed()
  }

  /// Returns the group and its receipts now, or `nil` without a group.
  private func streamsOfGroup() throws -> Set<StreamID>? {
    guard let group = filter.group else { return nil }
    var receipts = TransactionFilter()
    receipts.stages = []
    receipts.groups = [group]
    var streams: Set<StreamID> = group.map { [$0.stream] } ?? []
    try book.forEachTransaction(receipts) { streams.insert($0.row.id.stream) }
    return streams
  }

  /// Returns the matching events of the next piece, or `nil` at the end of the log.
  ///
  /// A piece may have no such event. A receipt that joins the group in the piece comes with its earlier events.
  public mutating func next() throws -> [StoredEvent]? {
    guard position < end, limit > 0 else { return nil }
    var last = min(end, position + Self.piecePositionsMax)
    var earlier = try joining(through: last)
    let streams = filter.group.map { group in members.union(group.map { [$0.stream] } ?? []) }
    var events: [StoredEvent] = []
    try log.forEachEvent(after: position, through: last) { event in
      if filter.admits(event), streams?.contains(event.stream) ?? true { events.append(event) }
    }
    if events.count > limit {
      events.removeSubrange(limit...)
      last = events[limit - 1].position
    }
    limit -= events.count
    position = last
    return events.flatMap { event in
      (earlier.removeValue(forKey: event.stream) ?? []).filter { $0.position > floor && filter.admits($0) }
        + [event]
    }
  }

  /// Notes the receipts that are in the group in the next piece.
  ///
  /// Returns the earlier events of the receipts that join it there.
  private mutating func joining(through last: Position) throws -> [StreamID: [StoredEvent]] {
    guard let group = filter.group else { return [:] }
    var seen: Set<StreamID> = []
    try log.forEachEvent(after: position, through: last) { seen.insert($0.stream) }
    var earlier: [StreamID: [StoredEvent]] = [:]
    for stream in seen where stream.kind == StreamKind.transaction.rawValue && !members.contains(stream) {
      let events = try log.events(of: stream)
      let stay = GroupStay(of: stream, events, in: group, after: position, through: last)
      if stay.isBefore || stay.isWithin { members.insert(stream) }
      if !stay.isBefore, stay.isWithin { earlier[stream] = events.filter { $0.position <= position } }
    }
    return earlier
  }

  /// Looks for events that were recorded or arrived since, also in other processes.
  ///
  /// - Throws: `MovedLog` if the ledger's folder was moved away, deleted or replaced.
  public mutating func refresh() throws {
    do { try book.log.requireInPlace() } catch is EventLogError { throw MovedLog(book.log, at: position) }
    // A log on a read-only medium does not see later events unless it is opened again.
    if book.log.access == .readOnlyMedium {
      log = try LedgerLog.open(book.settings.folder, mode: .readOnly)
    }
    end = try log.lastPosition()
  }
}

@available(*, unavailable)
extension EventTail: Sendable {}

/// The end of following a log whose folder was moved away, deleted or replaced.
///
/// It has the leaves of some events that were read, so that the log that comes in its place can be followed from there.
public struct MovedLog: Error {
  /// The folder in which the log was.
  public let folder: String
  private let ledger: UniqueID
  /// Positions that were read with their leaves, the last one first.
  private var read: [(position: Position, leaf: SHA256Digest)] = []

  init(_ log: LedgerLog, at position: Position) {
    folder = log.folder
    ledger = log.ledgerID
    // The files are still open here. The steps double, so that a log that was cut back shows few events again.
    var (next, step) = (position, Int64(1))
    while next > 0, let leaf = (try? log.event(at: next))??.leaf {
      read.append((next, leaf))
      next = max(0, next - step)
      step *= 2
    }
  }

  /// Returns the position in the ledger that came in its place, after which nothing was read yet.
  ///
  /// A restored copy is followed from the last event that it has and that was read, and another ledger from its end.
  public func place(in book: Book) throws -> Position {
    let last = try book.lastPosition()
    guard book.ledgerID == ledger else { return last }
    let known = try read.first { try $0.position <= last && book.event(at: $0.position)?.leaf == $0.leaf }
    return known?.position ?? 0
  }
}

extension Book {
  /// Returns the position after which events were recorded or arrived at an instant or later.
  ///
  /// No such event is left out. A late event does not hide those before it, which may be of this device and recorded
  /// after the instant.
  ///
  /// - Complexity: O(events since the last own event before the instant).
  public func position(beforeMilliseconds instant: Int64) throws -> Position {
    var end = try lastPosition()
    var first = end + 1
    while end > 0 {
      let events = try events(backFrom: end, limit: 500)
      for event in events {
        if max(event.recordedAtMilliseconds, event.receivedAtMilliseconds) >= instant { first = event.position }
        // The clock of an own event is later than that of every event before it.
        let isOwn = event.receivedAtMilliseconds == 0
        if isOwn, Int64(clamping: event.time.milliseconds) < instant { return first - 1 }
      }
      end = (events.last?.position ?? 1) - 1
    }
    return first - 1
  }
}
