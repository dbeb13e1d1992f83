internal import LedgerBook
internal import LedgerBytes
internal import LedgerDomain
internal import LedgerProjections
internal import LedgerScreens

extension Option {
  /// The option of commands that show totals.
  static let ids = flag("ids", "Print with every total the name by which “why” and “bisect” know it")
}

/// The names of the totals on a screen, which `why` accepts.
struct FigureNames {
  private let ledger: OpenLedger
  /// The given filters as words of a name.
  private let filters: [String]
  private var table = TextTable([.name(shrinksTo: 16), .right(), .copied()], indent: 2)

  /// Reads the filters of the command.
  ///
  /// - Parameter hidden: The filters that the name contains in another form.
  init(_ ledger: OpenLedger, excluding hidden: [Option] = []) throws {
    self.ledger = ledger
    filters = try Filters.all.filter { option in !hidden.contains { $0 == option } }.flatMap { option in
      try ledger.arguments.all(option).map { value in
        guard option == Filters.group else { return "\(option.name):\(value)" }
        return "\(option.name):\(try Self.word(ledger.group(orUnfiled: value), ledger))"
      }
    }
  }

  /// Whether the names are requested.
  static func areAsked(_ ledger: OpenLedger) -> Bool { ledger.arguments.has(.ids) }

  /// Returns the word for a group in a name.
  static func word(_ group: GroupID?, _ ledger: OpenLedger) throws -> String {
    try group.map { try ledger.short($0) } ?? GroupState.reservedName
  }

  /// Returns the words for a group's own total.
  static func scope(_ group: GroupID?, _ ledger: OpenLedger) throws -> [String] {
    ["group", try word(group, ledger)]
  }

  /// Returns the words for the whole of an analysis.
  static func scope(_ kind: TransactionKind, _ analysis: Analysis) -> [String] {
    // An analysis of everything has no first and last day.
    [kind.rawValue, analysis.span.map { word($0) } ?? "all"]
  }

  /// Returns the word for a category's part. Without a key it means transactions without a category.
  static func word(category: String?) -> String { "\(Filters.category.name):\(category ?? "")" }

  /// Returns the name of a total.
  func name(_ scope: [String], _ currency: CurrencyCode) -> String {
    // A category's part already names its category. Another category from the filters would be added to it.
    let isOfCategory = scope.contains { $0.hasPrefix("\(Filters.category.name):") }
    let filters = isOfCategory ? filters.filter { !$0.hasPrefix("\(Filters.category.name):") } : filters
    return (scope + filters + [currency.code]).map(FigureWords.quoted).joined(separator: " ")
  }

  /// Returns the names of several totals, for `--json`.
  func json(_ scope: [String], _ totals: [Money]) -> JSONValue {
    .array(totals.map { .string(name(scope, $0.currency)) })
  }

  /// Adds totals to the list.
  mutating func add(_ label: String, _ scope: [String], _ totals: [Money]) {
    for (index, total) in totals.enumerated() {
      table.row([
        .init(index == 0 ? label : "", .quiet), .init(ledger.words(total)),
        .init(visible(name(scope, total.currency))),
      ])
    }
  }

  /// Prints the list, unless it is empty.
  func print() throws {
    guard !table.isEmpty else { return }
    try ledger.invocation.print()
    try ledger.invocation.print("For events why:")
    try ledger.invocation.print(table)
  }

  /// Returns the word for a range of days: `2026-06`, `2026`, `2026-06-01..2026-06-07`, `2026-06-14`.
  static func word(_ days: ClosedRange<CivilDate>) -> String {
    let (first, last) = (days.lowerBound, days.upperBound)
    if first == last { return first.iso }
    if days == first.civilMonth.first...first.civilMonth.last { return first.civilMonth.iso }
    if first.iso.hasSuffix("-01-01"), last.iso.hasSuffix("-12-31"), first.year == last.year {
      return padded(first.year, 4)
    }
    return "\(first.iso)..\(last.iso)"
  }
}

// MARK: - For programs

extension FigureNames {
  /// Adds the names of a group's totals as `why`.
  func adding(to document: JSONValue, _ group: GroupSummary) throws -> JSONValue {
    let scope = try Self.scope(group.id, ledger)
    return adding(to: document, scope, group.totals, group.categories)
  }

  /// Adds the names of an analysis's totals as `why`, next to each `totals`.
  func adding(to document: JSONValue, _ analysis: Analysis, _ kind: TransactionKind) -> JSONValue {
    let whole = adding(to: document, Self.scope(kind, analysis), analysis.totals, analysis.categories)
    guard case .object(var members) = whole, case .array(let buckets)? = members["buckets"] else {
      return whole
    }
    members["buckets"] = .array(
      zip(buckets, analysis.buckets).map { value, bucket in
        adding(to: value, [kind.rawValue, Self.word(bucket.from...bucket.through)], bucket.totals, [])
      })
    return .object(members)
  }

  /// Adds the name of the total of a transaction's month, in its currency, as `why`.
  func adding(to document: JSONValue, _ row: TransactionRow) -> JSONValue {
    guard let month = row.date?.civilMonth, let currency = row.money?.currency else { return document }
    return adding(to: document, ["receipts", month.iso], [Money(minorUnits: 0, currency: currency)], [])
  }

  private func adding(
    to document: JSONValue, _ scope: [String], _ totals: [Money], _ categories: [CategoryTotal]
  ) -> JSONValue {
    guard case .object(var members) = document else { return document }
    members["why"] = json(scope, totals)
    if case .array(let values)? = members["categories"] {
      members["categories"] = .array(
        zip(values, categories).map { value, category in
          adding(to: value, scope + [Self.word(category: category.category)], category.totals, [])
        })
    }
    return .object(members)
  }
}
