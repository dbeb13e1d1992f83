internal import LedgerBytes
internal import LedgerDomain
internal import LedgerSQLite

/// Sums, or differences to sums, gathered in memory before they touch a table.
struct Totals: Sendable {
  private struct GroupKey: Hashable, Sendable {
    let group: GroupID?
    let kind: TransactionKind
    /// Nil: no amount is known, so that the row counts and adds nothing.
    let currency: Currency?
    let category: Int32
  }

  private struct DayKey: Hashable, Sendable {
    let kind: TransactionKind
    let date: CivilDate
    /// Nil: no amount is known, so that the row counts and adds nothing.
    let currency: Currency?
    let category: Int32
  }

  private struct Sum: Hashable, Sendable {
    var count: Int64 = 0
    var total: Int64 = 0
    var isZero: Bool { count == 0 && total == 0 }
  }

  private var groups: [GroupKey: Sum] = [:]
  private var days: [DayKey: Sum] = [:]
  /// Per tag, by its bytes, on how many saved transactions it is.
  private var tags: [[UInt8]: Int64] = [:]
  private var categories = CategoryNumbers()

  var isEmpty: Bool { groups.isEmpty && days.isEmpty && tags.isEmpty }

  /// Adds what a row contributes (`sign` 1), or takes it away (`sign` -1). Only saved rows count.
  mutating func count(_ row: TransactionRow?, sign: Int64) throws(ModelError) {
    guard let row, row.stage == .saved else { return }
    for tag in row.tags { tags[Array(tag.utf8), default: 0] += sign }
    let money = row.money
    let (units, tooLarge) = (money?.minorUnits ?? 0).multipliedReportingOverflow(by: sign)
    guard !tooLarge else { throw .overflow(money?.currency.code ?? "nothing") }
    let sum = Sum(count: sign, total: units)
    let category = categories.number(of: row.category)
    try Self.add(
      &groups[
        GroupKey(group: row.group, kind: row.kind, currency: money?.currency, category: category),
        default: Sum()],
      sum, money?.currency)
    guard let date = row.date else { return }
    try Self.add(
      &days[DayKey(kind: row.kind, date: date, currency: money?.currency, category: category), default: Sum()],
      sum, money?.currency)
  }

  /// Adds the sums of another.
  mutating func merge(_ other: Totals) throws(ModelError) {
    tags.merge(other.tags, uniquingKeysWith: +)
    let numbers = other.categories.names.map { categories.number(of: $0) }
    func number(_ category: Int32) -> Int32 { category < 0 ? category : numbers[Int(category)] }
    for (key, sum) in other.groups {
      let key = GroupKey(
        group: key.group, kind: key.kind, currency: key.currency, category: number(key.category))
      try Self.add(&groups[key, default: Sum()], sum, key.currency)
    }
    for (key, sum) in other.days {
      let key = DayKey(kind: key.kind, date: key.date, currency: key.currency, category: number(key.category))
      try Self.add(&days[key, default: Sum()], sum, key.currency)
    }
  }

  private static func add(_ sum: inout Sum, _ other: Sum, _ currency: Currency?) throws(ModelError) {
    let (total, overflow) = sum.total.addingReportingOverflow(other.total)
    guard !overflow else { throw .overflow(currency?.code ?? "nothing") }
    sum.total = total
    sum.count += other.count
  }

  /// Forgets all.
  mutating func removeAll() {
    groups.removeAll(keepingCapacity: true)
    days.removeAll(keepingCapacity: true)
    tags.removeAll(keepingCapacity: true)
  }
}

// MARK: - Rows

extension Totals {
  /// The rows of `group_total`, in the order of its key. What is zero is no row;
  /// `onlyFewer`: those from which more was taken than added.
  func groupRows(onlyFewer: Bool = false) -> RowBuffer {
    var rows = RowBuffer(columns: 6)
    let rest = groups.filter { !$0.value.isZero && (!onlyFewer || $0.value.count < 0) }
    for (key, sum) in rest.sorted(by: { precedes($0.key, $1.key) }) {
      if let group = key.group { rows.add(id: group.id) } else { rows.addEmptyBlob() }
      rows.add(Int64(key.kind.code))
      rows.add(text: key.currency?.code ?? "")
      categories.add(key.category, to: &rows)
      rows.add(sum.count)
      rows.add(sum.total)
    }
    return rows
  }

  /// The rows of `day_total`, in the order of its key. What is zero is no row;
  /// `onlyFewer`: those from which more was taken than added.
  func dayRows(onlyFewer: Bool = false) -> RowBuffer {
    var rows = RowBuffer(columns: 6)
    let rest = days.filter { !$0.value.isZero && (!onlyFewer || $0.value.count < 0) }
    for (key, sum) in rest.sorted(by: { precedes($0.key, $1.key) }) {
      rows.add(Int64(key.kind.code))
      rows.add(Int64(key.date.dayNumber))
      rows.add(text: key.currency?.code ?? "")
      categories.add(key.category, to: &rows)
      rows.add(sum.count)
      rows.add(sum.total)
    }
    return rows
  }

  /// The rows of `tag_total`, in the order of its key. What is zero is no row;
  /// `onlyFewer`: those from which more was taken than added.
  func tagRows(onlyFewer: Bool = false) -> RowBuffer {
    var rows = RowBuffer(columns: 2)
    let rest = tags.filter { $0.value != 0 && (!onlyFewer || $0.value < 0) }
    for (tag, count) in rest.sorted(by: { $0.key.lexicographicallyPrecedes($1.key) }) {
      tag.withUnsafeBytes { rows.add(textBytes: $0) }
      rows.add(count)
    }
    return rows
  }

  private func precedes(_ left: GroupKey, _ right: GroupKey) -> Bool {
    if left.group != right.group {
      guard let id = left.group?.id else { return true }
      guard let otherID = right.group?.id else { return false }
      return id < otherID
    }
    if left.kind != right.kind { return left.kind.code < right.kind.code }
    if left.currency != right.currency { return Self.precedes(left.currency, right.currency) }
    return categories.precedes(left.category, right.category)
  }

  private func precedes(_ left: DayKey, _ right: DayKey) -> Bool {
    if left.kind != right.kind { return left.kind.code < right.kind.code }
    if left.date != right.date { return left.date < right.date }
    if left.currency != right.currency { return Self.precedes(left.currency, right.currency) }
    return categories.precedes(left.category, right.category)
  }

  private static func precedes(_ left: Currency?, _ right: Currency?) -> Bool {
    guard let left else { return true }
    guard let right else { return false }
    return left < right
  }
}

/// Categories by number, so that a sum is found without hashing a text. Two are the same where their bytes are.
private struct CategoryNumbers: Sendable {
  private(set) var names: [String] = []
  private var numbers: [[UInt8]: Int32] = [:]
  /// The ones asked for last: most ledgers have a handful.
  private static let few = 12

  /// The number of a category, given at its first mention; -1 for none.
  mutating func number(of category: String?) -> Int32 {
    guard let category else { return -1 }
    for (index, name) in names.prefix(Self.few).enumerated() where name.utf8.elementsEqual(category.utf8) {
      return Int32(index)
    }
    let bytes = Array(category.utf8)
    if let known = numbers[bytes] { return known }
    let number = Int32(names.count)
    names.append(category)
    numbers[bytes] = number
    return number
  }

  /// Adds a category's key, empty for none.
  func add(_ number: Int32, to rows: inout RowBuffer) { rows.add(text: number < 0 ? "" : names[Int(number)]) }

  /// The order of their bytes.
  func precedes(_ left: Int32, _ right: Int32) -> Bool {
    guard left >= 0 else { return right >= 0 }
    guard right >= 0 else { return false }
    return names[Int(left)].utf8.lexicographicallyPrecedes(names[Int(right)].utf8)
  }
}
