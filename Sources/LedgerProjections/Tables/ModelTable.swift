internal import LedgerSQLite

/// The tables that folds fill, in the order in which they are written. Sums have a form of their own: `Totals`.
enum ModelTable: Int, CaseIterable {
  case transactions
  case provenance
  case notes
  case groups
  case categories
  case rules
  case settings
  case participants
  case problems
  case pages
  case dismissals
  case proposals

  /// The table's name in `Migrations/models`.
  var name: String {
    switch self {
    case .transactions: "transaction_row"
    case .provenance: "provenance"
    case .notes: "transaction_note"
    case .groups: "group_row"
    case .categories: "category_row"
    case .rules: "rule_row"
    case .settings: "ledger_row"
    case .participants: "participant"
    case .problems: "problem"
    case .pages: "attachment_digest"
    case .dismissals: "duplicate_dismissed"
    case .proposals: "proposal_waiting"
    }
  }

  /// How many columns it has; rows give all of them, in the table's order.
  var columns: Int {
    switch self {
    case .transactions: 26
    case .provenance: 17
    case .notes: 2
    case .groups: 5
    case .categories: 6
    case .rules: 28
    case .settings: 5
    case .participants: 4
    case .problems: 6
    case .pages, .dismissals, .proposals: 2
    }
  }

  /// Whether folds that come in the order of the streams' keys give its rows in the order of its own: such rows are
  /// appended to an empty table, and none can be there already.
  var isByStream: Bool {
    switch self {
    case .transactions, .provenance, .notes: true
    case .groups, .categories, .rules, .settings, .participants, .problems, .pages, .dismissals, .proposals:
      false
    }
  }
}
