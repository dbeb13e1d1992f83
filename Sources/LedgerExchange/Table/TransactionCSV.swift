internal import LedgerBook
public import LedgerDomain
internal import LedgerProjections

/// Writes the canonical table of transactions (IE-34).
///
/// The format is RFC 4180 in UTF-8 with BOM, with fixed English headers and CRLF line ends. Amounts are exact decimals
/// with a point and no grouping, positive in the direction of their kind. A row has one currency. The last column has
/// what the row adds to its currency's total. Spending is positive there, income is negative, and a filter by category
/// counts only the parts in it. Totals and comments are left out unless the caller wants them, because strict readers
/// would read them as transactions.
struct TransactionCSV {
  /// The columns in their order. New ones may be appended, and existing ones are never removed.
  static let columns = layout.map(\.name)

  /// The columns, as a workbook shows them.
  static let layout = [
    RecordColumn("Date", 11), RecordColumn("Vendor", 28), RecordColumn("Kind", 9),
    RecordColumn("Amount", 14, .number), RecordColumn("Currency", 9), RecordColumn("Category", 18),
    RecordColumn("Payment", 9), RecordColumn("Group", 18), RecordColumn("Account", 16),
    RecordColumn("Tags", 16), RecordColumn("Flags", 14), RecordColumn("Cleared", 8),
    RecordColumn("Note", 32, .lines), RecordColumn("Pages", 7, .number), RecordColumn("Transaction", 38),
    RecordColumn("ToAccount", 16), RecordColumn("Received", 14, .number),
    RecordColumn("ReceivedCurrency", 17), RecordColumn("Parts", 28, .lines),
    RecordColumn("Counted", 14, .sum),
  ]

  /// Shows a spreadsheet that the file is UTF-8.
  static let mark: [UInt8] = [0xef, 0xbb, 0xbf]

  private let options: TableOptions
  private var line: CSVLine
  private var totals: ExportTotals
  private var count = 0
  private var dates: ClosedRange<CivilDate>?

  init(_ options: TableOptions = TableOptions(), of categories: Set<String> = []) {
    self.options = options
    totals = ExportTotals(of: categories)
    line = CSVLine(separator: options.separator)
  }

  static func export(
    _ book: Book, _ filter: TransactionFilter, _ options: TableOptions, to output: ExportOutput
  ) throws {
    var table = TransactionCSV(options, of: filter.categories)
    output.bytes(mark)
    output.bytes(table.header())
    try book.journal(filter) { try output.transaction(table.row($0), $0.row) }
    output.bytes(table.footer())
  }

  /// Returns the line with the names of the columns.
  mutating func header(_ first: [String] = []) -> [UInt8] {
    line.removeAll()
    for column in first + Self.columns { line.cell(column) }
    line.end()
    return line.bytes
  }

  /// Returns the line of a transaction, with its line end.
  ///
  /// - Parameters:
  ///   - listed: The transaction.
  ///   - first: Cells before those of the table, of our own words.
  mutating func row(_ listed: ListedTransaction, _ first: [String] = []) -> [UInt8] {
    let row = listed.row
    let counted = totals.add(row)
    count += 1
    if let date = row.date {
      dates = min(date, dates?.lowerBound ?? date)...max(date, dates?.upperBound ?? date)
    }
    line.removeAll()
    for cell in first { line.cell(cell) }
    line.cell(row.date?.iso ?? "")
    line.text(row.vendor)
    line.cell(row.kind.rawValue)
    line.cell(row.money.map(options.decimal) ?? "")
    line.cell(row.money?.currency.code ?? "")
    line.text(row.category)
    line.cell(row.payment?.rawValue ?? "")
    line.text(listed.groupName)
    line.text(row.account)
    line.text(row.tags.joined(separator: ", "))
    line.cell(row.flags.names.joined(separator: ", "))
    line.cell(row.isCleared ? "yes" : "no")
    line.text(row.note)
    line.cell(String(row.attachments.count))
    line.cell(row.id.description)
    line.text(row.toAccount)
    line.cell(row.arrival.map(options.decimal) ?? "")
    line.cell(row.arrival?.currency.code ?? "")
    line.text(row.partsText(options.decimal))
    line.cell(counted.map(options.decimal) ?? "")
    line.end()
    return line.bytes
  }

  /// Returns the rows of kind `total` and the comment (it begins with `#`), if the options want them.
  ///
  /// - Parameter first: The number of cells before those of the table.
  mutating func footer(after first: Int = 0) -> [UInt8] {
    line.removeAll()
    func blank(_ count: Int) { for _ in 0..<count { line.cell("") } }
    if options.hasTotals {
      for sum in totals.sums {
        let decimal = sum.money.map(options.decimal) ?? sum.decimal
        blank(first)
        for cell in ["", "Total", "total", decimal, sum.currency.code] { line.cell(cell) }
        blank(Self.columns.count - 6)
        line.cell(decimal)
        line.end()
      }
    }
    if let locale = options.comment {
      line.cell("# " + comment(locale))
      blank(first + Self.columns.count - 1)
      line.end()
    }
    return line.bytes
  }

  private func comment(_ locale: LedgerLocale) -> String {
    var parts = ["\(locale.integer(count)) receipt\(count == 1 ? "" : "s")"]
    if let dates { parts.append(locale.dateRange(dates.lowerBound, dates.upperBound)) }
    parts += totals.sums.map { $0.money.map(locale.money) ?? "\($0.decimal) \($0.currency.code)" }
    return parts.joined(separator: " · ")
  }
}

/// The parts of a table that a person chooses.
public struct TableOptions: Hashable, Sendable {
  /// The locale that writes the numbers, or `nil` for exact decimals with a point.
  ///
  /// If its decimal separator is a comma, cells are separated by semicolons, as spreadsheets in that locale expect.
  public var region: LedgerLocale?
  /// The locale of a comment in the last row, or `nil` for no comment.
  public var comment: LedgerLocale?
  /// Whether the table ends with a row of kind `total` per currency.
  public var hasTotals = false

  /// The canonical table.
  public init() {}

  var separator: UInt8 { region?.decimalSeparator == "," ? UInt8(ascii: ";") : UInt8(ascii: ",") }

  /// Returns a number as spreadsheets of the region read it, without marks between thousands.
  func decimal(_ money: Money) -> String {
    guard let sign = region?.decimalSeparator.first else { return money.decimal }
    return String(money.decimal.map { $0 == "." ? sign : $0 })
  }
}
