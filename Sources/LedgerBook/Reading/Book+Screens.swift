internal import EventLog
public import LedgerBytes
public import LedgerDomain
public import LedgerProjections

// One function for each screen. Everything that one call returns is of one moment: the end of the log. Figures are as of
// the book's day, and what is dated later is shown apart. What takes a filter of transactions alone counts what the filter
// lets pass.
extension Book {
  /// Groups, newest first. Unfiled is last, and only if it holds something (IE-01 … IE-05).
  public func groups() throws -> [GroupSummary] { try models.read { try $0.groups(through: day) } }

  /// One group, or Unfiled.
  ///
  /// - Throws: `BookError.unknown` where it is not known or deleted.
  public func group(_ id: GroupID?) throws -> GroupSummary {
    guard let summary = try models.read({ try $0.group(id, through: day) }) else {
      throw BookError.unknown(what: "group", text: id?.description ?? "")
    }
    return summary
  }

  /// Returns the matching receipts of one group, or of Unfiled, as a summary.
  ///
  /// - Throws: `BookError.unknown` if the group is not known or deleted.
  public func group(_ id: GroupID?, matching filter: TransactionFilter) throws -> GroupSummary {
    guard let summary = try models.read({ try $0.group(id, matching: asOfDay(filter)) }) else {
      throw BookError.unknown(what: "group", text: id?.description ?? "")
    }
    return summary
  }

  /// Returns the number of matches per value of every filter (IE-07, IE-09).
  ///
  /// A filter's own choice is left out of its counts.
  public func filterCounts(_ filter: TransactionFilter = TransactionFilter()) throws -> [FilterCount] {
    try models.read { try $0.filterCounts(filter) }
  }

  /// One group's row, even if it is deleted, or `nil` if it is not known.
  public func groupRow(_ id: GroupID) throws -> GroupRow? { try models.read { try $0.groupRow(id) } }

  /// Returns every group's row, deleted ones too.
  public func groupRows() throws -> [GroupRow] { try models.read { try $0.groupRows() } }

  /// Returns a page of transactions, newest date first.
  public func transactions(
    _ filter: TransactionFilter = TransactionFilter(), page: PageRequest = PageRequest()
  ) throws -> TransactionPage {
    try models.read { try $0.transactions(filter, page: page) }
  }

  /// Returns some rows of a list without counts and sums, after or before a cursor.
  ///
  /// - Throws: `CursorError` if the cursor is not from such a call.
  /// - Complexity: O(limit) look-ups, the blocks that have dates of these rows, and a step in an index per 256 rows.
  public func rows(
    _ filter: TransactionFilter = TransactionFilter(), from place: ListPlace = .start, limit: Int = 50
  ) throws -> TransactionRows {
    try models.read { try $0.rows(filter, from: place, limit: limit) }
  }

  /// Returns a page with the headers of its months and dates, read in one snapshot (IE-08, IE-11).
  ///
  /// - Throws: `CursorError` if the page's beginning did not come from an earlier page.
  package func list(
    _ filter: TransactionFilter = TransactionFilter(), page: PageRequest = PageRequest()
  ) throws -> ModelReader.List {
    try models.read { try $0.list(filter, page: page, headers: .ofPage) }
  }

  /// Calls `body` with every transaction that matches, newest date first.
  ///
  /// An error of `body` ends the list and is thrown on.
  public func forEachTransaction(
    _ filter: TransactionFilter = .everything, _ body: (ListedTransaction) throws -> Void
  ) throws {
    var given = RowsGiven()
    try models.read { reader in
      given.begin()
      try reader.forEachTransaction(filter) { if given.isNew() { try body($0) } }
    }
  }

  /// Months and dates with their sums, newest first (IE-08, IE-11).
  ///
  /// With `months` only these: the headers that a page needs, with all that matches in them.
  public func sections(
    _ filter: TransactionFilter = TransactionFilter(), months: ClosedRange<CivilMonth>? = nil
  ) throws -> [MonthSection] {
    try models.read { try $0.sections(filter, months: months) }
  }

  /// Per currency the totals of what matches.
  public func totals(_ filter: TransactionFilter) throws -> [Money] {
    try models.read { try $0.totals(filter) }
  }

  /// Returns the totals per currency of everything that matches.
  ///
  /// The second result is the currencies whose totals need more than 64 bits.
  package func totalsThatFit(_ filter: TransactionFilter) throws -> (totals: [Money], tooLarge: [CurrencyCode])
  {
    try models.read { try $0.totalsThatFit(filter) }
  }

  /// Returns the value of a figure as of the book's day: a sum that screens show.
  public func value(of figure: LedgerFigure) throws -> FigureValue {
    try models.read { try $0.value(of: figure, through: day) }
  }

  /// Returns a filter with the book's day, unless it has a day of its own.
  func asOfDay(_ filter: TransactionFilter) -> TransactionFilter {
    var filter = filter
    filter.asOf = filter.asOf ?? day
    return filter
  }

  /// Returns the number of matches.
  public func count(_ filter: TransactionFilter) throws -> Int { try models.read { try $0.count(filter) } }

  /// Drafts that wait, the oldest first.
  public func drafts() throws -> [ListedTransaction] {
    var filter = TransactionFilter.everything
    filter.stages = [.draft]
    return try models.read { reader in
      var drafts: [ListedTransaction] = []
      try reader.forEachTransaction(filter) { drafts.append($0) }
      return drafts.sorted { ($0.row.created, $0.row.id) < ($1.row.created, $1.row.id) }
    }
  }

  /// Transactions that contain all the words, the last as a beginning (IE-10). Drafts are found too unless the
  /// filter excludes them.
  ///
  /// The search index is updated to the end of the log first. The first search builds it, which takes some seconds
  /// for a hundred thousand papers. `searchIndexed` does not wait for that.
  ///
  /// - Parameters:
  ///   - words: The words as typed.
  ///   - filter: The transactions to search.
  ///   - limit: The greatest number of hits.
  ///   - progress: Called while the index is built. An error that it throws stops that, and the next search continues.
  public func search(
    _ words: String, filter: TransactionFilter = .everything, limit: Int = 50,
    progress: (SearchResults.Coverage) throws -> Void = { _ in }
  ) throws -> [SearchHit] {
    try models.search(words, filter: filter, limit: limit, progress: progress)
  }

  /// Searches what is indexed so far, the latest records first, and reports how much that is.
  package func searchIndexed(
    _ words: String, filter: TransactionFilter = .everything, limit: Int = 50
  ) throws -> SearchResults {
    try models.searchIndexed(words, filter: filter, limit: limit)
  }

  /// Returns the part that the search has indexed, or `nil` if nobody has searched yet.
  public func searchCoverage() throws -> SearchResults.Coverage? { try models.searchCoverage() }

  /// Indexes some thousand records more for the search, and reports what is indexed then.
  ///
  /// A step takes about a second, and is kept when this returns. Another process or thread may take steps as well.
  ///
  /// - Parameter check: Called repeatedly. An error that it throws ends the step, which is then not kept.
  package func stepSearch(_ check: () throws -> Void = {}) throws -> SearchResults.Coverage {
    try models.stepSearch(check)
  }

  /// Returns the categories and groups whose names contain a text, for a filter by this text.
  package func named(by text: String) throws -> NamedByText { try models.read { try $0.named(by: text) } }

  /// Returns the currencies that amounts are or were in, in the order of their codes.
  ///
  /// - Complexity: O(currencies).
  public func currencies() throws -> [CurrencyCode] { try models.read { try $0.currencies() } }

  /// Returns every category, the five fixed ones first.
  public func categories() throws -> [CategoryRow] { try models.read { try $0.categories() } }

  /// Returns the ledger's defaults, and its format of dates and amounts.
  ///
  /// Folded from the log: opening the models takes longer than the few events of that stream.
  public func ledgerRow() throws -> LedgerRow {
    let stream = StreamID(kind: StreamKind.ledger.rawValue, id: log.ledgerID)
    guard let row = LedgerRow(try fold(stream).ledger) else {
      throw BookError.unknown(what: "creation event", text: log.ledgerID.description)
    }
    return row
  }

  /// Returns the row of one transaction, or `nil` if it is not known.
  ///
  /// It suits a read model of an app's own.
  ///
  /// - Complexity: O(events of the transaction).
  public func transactionRow(_ id: TransactionID) throws -> TransactionRow? {
    TransactionRow(id, try fold(id.stream).transaction)
  }

  /// One transaction with everything a review or an audit shows of it.
  ///
  /// - Throws: `BookError.unknown`.
  /// - Complexity: O(events of the transaction).
  public func transaction(_ id: TransactionID) throws -> TransactionDetail {
    let record = try record(id.stream)
    let state = record.fold.transaction
    guard let row = TransactionRow(id, state) else {
      throw BookError.unknown(what: "transaction", text: id.description)
    }
    let group = try row.group.flatMap { try self.groupRow($0) }
    return TransactionDetail(
      row: row, groupName: group.flatMap { $0.isDeleted ? nil : $0.name }, state: state,
      version: record.version)
  }

  /// Returns the effect of deleting a group, which concerns what is dated later, too.
  package func impactOfDeleting(_ id: GroupID) throws -> ChangePlan.GroupDeletionImpact {
    let summary = try through(.last).group(id)
    return ChangePlan.GroupDeletionImpact(
      name: summary.name, receipts: summary.count, drafts: summary.drafts, totals: summary.totals,
      tooLarge: summary.tooLarge)
  }
}

/// One transaction, its group's name, and its whole state.
public struct TransactionDetail: Hashable, Sendable {
  /// The transaction as a list shows it.
  public let row: TransactionRow
  /// Its group's name, or `nil` for Unfiled.
  public let groupName: String?
  /// Its whole state.
  package let state: TransactionState
  /// The version of its stream: what a command from this screen is based on.
  public let version: StreamVersion

  /// The transaction as a list shows it, with its group's name.
  public var listed: ListedTransaction { ListedTransaction(row: row, groupName: groupName) }
  /// Every field's provenance, in the order of a review.
  public var provenance: [FieldProvenance] { state.provenance }
  /// Its line items, with the identifiers by which they are changed and removed.
  public var items: [(id: LineItemID, content: LineItem)] {
    state.lineItems.compactMap { item in item.content.map { (item.id, $0) } }
  }
  /// The proposals that nobody has answered.
  public var proposals: [FieldProposal] { state.openProposals }
  /// The text on the paper.
  public var text: String? { state.text }
  /// The last extraction.
  public var extraction: TransactionEvent.ExtractionCompleted? { state.extraction?.completed }
  /// Why there are no readings.
  public var extractionNote: String? { state.extractionNote ?? state.extraction?.completed.readings.note }
  /// Whether a deletion waits for a person, because the transaction was changed meanwhile.
  public var hasPendingDeletion: Bool { state.deletion.pending != nil }
}

// MARK: - Consequences

extension ChangePlan {
  /// The effect of deleting a group, in figures (FF-21).
  public struct GroupDeletionImpact: Hashable, Sendable {
    /// The group.
    public let name: String
    /// Saved receipts that it holds.
    public let receipts: Int
    /// Drafts that it holds.
    public let drafts: Int
    /// Per currency what leaves the groups.
    public let totals: [Money]
    /// The currencies in which that needs more than 64 bits: they are left out of `totals`.
    public let tooLarge: [CurrencyCode]
  }
}

// MARK: - Analysis

extension Book {
  /// Sums of one kind over a period, by bucket and by category (ET-20 … ET-23). Weeks are the ledger's.
  public func analysis(
    kind: TransactionKind, period: AnalysisPeriod, filter: TransactionFilter = TransactionFilter()
  ) throws -> Analysis {
    try models.read { reader in
      let weeks = try reader.settings()?.weekRule ?? .iso
      return try reader.analysis(kind: kind, period: period, weeks: weeks, filter: asOfDay(filter))
    }
  }
}
