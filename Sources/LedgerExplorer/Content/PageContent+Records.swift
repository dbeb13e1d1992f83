internal import EventLog
internal import LedgerAudit
internal import LedgerBook
internal import LedgerBytes
internal import LedgerDomain
internal import LedgerProjections

extension PageContent {
  /// Reads the versions of groups, categories, accounts and settings.
  mutating func readRecords(_ reader: HistoryReader) throws {
    let groups = try reader.groupVersions().filter { options.group == nil || $0.row.id == options.group }
    try addVersions("groups", ["id", "name", "created", "isDeleted"], groups, \.id.stream) {
      GroupRow(GroupID($0), $1.group).map { [$0] } ?? []
    } _: {
      $0.add($1, to: &$2)
    }
    let categoryColumns = [
      "key", "name", "emoji", "color", "place", "rank", "header", "headerKey", "isBudgeted", "isActive",
    ]
    try addVersions("categories", categoryColumns, try reader.categoryVersions()) {
      CategoryStream.of(key: $0.key)
    } _: {
      CategoryRow($1.category).map { [$0] } ?? []
    } _: {
      $0.add($1, to: &$2)
    }
    let accountColumns = ["key", "name", "kind", "currency", "high", "low", "openedOn", "rank", "isClosed"]
    try addVersions("accounts", accountColumns, try reader.accountVersions()) {
      AccountID(key: $0.key).stream
    } _: {
      AccountRow($1.account).map { [$0] } ?? []
    } _: {
      $0.add($1, to: &$2)
    }
    let settings = try reader.settingsVersions()
    let stream = StreamID(kind: StreamKind.ledger.rawValue, id: book.log.ledgerID)
    try addVersions("settings", ["currency", "firstWeekday", "minimalDays"], settings) { _ in
      stream
    } _: {
      LedgerRow($1.ledger).map { [$0] } ?? []
    } _: {
      $0.add($1, to: &$2)
    }
    try readPlans(reader)
  }

  /// Reads the versions of budgets and goals, whose figures need every transaction.
  private mutating func readPlans(_ reader: HistoryReader) throws {
    let budgetColumns = ["category", "month", "currency", "high", "low", "carriesOver"]
    try addVersions("budgets", budgetColumns, isWhole ? try reader.budgetVersions() : [], \.id.stream) {
      $1.budget.rows
    } _: {
      $0.add($1, to: &$2)
    }
    let goalColumns = [
      "id", "name", "emoji", "currency", "high", "low", "by", "createdOn", "isCompleted", "isDeleted",
    ]
    try addVersions("goals", goalColumns, isWhole ? try reader.goalVersions() : [], \.id.stream) {
      GoalRow(GoalID($0), $1.goal).map { [$0] } ?? []
    } _: {
      $0.add($1, to: &$2)
    }
    let partColumns = ["goal", "id", "date", "currency", "high", "low", "transaction"]
    let parts = isWhole ? try reader.contributionVersions() : []
    try addVersions("contributions", partColumns, parts, \.goal.stream) { id, fold in
      fold.goal.present.map { HistoryReader.GoalContributionRow(goal: GoalID(id), contribution: $0) }
    } _: {
      $0.add($1.contribution, to: $1.goal, in: &$2)
    }
  }

  /// Adds the versions of records in both views of time, once if they are the same.
  private mutating func addVersions<Row: Hashable>(
    _ name: String, _ columns: [String], _ versions: [HistoryReader.Version<Row>],
    _ stream: (Row) -> StreamID, _ rows: (UniqueID, StreamFold) -> [Row],
    _ addRow: (inout PageContent, Row, inout ColumnTable) -> Void
  ) throws {
    var table = ColumnTable(name, ["begins", "ends", "view"] + columns)
    var streams: Set<StreamID> = []
    for version in versions {
      guard let ends = end(version.from, version.to) else { continue }
      let stream = stream(version.row)
      streams.insert(stream)
      table.add(version.from)
      table.add(ends ?? 0)
      table.add(historyView(of: stream).rawValue)
      addRow(&self, version.row, &table)
    }
    for stream in streams.intersection(order.reordered).sorted(by: { $0.id < $1.id }) {
      for version in try recordedVersions(of: stream, { rows(stream.id, $0) }) {
        table.add(version.begins)
        table.add(version.ends)
        table.add(RowView.recorded.rawValue)
        addRow(&self, version.row, &table)
      }
    }
    add(table)
  }

  private mutating func add(_ row: LedgerRow, to table: inout ColumnTable) {
    table.add(texts.number(of: row.currency.code))
    table.add(Int64(row.weekRule.firstWeekday))
    table.add(Int64(row.weekRule.minimalDays))
  }

  private mutating func add(_ row: GroupRow, to table: inout ColumnTable) {
    table.add(texts.number(of: row.id.description))
    table.add(texts.number(of: replaced(row.name, key: "name")))
    table.add(Int64(row.createdOn.dayNumber))
    table.add(row.isDeleted)
  }

  private mutating func add(_ row: CategoryRow, to table: inout ColumnTable) {
    table.add(texts.number(of: replaced(row.key, key: "key")))
    let isFixed = FixedCategories.contains(row.key)
    table.add(texts.number(of: isFixed ? row.name : replaced(row.name, key: "name")))
    table.add(texts.number(of: row.emoji))
    table.add(texts.number(of: row.color))
    table.add(row.rank ?? Self.lastPlace)
    table.add(Int64(FixedCategories.all.firstIndex { $0.key == row.key } ?? FixedCategories.all.count))
    let header = replaced(row.header, key: "name")
    table.add(texts.number(of: header))
    table.add(texts.number(of: header.map { NFC.foldedKey($0) }))
    table.add(row.isBudgeted)
    table.add(row.isActive)
  }

  /// The place of categories that nobody moved, after all others. Twice as much is still exact in the page.
  private static let lastPlace = Int64(1) << 51

  private mutating func add(_ row: BudgetRow, to table: inout ColumnTable) {
    table.add(texts.number(of: replaced(row.category, key: "category")))
    table.add(Int64(row.month.index))
    table.add(texts.number(of: row.currency.code))
    add(units: row.minorUnits, to: &table)
    table.add(optional: row.carriesOver.map { $0 ? 1 : 0 })
    currencies.insert(row.currency)
  }

  private mutating func add(_ row: GoalRow, to table: inout ColumnTable) {
    table.add(texts.number(of: row.id.description))
    table.add(texts.number(of: replaced(row.name, key: "name")))
    table.add(texts.number(of: row.emoji))
    table.add(texts.number(of: row.target.currency.code))
    add(units: row.target.minorUnits, to: &table)
    table.add(optional: row.by.map { Int64($0.dayNumber) })
    table.add(Int64(row.createdOn.dayNumber))
    table.add(row.isCompleted)
    table.add(row.isDeleted)
    currencies.insert(row.target.currency)
  }

  private mutating func add(_ row: GoalContribution, to goal: GoalID, in table: inout ColumnTable) {
    table.add(texts.number(of: goal.description))
    table.add(texts.number(of: row.id.description))
    table.add(Int64(row.on.dayNumber))
    table.add(texts.number(of: row.amount?.currency.code))
    add(units: row.amount?.minorUnits ?? 0, to: &table)
    table.add(texts.number(of: row.transaction?.description))
  }

  /// Adds the high and the low 32 bits of the amount to show.
  mutating func add(units: Int64, to table: inout ColumnTable) {
    let units = replaced(units)
    table.add(units >> 32)
    table.add(units & 0xffff_ffff)
  }

  private mutating func add(_ row: AccountRow, to table: inout ColumnTable) {
    table.add(texts.number(of: replaced(row.key, key: "account")))
    table.add(texts.number(of: replaced(row.name, key: "account")))
    table.add(texts.number(of: row.terms.kind.rawValue))
    table.add(texts.number(of: row.currency.code))
    add(units: row.terms.opening.minorUnits, to: &table)
    table.add(Int64(row.terms.on.dayNumber))
    table.add(row.rank)
    table.add(row.isClosed)
    currencies.insert(row.currency)
  }

  // MARK: Stand-ins

  // The page shows what these functions return. That is the value itself, or with `--stand-ins` an invented value.

  /// Returns the text to show.
  ///
  /// - Parameter key: The member of a payload that would hold the text. It decides how the text is replaced.
  func replaced(_ text: String, key: String) -> String {
    guard let standIns = options.standIns, case .object(let members) = standIns.replace([key: .string(text)]),
      case .string(let other)? = members[key]
    else { return text }
    return other
  }

  /// Returns the text to show, or `nil` if there is no text.
  func replaced(_ text: String?, key: String) -> String? { text.map { replaced($0, key: key) } }

  /// Returns the amount to show, in minor units.
  func replaced(_ minorUnits: Int64) -> Int64 {
    options.standIns?.replace(minorUnits: minorUnits) ?? minorUnits
  }
}
