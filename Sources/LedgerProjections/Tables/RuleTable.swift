internal import LedgerBytes
internal import LedgerDomain
internal import LedgerSQLite

/// The table of rules: rows in and out, column by column, in one place.
struct RuleTable {
  private let connection: Connection

  init(_ connection: Connection) { self.connection = connection }

  /// The columns, in the order that `row` reads and `post` binds.
  static let columns = """
    id, series, since, template, frequency, every, starts, ends, month_end, kind, currency, minor_units, vendor, \
    category, payment, group_id, account, note, paid, reimbursed, tags, paused, split, through, revision, deleted, \
    pending, conflicts
    """

  private static let insert = """
    INSERT OR REPLACE INTO rule_row (\(columns))
    VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16, ?17, ?18, ?19, ?20, ?21, ?22,
            ?23, ?24, ?25, ?26, ?27, ?28)
    """

  func post(_ state: RuleState, id: RuleID) throws {
    guard let row = RuleRow(id, state) else { return }
    func day(_ date: CivilDate?) -> Int64? { date.map { Int64($0.dayNumber) } }
    let terms = row.terms
    let statement = try connection.statement(Self.insert)
    try statement.bind(1, row.id.id)
    try statement.bind(2, row.series.id)
    try statement.bind(3, optional: day(row.since))
    try statement.bind(4, optional: row.template?.id)
    try statement.bind(5, text: terms.frequency.rawValue)
    try statement.bind(6, Int64(terms.interval))
    try statement.bind(7, Int64(terms.start.dayNumber))
    try statement.bind(8, optional: day(terms.end))
    try statement.bind(9, text: terms.monthEnd.rawValue)
    try statement.bind(10, Int64(terms.kind.code))
    try statement.bind(11, text: terms.money.currency.code)
    try statement.bind(12, terms.money.minorUnits)
    try statement.bind(13, optional: terms.vendor)
    try statement.bind(14, optional: terms.category)
    try statement.bind(15, optional: terms.payment?.rawValue)
    try statement.bind(16, optional: terms.group?.id)
    try statement.bind(17, optional: terms.account)
    try statement.bind(18, optional: terms.note)
    try statement.bind(19, optional: terms.flags.paid.map { $0 ? 1 : 0 })
    try statement.bind(20, optional: terms.flags.reimbursed.map { $0 ? 1 : 0 })
    try statement.bind(21, text: ModelJSON.tags(terms.tags))
    try statement.bind(22, optional: day(row.pausedFrom))
    try statement.bind(23, optional: day(row.splitOn))
    try statement.bind(24, optional: day(row.generatedThrough))
    try statement.bind(25, Int64(row.revision))
    try statement.bind(26, row.isDeleted ? 1 : 0)
    try statement.bind(27, row.hasPendingDeletion ? 1 : 0)
    try statement.bind(28, Int64(row.conflictCount))
    try statement.run()
  }

  /// Reads `columns`.
  static func row(_ statement: Statement) throws -> RuleRow {
    func day(_ column: Int32) -> CivilDate? {
      statement.optionalInt64(column).map { CivilDate(dayNumber: Int32(truncatingIfNeeded: $0)) }
    }
    guard let id = UniqueID(bytes: statement.bytes(0)), let series = UniqueID(bytes: statement.bytes(1)),
      let frequency = Frequency(rawValue: statement.string(4)), let start = day(6),
      let monthEnd = MonthEndPolicy(rawValue: statement.string(8)),
      let kind = TransactionKind(code: statement.int64(9)), let currency = Currency(statement.string(10))
    else { throw ModelError.damaged("a row of rules") }
    let terms = RuleTerms(
      frequency: frequency, interval: Int(statement.int64(5)), start: start, end: day(7), monthEnd: monthEnd,
      kind: kind, money: Money(minorUnits: statement.int64(11), currency: currency),
      vendor: statement.optionalString(12), category: statement.optionalString(13),
      payment: statement.optionalString(14).flatMap(PaymentMethod.init(rawValue:)),
      group: statement.optionalID(15).map(GroupID.init), note: statement.optionalString(17),
      account: statement.optionalString(16), tags: try ModelJSON.tags(statement.string(20)),
      flags: Flags(
        paid: statement.optionalInt64(18).map { $0 == 1 },
        reimbursed: statement.optionalInt64(19).map { $0 == 1 }))
    return RuleRow(
      id: RuleID(id), series: RuleID(series), since: day(2),
      template: statement.optionalID(3).map(TransactionID.init), terms: terms, pausedFrom: day(21),
      splitOn: day(22), generatedThrough: day(23), revision: Int(statement.int64(24)),
      isDeleted: statement.int64(25) == 1, hasPendingDeletion: statement.int64(26) == 1,
      conflictCount: Int(statement.int64(27)))
  }
}
