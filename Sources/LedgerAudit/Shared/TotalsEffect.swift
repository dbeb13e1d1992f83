public import LedgerDomain
public import LedgerProjections

/// What a change does to the totals, per kind, currency and month: the difference, and nothing that cancels out.
///
/// As in the read models, only saved transactions with an amount count; one without a date counts in no month.
public struct TotalsEffect: Hashable, Sendable {
  /// What is summed.
  public struct Key: Hashable, Comparable, Sendable {
    /// Expense, income or transfer.
    public let kind: TransactionKind
    /// The currency.
    public let currency: Currency
    /// The month; nil for what has no date.
    public let month: CivilMonth?

    /// Kinds in their order, then currencies, then months, those without one first.
    public static func < (left: Key, right: Key) -> Bool {
      if left.kind != right.kind { return left.kind.place < right.kind.place }
      if left.currency != right.currency { return left.currency < right.currency }
      guard let month = left.month, let other = right.month else {
        return left.month == nil && right.month != nil
      }
      return month < other
    }
  }

  /// How many more or fewer, and how much.
  public struct Difference: Hashable, Sendable {
    /// Transactions.
    public var count: Int64 = 0
    /// Minor units.
    public var minorUnits: Int64 = 0
    var isZero: Bool { count == 0 && minorUnits == 0 }
  }

  private var differences: [Key: Difference] = [:]

  /// No effect.
  public init() {}

  /// Takes a row away and puts another in its place.
  ///
  /// - Throws: `ModelError.overflow`.
  public mutating func replace(_ old: TransactionRow?, by new: TransactionRow?) throws(ModelError) {
    try count(old, sign: -1)
    try count(new, sign: 1)
  }

  /// What differs, in order.
  public var entries: [(key: Key, difference: Difference)] {
    differences.filter { !$0.value.isZero }.sorted { $0.key < $1.key }.map {
      (key: $0.key, difference: $0.value)
    }
  }

  /// Whether every month's total stays as it is.
  public var isNothing: Bool { differences.values.allSatisfy(\.isZero) }

  private mutating func count(_ row: TransactionRow?, sign: Int64) throws(ModelError) {
    guard let row, row.stage == .saved, let money = row.money else { return }
    let key = Key(kind: row.kind, currency: money.currency, month: row.date?.civilMonth)
    var difference = differences[key] ?? Difference()
    let (units, tooLarge) = money.minorUnits.multipliedReportingOverflow(by: sign)
    let (sum, overflow) = difference.minorUnits.addingReportingOverflow(units)
    guard !tooLarge, !overflow else { throw .overflow(money.currency.code) }
    difference.minorUnits = sum
    difference.count += sign
    differences[key] = difference
  }
}

extension TotalsEffect {
  /// What saved transactions add up to, by kind and currency.
  struct Whole {
    private var sums: [TransactionKind: [Currency: Int128]] = [:]

    mutating func add(_ row: TransactionRow) {
      guard row.stage == .saved, let money = row.money else { return }
      sums[row.kind, default: [:]][money.currency, default: 0] += Int128(money.minorUnits)
    }

    /// Those that need more than 64 bits, in order.
    var tooLarge: [(TransactionKind, Currency)] {
      TransactionKind.allCases.flatMap { kind in
        (sums[kind] ?? [:]).filter { Int64(exactly: $0.value) == nil }.map(\.key).sorted().map { (kind, $0) }
      }
    }
  }
}

extension TransactionKind {
  /// Its place in the order of kinds.
  var place: Int { Self.allCases.firstIndex(of: self) ?? 0 }
}
