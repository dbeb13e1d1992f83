internal import LedgerBytes
internal import LedgerDomain
internal import LedgerSQLite

/// An entry of the index `transaction_by_amount`, in a form that sorts as the index does.
///
/// The order is by currency, minor units, date and then the transaction's key. A missing value comes first.
struct AmountKey: SortedRow {
  /// The currency's three letters, then a bit for the presence of minor units.
  private let money: UInt64
  private let units: Int64
  /// Days since the first possible date, from 1, or 0 if there is no date. Then forty bits of the transaction's key.
  private let dateAndKey: UInt64

  /// How many cells its row has.
  static let columns = 4

  /// Creates the entry of a transaction, or `nil` if it is deleted.
  init?(_ row: borrowing TransactionRow, key: StreamKey) {
    guard row.stage != .deleted else { return nil }
    let currency = row.amount.map { $0.currency.code.utf8.reduce(0) { $0 << 8 | UInt64($1) } } ?? 0
    self.init(currency, row.amount?.minorUnits, day: row.date.map { Int64($0.dayNumber) }, key: key)
  }

  @inline(__always)
  private init(_ currency: UInt64, _ units: Int64?, day: Int64?, key: StreamKey) {
    money = currency << 1 | (units == nil ? 0 : 1)
    self.units = units ?? 0
    let day = day.map { UInt64($0 - Int64(CivilDate.first.dayNumber)) + 1 } ?? 0
    dateAndKey = day << Self.keyBits | UInt64(bitPattern: key.rawValue)
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
