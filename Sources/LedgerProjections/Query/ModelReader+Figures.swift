package import LedgerDomain
internal import LedgerSQLite

extension ModelReader {
  /// Returns the value of a figure as of a day, in the snapshot that is read.
  ///
  /// - Throws: `ModelError.overflow`.
  /// - Complexity: A look-up per kind and category of a group, or per day and category of a range. For Unfiled, a step
  ///   through the sums of all groups. For a group also a page of the file per 256 transactions after the day.
  package func value(of figure: LedgerFigure, through day: CivilDate) throws -> FigureValue {
    var value = WideValue.zero
    func add(_ row: Statement, sign: Int64) throws {
      let units = Int128(low: row.int64(1), beyond: row.int64(2))
      try value.add(WideValue(units: units, count: row.int64(0)), sign)
    }
    switch figure.scope {
    case .group(let group):
      if let group, try groupRow(group)?.isDeleted != false { return .zero }
      let statement = try connection.statement(group == nil ? Self.sumsOfUnfiled : Self.sumsOfGroup)
      try statement.bind(1, text: figure.currency.code)
      try statement.bind(2, optional: figure.category)
      if let group { try statement.bind(3, group.id) }
      try statement.forEachRow { row in
        guard let kind = TransactionKind(code: row.int64(3)) else {
          throw ModelError.damaged("the totals of groups")
        }
        if group != nil || kind != .transfer { try add(row, sign: kind.sign) }
      }
      guard var later = TransactionFilter.upcoming(after: day) else { break }
      later.limit(to: [group])
      if let category = figure.category, !category.isEmpty { later.categories = [category] }
      try forEachPart(of: later, in: figure.currency, withoutCategory: figure.category?.isEmpty ?? false) {
        value = value.less(WideValue(units: Int128($0.minorUnits * $0.kind.sign), count: 1))
      }
    case .days(let kind, let days):
      let statement = try connection.statement(Self.sumsOfDays)
      try statement.bind(1, text: figure.currency.code)
      try statement.bind(2, optional: figure.category)
      try statement.bind(3, Int64(kind.code))
      try statement.bind(4, days.map { Int64($0.lowerBound.dayNumber) } ?? .min)
      try statement.bind(5, Int64(min(days?.upperBound ?? day, day).dayNumber))
      try statement.forEachRow { try add($0, sign: 1) }
    }
    return try value.fitting(figure.currency)
  }

  /// The number of transactions that a sum adds to the number across categories.
  static let countSQL = "CASE category WHEN char(1) THEN -count ELSE count END"

  static let sumsOfGroup = """
    SELECT \(countSQL), total, beyond, kind FROM group_total
    WHERE group_id = ?3 AND currency = ?1 AND (?2 IS NULL OR category = ?2)
    """
  static let sumsOfUnfiled = """
    SELECT \(countSQL), total, beyond, kind FROM group_total
    WHERE group_id NOT IN \(FilterSQL.livingGroup) AND currency = ?1 AND (?2 IS NULL OR category = ?2)
    """
  static let sumsOfDays = """
    SELECT \(countSQL), total, beyond FROM day_total
    WHERE kind = ?3 AND date BETWEEN ?4 AND ?5 AND currency = ?1 AND (?2 IS NULL OR category = ?2)
    """
}

extension TransactionKind {
  /// The sign of an amount in net spending: an expense adds, income takes away, a transfer is neutral.
  package var sign: Int64 {
    switch self {
    case .expense: 1
    case .income: -1
    case .transfer: 0
    }
  }
}
