package import LedgerDomain

/// The tables that folds fill, in the order in which they are written. Sums have a form of their own: `Total`.
///
/// A new table is registered by its case and its line in `described`. Its `Table` names a kind of record and adds the
/// rows of a state. Posting, rebuilds, history and checks then write and compare it.
enum ModelTable: Int, CaseIterable {
  case transactions
  case provenance
  case notes
  case groups
  case categories
  case rules
  case settings
  case participants
  case accounts
  case budgets
  case goals
  case contributions
  case copies
  case problems
  case pages
  case vendorUses
  case dismissals
  case proposals

  /// The description of the table.
  var table: Table { Self.tables[rawValue] }

  /// Made once: each would parse its columns.
  private static let tables = allCases.map(\.described)

  /// The statement that deletes the rows of a stream.
  ///
  /// It is `nil` if neither the key nor the identifier of the stream tells which rows these are.
  var deletion: String? { Self.deletions[rawValue] }

  private static let deletions = allCases.map { table -> String? in
    switch table.table.owner {
    case .stream(let column): "DELETE FROM \(table.name) WHERE \(column) = ?1"
    case .record: "DELETE FROM \(table.name) WHERE id = ?1"
    case .category, .ledger, .row: nil
    }
  }

  private var described: Table {
    switch self {
    case .transactions: TransactionTable.table
    case .provenance: ProvenanceTable.table
    case .notes: NoteTable.table
    case .groups: GroupTable.table
    case .categories: CategoryTable.table
    case .rules: RuleTable.table
    case .settings: SettingsTable.table
    case .participants: ParticipantTable.table
    case .accounts: AccountTable.table
    case .budgets: BudgetTable.table
    case .goals: GoalTable.goals
    case .contributions: GoalTable.contributions
    case .copies: CopyTable.table
    case .problems: ProblemTable.table
    case .pages: FindingsTable.pages
    case .vendorUses: VendorUseTable.table
    case .dismissals: FindingsTable.dismissals
    case .proposals: FindingsTable.proposals
    }
  }

  /// The table's name in the models.
  var name: String { table.name }

  /// How many columns it has. Rows contain all of them, in the table's order.
  var columns: Int { Self.counts[rawValue] }

  private static let counts = tables.map(\.columns.count)

  /// Whether folds in the order of the streams' keys result in rows in the table's own order.
  ///
  /// Such rows are appended to an empty table, and cannot exist already.
  var isByStream: Bool { self == .transactions || self == .provenance || self == .notes }

  /// The tables that the state of a record fills, apart from transactions.
  static let ofRecords = allCases.filter { $0.table.kind != nil }

  /// Returns the tables that the state of a kind of stream fills, apart from a transaction's.
  static func filled(by kind: StreamKind) -> [ModelTable] { ofRecords.filter { $0.table.kind == kind } }

  /// The tables that history has versions of, in the order in which they are written.
  static let ofHistory = allCases.filter { $0.table.versions != nil }
}

extension StreamKind {
  /// Creates the kind of the records in a table of the models, or returns `nil` for other tables.
  package init?(table name: String) {
    guard let kind = ModelTable.ofRecords.first(where: { $0.name == name })?.table.kind else { return nil }
    self = kind
  }
}
