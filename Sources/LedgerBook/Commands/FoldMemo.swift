internal import EventLog
internal import LedgerBytes
internal import LedgerProjections

/// A record as its events describe it.
struct FoldedRecord {
  /// The fold of the record's events.
  private(set) var fold: StreamFold
  /// The version of the record's stream: the number of its events on this device.
  private(set) var version: StreamVersion

  /// Folds the events of a stream.
  init(_ stream: StreamID, _ events: [StoredEvent]) {
    fold = StreamFold(kind: stream.kind, events: events)
    version = events.last?.version ?? 0
  }

  /// Applies the next event of the stream.
  mutating func append(_ event: StoredEvent) {
    fold.append(event)
    version = event.version
  }
}

/// The records that a book folded last. They are known for as long as the log ends where it ended before.
///
/// A command and what is shown before and after it are mostly about the same record, which is then folded once.
struct FoldMemo {
  private var end: LogEnd?
  private var records: [StreamID: FoldedRecord] = [:]

  /// The maximal number of records that are kept, and of a command's events for which they are.
  static let recordsMax = 64

  /// Returns the record of a stream if it is known as of this end of the log.
  func record(_ stream: StreamID, at end: LogEnd) -> FoldedRecord? {
    end == self.end ? records[stream] : nil
  }

  /// Returns the record as `record` does, and forgets it, so that changing it copies nothing.
  mutating func take(_ stream: StreamID, at end: LogEnd) -> FoldedRecord? {
    end == self.end ? records.removeValue(forKey: stream) : nil
  }

  /// Keeps a record that was folded from the log after its end was read.
  mutating func keep(_ record: FoldedRecord, of stream: StreamID, at end: LogEnd) {
    if self.end != end || records.count >= Self.recordsMax { forget() }
    self.end = end
    records[stream] = record
  }

  /// Forgets the records of some streams.
  mutating func forget(_ streams: some Sequence<StreamID>) {
    if !records.isEmpty { for stream in streams { records[stream] = nil } }
  }

  /// Carries the records on to another end of the log. Nothing was appended to them in between.
  mutating func advance(from before: LogEnd, to end: LogEnd) {
    if self.end != before { forget() }
    self.end = end
  }

  /// Forgets all records.
  mutating func forget() { records.removeAll(keepingCapacity: true) }
}
