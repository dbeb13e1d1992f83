internal import LedgerBytes
internal import LedgerDomain
internal import LedgerSQLite

/// Differences to the sums, gathered in memory before they touch a table.
struct Totals {
  struct GroupKey: Hashable {
    let group: GroupID?
    let kind: TransactionKind
    /// Nil: no amount is known, so that the row counts and adds nothing.
    let currency: Currency?
    let category: String?
  }

  struct DayKey: Hashable {
    let kind: TransactionKind
    let date: CivilDate
    /// Nil: no amount is known, so that the row counts and adds nothing.
    let currency: Currency?
    let category: String?
  }

  struct Sum: Hashable {
    var count: Int64 = 0
    var total: Int64 = 0
    var isZero: Bool { count == 0 && total == 0 }
  }

  private(set) var groups: [GroupKey: Sum] = [:]
  private(set) var days: [DayKey: Sum] = [:]

  /// Adds what a row contributes (`sign` 1), or takes it away (`sign` -1). Only saved rows count.
  mutating func count(_ row: TransactionRow?, sign: Int64) throws(ModelError) {
    guard let row, row.stage == .saved else { return }
    let money = row.money
    let group = GroupKey(group: row.group, kind: row.kind, currency: money?.currency, category: row.category)
    try Self.add(&groups[group, default: Sum()], money, sign)
    guard let date = row.date else { return }
    let day = DayKey(kind: row.kind, date: date, currency: money?.currency, category: row.category)
    try Self.add(&days[day, default: Sum()], money, sign)
  }

  private static func add(_ sum: inout Sum, _ money: Money?, _ sign: Int64) throws(ModelError) {
    let (units, tooLarge) = (money?.minorUnits ?? 0).multipliedReportingOverflow(by: sign)
    let (total, overflow) = sum.total.addingReportingOverflow(units)
    guard !tooLarge, !overflow else { throw .overflow(money?.currency.code ?? "nothing") }
    sum.total = total
    sum.count += sign
  }

  /// Posts the differences and forgets them. A sum over nothing leaves no row.
  mutating func post(to connection: Connection) throws {
    for (key, sum) in groups.sorted(by: { $0.key.precedes($1.key) }) where !sum.isZero {
      let statement = try connection.statement(Self.upsertGroup)
      try statement.bind(1, blob: key.group?.id.bytes ?? [])
      try statement.bind(2, Int64(key.kind.code))
      try statement.bind(3, text: key.currency?.code ?? "")
      try statement.bind(4, text: key.category ?? "")
      try statement.bind(5, sum.count)
      try statement.bind(6, sum.total)
      try statement.run()
      try Self.sweep(Self.sweepGroup, statement: connection) { sweep in
        try sweep.bind(1, blob: key.group?.id.bytes ?? [])
        try sweep.bind(2, Int64(key.kind.code))
        try sweep.bind(3, text: key.currency?.code ?? "")
        try sweep.bind(4, text: key.category ?? "")
      }
    }
    for (key, sum) in days.sorted(by: { $0.key.precedes($1.key) }) where !sum.isZero {
      let statement = try connection.statement(Self.upsertDay)
      try statement.bind(1, Int64(key.kind.code))
      try statement.bind(2, Int64(key.date.dayNumber))
      try statement.bind(3, text: key.currency?.code ?? "")
      try statement.bind(4, text: key.category ?? "")
      try statement.bind(5, sum.count)
      try statement.bind(6, sum.total)
      try statement.run()
      try Self.sweep(Self.sweepDay, statement: connection) { sweep in
        try sweep.bind(1, Int64(key.kind.code))
        try sweep.bind(2, Int64(key.date.dayNumber))
        try sweep.bind(3, text: key.currency?.code ?? "")
        try sweep.bind(4, text: key.category ?? "")
      }
    }
    groups.removeAll(keepingCapacity: true)
    days.removeAll(keepingCapacity: true)
  }

  private static func sweep(_ sql: String, statement: Connection, _ bind: (Statement) throws -> Void) throws {
    let sweep = try statement.statement(sql)
    try bind(sweep)
    try sweep.run()
  }

  private static let upsertGroup = """
    INSERT INTO group_total (group_id, kind, currency, category, count, total) VALUES (?1, ?2, ?3, ?4, ?5, ?6)
    ON CONFLICT DO UPDATE SET count = count + excluded.count, total = total + excluded.total
    """

  private static let sweepGroup = """
    DELETE FROM group_total WHERE group_id = ?1 AND kind = ?2 AND currency = ?3 AND category = ?4 AND count = 0
    """

  private static let upsertDay = """
    INSERT INTO day_total (kind, date, currency, category, count, total) VALUES (?1, ?2, ?3, ?4, ?5, ?6)
    ON CONFLICT DO UPDATE SET count = count + excluded.count, total = total + excluded.total
    """

  private static let sweepDay = """
    DELETE FROM day_total WHERE kind = ?1 AND date = ?2 AND currency = ?3 AND category = ?4 AND count = 0
    """
}

extension Totals.GroupKey {
  /// Key order, so that pages are touched one after the other.
  fileprivate func precedes(_ other: Totals.GroupKey) -> Bool {
    if group != other.group {
      guard let id = group?.id else { return true }
      guard let otherID = other.group?.id else { return false }
      return id < otherID
    }
    if kind != other.kind { return kind.code < other.kind.code }
    if currency != other.currency { return (currency?.code ?? "") < (other.currency?.code ?? "") }
    return (category ?? "").utf8.lexicographicallyPrecedes((other.category ?? "").utf8)
  }
}

extension Totals.DayKey {
  fileprivate func precedes(_ other: Totals.DayKey) -> Bool {
    if kind != other.kind { return kind.code < other.kind.code }
    if date != other.date { return date < other.date }
    if currency != other.currency { return (currency?.code ?? "") < (other.currency?.code ?? "") }
    return (category ?? "").utf8.lexicographicallyPrecedes((other.category ?? "").utf8)
  }
}
