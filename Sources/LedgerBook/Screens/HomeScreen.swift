public import LedgerDomain
public import LedgerProjections

/// The groups home: every group with its totals, and what waits (CHECKLIST IE-01 … IE-05).
public struct HomeScreen: Hashable, Sendable {
  /// Groups, newest first; Unfiled last, and only where it holds something.
  public let groups: [GroupSummary]
  /// Drafts that wait, in all.
  public let drafts: Int
  /// Names, signs and colours of categories, for the mix of a group.
  public let categories: [CategoryRow]
  /// What the ledger offers first, and how it writes dates and amounts.
  public let settings: LedgerRow
}

/// One group, or Unfiled (CHECKLIST IE-06 … IE-09).
public struct GroupScreen: Hashable, Sendable {
  /// The whole of it: the totals at its head.
  public let summary: GroupSummary
  /// What matches the filter; the same as `summary` without one.
  public let matching: GroupSummary
  /// Its receipts, a page of them.
  public let list: ListScreen
}

/// A list of receipts with its filter row (CHECKLIST IE-08, IE-09, IE-11, IE-41).
public struct ListScreen: Hashable, Sendable {
  /// A page, newest date first.
  public let page: TransactionPage
  /// Months and dates of all that matches, with their sums, and not only of the page.
  public let sections: [MonthSection]
  /// Per currency the totals of all that matches.
  public let totals: [Money]
  /// The currencies in which that needs more than 64 bits: they are left out of `totals`.
  public let tooLarge: [Currency]
  /// How many there are per value of every filter.
  public let filters: [FilterCount]
  /// Names, signs and colours of categories.
  public let categories: [CategoryRow]
  /// How dates and amounts are written.
  public let settings: LedgerRow
}

/// One receipt with where each of its values comes from, and what may be chosen instead (CHECKLIST IE-21 … IE-29).
public struct ReceiptScreen: Hashable, Sendable {
  /// Its values, their provenance, its pages and the text on the paper.
  public let detail: TransactionDetail
  /// The categories to choose from: the active ones that fit its kind, and the one that stands.
  public let categories: [CategoryRow]
  /// The groups to choose from, newest first.
  public let groups: [GroupRow]
  /// How dates and amounts are written.
  public let settings: LedgerRow
}
