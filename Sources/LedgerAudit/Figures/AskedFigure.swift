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
    /// It is the opening balance and the income, less expenses and transfers. A filter of cleared transactions gives
    /// the cleared balance.
    case balance(String)
    /// The opening balance of the account with this key.
    case opening(String)
    /// The balances of all accounts together.
    case netWorth
    /// Income less expenses, as months show it.
    case gain
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
    case .balance, .netWorth: return minorUnits &* kind.signOnAccount
    case .opening: return 0
    case .net: return minorUnits &* kind.signInNet
    case .gain: return 0 &- minorUnits &* kind.signInNet
    }
  }

  /// Returns the minor units that a row adds in any group, or `nil` if it does not match.
  func contribution(_ row: TransactionRow?) -> Int64? {
    guard let row else { return nil }
    switch measure {
    case .opening: return nil
    case .balance, .netWorth:
      guard row.stage == .saved, filter.hasHappened(row.date),
        filter.isCleared ?? row.isCleared == row.isCleared
      else { return nil }
      return row.effect(in: currency) { text in
        accountKey.map { AccountState.key(of: text).hasSameBytes(as: $0) } ?? true
      }
    case .net, .gain, .kind: break
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

  /// Returns the opening balance in a state of an account, or 0 for other figures and currencies.
  func opening(_ state: AccountState) -> Int64 {
    guard hasOpenings, let terms = AccountRow(state)?.terms, terms.opening.currency == currency else {
      return 0
    }
    if case .opening = measure { return terms.opening.minorUnits }
    return filter.hasHappened(terms.on) ? terms.opening.minorUnits : 0
  }

  /// Whether opening balances are part of the figure.
  package var hasOpenings: Bool { measure == .netWorth || accountKey != nil }

  /// Whether the figure contains the opening balance of the account with a stream.
  func hasOpening(of stream: StreamID) -> Bool {
    measure == .netWorth ? stream.kind == StreamKind.account.rawValue : account?.stream == stream
  }

  var accountKey: String? {
    switch measure {
    case .balance(let key), .opening(let key): key
    case .net, .gain, .kind, .netWorth: nil
    }
  }

  /// The account of a balance.
  public var account: AccountID? { accountKey.map { AccountID(key: $0) } }

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
      let isCleared = filter.isCleared == true
      return (account?.balances.map { isCleared ? $0.cleared : $0.balance } ?? [], [])
    case .opening(let key):
      return (try book.accounts().first { $0.key == key }?.row.map { [$0.terms.opening] } ?? [], [])
    case .netWorth:
      let month = book.day.civilMonth
      let worth = try book.netWorth(over: month...month).all.total
      return (worth.totals, worth.tooLarge)
    case .gain:
      let net = try shown(
        AskedFigure(.net, of: filter, isWithoutCategory: figure.isWithoutCategory, in: figure.currency),
        in: book)
      return (net.totals.map { Money(minorUnits: 0 &- $0.minorUnits, currency: $0.currency) }, net.tooLarge)
    case .kind(let kind):
      let analysis = try book.analysis(kind: kind, period: .all, filter: filter)
      guard figure.isWithoutCategory else { return (analysis.totals, analysis.tooLarge) }
      return shown(analysis.categories.first { $0.category == nil })
    case .net:
      let categories = filter.categories
      filter.categories = []
      filter.asOf = nil
      if let group = filter.groups.first, filter == .group(group), categories.count < 2 {
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

extension TransactionKind {
  /// The sign of its amounts in net spending.
  fileprivate var signInNet: Int64 {
    switch self {
    case .expense: 1
    case .income: -1
    case .transfer: 0
    }
  }
}
