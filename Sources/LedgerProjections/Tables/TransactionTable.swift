internal import LedgerBytes
internal import LedgerDomain
internal import LedgerSQLite

/// The table of transactions: rows in and out, column by column, in one place.
enum TransactionTable {
  static let table = Table(
    "transaction_row", versions: "transaction_version",
    """
    key INTEGER NOT NULL
    id BLOB NOT NULL
    stage INTEGER NOT NULL      -- 0 draft, 1 saved, 2 deleted
    date INTEGER
    created INTEGER NOT NULL    -- hybrid time of the event that began it
    kind INTEGER NOT NULL       -- 0 expense, 1 income, 2 transfer
    currency TEXT
    minor_units INTEGER
    category TEXT
    payment TEXT
    group_id BLOB
    vendor TEXT
    account TEXT
    note TEXT
    paid INTEGER
    reimbursed INTEGER
    cleared INTEGER NOT NULL
    attention INTEGER NOT NULL
    corrected INTEGER NOT NULL
    conflicts INTEGER NOT NULL
    origin TEXT NOT NULL
    recorded_on INTEGER NOT NULL
    name TEXT
    tags TEXT NOT NULL          -- JSON array of texts
    attachments TEXT NOT NULL   -- JSON array of arrays of four
    rule BLOB                   -- the rule it is an instance of
    to_account TEXT
    received_currency TEXT
    received_units INTEGER
    parts TEXT                  -- JSON array of category and minor units, if items have categories of their own
    """)

  /// The columns, in the order that `row` reads and `add` gives, after the key.
  static let columns = table.columns.dropFirst().joined(separator: ", ")

  static func add(_ row: TransactionRow, key: StreamKey, to rows: inout RowBuffer) {
    rows.add(key)
    addCells(row, to: &rows)
  }

  /// Adds the cells after the key.
  static func addCells(_ row: TransactionRow, to rows: inout RowBuffer) {
    rows.add(id: row.id.id)
    rows.add(Int64(row.stage.code))
    rows.add(optional: row.date.map { Int64($0.dayNumber) })
    rows.add(Int64(bitPattern: row.created.rawValue))
    rows.add(Int64(row.kind.code))
    rows.add(optional: row.amount?.currency.code)
    rows.add(optional: row.amount?.minorUnits)
    rows.add(optional: row.category)
    rows.add(optional: row.payment?.rawValue)
    rows.add(optional: row.group?.id)
    rows.add(optional: row.vendor)
    rows.add(optional: row.account)
    rows.add(optional: row.note)
    rows.add(optional: row.flags.paid.map { $0 ? 1 : 0 })
    rows.add(optional: row.flags.reimbursed.map { $0 ? 1 : 0 })
    rows.add(row.isCleared ? 1 : 0)
    rows.add(Int64(row.attentionCount))
    rows.add(Int64(row.correctedCount))
    rows.add(Int64(row.conflictCount))
    rows.add(text: row.origin)
    rows.add(Int64(row.on.dayNumber))
    rows.add(optional: row.name)
    rows.add(text: row.tags.isEmpty ? "[]" : ModelJSON.tags(row.tags))
    rows.add(text: row.attachments.isEmpty ? "[]" : ModelJSON.attachments(row.attachments))
    rows.add(optional: row.rule?.id)
    rows.add(optional: row.toAccount)
    rows.add(optional: row.received?.currency.code)
    rows.add(optional: row.received?.minorUnits)
    rows.add(optional: row.parts.isEmpty ? nil : ModelJSON.parts(row.parts))
  }

  static func row(_ connection: Connection, key: StreamKey) throws -> TransactionRow? {
    let statement = try connection.statement(select)
    defer { statement.reset() }
    try statement.bind(1, key)
    return try statement.step() ? try Self.row(statement, from: 0) : nil
  }

  private static let select = "SELECT \(columns) FROM transaction_row WHERE key = ?1"

  /// Reads `columns`, the first of which is column `first` of the statement.
  static func row(_ statement: Statement, from first: Int32) throws -> TransactionRow {
    func column(_ index: Int32) -> Int32 { first + index }
    guard let id = UniqueID(bytes: statement.bytes(column(0))),
      let stage = TransactionRow.Stage(code: statement.int64(column(1))),
      let kind = TransactionKind(code: statement.int64(column(4)))
    else { throw ModelError.damaged("a row of transactions") }
    let currency = statement.optionalString(column(5)).flatMap { CurrencyCode($0) }
    let units = statement.optionalInt64(column(6))
    let received = statement.optionalString(column(26)).flatMap { CurrencyCode($0) }
    let receivedUnits = statement.optionalInt64(column(27))
    return TransactionRow(
      id: TransactionID(id), stage: stage, origin: statement.string(column(19)),
      on: CivilDate(dayNumber: Int32(truncatingIfNeeded: statement.int64(column(20)))),
      created: HybridTime(rawValue: UInt64(bitPattern: statement.int64(column(3)))),
      name: statement.optionalString(column(21)), kind: kind, vendor: statement.optionalString(column(10)),
      date: statement.optionalInt64(column(2)).map { CivilDate(dayNumber: Int32(truncatingIfNeeded: $0)) },
      amount: currency.map { Amount(currency: $0, minorUnits: units) },
      category: statement.optionalString(column(7)),
      parts: try statement.optionalString(column(28)).map(ModelJSON.parts) ?? [],
      payment: statement.optionalString(column(8)).flatMap(PaymentMethod.init(rawValue:)),
      group: statement.optionalID(column(9)).map(GroupID.init), account: statement.optionalString(column(11)),
      toAccount: statement.optionalString(column(25)),
      received: received.map { Amount(currency: $0, minorUnits: receivedUnits) },
      note: statement.optionalString(column(12)), tags: try ModelJSON.tags(statement.string(column(22))),
      flags: TransactionFlags(
        paid: statement.optionalInt64(column(13)).map { $0 == 1 },
        reimbursed: statement.optionalInt64(column(14)).map { $0 == 1 }),
      isCleared: statement.int64(column(15)) == 1, rule: statement.optionalID(column(24)).map(RuleID.init),
      attachments: try ModelJSON.attachments(statement.string(column(23))),
      attentionCount: Int(statement.int64(column(16))), correctedCount: Int(statement.int64(column(17))),
      conflictCount: Int(statement.int64(column(18))))
  }
}

extension TransactionRow.Stage {
  /// The number by which tables store it.
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
  /// The number by which tables store it.
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
