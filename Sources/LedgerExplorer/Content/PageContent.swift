internal import EventLog
internal import LedgerBook
internal import LedgerBytes
internal import LedgerDomain
internal import LedgerProjections

/// The data of a page: the rows of the history model, the events, and their texts.
struct PageContent {
  let book: Book
  let options: PageOptions
  /// The last position that the page shows.
  let last: Position
  let locale: LedgerLocale
  let order: RecordedOrder
  var texts = PageTexts()
  var report = PageReport()
  /// The places of the transactions in the page, by their identifiers.
  var places: [UniqueID: Int64] = [:]
  /// The positions at which a transaction got a conflict that it had not before.
  var conflicts: Set<Position> = []
  var currencies: Set<CurrencyCode> = []
  /// The digests of pages of paper, and their types.
  var pages: [SHA256Digest: String] = [:]
  private var tables: [ColumnTable] = []

  init(_ book: Book, _ options: PageOptions) throws {
    self.book = book
    self.options = options
    last = min(try book.log.lastPosition(), book.horizon.position)
    locale = try book.ledgerRow().locale.inEnglish
    order = try RecordedOrder(book.log, through: last)
  }

  /// Whether it has every transaction. Without some, budgets, goals and balances have no meaning.
  var isWhole: Bool { options.from == nil && options.group == nil }

  mutating func add(_ table: ColumnTable) { tables.append(table) }

  /// Returns the end of a version as the page writes it.
  ///
  /// - Returns: `nil` if the version begins after `last`, and `.some(nil)` if it is still current at `last`.
  func end(_ from: Position, _ to: Position?) -> Position?? {
    guard from <= last else { return nil }
    guard let to, to <= last else { return .some(nil) }
    return .some(to)
  }

  /// Returns the views of time that need rows of their own for the record of a stream.
  func views(of stream: StreamID) -> [RowView] {
    order.reordered.contains(stream) ? [.known, .recorded] : [.both]
  }

  /// Returns the view of time of a stream's rows in the history model.
  func historyView(of stream: StreamID) -> RowView { views(of: stream)[0] }

  /// Returns the events of a stream that the page knows.
  func events(of stream: StreamID) throws -> [StoredEvent] {
    try book.log.events(of: stream).filter { $0.position <= last }
  }

  /// Returns the rows of a stream's record as authors had recorded it. Empty if the history model has the same.
  func recordedVersions<Row: Equatable>(
    of stream: StreamID, _ rows: (StreamFold) -> [Row]
  ) throws -> [(begins: Int64, ends: Int64, row: Row)] {
    guard order.reordered.contains(stream) else { return [] }
    var versions = Versions<Row>()
    order.forEachState(of: try events(of: stream)) { rank, events in
      versions.add(rows(StreamFold(kind: stream.kind, events: events)), at: rank)
    }
    return versions.all
  }

  mutating func read(progress: ReadModels.Progress?) throws {
    if !isWhole {
      report.leftOut.append("Budgets, goals and balances are left out: they count every transaction.")
    }
    try readHistory(progress: progress)
    try readEvents()
    try readDetails()
    try readPaper()
  }

  private mutating func readHistory(progress: ReadModels.Progress?) throws {
    // The reader lives only inside of the call, and a mutating method cannot be captured by it.
    let empty = self
    var content = empty
    _ = try book.history(builds: true, progress: progress) { reader in
      content = empty
      try content.readTransactions(reader)
      try content.readRecords(reader)
    }
    self = content
  }

  /// Returns the bytes that the page unpacks: the size of the header, the header, and the columns.
  func packed() -> [UInt8] {
    let header: JSONValue = [
      "currencies": .object(
        Dictionary(uniqueKeysWithValues: currencies.map { ($0.code, formats(of: $0)) })),
      "kinds": .object(
        Dictionary(
          uniqueKeysWithValues: TransactionKind.allCases.map { kind in
            (kind.rawValue, ["account": .integer(kind.signOnAccount), "net": .integer(kind.sign)])
          })),
      "isReordered": .boolean(order.isReordered), "isWhole": .boolean(isWhole),
      "leftOut": .array(report.leftOut.map { .string($0) }),
      "last": .integer(last),
      "locale": formats, "tables": .array(tables.map(\.description)), "texts": texts.json,
      "today": .integer(Int64(book.day.dayNumber)),
    ]
    let text = header.encoded()
    var bytes: [UInt8] = []
    for shift in stride(from: 0, to: 32, by: 8) { bytes.append(UInt8(truncatingIfNeeded: text.count >> shift)) }
    bytes += text
    for table in tables { table.forEachColumn { bytes += $0 } }
    return bytes
  }

  private func formats(of currency: CurrencyCode) -> JSONValue {
    let positive = locale.textAround(currency, isNegative: false)
    let negative = locale.textAround(currency, isNegative: true)
    return [
      "digits": .integer(Int64(currency.minorUnitDigits ?? 0)),
      "negative": [.string(negative.before), .string(negative.after)],
      "positive": [.string(positive.before), .string(positive.after)],
    ]
  }

  private var formats: JSONValue {
    func list(_ words: [String]) -> JSONValue { .array(words.map { .string($0) }) }
    let formats = locale.formats
    return [
      "dayRanges": list(formats.dayRanges), "decimal": .string(formats.decimalSeparator),
      "fullDate": .string(formats.fullDate), "grouping": .string(formats.groupingSeparator),
      "id": .string(locale.id), "isIndian": .boolean(formats.isIndian),
      "mediumDate": .string(formats.mediumDate), "month": .string(formats.month),
      "monthNames": list(formats.monthNames), "shortMonthNames": list(formats.shortMonthNames),
      "weekdayNames": list(formats.weekdayNames),
    ]
  }
}
