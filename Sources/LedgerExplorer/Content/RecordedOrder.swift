internal import EventLog
internal import LedgerBytes

/// The order in which authors recorded the events of a page, whenever they arrived on this device.
struct RecordedOrder {
  /// The place of each event in the order, from 1, by position.
  private(set) var ranks: [Int64] = []
  /// Whether the order is another one than that of arrival.
  private(set) var isReordered = false
  /// The streams with an event that arrived after one recorded later.
  private(set) var reordered: Set<StreamID> = []

  /// Reads the events up to a position.
  ///
  /// - Complexity: O(n log n) in the events.
  init(_ log: LedgerLog, through last: Position) throws {
    var entries: [(recorded: Int64, time: HybridTime, reference: EventReference, stream: StreamID)] = []
    try log.forEachEvent(through: last) { event in
      entries.append((event.recordedAtMilliseconds, event.time, event.reference, event.stream))
    }
    let order = entries.indices.sorted { left, right in
      let (one, other) = (entries[left], entries[right])
      return (one.recorded, one.time, one.reference) < (other.recorded, other.time, other.reference)
    }
    ranks = [Int64](repeating: 0, count: entries.count)
    for (place, index) in order.enumerated() { ranks[index] = Int64(place) + 1 }
    isReordered = ranks.enumerated().contains { $0.element != Int64($0.offset) + 1 }
    guard isReordered else { return }
    var latest: [StreamID: Int64] = [:]
    for (index, entry) in entries.enumerated() {
      if let known = latest[entry.stream], known > ranks[index] { reordered.insert(entry.stream) }
      latest[entry.stream] = ranks[index]
    }
  }

  /// The place of an event in the order.
  func rank(of event: StoredEvent) -> Int64 { ranks[Int(event.position.rawValue) - 1] }

  /// Hands the events of a stream to `body` as authors had recorded them, one more each time.
  ///
  /// Each time it has the rank of the last one.
  func forEachState(of events: [StoredEvent], _ body: (Int64, [StoredEvent]) -> Void) {
    let recorded = events.sorted { rank(of: $0) < rank(of: $1) }
    for (index, event) in recorded.enumerated() { body(rank(of: event), Array(recorded[...index])) }
  }
}

/// The views of time in which a row of the page counts.
enum RowView: Int64 {
  /// Both: the events of its record arrived in the order in which they were recorded.
  case both
  /// As this device knew it.
  case known
  /// As authors had recorded it. Its ends are places in that order.
  case recorded
}

/// The versions of one record's rows, each with the positions at which it began and ended.
struct Versions<Row: Equatable> {
  private var current: [(begins: Int64, row: Row)] = []
  private var ended: [(begins: Int64, ends: Int64, row: Row)] = []

  /// Takes the rows after an event.
  mutating func add(_ rows: [Row], at position: Int64) {
    let kept = rows.map { row in (current.first { $0.row == row }?.begins ?? position, row) }
    for version in current where !rows.contains(version.row) {
      ended.append((version.begins, position, version.row))
    }
    current = kept
  }

  /// All rows, the oldest first. The end of a current row is 0.
  var all: [(begins: Int64, ends: Int64, row: Row)] {
    (ended + current.map { (begins: $0.begins, ends: Int64(0), row: $0.row) }).sorted { $0.begins < $1.begins }
  }
}
