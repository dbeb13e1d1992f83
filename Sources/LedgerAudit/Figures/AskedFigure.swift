public import LedgerBook
internal import LedgerBytes
public import LedgerDomain
public import LedgerProjections

/// A figure on a screen: the sum of the matching saved transactions in one currency.
///
/// It is as of the day of the filter.
public struct AskedFigure: Hashable, Sendable {
  /// The way amounts are summed.
  public enum Measure: Hashable, Sendable {
    /// Net spending, as groups and lists show it: expenses less income, without transfers.
    case net
    /// One kind alone with a date, as an analysis shows it.
    case kind(TransactionKind)
    /// The balance of the account with this key.
    ///
    /// It is the opening balance and the income, less expenses and transfers.
    case balance(String)
  }

  /// The way amounts are summed.
  public let measure: Measure
  /// The transactions to sum. The stages are always `saved`.
  public let filter: TransactionFilter
  /// Whether only transactions without a category are summed.
  public let isWithoutCategory: Bool
  /// The currency of the sum.
  public let currency: CurrencyCode

  /// Creates a figure.
  public init(
    _ measure: Measure, of filter: TransactionFilter, isWithoutCategory: Bool = false, in currency: CurrencyCode
  ) {
    self.measure = measure
    self.isWithoutCategory = isWithoutCategory
    self.currency = currency
    var filter = filter
    filter.stages = [.saved]
    if case .kind(let kind) = measure {
      filter.kinds = [kind]
      filter.from = max(filter.from ?? .first, .first)
    }
    self.filter = filter
  }

  /// Returns the minor units that an amount of a kind adds to the sum.
  func contribution(_ minorUnits: Int64, _ kind: TransactionKind) -> Int64 {
    switch measure {
    case .kind: return minorUnits
    case .balance: return minorUnits &* kind.signOnAccount
    case .net:
      switch kind {
      case .expense: return minorUnits
      case .income: return 0 &- minorUnits
      case .transfer: return 0
      }
    }
  }

  /// Returns the minor units that a row adds in any group, or `nil` if it does not match.
  func contribution(_ row: TransactionRow?) -> Int64? {
    guard let row else { return nil }
    if case .balance(let key) = measure {
      guard row.stage == .saved, filter.hasHappened(row.date) else { return nil }
      return row.effect(in: currency) { AccountState.key(of: $0).hasSameBytes(as: key) }
    }
    guard let money = row.money(in: filter.categories), money.currency == currency,
      filter.admitsApartFromGroup(row)
    else { return nil }
    if isWithoutCategory {
      guard let part = row.shares.first(where: { $0.category == nil }) else { return nil }
      return contribution(part.minorUnits, row.kind)
    }
    return contribution(money.minorUnits, row.kind)
  }

  /// Returns the opening balance in a state of the account, or 0 for other figures and currencies.
  func opening(_ state: AccountState) -> Int64 {
    guard case .balance = measure, let terms = AccountRow(state)?.terms, terms.opening.currency == currency,
      filter.hasHappened(terms.on)
    else { return 0 }
    return terms.opening.minorUnits
  }

  /// The account of a balance.
  public var account: AccountID? { if case .balance(let key) = measure { AccountID(key: key) } else { nil } }

  /// Returns the currencies in which a sum is shown, in the order of the screens. Empty if nothing matches.
  public static func currencies(
    _ measure: Measure, of filter: TransactionFilter, in book: Book
  ) throws -> [CurrencyCode] {
    let shown = try shown(AskedFigure(measure, of: filter, in: .eur), in: book)
    return shown.totals.map(\.currency) + shown.tooLarge
  }

  /// Returns the sum that the screen shows.
  ///
  /// Groups and analyses without other filters are stored as totals. Everything else is summed when it is read.
  ///
  /// - Throws: `ModelError.overflow` if the sum exceeds 64 bits.
  public func shown(in book: Book) throws -> Money {
    let shown = try Self.shown(self, in: book)
    if shown.tooLarge.contains(currency) { throw ModelError.overflow(currency.code) }
    return shown.totals.first { $0.currency == currency } ?? Money(minorUnits: 0, currency: currency)
  }

  /// The totals that a screen shows, and the currencies of totals that exceed 64 bits.
  private typealias Shown = (totals: [Money], tooLarge: [CurrencyCode])

  private static func shown(_ figure: AskedFigure, in book: Book) throws -> Shown {
    var filter = figure.filter
    // A filter without a day lets pass whatever is dated later.
    let book = book.through(filter.asOf ?? .last)
    switch figure.measure {
    case .balance(let key):
      let account = try book.accounts().first { $0.key == key }
      return (account?.balances.map(\.balance) ?? [], [])
    case .kind(let kind):
      let analysis = try book.analysis(kind: kind, period: .all, filter: filter)
      guard figure.isWithoutCategory else { return (analysis.totals, analysis.tooLarge) }
      return shown(analysis.categories.first { $0.category == nil })
    case .net:
      let categories = filter.categories
      let groups = filter.groups
      filter.groups = []
      filter.categories = []
      filter.asOf = nil
      if groups.count == 1, let group = groups.first, filter == TransactionFilter(), categories.count < 2 {
        let summary: GroupSummary
        do {
          summary = try book.group(group)
        } catch BookError.unknown {
          return ([], [])
        }
        if figure.isWithoutCategory { return shown(summary.categories.first { $0.category == nil }) }
        guard let category = categories.first else { return (summary.totals, summary.tooLarge) }
        return shown(summary.categories.first { $0.category == category })
      }
      guard !figure.isWithoutCategory else {
        // Only a group's list under a filter shows it.
        var sums: [CurrencyCode: Int128] = [:]
        let all = try book.totalsThatFit(figure.filter)
        for currency in all.totals.map(\.currency) + all.tooLarge {
          try book.forEachPart(of: figure.filter, in: currency, withoutCategory: true) { part in
            sums[currency, default: 0] &+= Int128(figure.contribution(part.minorUnits, part.kind))
          }
        }
        let sorted = sums.sorted { $0.key < $1.key }
        return (
          sorted.compactMap { sum in
            Int64(exactly: sum.value).map { Money(minorUnits: $0, currency: sum.key) }
          }, sorted.filter { Int64(exactly: $0.value) == nil }.map(\.key)
        )
      }
      return try book.totalsThatFit(figure.filter)
    }
  }

  private static func shown(_ category: CategoryTotal?) -> Shown {
    category.map { ($0.totals, $0.tooLarge) } ?? ([], [])
  }
}
