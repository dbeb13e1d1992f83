public import LedgerDomain
public import LedgerProjections

/// The effect of a change on the totals, by kind, currency and month.
///
/// Changes that cancel out are left out. As in the read models, only saved transactions with an amount count. One
/// without a date counts in no month.
public struct TotalsEffect: Hashable, Sendable {
  /// The kind, currency and month of a total.
  public struct Key: Hashable, Comparable, Sendable {
    /// Expense, income or transfer.
    public let kind: TransactionKind
    /// The currency.
    public let currency: CurrencyCode
    /// The month, or `nil` for transactions without a date.
    public let month: CivilMonth?

    /// Orders by kind, currency and month, first without a month.
    public static func < (left: Key, right: Key) -> Bool {
      if left.kind != right.kind { return left.kind.place < right.kind.place }
      if left.currency != right.currency { return left.currency < right.currency }
      guard let month = left.month, let other = right.month else {
        return left.month == nil && right.month != nil
      }
      return month < other
    }
  }

  /// The change of a total.
  public struct Difference: Hashable, Sendable {
    /// The change of the number of transactions.
    public var count: Int64 = 0
    /// The change of the sum in minor units.
    public var minorUnits: Int64 = 0
    var isZero: Bool { count == 0 && minorUnits == 0 }

    /// Counts a transaction with a sign, and adds a multiple of its amount.
    mutating func add(_ money: Money, times factor: Int64, sign: Int64) throws(ModelError) {
      let (units, tooLarge) = money.minorUnits.multipliedReportingOverflow(by: factor)
      let (sum, overflow) = minorUnits.addingReportingOverflow(units)
      guard !tooLarge, !overflow else { throw .overflow(money.currency.code) }
      minorUnits = sum
      count += sign
    }
  }

  private var differences: [Key: Difference] = [:]

  /// Replaces a row by another.
  ///
  /// - Throws: `ModelError.overflow` if a total exceeds 64 bits.
  public mutating func replace(_ old: TransactionRow?, by new: TransactionRow?) throws(ModelError) {
    try count(old, sign: -1)
    try count(new, sign: 1)
  }

  /// The totals that change, in their order.
  public var entries: [(key: Key, difference: Difference)] {
    differences.filter { !$0.value.isZero }.sorted { $0.key < $1.key }.map {
      (key: $0.key, difference: $0.value)
    }
  }

  /// Whether no total changes.
  public var isNothing: Bool { differences.values.allSatisfy(\.isZero) }

  private mutating func count(_ row: TransactionRow?, sign: Int64) throws(ModelError) {
    guard let row, row.stage == .saved, let money = row.money else { return }
    let key = Key(kind: row.kind, currency: money.currency, month: row.date?.civilMonth)
    try differences[key, default: Difference()].add(money, times: sign, sign: sign)
  }

  /// The sums of saved transactions by kind and currency.
  struct Whole {
    private var sums: [TransactionKind: [CurrencyCode: Int128]] = [:]

    mutating func add(_ row: TransactionRow) {
      guard row.stage == .saved, let money = row.money else { return }
      sums[row.kind, default: [:]][money.currency, default: 0] += Int128(money.minorUnits)
    }

    /// The sums that exceed 64 bits, in order.
    var tooLarge: [(TransactionKind, CurrencyCode)] {
      TransactionKind.allCases.flatMap { kind in
        (sums[kind] ?? [:]).filter { Int64(exactly: $0.value) == nil }.map(\.key).sorted().map { (kind, $0) }
      }
    }
  }
}

extension TransactionKind {
  /// The place in the order of kinds.
  var place: Int { Self.allCases.firstIndex(of: self) ?? 0 }
}
