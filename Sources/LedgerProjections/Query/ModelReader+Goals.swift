public import LedgerDomain
internal import LedgerSQLite

/// A contribution to a goal as it counts now.
public struct GoalPart: Hashable, Sendable {
  /// The contribution.
  public let contribution: GoalContribution
  /// The amount that counts, or `nil` if its transaction is not saved or in another currency.
  public let money: Money?
  /// The date on which it counts.
  public let date: CivilDate
}

/// A goal with its contributions and figures.
///
///     let price = Money(minorUnits: 60_000, currency: .eur)
///     let bike = try book.createGoal(name: "Bike", target: price).goal
///     if let bike { try book.contribute(Money(minorUnits: 15_000, currency: .eur), to: bike) }
///     let percent = try book.goals().map(\.progress.percent)
public struct GoalSummary: Hashable, Sendable {
  /// The goal.
  public let row: GoalRow
  /// The contributions, by date and identifier.
  public let parts: [GoalPart]
  /// The figures on the day that it is looked at.
  public let progress: GoalProgress

  /// Its identifier.
  public var id: GoalID { row.id }

  /// Returns the least that is saved at the end of a day or of any later one. It is never below zero.
  package func leastSaved(from day: CivilDate) -> Money {
    // Parts are sorted by date.
    var (sum, least) = (Int128(0), Int128?.none)
    for (place, part) in parts.enumerated() {
      if part.date > day, place == 0 || parts[place - 1].date < part.date { least = min(least ?? sum, sum) }
      sum += Int128(part.money?.minorUnits ?? 0)
    }
    return Money(minorUnits: Int64(clamping: max(0, min(least ?? sum, sum))), currency: row.target.currency)
  }
}

extension ModelReader {
  /// Returns the goals with their figures, those that are not deleted unless `withDeleted`.
  ///
  /// Open goals come first, then by date, name and identifier.
  ///
  /// - Parameter transaction: Returns the row of a transaction, which only the log can find by its identifier.
  /// - Complexity: O(goals + contributions), and a look-up per transaction that contributes.
  package func goals(
    today: CivilDate, withDeleted: Bool = false, transaction: (TransactionID) throws -> TransactionRow?
  ) throws -> [GoalSummary] {
    var rows: [GoalRow] = []
    let goals = try connection.statement(Self.goalRows)
    try goals.forEachRow { rows.append(try GoalTable.row($0)) }
    var contributions: [GoalID: [GoalContribution]] = [:]
    let statement = try connection.statement(Self.goalContributions)
    try statement.forEachRow { row in
      let (goal, contribution) = try GoalTable.contribution(row)
      contributions[goal, default: []].append(contribution)
    }
    rows.sort { left, right in
      if left.isCompleted != right.isCompleted { return right.isCompleted }
      if left.by != right.by { return left.by ?? .last < right.by ?? .last }
      if !left.name.utf8.elementsEqual(right.name.utf8) {
        return left.name.utf8.lexicographicallyPrecedes(right.name.utf8)
      }
      return left.id < right.id
    }
    return try rows.filter { withDeleted || !$0.isDeleted }.map { row in
      let parts = try (contributions[row.id] ?? []).map { try part($0, of: row, transaction) }
      return GoalSummary(
        row: row, parts: parts.sorted { ($0.date, $0.contribution.id) < ($1.date, $1.contribution.id) },
        progress: try GoalProgress(
          row, parts.compactMap { part in part.money.map { ($0.minorUnits, part.date) } }, today: today))
    }
  }

  private func part(
    _ contribution: GoalContribution, of goal: GoalRow, _ transaction: (TransactionID) throws -> TransactionRow?
  ) throws -> GoalPart {
    let currency = goal.target.currency
    guard let id = contribution.transaction else {
      let money = contribution.amount.flatMap { $0.currency == currency ? $0 : nil }
      return GoalPart(contribution: contribution, money: money, date: contribution.on)
    }
    let row = try transaction(id)
    guard let row, row.stage == .saved, let date = row.date else {
      return GoalPart(contribution: contribution, money: nil, date: row?.date ?? contribution.on)
    }
    return GoalPart(contribution: contribution, money: row.goalMoney(in: currency), date: date)
  }

  static let goalRows = """
    SELECT id, name, emoji, currency, target, by_date, created_on, completed, deleted, pending FROM goal_row
    """
  static let goalContributions = """
    SELECT id, contribution, date, currency, units, transaction_id FROM goal_contribution
    """
}
