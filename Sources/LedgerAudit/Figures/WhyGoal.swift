public import EventLog
public import LedgerBook
internal import LedgerBytes
public import LedgerDomain
internal import LedgerProjections

/// Explains what is saved for a goal by its contributions, folded from the events.
///
/// They are added up and compared with the figure on the screen, which comes from the read models.
public struct WhyGoal: Sendable {
  /// A contribution as it counts.
  public struct Part: Hashable, Sendable {
    /// The contribution.
    public let contribution: GoalContribution
    /// The transaction that contributes, or `nil` for an amount.
    public let row: TransactionRow?
    /// The date on which it counts.
    public let date: CivilDate
    /// The minor units that it adds.
    public let minorUnits: Int64
    /// The events without which the contribution would add another amount, in the order of their positions.
    public let events: [StoredEvent]
  }

  /// The goal.
  public let goal: GoalRow
  /// The figure on the screen.
  public let shown: Money
  /// The figure by the contributions.
  public let computed: Money
  /// The contributions that count, by date.
  public let parts: [Part]

  /// Whether the figure on the screen equals the recomputed one.
  public var addsUp: Bool { shown == computed }

  /// Explains what is saved for a goal at the book's horizon.
  ///
  /// - Throws: `BookError.unknown` if there is no such goal.
  /// - Complexity: O(events of the goal and of its transactions), and O(e²) for e events of each.
  public static func of(_ goal: GoalID, in book: Book) throws -> WhyGoal {
    guard let summary = try book.goals(withDeleted: true).first(where: { $0.id == goal }) else {
      throw BookError.unknown(what: "goal", text: goal.description)
    }
    let sum = GoalSum(currency: summary.row.target.currency, day: book.day)
    let events = try book.events(of: goal.stream).sorted { $0.foldsBefore($1) }
    var parts: [Part] = []
    for contribution in StreamFold(kind: goal.stream.kind, inOrder: events).goal.present {
      var own: [StoredEvent] = []
      var row: TransactionRow?
      if let id = contribution.transaction {
        own = try book.events(of: id.stream).sorted { $0.foldsBefore($1) }
        row = StreamFold(kind: id.stream.kind, inOrder: own).transactionRow(id.stream)
      }
      let units = sum.units(contribution, row)
      if units == 0 { continue }
      let reasons =
        events.filter { event in
          let other = StreamFold(kind: goal.stream.kind, inOrder: events.without(event)).goal.present
          return !other.contains { $0.id == contribution.id && sum.units($0, row) == units }
        }
        + own.filter { event in
          let stream = TransactionID(event.stream.id).stream
          let other = StreamFold(kind: stream.kind, inOrder: own.without(event)).transactionRow(stream)
          return sum.units(contribution, other) != units
        }
      parts.append(
        Part(
          contribution: contribution, row: row, date: row?.date ?? contribution.on, minorUnits: units,
          events: reasons.sorted { $0.position < $1.position }))
    }
    let total = parts.reduce(Int128(0)) { $0 + Int128($1.minorUnits) }
    guard let units = Int64(exactly: total) else { throw AmountError.overflow }
    return WhyGoal(
      goal: summary.row, shown: summary.progress.saved,
      computed: Money(minorUnits: units, currency: sum.currency),
      parts: parts.sorted { ($0.date, $0.contribution.id) < ($1.date, $1.contribution.id) })
  }
}

/// The way contributions to a goal are counted.
private struct GoalSum {
  let currency: CurrencyCode
  let day: CivilDate

  /// Returns the minor units that a contribution adds by the day.
  func units(_ contribution: GoalContribution, _ row: TransactionRow?) -> Int64 {
    guard contribution.transaction != nil else {
      guard let money = contribution.amount, money.currency == currency, contribution.on <= day else {
        return 0
      }
      return money.minorUnits
    }
    guard let row, row.stage == .saved, let date = row.date, date <= day else { return 0 }
    return row.goalMoney(in: currency)?.minorUnits ?? 0
  }
}

extension Book {
  /// Returns the course of what is saved for a goal, as of the book's day throughout.
  ///
  /// - Complexity: O(events of the goal and its transactions), and O(contributions) for each of them.
  func course(
    ofGoal goal: GoalID, _ currency: CurrencyCode, through last: Position, progress: (Int64, Int64) -> Void
  ) throws -> FigureCourse {
    enum Fact {
      case contributions([GoalContribution])
      case transaction(TransactionID, TransactionRow?)
    }
    var facts: [(position: Position, fact: Fact)] = []
    func events(_ stream: StreamID) throws -> [StoredEvent] {
      try log.events(of: stream).filter { $0.position <= last }
    }
    var transactions: Set<TransactionID> = []
    StreamSteps.forEachFold(of: goal.stream, try events(goal.stream)) { event, fold in
      transactions.formUnion(fold.goal.present.compactMap(\.transaction))
      facts.append((event.position, .contributions(fold.goal.present)))
    }
    for id in transactions {
      StreamSteps.forEachRow(of: id.stream, try events(id.stream)) { position, row in
        facts.append((position, .transaction(id, row)))
      }
    }
    facts.sort { $0.position < $1.position }
    let sum = GoalSum(currency: currency, day: day)
    var (contributions, rows): ([GoalContribution], [TransactionID: TransactionRow]) = ([], [:])
    var steps: [FigureCourse.Step] = []
    for (index, (position, fact)) in facts.enumerated() {
      switch fact {
      case .contributions(let present): contributions = present
      case .transaction(let id, let row): rows[id] = row
      }
      progress(Int64(index), Int64(facts.count))
      if index + 1 < facts.count, facts[index + 1].position == position { continue }
      let total = contributions.reduce(Int128(0)) { total, contribution in
        total + Int128(sum.units(contribution, contribution.transaction.flatMap { rows[$0] }))
      }
      guard let units = Int64(exactly: total) else { throw AmountError.overflow }
      if units != steps.last?.minorUnits ?? 0 {
        steps.append(FigureCourse.Step(position: position, minorUnits: units))
      }
    }
    return FigureCourse(steps: steps, eventsFolded: Int64(facts.count))
  }
}
