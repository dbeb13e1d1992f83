internal import EventLog
internal import LedgerBook
internal import LedgerBytes
internal import LedgerDomain
internal import LedgerProjections

/// Writes a workbook for spreadsheets (ET-26): a sheet per kind of record, and the settings.
///
/// The same ledger gives the same bytes.
struct Workbook {
  var styles = SheetStyles()
  private var transactions: SheetXML
  private var receipts: SheetXML

  /// - Complexity: O(rows) in time, and in memory the compressed sheets.
  static func export(_ book: Book, _ filter: TransactionFilter, to output: ExportOutput) throws {
    var workbook = Workbook()
    try book.journal(filter) { listed in
      try workbook.add(listed)
      try output.transaction([], listed.row)
    }
    try workbook.finish(book, to: output)
  }

  private init() {
    transactions = SheetXML(
      CSVTable.columns, widths: [11, 28, 9, 16, 9, 14, 9, 20, 16, 20, 18, 8, 36, 7, 38, 16, 16, 9, 28],
      &styles)
    receipts = SheetXML(
      ["Transaction", "Date", "Vendor", "Page", "MediaType", "Bytes", "SHA256"],
      widths: [38, 11, 28, 6, 18, 12, 68], &styles)
  }

  private mutating func add(_ listed: ListedTransaction) throws {
    let row = listed.row
    guard transactions.rowCount < SheetXML.rowsMax,
      receipts.rowCount + row.attachments.count <= SheetXML.rowsMax
    else { throw ExportFailure.tooManyRows(max: SheetXML.rowsMax - 1) }
    let tags = row.tags.joined(separator: ", ")
    let flags = row.flags.names.joined(separator: ", ")
    transactions.row(
      [
        .date(row.date), .text(row.vendor), .text(row.kind.rawValue), .money(row.money),
        .text(row.money?.currency.code), .text(row.category), .text(row.payment?.rawValue),
        .text(listed.groupName),
        .text(row.account), .text(tags), .text(flags), .text(row.isCleared ? "yes" : "no"), .text(row.note),
        .number(Int64(row.attachments.count)), .text(row.id.description), .text(row.toAccount),
        .money(row.arrival), .text(row.arrival?.currency.code), .text(row.partsText(\.decimal)),
      ], &styles)
    for page in row.attachments {
      receipts.row(
        [
          .text(row.id.description), .date(row.date), .text(row.vendor), .number(Int64(page.page)),
          .text(page.mediaType), .number(page.byteCount), .text(page.digest.description),
        ], &styles)
    }
  }

  private mutating func finish(_ book: Book, to output: ExportOutput) throws {
    var sheets = [("Transactions", transactions.finish()), ("Receipts", receipts.finish())]
    sheets.append(("Categories", try categories(book)))
    sheets.append(("Accounts", try accounts(book)))
    sheets.append(("RecurringRules", try rules(book)))
    sheets.append(("Budget", try budget(book)))
    sheets.append(("Goals", try goals(book)))
    sheets.append(("Settings", try settings(book)))
    var zip = ZipWriter { try output.whole($0) }
    func part(_ name: String, _ text: String) throws {
      var deflate = Deflate()
      deflate.write(Array((SheetStyles.declaration + text).utf8))
      try zip.entry(name, deflate.finish(), date: nil)
    }
    try part("[Content_Types].xml", Self.contentTypes(sheets.count))
    try part("_rels/.rels", Self.relationships([("officeDocument", "xl/workbook.xml")]))
    try part("xl/workbook.xml", Self.workbook(sheets.map(\.0)))
    let targets =
      sheets.indices.map { ("worksheet", "worksheets/sheet\($0 + 1).xml") } + [("styles", "styles.xml")]
    try part("xl/_rels/workbook.xml.rels", Self.relationships(targets))
    try part("xl/styles.xml", String(styles.xml.dropFirst(SheetStyles.declaration.count)))
    for (place, sheet) in sheets.enumerated() {
      try zip.entry("xl/worksheets/sheet\(place + 1).xml", sheet.1, date: nil)
    }
    try zip.finish()
  }

  private mutating func categories(_ book: Book) throws -> Deflate.Result {
    var sheet = SheetXML(
      ["Key", "Name", "Emoji", "Color", "Kinds", "Active", "Header"], widths: [20, 24, 8, 10, 24, 8, 20],
      &styles)
    for row in try book.categories() {
      sheet.row(
        [
          .text(row.key), .text(row.name), .text(row.emoji), .text(row.color),
          .text(row.kinds.map(\.rawValue).joined(separator: ", ")), .text(row.isActive ? "yes" : "no"),
          .text(row.header),
        ], &styles)
    }
    return sheet.finish()
  }

  /// The accounts with a row per currency, as `account list` shows them.
  private mutating func accounts(_ book: Book) throws -> Deflate.Result {
    var sheet = SheetXML(
      ["Key", "Name", "Kind", "Currency", "Balance", "Cleared", "Opening", "OpenedOn", "Closed"],
      widths: [20, 24, 10, 9, 16, 16, 16, 11, 8], &styles)
    for account in try book.accounts() {
      for (place, balance) in account.balances.enumerated() {
        // Other currencies are of transactions from before the account was opened.
        let terms = place == 0 ? account.row?.terms : nil
        sheet.row(
          [
            .text(account.key), .text(account.name), .text(account.kind.rawValue),
            .text(balance.balance.currency.code), .money(balance.balance), .money(balance.cleared),
            .money(terms?.opening), .date(terms?.on), .text(account.isClosed ? "yes" : "no"),
          ], &styles)
      }
    }
    return sheet.finish()
  }

  private mutating func rules(_ book: Book) throws -> Deflate.Result {
    var sheet = SheetXML(
      [
        "Rule", "Series", "Frequency", "Interval", "Start", "End", "MonthEnd", "Kind", "Amount", "Currency",
        "Vendor",
        "Category", "Payment", "Group", "Account", "Tags", "Flags", "Note", "PausedFrom",
      ], widths: [38, 38, 10, 8, 11, 11, 9, 9, 16, 9, 24, 14, 9, 20, 16, 20, 18, 36, 11], &styles)
    let groups = Dictionary(try book.groupRows().map { ($0.id, $0) }) { first, _ in first }
    for row in try book.rules() {
      let terms = row.terms
      let group = terms.group.flatMap { groups[$0] }.flatMap { $0.isDeleted ? nil : $0.name }
      sheet.row(
        [
          .text(row.id.description), .text(row.series.description), .text(terms.frequency.rawValue),
          .number(Int64(terms.interval)), .date(terms.start), .date(terms.end), .text(terms.monthEnd.rawValue),
          .text(terms.kind.rawValue), .money(terms.money), .text(terms.money.currency.code),
          .text(terms.vendor),
          .text(terms.category), .text(terms.payment?.rawValue), .text(group), .text(terms.account),
          .text(terms.tags.joined(separator: ", ")), .text(terms.flags.names.joined(separator: ", ")),
          .text(terms.note), .date(row.pausedFrom),
        ], &styles)
    }
    return sheet.finish()
  }

  /// The keys of ET-26. Those of a remote folder are empty, because the ledger is a folder of its own.
  private mutating func settings(_ book: Book) throws -> Deflate.Result {
    var sheet = SheetXML(["Key", "Value"], widths: [20, 40], &styles)
    let row = try book.ledgerRow()
    let settings: [(String, String?)] = [
      ("datasetId", book.log.ledgerID.description), ("schemaVersion", "1"), ("spreadsheetId", nil),
      ("rootFolderId", nil), ("receiptsFolderId", nil), ("currency", row.currency.code),
      ("payment", row.payment?.rawValue), ("locale", row.locale.id), ("weeks", row.weeks.rawValue),
    ]
    for (key, value) in settings { sheet.row([.text(key), .text(value)], &styles) }
    return sheet.finish()
  }
}

// MARK: - The parts that name the others

extension Workbook {
  private static let office = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
  private static let package = "http://schemas.openxmlformats.org/package/2006"

  private static func contentTypes(_ sheets: Int) -> String {
    let office = "application/vnd.openxmlformats-officedocument.spreadsheetml."
    var text = "<Types xmlns=\"\(package)/content-types\">"
    text +=
      "<Default Extension=\"rels\" ContentType=\"application/vnd.openxmlformats-package.relationships+xml\"/>"
    text += "<Default Extension=\"xml\" ContentType=\"application/xml\"/>"
    func part(_ name: String, _ type: String) {
      text += "<Override PartName=\"/xl/\(name).xml\" ContentType=\"\(office)\(type)+xml\"/>"
    }
    part("workbook", "sheet.main")
    part("styles", "styles")
    for sheet in 1...sheets { part("worksheets/sheet\(sheet)", "worksheet") }
    return text + "</Types>"
  }

  private static func relationships(_ targets: [(type: String, target: String)]) -> String {
    var text = "<Relationships xmlns=\"\(package)/relationships\">"
    for (place, target) in targets.enumerated() {
      text +=
        "<Relationship Id=\"rId\(place + 1)\" Type=\"\(office)/\(target.type)\" Target=\"\(target.target)\"/>"
    }
    return text + "</Relationships>"
  }

  private static func workbook(_ names: [String]) -> String {
    var text = "<workbook xmlns=\"\(SheetStyles.namespace)\" xmlns:r=\"\(office)\"><sheets>"
    for (place, name) in names.enumerated() {
      text += "<sheet name=\"\(name)\" sheetId=\"\(place + 1)\" r:id=\"rId\(place + 1)\"/>"
    }
    return text + "</sheets></workbook>"
  }
}
