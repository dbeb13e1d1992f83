public import LedgerDomain

/// A group, or Unfiled, with what a home screen shows of it (CHECKLIST IE-01 … IE-07).
public struct GroupSummary: Hashable, Sendable {
  /// Which; nil: Unfiled.
  public let id: GroupID?
  /// Its name.
  public let name: String
  /// How many saved transactions.
  public let count: Int
  /// The earliest date among them.
  public let first: CivilDate?
  /// The latest date among them.
  public let last: CivilDate?
  /// Per currency the net spending, the most used currency first; never summed across currencies. Expenses add,
  /// income takes away, transfers are neutral.
  public let totals: [Money]
  /// The currencies in which the sum needs more than 64 bits: they are left out of `totals`.
  public let tooLarge: [Currency]
  /// The same per category, in the order of the keys.
  public let categories: [CategoryTotal]
  /// How many drafts wait in it.
  public let drafts: Int
  /// Whether a deletion of it waits for a person, because somebody changed the group meanwhile.
  public let hasPendingDeletion: Bool
}

/// A category's part of something.
public struct CategoryTotal: Hashable, Sendable {
  /// The category's key; nil: none was given.
  public let category: String?
  /// How many.
  public let count: Int
  /// Per currency.
  public let totals: [Money]
  /// The currencies in which the sum needs more than 64 bits: they are left out of `totals`.
  public let tooLarge: [Currency]
}

/// A transaction in a list, with the name of its group as of the same moment.
public struct ListedTransaction: Hashable, Sendable {
  /// The transaction.
  public let row: TransactionRow
  /// Its group's name; nil: Unfiled.
  public let groupName: String?

  /// A transaction, and what its group is called; nil: Unfiled.
  public init(row: TransactionRow, groupName: String?) {
    self.row = row
    self.groupName = groupName
  }

  /// Its group, where that is known and not deleted.
  public var group: GroupID? { groupName == nil ? nil : row.group }
}

/// A page of a list.
public struct TransactionPage: Hashable, Sendable {
  /// The transactions, newest date first.
  public let rows: [ListedTransaction]
  /// Where the next page begins; nil: this was the last.
  public let next: String?
  /// How many there are in all.
  public let matching: Int
}

/// Which page of a list.
public struct PageRequest: Hashable, Sendable {
  /// How many at the most.
  public var limit: Int
  /// Where it begins, as the page before said; nil: at the beginning.
  public var after: String?

  /// A page.
  public init(limit: Int = 50, after: String? = nil) {
    self.limit = limit
    self.after = after
  }
}

/// A month of a list, with the sums of the whole month and not of the page.
public struct MonthSection: Hashable, Sendable {
  /// The month.
  public let month: CivilMonth
  /// How many.
  public let count: Int
  /// Per currency.
  public let totals: [Money]
  /// The currencies in which the sum needs more than 64 bits: they are left out of `totals`.
  public let tooLarge: [Currency]
  /// Its dates, newest first.
  public let days: [DaySection]
}

/// A date of a list, with its sums.
public struct DaySection: Hashable, Sendable {
  /// The date.
  public let date: CivilDate
  /// How many.
  public let count: Int
  /// Per currency.
  public let totals: [Money]
  /// The currencies in which the sum needs more than 64 bits: they are left out of `totals`.
  public let tooLarge: [Currency]
}

/// Sums per currency, gathered row by row: net spending, and how often each currency occurs.
struct CurrencySums {
  private struct Sum {
    let currency: Currency
    var count: Int
    var units: Int128
  }

  /// Most have one currency: it takes no memory of its own.
  private var first: Sum?
  private var others: [Sum] = []
  private(set) var count = 0

  /// - Parameter currency: nil where no amount is known: they count and add nothing.
  mutating func add(_ kind: TransactionKind, _ currency: Currency?, count: Int, units: Int128) {
    self.count += count
    guard let currency else { return }
    add(Sum(currency: currency, count: count, units: units &* Int128(kind.sign)))
  }

  mutating func add(_ other: CurrencySums) {
    if let first = other.first { add(first) }
    for sum in other.others { add(sum) }
    count += other.count
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

  /// Per currency, the most used first, then by code; without what needs more than 64 bits.
  var totals: [Money] {
    guard let first else { return [] }
    if others.isEmpty { return Self.money(first).map { [$0] } ?? [] }
    return sorted.compactMap(Self.money)
  }

  /// The currencies of the others, in the same order.
  var tooLarge: [Currency] {
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
  /// Over how many transactions a sum is that was kept.
  ///
  /// - Throws: `ModelError.damaged` where no ledger has so many: they are added to others.
  init(transactions count: Int64) throws(ModelError) {
    guard (0..<1 << 40).contains(count) else { throw .damaged("how many transactions are in a total") }
    self = Int(count)
  }
}
