public import LedgerDomain

/// A group, or Unfiled, with the figures of a home screen (IE-01 … IE-07).
///
/// A transfer between accounts needs no group. So it is no receipt of Unfiled, and in none of its figures.
///
///     let home = try book.home()
///     let titles = home.groups.map { "\($0.name): \($0.count)" }
public struct GroupSummary: Hashable, Sendable {
  /// The group, or `nil` for Unfiled.
  public let id: GroupID?
  /// Its name.
  public let name: String
  /// How many saved transactions it has by the day of the query.
  public let count: Int
  /// The earliest date among them.
  public let first: CivilDate?
  /// The latest date among them.
  public let last: CivilDate?
  /// The net spending per currency, the most used currency first. Never summed across currencies.
  ///
  /// Expenses add, income takes away, transfers are neutral.
  public let totals: [Money]
  /// The currencies in which the sum needs more than 64 bits: they are left out of `totals`.
  public let tooLarge: [CurrencyCode]
  /// The count and the net spending per category, in the order of the keys.
  public let categories: [CategoryTotal]
  /// How many drafts it has.
  public let drafts: Int
  /// The sums dated after the day. They are in no other figure.
  public let upcoming: Upcoming
  /// Whether a deletion of it waits for a person, because the group was changed meanwhile.
  public let hasPendingDeletion: Bool
}

/// A category's part of something.
public struct CategoryTotal: Hashable, Sendable {
  /// The category's key, or `nil` for transactions without a category.
  public let category: String?
  /// How many transactions.
  public let count: Int
  /// Per currency.
  public let totals: [Money]
  /// The currencies in which the sum needs more than 64 bits: they are left out of `totals`.
  public let tooLarge: [CurrencyCode]
}

/// A transaction in a list, with the name of its group as of the same moment.
public struct ListedTransaction: Hashable, Sendable {
  /// The transaction.
  public let row: TransactionRow
  /// The name of its group, or `nil` for Unfiled.
  public let groupName: String?

  /// Creates a transaction with the name of its group, or `nil` for Unfiled.
  package init(row: TransactionRow, groupName: String?) {
    self.row = row
    self.groupName = groupName
  }

  /// Its group, or `nil` if the group is unknown or deleted.
  public var group: GroupID? { groupName == nil ? nil : row.group }
}

/// A page of a list.
///
///     let first = try book.transactions(filter, page: PageRequest(limit: 1))
///     let more = PageRequest(limit: 1, after: first.next)
///     let second = try book.transactions(filter, page: more)
public struct TransactionPage: Hashable, Sendable {
  /// The transactions, newest date first.
  public let rows: [ListedTransaction]
  /// The cursor of the next page, or `nil` if this was the last.
  public let next: String?
  /// How many transactions match in all.
  public let matching: Int
}

/// The transactions of a list that are dated after the day that it is as of.
public struct UpcomingTransactions: Hashable, Sendable {
  /// The next ones, the earliest date first, as many as a page has at most. Only the first page comes with them.
  public let rows: [ListedTransaction]
  /// How many there are in all, with their totals.
  public let sums: Upcoming
}

/// A request for one page of a list.
///
///     let first = try book.transactions(filter, page: PageRequest(limit: 1))
///     let more = PageRequest(limit: 1, after: first.next)
///     let second = try book.transactions(filter, page: more)
public struct PageRequest: Hashable, Sendable {
  /// The greatest number of rows.
  public var limit: Int
  /// The cursor of the page, which the page before returned, or `nil` for the first page.
  public var after: String?

  /// Creates a request for a page.
  public init(limit: Int = 50, after: String? = nil) {
    self.limit = limit
    self.after = after
  }
}

/// A month of a list, with the sums of the whole month and not of the page.
public struct MonthSection: Hashable, Sendable {
  /// The month.
  public let month: CivilMonth
  /// How many transactions.
  public let count: Int
  /// Per currency.
  public let totals: [Money]
  /// The currencies in which the sum needs more than 64 bits: they are left out of `totals`.
  public let tooLarge: [CurrencyCode]
  /// Its dates, newest first.
  public let days: [DaySection]
}

/// A date of a list, with its sums.
public struct DaySection: Hashable, Sendable {
  /// The date.
  public let date: CivilDate
  /// How many transactions.
  public let count: Int
  /// Per currency.
  public let totals: [Money]
  /// The currencies in which the sum needs more than 64 bits: they are left out of `totals`.
  public let tooLarge: [CurrencyCode]
}

/// Sums per currency, gathered row by row: net spending, and how often each currency occurs.
struct CurrencySums {
  private struct Sum {
    let currency: CurrencyCode
    var count: Int
    var units: Int128
  }

  /// Most sums have one currency, which needs no memory of its own.
  private var first: Sum?
  private var others: [Sum] = []
  private(set) var count = 0

  /// Adds transactions.
  ///
  /// - Parameters:
  ///   - kind: Their kind.
  ///   - currency: Their currency, or `nil` if no amount is known. They are then only counted.
  ///   - count: How many there are.
  ///   - units: Their sum in minor units.
  mutating func add(_ kind: TransactionKind, _ currency: CurrencyCode?, count: Int, units: Int128) {
    self.count += count
    guard let currency else { return }
    add(Sum(currency: currency, count: count, units: units &* Int128(kind.sign)))
  }

  mutating func add(_ other: CurrencySums) {
    if let first = other.first { add(first) }
    for sum in other.others { add(sum) }
    count += other.count
  }

  /// Takes away sums that were added before. A currency without transactions is left out then.
  mutating func takeAway(_ other: CurrencySums) {
    for sum in (other.first.map { [$0] } ?? []) + other.others {
      add(Sum(currency: sum.currency, count: -sum.count, units: 0 &- sum.units))
    }
    count -= other.count
    let left = ((first.map { [$0] } ?? []) + others).filter { $0.count != 0 }
    (first, others) = (left.first, Array(left.dropFirst()))
  }

  private mutating func add(_ sum: Sum) {
    guard let known = first else {
      first = sum
      return
    }
    if known.currency == sum.currency {
      first?.units &+= sum.units
      first?.count += sum.count
    } else if let index = others.firstIndex(where: { $0.currency == sum.currency }) {
      others[index].units &+= sum.units
      others[index].count += sum.count
    } else {
      others.append(sum)
    }
  }

  /// The totals per currency, the most used first, then by code. Those that need more than 64 bits are left out.
  var totals: [Money] {
    guard let first else { return [] }
    if others.isEmpty { return Self.money(first).map { [$0] } ?? [] }
    return sorted.compactMap(Self.money)
  }

  /// The currencies of the others, in the same order.
  var tooLarge: [CurrencyCode] {
    guard let first else { return [] }
    if others.isEmpty { return Self.money(first) == nil ? [first.currency] : [] }
    return sorted.filter { Self.money($0) == nil }.map(\.currency)
  }

  private var sorted: [Sum] {
    ((first.map { [$0] } ?? []) + others).sorted { ($1.count, $0.currency) < ($0.count, $1.currency) }
  }

  private static func money(_ sum: Sum) -> Money? {
    Int64(exactly: sum.units).map { Money(minorUnits: $0, currency: sum.currency) }
  }
}

extension Int {
  /// Creates a count from a stored sum.
  ///
  /// - Throws: `ModelError.damaged` if no ledger can have so many transactions, because counts are added up.
  init(transactions count: Int64) throws(ModelError) {
    guard (0..<1 << 40).contains(count) else { throw .damaged("how many transactions are in a total") }
    self = Int(count)
  }
}
