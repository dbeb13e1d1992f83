internal import LedgerDomain
internal import LedgerSQLite

/// A filter as the WHERE of a statement over `day_total`, which has kind, date and category.
///
/// The text is static, and every value is bound. Other conditions are answered by blocks (`FacetCondition`).
struct FilterSQL {
  private var conditions: [String] = []
  private var bindings: [Binding] = []

  private enum Binding {
    case integer(Int64)
    case text(String)
  }

  /// The groups that are known and not deleted. All others read as Unfiled (Design, section 2). This is the only
  /// definition.
  static let livingGroup = "(SELECT id FROM group_row WHERE deleted = 0)"

  init(_ filter: TransactionFilter) {
    one(of: filter.kinds.map { .integer(Int64($0.code)) }, "kind")
    one(of: filter.categories.map { .text($0) }, "category")
    if let from = filter.from { conditions.append("date >= \(bind(.integer(Int64(from.dayNumber))))") }
    if let through = filter.through { conditions.append("date <= \(bind(.integer(Int64(through.dayNumber))))") }
  }

  /// `WHERE …`, or nothing.
  var clause: String { conditions.isEmpty ? "" : "WHERE " + conditions.joined(separator: " AND ") }

  func bind(to statement: Statement) throws {
    for (index, binding) in bindings.enumerated() {
      switch binding {
      case .integer(let value): try statement.bind(Int32(index + 1), value)
      case .text(let value): try statement.bind(Int32(index + 1), text: value)
      }
    }
  }

  private mutating func bind(_ binding: Binding) -> String {
    bindings.append(binding)
    return "?\(bindings.count)"
  }

  private mutating func one(of values: [Binding], _ column: String) {
    guard !values.isEmpty else { return }
    if values.count == 1 {
      conditions.append("\(column) = \(bind(values[0]))")
    } else {
      conditions.append("\(column) IN (\(values.map { bind($0) }.joined(separator: ", ")))")
    }
  }
}
