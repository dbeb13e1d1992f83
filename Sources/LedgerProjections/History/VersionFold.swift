internal import EventLog
internal import LedgerBytes
internal import LedgerDomain
internal import LedgerSQLite

/// Folds ranges of streams event by event, in the order in which this device learned of them, and notes where what
/// they say changed: each thread of a build does, with a log of its own, and catching up.
///
/// An event that is earlier in time than one known before changes what is said from its own position on: what is known
/// by then is folded anew, and no version before it is touched.
final class VersionFold: RangeWorker {
  private let log: LedgerLog
  /// What is on record: versions as of this position.
  private let position: Int64
  private let last: Int64
  private let folder: StreamFolder
  private var actors = ActorNames()
  /// What the stream at hand says now, and what it is found to say after the next event.
  private var now = StreamVersions()
  private var next = ModelRows()
  private var part = VersionRows()

  let sum: Void = ()

  /// - Parameters:
  ///   - position: the position as of which versions are on record; 0: none are.
  ///   - last: the position through which events are known.
  init(_ log: LedgerLog, after position: Int64, through last: Int64) {
    self.log = log
    self.position = position
    self.last = last
    folder = StreamFolder(log, through: last, detail: .rows)
  }

  /// The versions of the streams of a range of keys, in the order of their keys.
  func work(_ keys: ClosedRange<Int64>) throws -> VersionRows {
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

  /// The stream's last event is behind; forgets it.
  private func end() throws {
    now.end(into: &part)
    _ = try folder.finish()
  }

  /// Looks at what the stream says after the event at a position, and notes what is new.
  private func take(at position: Int64) throws {
    let stream = folder.stream
    next.removeAll()
    // Nearly every stream is a transaction's, whose state is looked at where it stands.
    let found: Void? = try folder.lookAtTransaction { state, problems in
      let row = next.addVersion(of: state, problems, stream)
      try now.take(&next, row, key: stream.key, at: position, into: &part)
    }
    if found != nil { return }
    try folder.look { fold in
      next.add(fold, stream: stream.stream, key: stream.key)
      try now.take(&next, nil, key: stream.key, at: position, into: &part)
    }
  }
}

extension ModelRows {
  /// Adds what history keeps of a transaction's state; returns its row.
  fileprivate mutating func addVersion(
    of state: borrowing TransactionState, _ problems: [StreamFold.Problem], _ stream: KeyedStream
  ) -> TransactionRow? {
    let key = stream.key
    add(problems, stream: key)
    FindingsTable.add(state, key: key, to: &self)
    guard let row = TransactionRow(TransactionID(stream.stream.id), state) else { return nil }
    TransactionTable.add(row, key: key, to: &self[.transactions])
    if let note = row.note {
      self[.notes].add(key)
      self[.notes].add(text: NFC.foldedForComparison(note))
    }
    FindingsTable.add(pagesOf: row, key: key, to: &self)
    return row
  }
}
