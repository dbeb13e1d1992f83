public import LedgerDomain
public import LedgerProjections

/// The groups home: every group with its totals, and what waits (IE-01 … IE-05).
///
///     let home = try book.home()
///     let titles = home.groups.map { "\($0.name): \($0.count)" }
///     let badge = home.drafts
public struct HomeScreen: Hashable, Sendable {
  /// Groups, newest first. Unfiled is last, and only if it holds something.
  public let groups: [GroupSummary]
  /// Whether there are older groups than those, because only the latest were wanted.
  public let hasMoreGroups: Bool
  /// Drafts that wait, in all.
  public let drafts: Int
  /// Names, signs and colours of categories, for the mix of a group.
  public let categories: [CategoryRow]
  /// The ledger's defaults, and its format of dates and amounts.
  public let settings: LedgerRow
}

/// One group, or Unfiled (IE-06 … IE-09).
///
///     let screen = try await book.groupScreen(trip, filter: onlyCard)
///     let title = "\(screen.summary.name): \(screen.summary.totals)"
///     let shown = "\(screen.matching.count) of \(screen.summary.count)"
public struct GroupScreen: Hashable, Sendable {
  /// The whole of it: the totals at its head.
  public let summary: GroupSummary
  /// The receipts that match the filter. The same as `summary` without a filter.
  public let matching: GroupSummary
  /// Its receipts, a page of them.
  public let list: ListScreen
}

/// A list of receipts with its filter row (IE-08, IE-09, IE-11, IE-41).
///
///     let list = try book.receiptsScreen(page: PageRequest(limit: 1))
///     let vendors = list.page.rows.map(\.row.vendor)
///     let months = list.sections.map { "\($0.month): \($0.totals)" }
public struct ListScreen: Hashable, Sendable {
  /// A page, newest date first.
  public let page: TransactionPage
  /// Months and dates of all that matches, with their sums, and not only of the page.
  public let sections: [MonthSection]
  /// Per currency the totals of all that matches.
  public let totals: [Money]
  /// The currencies in which that needs more than 64 bits: they are left out of `totals`.
  public let tooLarge: [CurrencyCode]
  /// The matches that are dated after the day of the list. They are on no page, and in no other sum.
  public let upcoming: UpcomingTransactions
  /// How many there are per value of every filter.
  public let filters: [FilterCount]
  /// Names, signs and colours of categories.
  public let categories: [CategoryRow]
  /// How dates and amounts are written.
  public let settings: LedgerRow
}

/// One receipt with the origin of each value, and the values to choose from (IE-21 … IE-29).
///
///     let screen = try book.receiptScreen(receipt)
///     let vendor = screen.detail.row.vendor
///     let choices = screen.categories.map(\.name)
public struct ReceiptScreen: Hashable, Sendable {
  /// Its values, their provenance, its pages and the text on the paper.
  public let detail: TransactionDetail
  /// The categories to choose from: the active ones that fit its kind, and the current one.
  public let categories: [CategoryRow]
  /// The groups to choose from, the latest created ones first. Its own is last if it is older than these.
  public let groups: [GroupRow]
  /// Whether there are more groups than `groupsMax`. `Book.groupChoices(limit:)` returns them.
  public let hasMoreGroups: Bool
  /// How dates and amounts are written.
  public let settings: LedgerRow

  /// The number of groups that are offered at once.
  public static let groupsMax = 50
}
