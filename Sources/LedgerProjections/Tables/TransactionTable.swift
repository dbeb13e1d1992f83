internal import LedgerBytes
internal import LedgerDomain
internal import LedgerSQLite

/// The table of transactions: rows in and out, column by column, in one place.
struct TransactionTable {
  private let connection: Connection
  private let insertRow: Statement

  init(_ connection: Connection) throws {
    self.connection = connection
    insertRow = try connection.statement(Self.insert)
  }

  /// The columns, in the order that `row` reads and `write` binds, after the key.
  static let columns = """
    id, stage, date, created, kind, currency, minor_units, category, payment, group_id, vendor, account, note, \
    paid, reimbursed, cleared, attention, corrected, conflicts, origin, recorded_on, name, tags, attachments, \
    rule
    """

  private static let insert = """
    INSERT OR REPLACE INTO transaction_row (key, \(columns))
    VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16, ?17, ?18, ?19, ?20, ?21, ?22,
            ?23, ?24, ?25, ?26)
    """

  func write(_ row: TransactionRow, key: Int64) throws {
    let statement = insertRow
    try statement.bind(1, key)
    try statement.bind(2, row.id.id)
    try statement.bind(3, Int64(row.stage.code))
    try statement.bind(4, optional: row.date.map { Int64($0.dayNumber) })
    try statement.bind(5, Int64(bitPattern: row.created.rawValue))
    try statement.bind(6, Int64(row.kind.code))
    try statement.bind(7, optional: row.amount?.currency.code)
    try statement.bind(8, optional: row.amount?.minorUnits)
    try statement.bind(9, optional: row.category)
    try statement.bind(10, optional: row.payment?.rawValue)
    try statement.bind(11, optional: row.group?.id)
    try statement.bind(12, optional: row.vendor)
    try statement.bind(13, optional: row.account)
    try statement.bind(14, optional: row.note)
    try statement.bind(15, optional: row.flags.paid.map { $0 ? 1 : 0 })
    try statement.bind(16, optional: row.flags.reimbursed.map { $0 ? 1 : 0 })
    try statement.bind(17, row.isCleared ? 1 : 0)
    try statement.bind(18, Int64(row.attentionCount))
    try statement.bind(19, Int64(row.correctedCount))
    try statement.bind(20, Int64(row.conflictCount))
    try statement.bind(21, text: row.origin)
    try statement.bind(22, Int64(row.on.dayNumber))
    try statement.bind(23, optional: row.name)
    try statement.bind(24, text: row.tags.isEmpty ? "[]" : ModelJSON.tags(row.tags))
    try statement.bind(25, text: row.attachments.isEmpty ? "[]" : ModelJSON.attachments(row.attachments))
    try statement.bind(26, optional: row.rule?.id)
    try statement.run()
  }

  func row(key: Int64) throws -> TransactionRow? {
    let statement = try connection.statement("SELECT \(Self.columns) FROM transaction_row WHERE key = ?1")
    defer { statement.reset() }
    try statement.bind(1, key)
    return try statement.step() ? try Self.row(statement, from: 0) : nil
  }

  func delete(key: Int64) throws {
    let statement = try connection.statement("DELETE FROM transaction_row WHERE key = ?1")
    try statement.bind(1, key)
    try statement.run()
  }

  /// Reads `columns`, the first of which is column `first` of the statement.
  static func row(_ statement: Statement, from first: Int32) throws -> TransactionRow {
    func column(_ index: Int32) -> Int32 { first + index }
    guard let id = UniqueID(bytes: statement.bytes(column(0))),
      let stage = TransactionState.Stage(code: statement.int64(column(1))),
      let kind = TransactionKind(code: statement.int64(column(4)))
    else { throw ModelError.damaged("a row of transactions") }
    let currency = statement.optionalString(column(5)).flatMap { Currency($0) }
    let units = statement.optionalInt64(column(6))
    return TransactionRow(
      id: TransactionID(id), stage: stage, origin: statement.string(column(19)),
      on: CivilDate(dayNumber: Int32(truncatingIfNeeded: statement.int64(column(20)))),
      created: HybridTime(rawValue: UInt64(bitPattern: statement.int64(column(3)))),
      name: statement.optionalString(column(21)), kind: kind, vendor: statement.optionalString(column(10)),
      date: statement.optionalInt64(column(2)).map { CivilDate(dayNumber: Int32(truncatingIfNeeded: $0)) },
      amount: currency.map { Amount(currency: $0, minorUnits: units) },
      category: statement.optionalString(column(7)),
      payment: statement.optionalString(column(8)).flatMap(PaymentMethod.init(rawValue:)),
      group: statement.optionalID(column(9)).map(GroupID.init), account: statement.optionalString(column(11)),
      note: statement.optionalString(column(12)), tags: try ModelJSON.tags(statement.string(column(22))),
      flags: Flags(
        paid: statement.optionalInt64(column(13)).map { $0 == 1 },
        reimbursed: statement.optionalInt64(column(14)).map { $0 == 1 }),
      isCleared: statement.int64(column(15)) == 1, rule: statement.optionalID(column(24)).map(RuleID.init),
      attachments: try ModelJSON.attachments(statement.string(column(23))),
      attentionCount: Int(statement.int64(column(16))), correctedCount: Int(statement.int64(column(17))),
      conflictCount: Int(statement.int64(column(18))))
  }
}

extension TransactionState.Stage {
  /// The number that stands for it in a table.
  var code: Int {
    switch self {
    case .draft: 0
    case .saved: 1
    case .deleted: 2
    }
  }

  init?(code: Int64) {
    guard let stage = Self.allCases.first(where: { $0.code == code }) else { return nil }
    self = stage
  }
}

extension TransactionKind {
  /// The number that stands for it in a table.
  var code: Int {
    switch self {
    case .expense: 0
    case .income: 1
    case .transfer: 2
    }
  }

  init?(code: Int64) {
    guard let kind = Self.allCases.first(where: { $0.code == code }) else { return nil }
    self = kind
  }
}
