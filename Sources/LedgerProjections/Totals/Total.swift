internal import LedgerDomain

/// A sum over transactions of one stage, which the models keep and history keeps for every position.
///
/// A new total is one line here. Posting, rebuilding, time travel, `--check` and `verify` take it from the list.
struct Total: Sendable {
  /// The beginning of the names of its tables.
  let name: String
  /// The values of a transaction that it is kept by, which make the tables' key: four at most.
  let dimensions: [Dimension]
  /// Whether amounts are summed. Otherwise transactions are only counted.
  let hasAmount: Bool
  /// The stage of the transactions that count.
  let stage: TransactionRow.Stage
  /// Whether history keeps it. Otherwise a reader of the past computes it from the blocks of transactions.
  let isOfHistory: Bool

  private init(
    _ name: String, by dimensions: [Dimension], hasAmount: Bool = true, of stage: TransactionRow.Stage = .saved,
    isOfHistory: Bool = true
  ) {
    self.name = name
    self.dimensions = dimensions
    self.hasAmount = hasAmount
    self.stage = stage
    self.isOfHistory = isOfHistory
  }

  /// The category of the sums that count how many parts split transactions have beyond the first.
  ///
  /// A split transaction is counted in the category of each part. Across categories, the surplus is taken away, so that
  /// it counts once. No key of a category is a control character.
  static let surplus = "\u{1}"

  /// All of them.
  static let all = [
    // Per group, net spending and counts.
    Total("group", by: [.group, .kind, .currency, .category]),
    // Per day, cut into weeks, months and years when it is read.
    Total("day", by: [.kind, .day, .currency, .category]),
    // The number of saved transactions with a tag.
    Total("tag", by: [.tag], hasAmount: false),
    // Per account, cleared or not. An opening balance is added when it is read. A transfer counts in both of its
    // accounts: negative where it arrives, as transfers take from an account.
    Total("account", by: [.account, .kind, .currency, .cleared]),
    // Per month, the movements that a budget counts, of all accounts.
    Total("budget", by: [.currency, .line, .month]),
    // The same per account, because only a person knows which accounts hold money that is budgeted.
    Total("account_budget", by: [.account, .currency, .line, .month]),
    // Per group, how many are of a day: its first and last dates are the ends of a range of keys. Unfiled skips
    // transfers, which need no group.
    Total("group_day", by: [.group, .day, .kind], hasAmount: false, isOfHistory: false),
    // Per group, the drafts that wait.
    Total("draft", by: [.group], hasAmount: false, of: .draft, isOfHistory: false),
  ]

  /// Those that history keeps.
  static let ofHistory = all.filter(\.isOfHistory)
}

/// A value of a transaction that totals are kept by.
///
/// The key of a table has no NULL: an empty text or blob means that there is no value.
enum Dimension: Int, CaseIterable, Sendable {
  case group, kind, day, currency, category
  /// Each of a transaction's tags.
  case tag
  case account, cleared
  /// The place in a budget: `BudgetLine`.
  case line
  /// The month of the date.
  case month

  /// The name of the column.
  var column: String {
    switch self {
    case .group: "group_id"
    case .kind: "kind"
    case .day: "date"
    case .currency: "currency"
    case .category: "category"
    case .tag: "tag"
    case .account: "account"
    case .cleared: "cleared"
    case .line: "line"
    case .month: "month"
    }
  }

  /// The type of the column.
  fileprivate var type: String {
    switch self {
    case .group: "BLOB"
    case .kind, .day, .cleared, .month: "INTEGER"
    case .currency, .category, .tag, .account, .line: "TEXT"
    }
  }
}

// MARK: - Tables

extension Total {
  /// The table in the models: the present sums. A sum over no transactions has no row.
  var table: String { "\(name)_total" }

  /// The table of sums in history.
  ///
  /// A row is a sum with its number, the first and the last event that changed it, and its value after that.
  var figures: String { "\(name)_figure" }

  /// The columns of the key.
  var key: [String] { dimensions.map(\.column) }

  /// The columns of the value. A sum is `beyond` × 2^64 + `total`, as amounts may add up to more than 64 bits.
  var value: [String] { hasAmount ? ["count", "total", "beyond"] : ["count"] }

  /// All that the SQL depends on. A changed description is a changed shape.
  var description: String { "\(name) \(key.joined(separator: " ")) \(hasAmount) \(stage) \(isOfHistory)" }

  /// Makes the table in the models.
  var sql: String { sql(table, value) }

  /// Makes the table in history.
  var figuresSQL: String { sql(figures, ["figure", "first", "last"] + value) }

  private func sql(_ table: String, _ integers: [String]) -> String {
    let lines =
      dimensions.map { "\($0.column) \($0.type) NOT NULL" } + integers.map { "\($0) INTEGER NOT NULL" }
      + ["PRIMARY KEY (\(key.joined(separator: ", ")))"]
    return "CREATE TABLE \(table) (\n  \(lines.joined(separator: ",\n  "))\n) STRICT, WITHOUT ROWID;"
  }

  /// Adds a row to the one with its key: the text after `ON CONFLICT DO UPDATE SET`.
  var addingSQL: String { hasAmount ? WideSumSQL.adding : "count = count + excluded.count" }

  /// Deletes the row of a sum over nothing. The parameters are the cells of a difference.
  var sweepSQL: String {
    let conditions = key.enumerated().map { "\($1) = ?\($0 + 1)" }
    // Every parameter must occur.
    let others = value.indices.dropFirst().map { " AND ?\(key.count + 1 + $0) IS NOT NULL" }
    return """
      DELETE FROM \(table) WHERE \(conditions.joined(separator: " AND ")) AND count = 0 AND ?\(key.count + 1) < 0\
      \(others.joined())
      """
  }

  /// Finds a sum of history by its key.
  var figureSQL: String {
    let conditions = key.enumerated().map { "\($1) = ?\($0 + 1)" }
    let columns = ["figure", "first", "last", "count"] + (hasAmount ? ["total", "beyond"] : ["0", "0"])
    return """
      SELECT \(columns.joined(separator: ", ")) FROM \(figures) WHERE \(conditions.joined(separator: " AND "))
      """
  }
}
