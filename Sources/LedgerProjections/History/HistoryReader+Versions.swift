package import LedgerBytes
package import LedgerDomain
internal import LedgerSQLite

extension HistoryReader {
  /// The values of a record between two positions.
  package struct Version<Row> {
    /// The position of the event that began it.
    package let from: Position
    /// The position of the event that ended it, or `nil` if it is the current version.
    package let to: Position?
    /// The values.
    package let row: Row
  }

  /// Calls `body` with every version of every transaction and the log's key of its stream.
  ///
  /// They come by key, and oldest first within a key.
  ///
  /// - Complexity: A step per version.
  package func forEachTransactionVersion(_ body: (StreamKey, Version<TransactionRow>) throws -> Void) throws {
    try forEachVersion(.transactions) { try body($0.number(0), version($0, TransactionTable.row($0, from: 1))) }
  }

  /// Returns the versions of all groups, each group's oldest first.
  package func groupVersions() throws -> [Version<GroupRow>] {
    try versions(.groups) { row in
      guard let id = row.optionalID(0) else { throw ModelError.damaged("a row of groups") }
      return GroupRow(
        id: GroupID(id), name: row.string(1),
        createdOn: CivilDate(dayNumber: Int32(truncatingIfNeeded: row.int64(2))),
        isDeleted: row.int64(3) == 1, hasPendingDeletion: row.int64(4) == 1)
    }
  }

  /// Returns the versions of all categories, each category's oldest first.
  package func categoryVersions() throws -> [Version<CategoryRow>] {
    try versions(.categories) { ModelReader.category($0) }
  }

  /// Returns the versions of all opened accounts, each account's oldest first.
  package func accountVersions() throws -> [Version<AccountRow>] {
    try versions(.accounts) { try AccountTable.row($0) }
  }

  /// Returns the versions of the settings, oldest first.
  package func settingsVersions() throws -> [Version<LedgerRow>] {
    try versions(.settings) { try ModelReader.settings($0, from: 1) }
  }

  /// Returns the versions of what people chose for categories and months, each budget's oldest first.
  package func budgetVersions() throws -> [Version<BudgetRow>] {
    try versions(.budgets) { try BudgetTable.row($0) }
  }

  /// Returns the versions of all goals, each goal's oldest first.
  package func goalVersions() throws -> [Version<GoalRow>] {
    try versions(.goals) { try GoalTable.row($0) }
  }

  /// Returns the versions of the contributions to goals, each goal's oldest first.
  package func contributionVersions() throws -> [Version<GoalContributionRow>] {
    try versions(.contributions) { row in
      let (goal, contribution) = try GoalTable.contribution(row)
      return GoalContributionRow(goal: goal, contribution: contribution)
    }
  }

  /// A contribution with its goal.
  package struct GoalContributionRow: Hashable, Sendable {
    /// The goal.
    package let goal: GoalID
    /// The contribution.
    package let contribution: GoalContribution

    /// Creates a row.
    package init(goal: GoalID, contribution: GoalContribution) {
      self.goal = goal
      self.contribution = contribution
    }
  }

  private func versions<Row>(_ model: ModelTable, _ row: (Statement) throws -> Row) throws -> [Version<Row>] {
    var versions: [Version<Row>] = []
    try forEachVersion(model) { versions.append(version($0, try row($0))) }
    return versions
  }

  /// Returns a version, whose ends are the last two columns.
  private func version<Row>(_ found: Statement, _ row: Row) -> Version<Row> {
    let last = found.columnCount - 1
    return Version(from: found.number(last - 1), to: found.optionalNumber(last), row: row)
  }

  /// Steps through the versions of a table, with the columns of the table first.
  private func forEachVersion(_ model: ModelTable, _ body: (Statement) throws -> Void) throws {
    guard let name = model.table.versions else { return }
    let columns = model.table.columns.map(Table.versionName).joined(separator: ", ")
    try connection.statement(
      "SELECT \(columns), begins, ends FROM \(name) ORDER BY \(model.table.columns[0]), begins"
    ).forEachRow(body)
  }
}
