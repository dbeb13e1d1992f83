import Ledger

// The examples of screens and lists.
extension TypeExamples {
  static func homeScreen(_ book: Book) throws -> [String] {
    let home = try book.home()
    let titles = home.groups.map { "\($0.name): \($0.count)" }
    let badge = home.drafts
    return titles + ["\(badge)"]
  }

  static func groupScreen(
    _ book: AsyncBook, _ trip: GroupID, _ onlyCard: TransactionFilter
  ) async throws -> [String] {
    let screen = try await book.groupScreen(trip, filter: onlyCard)
    let title = "\(screen.summary.name): \(screen.summary.totals)"
    let shown = "\(screen.matching.count) of \(screen.summary.count)"
    return [title, shown]
  }

  static func listScreen(_ book: Book) throws -> [[String?]] {
    let list = try book.receiptsScreen(page: PageRequest(limit: 1))
    let vendors = list.page.rows.map(\.row.vendor)
    let months = list.sections.map { "\($0.month): \($0.totals)" }
    return [vendors, months]
  }

  static func receiptScreen(_ book: Book, _ receipt: TransactionID) throws -> [String?] {
    let screen = try book.receiptScreen(receipt)
    let vendor = screen.detail.row.vendor
    let choices = screen.categories.map(\.name)
    return [vendor] + choices
  }

  static func transactionFilter(_ book: Book) throws -> [Int] {
    var filter = TransactionFilter()
    filter.categories = ["food", "hotel"]
    filter.payments = [.card]
    let page = try book.transactions(filter, page: PageRequest(limit: 20))
    return [page.matching, page.rows.count]
  }

  static func amountBound(_ book: Book) throws -> Int {
    let fifty = Money(minorUnits: 5_000, currency: .eur)
    var filter = TransactionFilter()
    filter.minimum = AmountBound(fifty, isOfItsCurrency: true)  // from €50.00
    let count = try book.count(filter)
    return count
  }

  static func pageRequest(_ book: Book, _ filter: TransactionFilter) throws -> [String?] {
    let first = try book.transactions(filter, page: PageRequest(limit: 1))
    let more = PageRequest(limit: 1, after: first.next)
    let second = try book.transactions(filter, page: more)
    return (first.rows + second.rows).map(\.row.vendor) + [second.next]
  }

  static func listPlace(_ book: Book) throws -> [String?] {
    let newest = try book.rows(limit: 1)
    let older = try newest.next.map { try book.rows(from: .after($0), limit: 1) }
    return (newest.rows + (older?.rows ?? [])).map(\.row.vendor)
  }

  static func searchResults(_ book: AsyncBook) async throws -> [String] {
    for try await _ in book.indexSearch() {}
    let results = try await book.search("rewe")
    let found = results.hits.map { "\($0.place): \($0.snippet)" }
    let isWhole = results.coverage.isComplete  // while it is `false`, more may be found later
    return found + ["\(isWhole)"]
  }

  static func accountsScreen(_ book: Book) throws -> [String] {
    try book.openAccount(name: "Giro", opening: Money(minorUnits: 100_000, currency: .eur))
    let accounts = try book.accountsScreen().accounts
    let balances = accounts.map { "\($0.name): \($0.balances[0].balance)" }
    return balances
  }
}
