internal import LedgerBytes
internal import LedgerDomain
internal import LedgerSQLite

/// A filter as the WHERE of a statement over `transaction_row`: static text, every value bound.
struct FilterSQL {
  private(set) var conditions: [String] = []
  private var bindings: [Binding] = []

  private enum Binding {
    case integer(Int64)
    case text(String)
    case blob([UInt8])
  }

  /// A group that is known and not deleted: everything else reads as Unfiled (DESIGN 2.3). The one place that says so.
  static let livingGroup = "(SELECT id FROM group_row WHERE deleted = 0)"

  init(_ filter: TransactionFilter) {
    one(of: filter.stages.map { Binding.integer(Int64($0.code)) }, "stage")
    one(of: filter.kinds.map { .integer(Int64($0.code)) }, "kind")
    groups(filter.groups)
    one(of: filter.categories.map { .text($0) }, "category")
    one(of: filter.payments.map { .text($0.rawValue) }, "payment")
    for tag in filter.tags.sorted() { tagged([tag]) }
    if !filter.anyTags.isEmpty { tagged(filter.anyTags.sorted()) }
    if !filter.otherTags.isEmpty { tagged(filter.otherTags.sorted()) }
    flags(filter.flags)
    one(of: filter.rules.sorted().map { .blob($0.id.bytes) }, "rule")
    one(of: filter.accounts.map { .text($0) }, "account")
    if let hasPhoto = filter.hasPhoto { conditions.append("attachments \(hasPhoto ? "<>" : "=") '[]'") }
    if let isCleared = filter.isCleared { conditions.append("cleared = \(isCleared ? 1 : 0)") }
    if let text = filter.text {
      let place = bind(.text("%" + Self.escaped(text) + "%"))
      // With their table: the search has columns of these names too.
      let columns = ["transaction_row.vendor", "transaction_row.note"]
      conditions.append("(\(columns.map { "\($0) LIKE \(place) ESCAPE '\\'" }.joined(separator: " OR ")))")
    }
    if let from = filter.from { conditions.append("date >= \(bind(.integer(Int64(from.dayNumber))))") }
    if let through = filter.through { conditions.append("date <= \(bind(.integer(Int64(through.dayNumber))))") }
    if let minimum = filter.minimum { conditions.append("minor_units >= \(bind(.integer(minimum)))") }
    if let maximum = filter.maximum { conditions.append("minor_units <= \(bind(.integer(maximum)))") }
  }

  /// `WHERE …`, or nothing.
  var clause: String { conditions.isEmpty ? "" : "WHERE " + conditions.joined(separator: " AND ") }

  /// Adds a condition of the caller's, whose values are bound in order.
  mutating func and(_ condition: (_ place: (Int64) -> String) -> String) {
    var added: [Binding] = []
    let first = bindings.count
    let text = condition { value in
      added.append(.integer(value))
      return "?\(first + added.count)"
    }
    bindings += added
    conditions.append(text)
  }

  /// Adds a condition on one text of the caller's.
  mutating func and(text: String, _ condition: (_ place: String) -> String) {
    let place = bind(.text(text))
    conditions.append(condition(place))
  }

  func bind(to statement: Statement) throws {
    for (index, binding) in bindings.enumerated() {
      switch binding {
      case .integer(let value): try statement.bind(Int32(index + 1), value)
      case .text(let value): try statement.bind(Int32(index + 1), text: value)
      case .blob(let value): try statement.bind(Int32(index + 1), blob: value)
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

  private mutating func groups(_ groups: Set<GroupID?>) {
    guard !groups.isEmpty else { return }
    var alternatives: [String] = []
    // A deleted group holds nothing: what was filed into it reads as Unfiled.
    let named = groups.compactMap { $0 }.sorted().map { bind(.blob($0.id.bytes)) }
    if named.count == 1 {
      alternatives.append("(group_id = \(named[0]) AND \(named[0]) IN \(Self.livingGroup))")
    } else if !named.isEmpty {
      alternatives.append(
        "group_id IN (SELECT id FROM group_row WHERE deleted = 0 AND id IN (\(named.joined(separator: ", "))))")
    }
    if groups.contains(nil) {
      alternatives.append("(group_id IS NULL OR group_id NOT IN \(Self.livingGroup))")
    }
    conditions.append(alternatives.count == 1 ? alternatives[0] : "(\(alternatives.joined(separator: " OR ")))")
  }

  private mutating func tagged(_ tags: [String]) {
    let places = tags.map { bind(.text($0)) }.joined(separator: ", ")
    conditions.append("key IN (SELECT key FROM transaction_tag WHERE tag IN (\(places)))")
  }

  private mutating func flags(_ flags: Set<FlagSetting>) {
    guard !flags.isEmpty else { return }
    let alternatives = flags.map { flag in
      switch flag {
      case .paid: "paid = 1"
      case .unpaid: "paid = 0"
      case .noPaid: "paid IS NULL"
      case .reimbursed: "reimbursed = 1"
      case .unreimbursed: "reimbursed = 0"
      case .noReimbursed: "reimbursed IS NULL"
      }
    }
    conditions.append("(\(alternatives.sorted().joined(separator: " OR ")))")
  }

  private static func escaped(_ text: String) -> String {
    // By scalars: `%` with an accent on it is `%` to SQLite.
    var escaped = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      if scalar == "\\" || scalar == "%" || scalar == "_" { escaped.append("\\") }
      escaped.append(scalar)
    }
    return String(escaped)
  }
}
