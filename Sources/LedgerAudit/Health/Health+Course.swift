internal import EventLog
package import LedgerBook
internal import LedgerBytes
internal import LedgerDomain
internal import LedgerProjections

// The courses of invariants over the positions of the log.
extension Health {
  /// Calls `body` with the course of an invariant over the positions of the log.
  ///
  /// An invariant of the log is checked in one pass. The read models exist only as of now, and the course shows the event
  /// from which on they differ.
  ///
  /// - Throws: `NoEventToBlame` if the invariant does not hold and no event is the reason.
  /// - Complexity: O(events), and for the read models that of `of`.
  package static func course(
    of invariant: Invariant, in book: Book, progress: (Int64, Int64) -> Void = { _, _ in }
  ) throws -> TruthCourse {
    let log = book.log
    switch invariant {
    case .decodes, .oneLedger, .timeGrows, .causesFirst, .seenFirst:
      var health = Health()
      _ = try log.reading { try EventWalk(log, into: &health, progress) }
      return try health.course(invariant)
    case .totalsMatch, .modelsMatch:
      var health = Health()
      try health.compareModels(log, served: book.modelsFile, scratch: scratch(book))
      return try health.course(invariant)
    case .begins, .savedIsWhole, .noOrphan:
      return TruthCourse(falseIn: try log.reading { try stretches(invariant, log, progress) })
    }
  }

  /// Returns the course of an invariant that, once broken, remains broken.
  private func course(_ invariant: Invariant) throws -> TruthCourse {
    let found = findings.filter { $0.invariant == invariant }
    guard let first = found.first else { return TruthCourse(isTrueAtBeginning: true, turns: []) }
    guard let position = found.compactMap(\.position).min() else {
      throw NoEventToBlame(words: first.words)
    }
    return TruthCourse(isTrueAtBeginning: true, turns: [position])
  }

  /// Returns the ranges of positions in which some record does not satisfy the invariant.
  private static func stretches(
    _ invariant: Invariant, _ log: LedgerLog, _ progress: (Int64, Int64) -> Void
  ) throws -> [Range<Position>] {
    var known: [UniqueID: Position] = [:]
    if invariant == .noOrphan {
      for stream in try log.streams(kind: StreamKind.group.rawValue) {
        known[stream.id] = try log.events(of: stream).map(\.position).min()
      }
    }
    let last = try log.lastPosition()
    var stretches: [Range<Position>] = []
    var done: Int64 = 0
    try log.forEachStream(through: last) { keyed, events in
      done += Int64(events.count)
      if keyed.key.isMultiple(of: 200) { progress(done, last.rawValue) }
      // The event that is passed over may be the one that began the record, or gave it a date or an amount.
      if invariant != .noOrphan, events.contains(where: \.isLeftOut) { return }
      var open: (from: Position, until: Position)?
      StreamSteps.forEachFold(of: keyed.stream, events) { event, fold in
        if let before = open { add(before.from..<min(event.position, before.until), to: &stretches) }
        open = fold.fails(invariant, event.stream, known).map { (event.position, max($0, event.position)) }
      }
      if let open { add(open.from..<open.until, to: &stretches) }
    }
    return stretches
  }

  private static func add(_ stretch: Range<Position>, to stretches: inout [Range<Position>]) {
    // Adjacent ranges are joined.
    if let last = stretches.last, last.upperBound == stretch.lowerBound, !last.isEmpty {
      stretches[stretches.count - 1] = last.lowerBound..<stretch.upperBound
    } else if !stretch.isEmpty {
      stretches.append(stretch)
    }
  }
}

/// An error because an invariant is broken and no event is to blame, as for a row that no event made.
package struct NoEventToBlame: Error, Hashable, Sendable {
  /// The description of the problem.
  package let words: String
}

extension StreamFold {
  /// Returns the position at which a broken invariant may hold again, or `nil` if it holds.
  ///
  /// The event that the record needs may arrive at that position.
  fileprivate func fails(_ invariant: Health.Invariant, _ stream: StreamID, _ known: [UniqueID: Position])
    -> Position?
  {
    switch invariant {
    case .begins: return state?.isBegun == false ? .max : nil
    case .savedIsWhole:
      guard let row = transactionRow(stream), row.stage == .saved else { return nil }
      return row.isIncomplete ? .max : nil
    case .noOrphan:
      guard let group = transactionRow(stream)?.group else { return nil }
      return known[group.id] ?? .max
    case .decodes, .oneLedger, .timeGrows, .causesFirst, .seenFirst, .totalsMatch, .modelsMatch: return nil
    }
  }
}

extension StoredEvent {
  /// Whether no fold applies it: it is redacted, skipped, or of a newer version.
  fileprivate var isLeftOut: Bool {
    if ignored != nil { return true }
    switch EventCodec.current.decode(type: type, schema: schema, stream: stream, payload: payload) {
    case .unknown, .redacted: return true
    case .event, .unreadable: return false
    }
  }
}
