internal import EventLog
internal import LedgerBytes
public import LedgerDomain
public import LedgerProjections

// A screen, a call and a value each: all of a value is of one moment, and as of the book's day. (`analysis` is one
// already.)
extension Book {
  /// Returns the groups home.
  ///
  /// - Parameter limit: How many of the latest groups are wanted, or `nil` for all. Unfiled is not counted.
  /// - Complexity: O(groups × currencies × categories) of those that are wanted, and a look-up for every other group.
  public func home(latest limit: Int? = nil) throws -> HomeScreen {
    try models.read { reader in
      let wanted = limit.map { max(0, $0) }
      // One more than wanted tells whether there are more.
      var groups = try reader.groups(latest: wanted.map { $0 + 1 }, through: day)
      let hasMore = wanted.map { $0 < groups.count(where: { $0.id != nil }) } ?? false
      if let wanted, hasMore { groups.remove(at: wanted) }
      return HomeScreen(
        groups: groups, hasMoreGroups: hasMore, drafts: try reader.draftCount(),
        categories: try reader.categories(), settings: try settings(reader))
    }
  }

  /// One group, or Unfiled.
  ///
  /// - Throws: `BookError.unknown` if it is not known or deleted, `CursorError`.
  /// - Complexity: A scan of what the group holds per filter, and a step per row of the page.
  public func groupScreen(
    _ id: GroupID?, filter: TransactionFilter = TransactionFilter(), page: PageRequest = PageRequest()
  ) throws -> GroupScreen {
    try models.read { reader in
      var filter = asOfDay(filter)
      filter.limit(to: [id])
      guard let summary = try reader.group(id, through: day),
        let matching = try reader.group(id, matching: filter)
      else {
        throw BookError.unknown(what: "group", text: id?.description ?? "")
      }
      return GroupScreen(summary: summary, matching: matching, list: try list(reader, filter, page))
    }
  }

  /// Returns the accounts with their balances.
  ///
  /// - Complexity: O(accounts).
  public func accountsScreen() throws -> AccountsScreen {
    try models.read { AccountsScreen(accounts: try $0.accounts(through: day), settings: try settings($0)) }
  }

  /// One account with its receipts.
  ///
  /// - Throws: `BookError.unknown` if no account has that key, `CursorError`.
  public func accountScreen(
    key: String, filter: TransactionFilter = TransactionFilter(), page: PageRequest = PageRequest()
  ) throws -> AccountScreen {
    try models.read { reader in
      guard let summary = try reader.accounts(through: day).first(where: { $0.key == key }) else {
        throw BookError.unknown(what: "account", text: key)
      }
      var filter = filter
      filter.accounts = [summary.text]
      return AccountScreen(summary: summary, list: try list(reader, filter, page))
    }
  }

  /// Returns the budget of a month.
  ///
  /// - Throws: `AmountError.overflow` if a figure needs more than 64 bits.
  /// - Complexity: O(months × categories).
  public func budgetScreen(_ month: CivilMonth, in currency: CurrencyCode) throws -> BudgetScreen {
    try models.read { reader in
      let figures = try reader.budgetSheet(currency, through: day).month(month)
      return BudgetScreen(
        month: figures, groups: try figures.groups(try reader.categories()),
        currencies: try reader.budgetCurrencies(), settings: try settings(reader))
    }
  }

  /// Returns a page of receipts.
  ///
  /// - Throws: `CursorError` if the page's beginning did not come from an earlier page.
  /// - Complexity: A scan of what matches per filter, and a step per row of the page.
  public func receiptsScreen(
    _ filter: TransactionFilter = TransactionFilter(), page: PageRequest = PageRequest()
  ) throws -> ListScreen {
    try models.read { try list($0, filter, page) }
  }

  /// One receipt with its provenance.
  ///
  /// - Throws: `BookError.unknown`.
  /// - Complexity: O(events of the receipt), and one step through the groups.
  public func receiptScreen(_ id: TransactionID) throws -> ReceiptScreen {
    let detail = try transaction(id)
    return try models.read { reader in
      let current = detail.row.category
      let categories = try reader.categories().filter { category in
        category.key == current
          || category.isActive && (category.kinds.isEmpty || category.kinds.contains(detail.row.kind))
      }
      let offered = ReceiptScreen.groupsMax
      var groups = try reader.groupRows(latestCreated: offered + 1)
      let hasMoreGroups = groups.count > offered
      if hasMoreGroups { groups.removeLast() }
      if let own = detail.row.group, !groups.contains(where: { $0.id == own }),
        let row = try reader.groupRow(own), !row.isDeleted
      {
        groups.append(row)
      }
      return ReceiptScreen(
        detail: detail, categories: categories, groups: groups, hasMoreGroups: hasMoreGroups,
        settings: try settings(reader))
    }
  }

  /// Returns the groups to file into, the latest created first, then by name.
  ///
  /// - Parameter limit: The most that are returned, or `nil` for all.
  public func groupChoices(limit: Int? = nil) throws -> [GroupRow] {
    try models.read { try $0.groupRows(latestCreated: limit.map { max(0, $0) }) }
  }

  private func list(
    _ reader: ModelReader, _ filter: TransactionFilter, _ page: PageRequest
  ) throws -> ListScreen {
    let list = try reader.list(asOfDay(filter), page: page, headers: .all)
    return ListScreen(
      page: list.page, sections: list.sections, totals: list.totals, tooLarge: list.tooLarge,
      upcoming: list.upcoming, filters: try reader.filterCounts(filter), categories: try reader.categories(),
      settings: try settings(reader))
  }

  func settings(_ reader: ModelReader) throws -> LedgerRow {
    guard let row = try reader.settings() else {
      throw BookError.unknown(what: "creation event", text: log.ledgerID.description)
    }
    return row
  }
}
