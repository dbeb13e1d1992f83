internal import LedgerBytes
internal import LedgerDomain
internal import LedgerSQLite

/// The table of fields' provenance. Rows are written and read in one place, column by column.
enum ProvenanceTable {
  /// The table with the status of each field, for counting corrections.
  ///
  /// Readings, values, authors and times are folded from a transaction's own events when it is shown.
  static let table = Table(
    "provenance",
    """
    key INTEGER NOT NULL
    extractor TEXT              -- of the last extraction; NULL: there was none
    version INTEGER
    smart INTEGER               -- 1 a model's work, 0 by rules
    vendor INTEGER NOT NULL     -- 0 empty, 1 read, 2 confirmed, 3 corrected, 4 filled in, 5 recorded, 6 changed in YNAB
    date INTEGER NOT NULL
    total INTEGER NOT NULL
    currency INTEGER NOT NULL
    category INTEGER NOT NULL
    payment INTEGER NOT NULL
    filed INTEGER NOT NULL      -- the group
    vendor_confidence INTEGER   -- of the first reading in percent; NULL: nothing was read
    date_confidence INTEGER
    total_confidence INTEGER
    currency_confidence INTEGER
    category_confidence INTEGER
    payment_confidence INTEGER
    """)

  /// Updates an existing row if it differs. Actions on a transaction seldom change it.
  static let change: String = {
    let columns = table.columns.dropFirst()
    let set = columns.map { "\($0) = excluded.\($0)" }.joined(separator: ", ")
    let others = columns.map { "excluded.\($0)" }.joined(separator: ", ")
    return "\(set) WHERE (\(columns.joined(separator: ", "))) IS NOT (\(others))"
  }()

  static func add(_ state: borrowing TransactionState, key: StreamKey, to rows: inout RowBuffer) {
    rows.add(key)
    if let completed = state.extraction?.completed {
      rows.add(text: completed.extractor)
      rows.add(Int64(completed.version))
      rows.add(completed.method == .smart ? 1 : 0)
    } else {
      for _ in 0..<3 { rows.addNull() }
    }
    for field in TransactionField.review { rows.add(state.status(of: field).code) }
    for field in TransactionField.extracted {
      rows.add(optional: state.extraction?.completed.readings.firstConfidence(of: field).map(Int64.init))
    }
  }
}

extension FieldStatus {
  /// The number by which tables store it.
  var code: Int64 {
    switch self {
    case .empty: 0
    case .read: 1
    case .confirmed: 2
    case .corrected: 3
    case .filledIn: 4
    case .recorded: 5
    case .changedRemotely: 6
    }
  }
}
