internal import LedgerDomain
internal import LedgerSQLite

/// The table of what became of each field: rows in, column by column, in one place.
enum ProvenanceTable {
  /// What becomes of a row that is there: it is written where it says something else. What people do to a
  /// transaction changes it seldom.
  static let change: String = {
    let columns = [
      "extractor", "version", "smart", "vendor", "date", "total", "currency", "category", "payment", "filed",
      "vendor_confidence", "date_confidence", "total_confidence", "currency_confidence", "category_confidence",
      "payment_confidence",
    ]
    let set = columns.map { "\($0) = excluded.\($0)" }.joined(separator: ", ")
    let others = columns.map { "excluded.\($0)" }.joined(separator: ", ")
    return "\(set) WHERE (\(columns.joined(separator: ", "))) IS NOT (\(others))"
  }()

  static func add(_ state: borrowing TransactionState, key: Int64, to rows: inout RowBuffer) {
    rows.add(key)
    if let completed = state.extraction?.completed {
      rows.add(text: completed.extractor)
      rows.add(Int64(completed.version))
      rows.add(completed.method == .smart ? 1 : 0)
    } else {
      for _ in 0..<3 { rows.addNull() }
    }
    for field in Field.review { rows.add(state.status(of: field).code) }
    for field in Field.extracted {
      rows.add(optional: state.extraction?.completed.readings.firstConfidence(of: field).map(Int64.init))
    }
  }
}

extension FieldStatus {
  /// The number that stands for it in a table.
  var code: Int64 {
    switch self {
    case .empty: 0
    case .read: 1
    case .confirmed: 2
    case .corrected: 3
    case .filledIn: 4
    case .recorded: 5
    }
  }
}
