internal import EventLog
internal import LedgerBytes
internal import LedgerDomain
internal import LedgerProjections
internal import LedgerSQLite

/// A year of a series, with what is to be done in it.
struct GenerationPiece {
  let series: RuleSeries
  let plans: [GenerationPlan]
}

/// The series of some rules, a year at a time, so that events and batches stay small.
struct GenerationPieces {
  private let ids: [RuleID]
  private let through: CivilDate
  private let today: CivilDate
  private var index = 0
  /// The series that were looked at before their turn, of the rules from `index` on.
  private var ahead: ArraySlice<Look> = []
  /// The current series, or `nil` before the next one's turn.
  private var current: Stretch?
  /// The plans of its first year, where they are made already.
  private var firstPlans: [GenerationPlan]?
  /// Per rule of the current series the first date since which there was nothing to do.
  private var idle: [RuleID: CivilDate] = [:]
  private var visited: Set<RuleID> = []
  private(set) var seriesDone = 0
  private(set) var worked = 0

  /// The rest of a series.
  private struct Stretch {
    /// The rule for whose sake it came up.
    let rule: RuleID
    let series: RuleSeries
    var from: CivilDate
    let last: CivilDate
    /// Whether it was read in an earlier write of the log, so that its rules may have changed since.
    var isOld = false
  }

  /// A series, and the work in the first year of its stretch, or `nil` if there is no work.
  private struct Look: Sendable {
    let series: RuleSeries
    let stretch: ClosedRange<CivilDate>?
    let plans: [GenerationPlan]
  }

  /// Rules that are looked at together.
  private static let together = 64

  init(ids: [RuleID], through: CivilDate, today: CivilDate) {
    self.ids = ids
    self.through = through
    self.today = today
  }

  var isDone: Bool { current == nil && index >= ids.count }

  /// Prepares for another write of the log, before which others may write.
  ///
  /// The current series, and those whose turn has not come, are read again.
  mutating func forget() {
    ahead = []
    current?.isOld = true
  }

  /// Returns the next piece, or `nil` at the end.
  mutating func next(_ readers: SeriesReaders) throws -> GenerationPiece? {
    while true {
      if let old = current, old.isOld { try readAgain(old, readers.own) }
      if var stretch = current {
        let (series, from) = (stretch.series, stretch.from)
        let end = Self.endOfYear(from, stretch.last)
        precondition(
          from <= end && end <= stretch.last, "a piece begins where the last one ended, and within its stretch")
        stretch.from = end.adding(days: 1)
        current = end < stretch.last ? stretch : nil
        var plans = try firstPlans ?? series.plans(in: from...end) { try readers.own.state(of: $0) }
        firstPlans = nil
        for index in plans.indices {
          // A plan with changes also covers the years before it in which the rule had nothing to do.
          let begun = idle[plans[index].rule] ?? from
          idle[plans[index].rule] = plans[index].isEmpty ? begun : nil
          if !plans[index].isEmpty { plans[index].extend(back: begun) }
        }
        return GenerationPiece(series: series, plans: plans)
      }
      guard index < ids.count else { return nil }
      if ahead.isEmpty { ahead = try lookAhead(readers)[...] }
      precondition(ahead.count <= ids.count - index, "rules are looked at in their order, each once")
      guard let look = ahead.popFirst() else { return nil }
      let rule = ids[index]
      index += 1
      seriesDone += 1
      // A series of several rules comes up for each of them.
      if look.series.rules.count > 1, !visited.insert(look.series.id).inserted { continue }
      guard let stretch = look.stretch else { continue }
      worked += 1
      idle = [:]
      current = Stretch(rule: rule, series: look.series, from: stretch.lowerBound, last: stretch.upperBound)
      firstPlans = look.plans
    }
  }

  /// Continues with the series as it is now, at the same date unless its rules changed. Then the dates that it
  /// lacks are computed again. Finished work is not looked at twice, unless the author of the change has left
  /// that to the next generation.
  private mutating func readAgain(_ old: Stretch, _ reader: SeriesReader) throws {
    let series = try reader.series(of: old.rule)
    if series.says(theSameAs: old.series) {
      current = Stretch(rule: old.rule, series: series, from: old.from, last: old.last)
      return
    }
    idle = [:]
    current = series.stretch(through: through, today: today).map {
      Stretch(rule: old.rule, series: series, from: $0.lowerBound, last: $0.upperBound)
    }
  }

  private func lookAhead(_ readers: SeriesReaders) throws -> [Look] {
    let (through, today) = (through, today)
    return try readers.map(ids[index..<min(ids.count, index + Self.together)]) { reader, id in
      let series = try reader.series(of: id)
      guard let stretch = series.stretch(through: through, today: today) else {
        return Look(series: series, stretch: nil, plans: [])
      }
      let end = Self.endOfYear(stretch.lowerBound, stretch.upperBound)
      let plans = try series.plans(in: stretch.lowerBound...end) { try reader.state(of: $0) }
      return Look(series: series, stretch: stretch, plans: plans)
    }
  }

  private static func endOfYear(_ date: CivilDate, _ last: CivilDate) -> CivilDate {
    min(last, CivilDate(year: date.year, month: 12, day: 31) ?? last)
  }
}

/// Reads rules and their transactions from a log.
struct SeriesReader {
  let log: LedgerLog
  let horizon: Horizon
  /// The book on its own thread, which knows the records that it folded last.
  var book: Book?

  /// Returns the series that a rule belongs to.
  func series(of rule: RuleID) throws -> RuleSeries { try RuleSeries.of(rule) { try fold($0.stream).rule } }

  /// Returns a transaction's state, or `nil` if it does not exist.
  ///
  /// - Complexity: One look-up if the transaction does not exist.
  func state(of id: TransactionID) throws -> TransactionState? {
    guard try log.key(of: id.stream) != nil else { return nil }
    return try fold(id.stream).transaction
  }

  private func fold(_ stream: StreamID) throws -> StreamFold {
    if let book { return try book.fold(stream) }
    return StreamFold(kind: stream.kind, events: horizon.admitted(try log.events(of: stream)))
  }
}

/// Reads of several rules at once, each thread with a log of its own.
///
/// Within a write, where nobody else can commit, all see what the writer sees as long as it has appended nothing.
final class SeriesReaders {
  /// The one on the caller's thread.
  let own: SeriesReader
  private let isAlone: Bool
  private var others: [LedgerLog] = []

  private static let threads = 4
  /// Fewer are not worth a thread.
  private static let sharedRulesMin = 16

  /// Creates readers of a book's log.
  ///
  /// - Parameters:
  ///   - isAlone: Whether all is read on the caller's thread.
  ///   - usesMemo: Whether the book's known records are used. They are too few for many rules.
  init(_ book: Book, isAlone: Bool = false, usesMemo: Bool = false) {
    own = SeriesReader(log: book.log, horizon: book.horizon, book: usesMemo ? book : nil)
    self.isAlone = isAlone
  }

  func close() {
    for log in others { try? log.close() }
    others = []
  }

  /// Returns the results of `work` for each of the rules, in their order.
  func map<Value: Sendable>(
    _ ids: ArraySlice<RuleID>, _ work: @escaping (SeriesReader, RuleID) throws -> Value
  ) throws -> [Value] {
    guard !isAlone, !own.log.isHeld, ids.count >= Self.sharedRulesMin else {
      return try ids.map { try work(own, $0) }
    }
    while others.count < Self.threads { others.append(try own.log.anotherReader()) }
    let share = (ids.count + others.count - 1) / others.count
    var rest = ids
    let parts = others.map { log in
      let mine = rest.prefix(share)
      rest = rest.dropFirst(share)
      let reader = SeriesReader(log: log, horizon: own.horizon)
      return WorkUnderWay.begin { try log.reading { try mine.map { try work(reader, $0) } } }
    }
    // All have ended before one that failed is told of.
    let made = parts.map { part in Result { try part.wait() } }
    return try made.flatMap { try $0.get() }
  }
}

extension RuleSeries {
  /// Whether no rule of it was changed or deleted between the two readings. Generated transactions do not
  /// count.
  fileprivate func says(theSameAs other: RuleSeries) -> Bool {
    rules.count == other.rules.count
      && zip(rules, other.rules).allSatisfy { now, before in
        now.id == before.id && now.state.revision == before.state.revision
          && now.state.deletion == before.state.deletion && now.state.deletions == before.state.deletions
      }
  }

  /// Returns the series that a rule belongs to, from the states of rules.
  static func of(_ rule: RuleID, _ state: (RuleID) throws -> RuleState) rethrows -> RuleSeries {
    let own = try state(rule)
    let first = own.series ?? rule
    var states: [RuleID: RuleState] = [rule: own]
    var waiting = [first] + own.splits.keys
    while let next = waiting.popLast() {
      guard states[next] == nil else { continue }
      let state = try state(next)
      states[next] = state
      waiting += state.splits.keys
    }
    return RuleSeries(id: first, rules: states.map { Member(id: $0.key, state: $0.value) })
  }
}
