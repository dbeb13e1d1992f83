public import LedgerBook
public import LedgerDomain
internal import LedgerProjections

/// A month in a household's view: its income, its spending, and the difference.
///
/// Amounts are summed per currency and never across. Spending is expenses less refunds. Transfers are neutral.
public struct MonthReport: Sendable {
  /// Income, spending and their difference in one currency.
  package struct Sums: Sendable {
    package private(set) var income: Int64 = 0
    package private(set) var spending: Int64 = 0
    package private(set) var isTooLarge = false

    /// Income less spending, or `nil` if it needs more than 64 bits.
    package var net: Int64? {
      let (net, overflow) = income.subtractingReportingOverflow(spending)
      return overflow || isTooLarge ? nil : net
    }

    mutating func add(_ units: Int64, _ kind: TransactionKind) {
      switch kind {
      case .income: add(units, to: \.income)
      case .expense: add(units, to: \.spending)
      case .transfer: break
      }
    }

    private mutating func add(_ units: Int64, to part: WritableKeyPath<Sums, Int64>) {
      let (sum, overflow) = self[keyPath: part].addingReportingOverflow(units)
      if overflow { isTooLarge = true } else { self[keyPath: part] = sum }
    }
  }

  /// The money spent or received under one name.
  package struct Part: Sendable {
    package let name: String?
    package fileprivate(set) var count = 0
    package fileprivate(set) var sums: [CurrencyCode: Sums] = [:]
  }

  /// The property by which a month is divided.
  package enum Division: String, CaseIterable, Sendable {
    case category
    case tag
    case vendor
    case account
    case payment
  }

  package let month: CivilMonth
  /// The last day that counts as past: the end of the month, or the book's day.
  package let through: CivilDate
  /// The sums so far.
  package private(set) var soFar: [CurrencyCode: Sums] = [:]
  /// The sums dated after `through`, such as a rule's transactions.
  package private(set) var toCome: [CurrencyCode: Sums] = [:]
  package private(set) var count = 0
  package private(set) var countToCome = 0
  /// The month before, up to its end.
  package private(set) var last: [CurrencyCode: Sums] = [:]
  /// The mean of those of the six months before that the ledger knows, in each currency.
  package private(set) var mean: [CurrencyCode: Sums] = [:]
  /// The number of months in the mean: six, or fewer if the ledger began later.
  package private(set) var monthsInMean = 0
  private var parts: [Division: [String: Part]] = [:]

  /// Sums a month.
  ///
  /// - Complexity: A step per transaction of the month, and two look-ups for each of the six months before.
  public init(_ month: CivilMonth, in book: Book) throws {
    self.month = month
    through = max(month.first.adding(days: -1), min(month.last, book.day))
    var filter = TransactionFilter()
    filter.from = month.first
    filter.through = month.last
    var found: [TransactionRow] = []
    try book.forEachTransaction(filter) { found.append($0.row) }
    var accounts = try book.accountNames()
    for row in found { add(row, row.account.map { accounts.name(of: $0) }) }
    try compare(book)
  }

  /// Returns the parts of a division: the largest spending first, and those with only income last.
  package func parts(_ division: Division, by currency: CurrencyCode) -> [Part] {
    (parts[division] ?? [:]).values.sorted { left, right in
      let (one, other) = (left.sums[currency] ?? Sums(), right.sums[currency] ?? Sums())
      if one.spending != other.spending { return one.spending > other.spending }
      if one.income != other.income { return one.income > other.income }
      return (left.name ?? "") < (right.name ?? "")
    }
  }

  /// The currencies of the month and what it is compared with, the most used first.
  package var currencies: [CurrencyCode] {
    Set(soFar.keys).union(toCome.keys).sorted { left, right in
      let (one, other) = (soFar[left]?.spending ?? 0, soFar[right]?.spending ?? 0)
      return one == other ? left < right : one > other
    }
  }

  private mutating func add(_ row: TransactionRow, _ account: String?) {
    guard let money = row.money, let date = row.date, row.kind != .transfer else { return }
    guard date <= through else {
      countToCome += 1
      toCome[money.currency, default: Sums()].add(money.minorUnits, row.kind)
      return
    }
    count += 1
    soFar[money.currency, default: Sums()].add(money.minorUnits, row.kind)
    for part in row.shares {
      let money = Money(minorUnits: part.minorUnits, currency: money.currency)
      add(row, money, to: .category, part.category)
    }
    add(row, money, to: .vendor, row.vendor)
    add(row, money, to: .account, account)
    add(row, money, to: .payment, row.payment?.rawValue)
    for tag in row.tags { add(row, money, to: .tag, tag) }
  }

  private mutating func add(_ row: TransactionRow, _ money: Money, to division: Division, _ name: String?) {
    let key = name.map { division == .vendor ? NFC.foldedForComparison($0) : $0 } ?? ""
    parts[division, default: [:]][key, default: Part(name: name)].count += 1
    parts[division]?[key]?.sums[money.currency, default: Sums()].add(money.minorUnits, row.kind)
  }

  /// Adds the six months before.
  private mutating func compare(_ book: Book) throws {
    var six: [CurrencyCode: Sums] = [:]
    var begun = TransactionFilter()
    // Months before the first receipt are no zeros.
    monthsInMean =
      try (1...6).last { back in
        begun.through = month.adding(months: -back).last
        return try book.transactions(begun, page: PageRequest(limit: 1)).matching > 0
      } ?? 0
    for back in 1...6 {
      let period = AnalysisPeriod.month(month.adding(months: -back))
      for kind in [TransactionKind.income, .expense] {
        for total in try book.analysis(kind: kind, period: period).totals {
          six[total.currency, default: Sums()].add(total.minorUnits, kind)
          if back == 1 { last[total.currency, default: Sums()].add(total.minorUnits, kind) }
        }
      }
    }
    for (currency, sums) in six {
      mean[currency, default: Sums()].add(part(of: sums.income), .income)
      mean[currency, default: Sums()].add(part(of: sums.spending), .expense)
    }
  }

  /// Returns a month's part of a sum to the nearest minor unit, halves away from zero.
  private func part(of units: Int64) -> Int64 {
    let months = Int64(max(monthsInMean, 1))
    let (quotient, remainder) = units.quotientAndRemainder(dividingBy: months)
    return abs(remainder) * 2 >= months ? quotient + remainder.signum() : quotient
  }
}
