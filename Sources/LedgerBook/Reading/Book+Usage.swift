public import LedgerDomain
internal import LedgerProjections

/// The scans and the receipts sent in one month, so that an app can meter them (RY-22).
public struct MonthUsage: Hashable, Sendable {
  /// The month.
  public let month: CivilMonth
  /// The number of receipts that came from a scan, a photo or a file.
  public var scanCount = 0
  /// The number of receipts that a remote budget held first in this month.
  public var sentCount = 0
}

extension Book {
  /// Returns the scans and the receipts sent, by month, the oldest month first. Months without both are left out.
  ///
  /// - Complexity: O(transactions + copies).
  public func usage() throws -> [MonthUsage] {
    var months: [CivilMonth: MonthUsage] = [:]
    var filter = TransactionFilter.everything
    filter.stages = [.draft, .saved, .deleted]
    try forEachTransaction(filter) { listed in
      guard ["scan", "photo", "file"].contains(listed.row.origin) else { return }
      let month = listed.row.on.civilMonth
      months[month, default: MonthUsage(month: month)].scanCount += 1
    }
    for month in try copies().compactMap(\.sentOn?.civilMonth) {
      months[month, default: MonthUsage(month: month)].sentCount += 1
    }
    return months.values.sorted { $0.month < $1.month }
  }
}
