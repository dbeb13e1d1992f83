public import LedgerDomain

/// Sums of exported transactions per currency.
///
/// Expenses add, income subtracts and transfers are neutral, as in the ledger's own totals. Currencies are never added to
/// each other.
public struct ExportTotals: Hashable, Sendable {
  /// The sum of one currency.
  public struct Sum: Hashable, Sendable {
    /// The currency.
    public let currency: CurrencyCode
    /// The number of transactions in it.
    public fileprivate(set) var count: Int
    /// The net spending in minor units.
    public fileprivate(set) var minorUnits: Int128

    /// The sum as money, or `nil` if it exceeds 64 bits.
    public var money: Money? {
      Int64(exactly: minorUnits).map { Money(minorUnits: $0, currency: currency) }
    }

    var negated: Sum { Sum(currency: currency, count: count, minorUnits: -minorUnits) }

    /// The exact decimal with a point, whatever its size.
    var decimal: String {
      let digits = currency.minorUnitDigits ?? 0
      var text = String(minorUnits.magnitude)
      if digits > 0 {
        text = String(repeating: "0", count: max(0, digits + 1 - text.utf8.count)) + text
        text.insert(".", at: text.index(text.endIndex, offsetBy: -digits))
      }
      return (minorUnits < 0 ? "-" : "") + text
    }
  }

  private var list: [Sum] = []
  /// The categories that an export is filtered by: only their parts of a transaction count. Empty for all.
  private let categories: Set<String>

  /// Creates empty sums.
  init(of categories: Set<String> = []) { self.categories = categories }

  /// The sums, the most used currency first, then by code.
  public var sums: [Sum] { list.sorted { ($1.count, $0.currency) < ($0.count, $1.currency) } }

  /// Adds a transaction, and returns what it adds. One without an amount adds nothing.
  @discardableResult
  mutating func add(_ row: TransactionRow) -> Money? { row.money(in: categories).map { add($0, row.kind) } }

  /// Adds an amount of a kind, and returns it as the totals count it.
  @discardableResult
  mutating func add(_ money: Money, _ kind: TransactionKind) -> Money {
    // No event holds an amount whose negative overflows (`PayloadLimits.integerMax`).
    let counted = Money(
      minorUnits: kind == .expense ? money.minorUnits : kind == .income ? -money.minorUnits : 0,
      currency: money.currency)
    let units = Int128(counted.minorUnits)
    if let place = list.firstIndex(where: { $0.currency == money.currency }) {
      list[place].minorUnits += units
      list[place].count += 1
    } else {
      list.append(Sum(currency: money.currency, count: 1, minorUnits: units))
    }
    return counted
  }
}
