internal import LedgerDomain
internal import LedgerSQLite

/// An entry of the index `transaction_by_amount`, in a form that sorts as the index does: by currency, minor units and
/// date, nothing before everything, then by the transaction's key.
struct AmountKey: Comparable, Sendable {
  /// The currency's three letters, then a bit: whether there are minor units.
  private let money: UInt64
  private let units: Int64
  /// Days since the first there is, from 1; 0: none. Then forty bits of the transaction's key.
  private let dateAndKey: UInt64

  /// Cells of its row.
  static let columns = 4

  /// The entry of a transaction; nil where it has none: deleted ones.
  init?(_ row: borrowing TransactionRow, key: Int64) {
    guard row.stage != .deleted else { return nil }
    let currency = row.amount.map { $0.currency.code.utf8.reduce(0) { $0 << 8 | UInt64($1) } } ?? 0
    self.init(currency, row.amount?.minorUnits, day: row.date.map { Int64($0.dayNumber) }, key: key)
  }

  /// The entry of a row of the models' table or of history's; nil where it has none.
  init?(_ rows: RowBuffer, row: Int) {
    guard rows.int64(row, 2) != Int64(TransactionState.Stage.deleted.code) else { return nil }
    let currency = rows.withBytes(row, 6) { $0.reduce(0) { $0 << 8 | UInt64($1) } }
    self.init(
      currency, rows.isNull(row, 7) ? nil : rows.int64(row, 7),
      day: rows.isNull(row, 3) ? nil : rows.int64(row, 3), key: rows.int64(row, 0))
  }

  @inline(__always)
  private init(_ currency: UInt64, _ units: Int64?, day: Int64?, key: Int64) {
    money = currency << 1 | (units == nil ? 0 : 1)
    self.units = units ?? 0
    let day = day.map { UInt64($0 - Int64(CivilDate.first.dayNumber)) + 1 } ?? 0
    dateAndKey = day << Self.keyBits | UInt64(bitPattern: key)
  }

  /// More than a log can have events.
  private static let keyBits: UInt64 = 40

  @inline(__always)
  static func < (left: AmountKey, right: AmountKey) -> Bool {
    if left.money != right.money { return left.money < right.money }
    return left.units != right.units ? left.units < right.units : left.dateAndKey < right.dateAndKey
  }

  /// Adds its cells: currency, minor units, date, key.
  func add(to rows: inout RowBuffer) {
    if money == 0 {
      rows.addNull()
    } else {
      let letters = (money >> 17, money >> 9, money >> 1)
      withUnsafeBytes(
        of: (
          UInt8(truncatingIfNeeded: letters.0), UInt8(truncatingIfNeeded: letters.1),
          UInt8(truncatingIfNeeded: letters.2)
        )
      ) { rows.add(textBytes: $0) }
    }
    if money & 1 == 0 { rows.addNull() } else { rows.add(units) }
    let day = Int64(dateAndKey >> Self.keyBits)
    if day == 0 { rows.addNull() } else { rows.add(day - 1 + Int64(CivilDate.first.dayNumber)) }
    rows.add(Int64(dateAndKey & (1 << Self.keyBits - 1)))
  }
}
