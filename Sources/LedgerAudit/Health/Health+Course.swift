public import EventLog
internal import LedgerBytes
internal import LedgerDomain
internal import LedgerProjections

// When an invariant held, over the positions of the log.
extension Health {
  /// When an invariant held: of the log by one pass over it, each event at its place.
  ///
  /// The read models in service are of one moment; what is said of them is since which event they differ.
  /// - `modelsPath`, `scratch`: as for `of`.
  /// - Throws: `NoEventToBlame` where it does not hold and no event is why.
  /// - Complexity: O(events); of the read models what `of` costs.
  public static func course(
    of invariant: Invariant, in log: LedgerLog, modelsPath: String?, scratch: String,
    progress: (Int64, Int64) -> Void = { _, _ in }
  ) throws -> TruthCourse {
    switch invariant {
    case .decodes, .oneLedger, .timeGrows, .causesFirst, .seenFirst:
      var health = Health()
      _ = try log.reading { try EventWalk(log, into: &health, progress) }
      return try health.course(invariant)
    case .totalsMatch, .modelsMatch:
      var health = Health()
      if let modelsPath { try health.compareModels(log, served: modelsPath, scratch: scratch) }
      return try health.course(invariant)
    case .begins, .savedIsWhole, .noOrphan:
      return TruthCourse(falseIn: try log.reading { try stretches(invariant, log, progress) })
    }
  }

  /// What was found stays so.
  private func course(_ invariant: Invariant) throws -> TruthCourse {
    let found = findings.filter { $0.invariant == invariant }
    guard let first = found.first else { return TruthCourse(isTrueAtBeginning: true, turns: []) }
    guard let position = found.compactMap(\.position).min() else {
      throw NoEventToBlame(words: first.words)
    }
    return TruthCourse(isTrueAtBeginning: true, turns: [position])
  }

  /// The stretches of positions in which some record does not satisfy it.
  private static func stretches(
    _ invariant: Invariant, _ log: LedgerLog, _ progress: (Int64, Int64) -> Void
  ) throws -> [Range<Int64>] {
    var known: [UniqueID: Int64] = [:]
    if invariant == .noOrphan {
      for stream in try log.streams(kind: StreamKind.group.rawValue) {
        known[stream.id] = try log.events(of: stream).map(\.position).min()
      }
    }
    let last = try log.lastPosition()
    var stretches: [Range<Int64>] = []
    var done: Int64 = 0
    try log.forEachStream(through: last) { keyed, events in
      done += Int64(events.count)
      if keyed.key.isMultiple(of: 200) { progress(done, last) }
      if invariant == .begins, events.contains(where: { $0.payload == nil }) { return }
      var open: (from: Int64, until: Int64)?
      StreamSteps.forEachFold(of: keyed.stream, events) { event, fold in
        if let before = open { add(before.from..<min(event.position, before.until), to: &stretches) }
        open = fold.fails(invariant, event.stream, known).map { (event.position, max($0, event.position)) }
      }
      if let open { add(open.from..<open.until, to: &stretches) }
    }
    return stretches
  }

  private static func add(_ stretch: Range<Int64>, to stretches: inout [Range<Int64>]) {
    // Neighbours are one.
    if let last = stretches.last, last.upperBound == stretch.lowerBound, !last.isEmpty {
      stretches[stretches.count - 1] = last.lowerBound..<stretch.upperBound
    } else if !stretch.isEmpty {
      stretches.append(stretch)
    }
  }
}

/// An invariant that does not hold, for which no event is to blame: a row that no event ever made.
public struct NoEventToBlame: Error, Hashable, Sendable {
  /// What is wrong.
  public let words: String
}

extension StreamFold {
  /// Whether the record fails an invariant, and until which position at the latest: what it misses may be known then.
  fileprivate func fails(_ invariant: Health.Invariant, _ stream: StreamID, _ known: [UniqueID: Int64])
    -> Int64?
  {
    switch invariant {
    case .begins: return state?.isBegun == false ? .max : nil
    case .savedIsWhole:
      guard let row = transactionRow(stream), row.stage == .saved else { return nil }
      return row.date == nil || row.money == nil || row.money?.minorUnits == 0 ? .max : nil
    case .noOrphan:
      guard let group = transactionRow(stream)?.group else { return nil }
      return known[group.id] ?? .max
    case .decodes, .oneLedger, .timeGrows, .causesFirst, .seenFirst, .totalsMatch, .modelsMatch: return nil
    }
  }
}
