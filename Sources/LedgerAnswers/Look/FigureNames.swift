internal import LedgerAudit
internal import LedgerBook
package import LedgerBytes
package import LedgerDomain
package import LedgerProjections

/// The names of the totals on a screen, which `why` and `bisect` accept.
package struct FigureNames {
  private let notation: Notation
  /// The filters of the screen as words of a name, such as `category:food`.
  private let filters: [String]

  package init(_ notation: Notation, filters: [String] = []) {
    self.notation = notation
    self.filters = filters
  }

  package static func word(_ group: GroupID?, _ notation: Notation) throws -> String {
    try group.map { try notation.short($0) } ?? GroupState.reservedName
  }

  /// Returns the words for a group's own total.
  package func scope(_ group: GroupID?) throws -> [String] { ["group", try Self.word(group, notation)] }

  /// Returns the words for the whole of an analysis.
  package static func scope(_ kind: TransactionKind, _ analysis: Analysis) -> [String] {
    // An analysis of everything has no first and last day.
    [kind.rawValue, analysis.span.map { word($0) } ?? "all"]
  }

  /// Returns the word for a category's part. Without a key it means transactions without a category.
  package static func word(category: String?) -> String { "category:\(category ?? "")" }

  package func name(_ scope: [String], _ currency: CurrencyCode) -> String {
    words(scope, currency).map(FigureWords.quoted).joined(separator: " ")
  }

  private func words(_ scope: [String], _ currency: CurrencyCode) -> [String] {
    // A category's part already names its category. Another category from the filters would be added to it.
    let isOfCategory = scope.contains { $0.hasPrefix("category:") }
    let filters = isOfCategory ? filters.filter { !$0.hasPrefix("category:") } : filters
    return scope + filters + [currency.code]
  }

  /// Returns the names of several totals, for `--json`.
  package func json(_ scope: [String], _ totals: [Money]) -> JSONValue {
    .array(totals.map { .string(name(scope, $0.currency)) })
  }

  package func figures(_ figures: [(label: String, scope: [String], totals: [Money])]) -> [ShownFigure] {
    figures.flatMap { label, scope, totals in
      totals.map { ShownFigure(label, $0, words(scope, $0.currency)) }
    }
  }

  /// Returns the word for a range of days: `2026-06`, `2026`, `2026-06-01..2026-06-07`, `2026-06-14`.
  package static func word(_ days: ClosedRange<CivilDate>) -> String {
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
  package func adding(to document: JSONValue, _ group: GroupSummary) throws -> JSONValue {
    let scope = try scope(group.id)
    return adding(to: document, scope, group.totals, group.categories)
  }

  /// Adds the names of an analysis's totals as `why`, next to each `totals`.
  package func adding(to document: JSONValue, _ analysis: Analysis, _ kind: TransactionKind) -> JSONValue {
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
  package func adding(to document: JSONValue, _ row: TransactionRow) -> JSONValue {
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
