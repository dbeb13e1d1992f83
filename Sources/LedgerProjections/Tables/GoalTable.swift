internal import LedgerBytes
internal import LedgerDomain
internal import LedgerSQLite

/// The tables of goals and of their contributions.
///
/// A transaction's contribution is looked up when it is read, because only the transaction knows its amount.
enum GoalTable {
  static let goals = Table(
    "goal_row", versions: "goal_version", of: .goal,
    [
      "id BLOB NOT NULL",
      "name TEXT NOT NULL",
      "emoji TEXT",
      "currency TEXT NOT NULL",
      "target INTEGER NOT NULL",
      "by_date INTEGER",
      "created_on INTEGER NOT NULL",
      "completed INTEGER NOT NULL",
      "deleted INTEGER NOT NULL",
      "pending INTEGER NOT NULL",
    ].joined(separator: "\n"), addRows: addGoal)

  static let contributions = Table(
    "goal_contribution", versions: "goal_contribution_version", of: .goal, keyCount: 2,
    [
      "id BLOB NOT NULL",
      "contribution BLOB NOT NULL",
      "date INTEGER NOT NULL",
      "currency TEXT",
      "units INTEGER",
      "transaction_id BLOB",
    ].joined(separator: "\n"), addRows: addContributions)

  private static func addGoal(_ state: RecordState, id: UniqueID, to rows: inout RowBuffer) {
    guard case .goal(let state) = state, let row = GoalRow(GoalID(id), state) else { return }
    rows.add(id: id)
    rows.add(text: row.name)
    rows.add(optional: row.emoji)
    rows.add(text: row.target.currency.code)
    rows.add(row.target.minorUnits)
    rows.add(optional: row.by.map { Int64($0.dayNumber) })
    rows.add(Int64(row.createdOn.dayNumber))
    rows.add(row.isCompleted ? 1 : 0)
    rows.add(row.isDeleted ? 1 : 0)
    rows.add(row.hasPendingDeletion ? 1 : 0)
  }

  private static func addContributions(_ state: RecordState, id: UniqueID, to rows: inout RowBuffer) {
    guard case .goal(let state) = state else { return }
    for contribution in state.present {
      rows.add(id: id)
      rows.add(id: contribution.id)
      rows.add(Int64(contribution.on.dayNumber))
      rows.add(optional: contribution.amount?.currency.code)
      rows.add(optional: contribution.amount?.minorUnits)
      rows.add(optional: contribution.transaction?.id)
    }
  }

  /// Reads the columns of a goal, all of them in the order of the table.
  static func row(_ statement: Statement) throws -> GoalRow {
    guard let id = statement.optionalID(0), let currency = CurrencyCode(statement.string(3)) else {
      throw ModelError.damaged("a row of goals")
    }
    return GoalRow(
      id: GoalID(id), name: statement.string(1), emoji: statement.optionalString(2),
      target: Money(minorUnits: statement.int64(4), currency: currency),
      by: statement.optionalInt64(5).map { CivilDate(dayNumber: Int32(truncatingIfNeeded: $0)) },
      createdOn: CivilDate(dayNumber: Int32(truncatingIfNeeded: statement.int64(6))),
      isCompleted: statement.int64(7) == 1, isDeleted: statement.int64(8) == 1,
      hasPendingDeletion: statement.int64(9) == 1)
  }

  /// Reads the columns of a contribution, all of them in the order of the table.
  static func contribution(_ statement: Statement) throws -> (goal: GoalID, contribution: GoalContribution) {
    guard let goal = statement.optionalID(0), let id = statement.optionalID(1) else {
      throw ModelError.damaged("a contribution to a goal")
    }
    let currency = statement.optionalString(3).flatMap { CurrencyCode($0) }
    let contribution = GoalContribution(
      id: id,
      amount: currency.flatMap { currency in
        statement.optionalInt64(4).map { Money(minorUnits: $0, currency: currency) }
      },
      transaction: statement.optionalID(5).map(TransactionID.init),
      on: CivilDate(dayNumber: Int32(truncatingIfNeeded: statement.int64(2))))
    return (GoalID(goal), contribution)
  }
}
