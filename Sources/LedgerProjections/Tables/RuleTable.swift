internal import LedgerBytes
internal import LedgerDomain
internal import LedgerSQLite

/// The table of rules: rows in and out, column by column, in one place.
enum RuleTable {
  static let table = Table(
    "rule_row", versions: "rule_version", of: .rule,
    """
    id BLOB NOT NULL
    series BLOB NOT NULL        -- the first rule, which a split keeps
    since INTEGER               -- the split that began it
    template BLOB               -- the transaction that is occurrence 0
    frequency TEXT NOT NULL
    every INTEGER NOT NULL
    starts INTEGER NOT NULL
    ends INTEGER
    month_end TEXT NOT NULL
    kind INTEGER NOT NULL
    currency TEXT NOT NULL
    minor_units INTEGER NOT NULL
    vendor TEXT
    category TEXT
    payment TEXT
    group_id BLOB
    account TEXT
    to_account TEXT             -- of a transfer between two accounts
    received_currency TEXT      -- the amount that arrives, if it is another one
    received_units INTEGER
    note TEXT
    paid INTEGER
    reimbursed INTEGER
    tags TEXT NOT NULL          -- JSON array of texts
    paused INTEGER              -- the first date of a pause that goes on
    split INTEGER               -- the first date that another rule governs
    through INTEGER             -- how far it was generated
    revision INTEGER NOT NULL   -- how many changes, the creation included
    deleted INTEGER NOT NULL
    pending INTEGER NOT NULL    -- a deletion waits for a person
    conflicts INTEGER NOT NULL
    """,
    addRows: add)

  /// The columns, in the order that `row` reads and `add` gives.
  static let columns = table.columns.joined(separator: ", ")

  private static func add(_ state: RecordState, id: UniqueID, to rows: inout RowBuffer) {
    guard case .rule(let state) = state, let row = RuleRow(RuleID(id), state) else { return }
    func day(_ date: CivilDate?) -> Int64? { date.map { Int64($0.dayNumber) } }
    let terms = row.terms
    rows.add(id: row.id.id)
    rows.add(id: row.series.id)
    rows.add(optional: day(row.since))
    rows.add(optional: row.template?.id)
    rows.add(text: terms.frequency.rawValue)
    rows.add(Int64(terms.interval))
    rows.add(Int64(terms.start.dayNumber))
    rows.add(optional: day(terms.end))
    rows.add(text: terms.monthEnd.rawValue)
    rows.add(Int64(terms.kind.code))
    rows.add(text: terms.money.currency.code)
    rows.add(terms.money.minorUnits)
    rows.add(optional: terms.vendor)
    rows.add(optional: terms.category)
    rows.add(optional: terms.payment?.rawValue)
    rows.add(optional: terms.group?.id)
    rows.add(optional: terms.account)
    rows.add(optional: terms.toAccount)
    rows.add(optional: terms.received?.currency.code)
    rows.add(optional: terms.received?.minorUnits)
    rows.add(optional: terms.note)
    rows.add(optional: terms.flags.paid.map { $0 ? 1 : 0 })
    rows.add(optional: terms.flags.reimbursed.map { $0 ? 1 : 0 })
    rows.add(text: ModelJSON.tags(terms.tags))
    rows.add(optional: day(row.pausedFrom))
    rows.add(optional: day(row.splitOn))
    rows.add(optional: day(row.generatedThrough))
    rows.add(Int64(row.revision))
    rows.add(row.isDeleted ? 1 : 0)
    rows.add(row.hasPendingDeletion ? 1 : 0)
    rows.add(Int64(row.conflictCount))
  }

  /// Reads `columns`.
  static func row(_ statement: Statement) throws -> RuleRow {
    func day(_ column: Int32) -> CivilDate? {
      statement.optionalInt64(column).map { CivilDate(dayNumber: Int32(truncatingIfNeeded: $0)) }
    }
    guard let id = UniqueID(bytes: statement.bytes(0)), let series = UniqueID(bytes: statement.bytes(1)),
      let frequency = RecurrenceFrequency(rawValue: statement.string(4)), let start = day(6),
      let monthEnd = Recurrence.MonthEndPolicy(rawValue: statement.string(8)),
      let kind = TransactionKind(code: statement.int64(9)), let currency = CurrencyCode(statement.string(10)),
      (1...10_000).contains(statement.int64(5))
    else { throw ModelError.damaged("a row of rules") }
    let received = statement.optionalString(18).flatMap { CurrencyCode($0) }.flatMap { currency in
      statement.optionalInt64(19).map { Money(minorUnits: $0, currency: currency) }
    }
    let terms = RuleTerms(
      frequency: frequency, interval: Int(statement.int64(5)), start: start, end: day(7), monthEnd: monthEnd,
      kind: kind, money: Money(minorUnits: statement.int64(11), currency: currency),
      vendor: statement.optionalString(12), category: statement.optionalString(13),
      payment: statement.optionalString(14).flatMap(PaymentMethod.init(rawValue:)),
      group: statement.optionalID(15).map(GroupID.init), note: statement.optionalString(20),
      account: statement.optionalString(16), toAccount: statement.optionalString(17), received: received,
      tags: try ModelJSON.tags(statement.string(23)),
      flags: TransactionFlags(
        paid: statement.optionalInt64(21).map { $0 == 1 },
        reimbursed: statement.optionalInt64(22).map { $0 == 1 }))
    return RuleRow(
      id: RuleID(id), series: RuleID(series), since: day(2),
      template: statement.optionalID(3).map(TransactionID.init), terms: terms, pausedFrom: day(24),
      splitOn: day(25), generatedThrough: day(26), revision: Int(statement.int64(27)),
      isDeleted: statement.int64(28) == 1, hasPendingDeletion: statement.int64(29) == 1,
      conflictCount: Int(statement.int64(30)))
  }
}
