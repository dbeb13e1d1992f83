internal import EventLog
package import LedgerBook
internal import LedgerBytes
package import LedgerDomain
package import LedgerProjections

/// The value of a cell in a table of records.
package enum RecordCell {
  case empty
  case text(String?)
  case header(String)
  case number(Int64)
  case date(CivilDate?)
  case money(Money?)
}

/// A column in a table of records.
package struct RecordColumn {
  package let name: String
  /// The width in characters.
  let width: Int
  /// Whether the cells are texts of several lines, or whether a row of totals has their sum.
  let form: Form

  /// How a form with a layout shows the cells of a column.
  enum Form {
    case text, lines, number, sum
  }

  init(_ name: String, _ width: Int, _ form: Form = .text) {
    self.name = name
    self.width = width
    self.form = form
  }
}

/// A table of records that takes one row after the other.
package protocol RecordTable {
  /// Adds a row.
  mutating func row(_ cells: [RecordCell]) throws
}

/// The name of a table of records.
package enum RecordTableName: String, CaseIterable {
  case transactions = "Transactions"
  case receipts = "Receipts"
  case categories = "Categories"
  case accounts = "Accounts"
  case rules = "RecurringRules"
  case budget = "Budget"
  case goals = "Goals"
  case settings = "Settings"
}

/// The tables of a whole ledger, one for each kind of record (ET-26).
///
/// A workbook has them as sheets, and the readable copy of a shared folder as files. Dates, amounts and texts are
/// values, which each form writes in its own way.
///
///     let tables = RecordTables(hasNames: true) { name, columns in SheetXML(columns, styles) }
///     for (name, sheet) in try tables.write(book) { … }
package struct RecordTables<Table: RecordTable> {
  private let hasNames: Bool
  let begin: (_ name: RecordTableName, _ columns: [RecordColumn]) throws -> Table

  /// Creates the tables in one format.
  ///
  /// - Parameters:
  ///   - hasNames: Whether categories and accounts have the names that people see now, or what the records have.
  ///   - begin: Begins a table. It gets the table's name and its columns.
  package init(
    hasNames: Bool, begin: @escaping (_ name: RecordTableName, _ columns: [RecordColumn]) throws -> Table
  ) {
    self.hasNames = hasNames
    self.begin = begin
  }

  /// Writes all tables, and returns them in their order.
  ///
  /// - Parameters:
  ///   - book: The ledger.
  ///   - filter: The transactions to write. Balances, budgets and goals count what is dated up to its last day, and
  ///     the other tables have everything.
  ///   - body: Called after each transaction.
  /// - Complexity: O(rows) in time.
  package func write(
    _ book: Book, _ filter: TransactionFilter, body: (ListedTransaction) throws -> Void = { _ in }
  ) throws -> [(name: RecordTableName, table: Table)] {
    let names = hasNames ? try RecordNames(of: book) : .keys
    let (transactions, receipts) = try transactions(book, filter, names, body)
    let counted = book.through(filter.through ?? .last)
    return [
      (.transactions, transactions), (.receipts, receipts), (.categories, try categories(book)),
      (.accounts, try accounts(counted)), (.rules, try rules(book, names)),
      (.budget, try budget(counted, names)),
      (.goals, try goals(counted)), (.settings, try settings(book)),
    ]
  }

  private func transactions(
    _ book: Book, _ filter: TransactionFilter, _ names: RecordNames,
    _ body: (ListedTransaction) throws -> Void
  ) throws -> (transactions: Table, receipts: Table) {
    var transactions = try begin(.transactions, TransactionCSV.layout)
    var receipts = try begin(
      .receipts,
      [
        RecordColumn("Transaction", 38), RecordColumn("Date", 11), RecordColumn("Vendor", 28),
        RecordColumn("Page", 6, .number), RecordColumn("MediaType", 18), RecordColumn("Bytes", 12, .number),
        RecordColumn("SHA256", 68),
      ])
    var names = names
    var totals = ExportTotals(of: filter.categories)
    try book.journal(filter) { listed in
      let row = names.naming(listed.row)
      let tags = row.tags.joined(separator: ", ")
      let flags = row.flags.names.joined(separator: ", ")
      try transactions.row(
        [
          .date(row.date), .text(row.vendor), .text(row.kind.rawValue), .money(row.money),
          .text(row.money?.currency.code), .text(names.category(row.category)),
          .text(row.payment?.rawValue), .text(listed.groupName),
          .text(row.account), .text(tags), .text(flags), .text(row.isCleared ? "yes" : "no"), .text(row.note),
          .number(Int64(row.attachments.count)), .text(row.id.description), .text(row.toAccount),
          .money(row.arrival), .text(row.arrival?.currency.code), .text(names.parts(of: row, \.decimal)),
          .money(totals.add(row)),
        ])
      for page in row.attachments {
        try receipts.row(
          [
            .text(row.id.description), .date(row.date), .text(row.vendor), .number(Int64(page.page)),
            .text(page.mediaType), .number(page.byteCount), .text(page.digest.description),
          ])
      }
      try body(listed)
    }
    return (transactions, receipts)
  }

  private func categories(_ book: Book) throws -> Table {
    var sheet = try begin(
      .categories,
      [
        RecordColumn("Key", 20), RecordColumn("Name", 24), RecordColumn("Emoji", 8), RecordColumn("Color", 10),
        RecordColumn("Kinds", 24), RecordColumn("Active", 8), RecordColumn("Header", 20),
      ])
    for row in try book.categories() {
      try sheet.row(
        [
          .text(row.key), .text(row.name), .text(row.emoji), .text(row.color),
          .text(row.kinds.map(\.rawValue).joined(separator: ", ")), .text(row.isActive ? "yes" : "no"),
          .text(row.header),
        ])
    }
    return sheet
  }

  /// Returns the accounts with a row per currency, as `account list` shows them.
  private func accounts(_ book: Book) throws -> Table {
    var sheet = try begin(
      .accounts,
      [
        RecordColumn("Key", 20), RecordColumn("Name", 24), RecordColumn("Kind", 10),
        RecordColumn("Currency", 9), RecordColumn("Balance", 16, .sum), RecordColumn("Cleared", 16, .sum),
        RecordColumn("Opening", 16, .number), RecordColumn("OpenedOn", 11), RecordColumn("Closed", 8),
      ])
    for account in try book.accounts() {
      for (place, balance) in account.balances.enumerated() {
        // Other currencies are of transactions from before the account was opened.
        let terms = place == 0 ? account.row?.terms : nil
        try sheet.row(
          [
            .text(account.key), .text(account.name), .text(account.kind.rawValue),
            .text(balance.balance.currency.code), .money(balance.balance), .money(balance.cleared),
            .money(terms?.opening), .date(terms?.on), .text(account.isClosed ? "yes" : "no"),
          ])
      }
    }
    return sheet
  }

  private func rules(_ book: Book, _ names: RecordNames) throws -> Table {
    var sheet = try begin(
      .rules,
      [
        RecordColumn("Rule", 38), RecordColumn("Series", 38), RecordColumn("Frequency", 10),
        RecordColumn("Interval", 8, .number), RecordColumn("Start", 11), RecordColumn("End", 11),
        RecordColumn("MonthEnd", 9), RecordColumn("Kind", 9), RecordColumn("Amount", 16, .number),
        RecordColumn("Currency", 9), RecordColumn("Vendor", 24), RecordColumn("Category", 18),
        RecordColumn("Payment", 9), RecordColumn("Group", 20), RecordColumn("Account", 16),
        RecordColumn("Tags", 20), RecordColumn("Flags", 18), RecordColumn("Note", 36, .lines),
        RecordColumn("PausedFrom", 11),
      ])
    var names = names
    let groups = Dictionary(try book.groupRows().map { ($0.id, $0) }) { first, _ in first }
    for row in try book.rules() {
      let terms = row.terms
      let group = terms.group.flatMap { groups[$0] }.flatMap { $0.isDeleted ? nil : $0.name }
      try sheet.row(
        [
          .text(row.id.description), .text(row.series.description), .text(terms.frequency.rawValue),
          .number(Int64(terms.interval)), .date(terms.start), .date(terms.end), .text(terms.monthEnd.rawValue),
          .text(terms.kind.rawValue), .money(terms.money), .text(terms.money.currency.code),
          .text(terms.vendor),
          .text(names.category(terms.category)), .text(terms.payment?.rawValue), .text(group),
          .text(names.account(terms.account)),
          .text(terms.tags.joined(separator: ", ")), .text(terms.flags.names.joined(separator: ", ")),
          .text(terms.note), .date(row.pausedFrom),
        ])
    }
    return sheet
  }

  /// Returns the keys of ET-26. Those of a remote folder are empty, because the ledger is a folder of its own.
  private func settings(_ book: Book) throws -> Table {
    var sheet = try begin(.settings, [RecordColumn("Key", 20), RecordColumn("Value", 40)])
    let row = try book.ledgerRow()
    let settings: [(String, String?)] = [
      ("datasetId", book.log.ledgerID.description), ("schemaVersion", "1"), ("spreadsheetId", nil),
      ("rootFolderId", nil), ("receiptsFolderId", nil), ("currency", row.currency.code),
      ("payment", row.payment?.rawValue), ("locale", row.locale.id), ("weeks", row.weeks.rawValue),
    ]
    for (key, value) in settings { try sheet.row([.text(key), .text(value)]) }
    return sheet
  }
}
