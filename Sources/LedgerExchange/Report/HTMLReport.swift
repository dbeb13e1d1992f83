internal import LedgerAudit
internal import LedgerBook
internal import LedgerBytes
internal import LedgerDomain
internal import LedgerProjections

/// Writes a report of receipts for people: an expense claim that can be printed and handed in.
///
/// It is one file without scripts, and loads nothing. Each receipt has the line that tells where its values come from.
/// A list of spending alone has positive amounts. If there is income in it, what was received is positive and what was
/// spent is negative, in every row and every sum.
struct HTMLReport {
  private let locale: LedgerLocale
  private var names: RecordNames
  /// The categories that the report is filtered by: only their parts of a receipt count. Empty for all.
  private let wanted: Set<String>
  private var totals: ExportTotals
  private var categories: [String: ExportTotals] = [:]
  private var months: [Month] = []
  private var count = 0
  private var hasIncome = false

  /// The receipts of a month, or those without a date.
  private struct Month {
    let month: CivilMonth?
    var totals: ExportTotals
    var days: [(date: CivilDate?, rows: [ListedTransaction], totals: ExportTotals)] = []

    var dates: ClosedRange<CivilDate>? {
      guard let first = days.first?.date, let last = days.last?.date else { return nil }
      return first...last
    }
  }

  /// The most pages of one receipt that are shown.
  private static let thumbnailsMax = 4

  /// Writes the report.
  ///
  /// - Complexity: O(events of the transactions) in time, and O(rows) in memory. Thumbnails that are not kept yet are
  ///   made, which takes the time of a program each.
  static func export(
    _ book: Book, _ filter: TransactionFilter, _ pictures: PictureMaker?, to output: ExportOutput
  ) throws {
    var report = HTMLReport(
      locale: try book.ledgerRow().locale.inEnglish, try RecordNames(of: book), filter.categories)
    var ids: [TransactionID] = []
    try book.journal(filter) {
      report.add($0)
      ids.append($0.row.id)
    }
    let sentences = try Audit.sentences(of: ids, in: book, report.locale)
    output.text(report.head(try title(book, filter)))
    for month in report.months {
      output.text(report.heading(month))
      for day in month.days {
        output.text(report.heading(day.date, day.totals))
        for listed in day.rows {
          output.text(report.row(listed, sentences[listed.row.id]))
          if let pictures { try thumbnails(listed.row, book, pictures, to: output) }
          try output.transaction("", listed.row)
        }
      }
      output.text("</table>\n")
    }
    output.text(report.end)
  }

  private init(locale: LedgerLocale, _ names: RecordNames, _ wanted: Set<String>) {
    self.locale = locale
    self.names = names
    self.wanted = wanted
    totals = ExportTotals(of: wanted)
  }

  private mutating func add(_ listed: ListedTransaction) {
    let row = names.naming(listed.row)
    count += 1
    hasIncome = hasIncome || row.kind == .income
    totals.add(row)
    for part in row.shares(in: wanted) {
      if let currency = row.money?.currency {
        let money = Money(minorUnits: part.minorUnits, currency: currency)
        categories[part.category ?? "", default: ExportTotals()].add(money, row.kind)
      }
    }
    let month = row.date?.civilMonth
    if months.isEmpty || months[months.count - 1].month != month {
      months.append(Month(month: month, totals: ExportTotals(of: wanted)))
    }
    let place = months.count - 1
    if months[place].days.last?.date != row.date || months[place].days.isEmpty {
      months[place].days.append((row.date, [], ExportTotals(of: wanted)))
    }
    let day = months[place].days.count - 1
    months[place].totals.add(row)
    months[place].days[day].totals.add(row)
    months[place].days[day].rows.append(ListedTransaction(row: row, groupName: listed.groupName))
  }

  private static func title(_ book: Book, _ filter: TransactionFilter) throws -> String {
    guard filter.groups.count == 1, let group = filter.groups.first else { return "Receipts" }
    return try group.map { try book.group($0).name } ?? GroupState.reservedName
  }

  /// Writes a row with the thumbnails that can be made of a receipt's pages.
  private static func thumbnails(
    _ row: TransactionRow, _ book: Book, _ maker: PictureMaker, to output: ExportOutput
  ) throws {
    var images = ""
    for page in row.attachments.prefix(thumbnailsMax) {
      try output.checkProgress()
      switch book.picture(.thumbnail, of: page, by: maker) {
      case .made(let bytes): images += "<img alt=\"\" src=\"data:image/jpeg;base64,\(Base64.encode(bytes))\">"
      case .interrupted: throw ExportFailure.interrupted
      case .missing, .failed: continue
      }
    }
    if !images.isEmpty { output.text("<tr><td colspan=\"2\">\(images)</td></tr>\n") }
  }

  // MARK: The parts of the page

  private func head(_ title: String) -> String {
    var text = """
      <!DOCTYPE html>
      <html lang="en">
      <head>
      <meta charset="utf-8">
      <meta http-equiv="Content-Security-Policy" content="default-src data:; style-src 'unsafe-inline'">
      <meta name="viewport" content="width=device-width">
      <title>\(Self.escaped(title))</title>
      <style>
      body { font: 11pt/1.4 system-ui, sans-serif; margin: 2em auto; max-width: 50em; padding: 0 1em; }
      h1 { font-size: 1.6em; margin-bottom: 0; }
      h2 { border-bottom: 1px solid #888; font-size: 1.1em; margin: 1.6em 0 0.4em; break-after: avoid; }
      table { border-collapse: collapse; width: 100%; margin-top: 1em; }
      td, th { padding: 0.15em 0.6em 0.15em 0; vertical-align: top; overflow-wrap: anywhere; text-align: left; }
      thead th { border-bottom: 1px solid #888; font-size: 1.1em; padding-top: 0.6em; }
      .day th { padding-top: 0.8em; }
      tr { break-inside: avoid; }
      .day, thead { break-after: avoid; }
      td.amount, th.amount { text-align: right; white-space: nowrap; font-variant-numeric: tabular-nums; padding-right: 0; }
      .quiet { color: #555; font-size: 0.85em; }
      img { max-height: 9em; max-width: 100%; border: 1px solid #ccc; margin-right: 0.5em; }
      .sign { margin-top: 4em; display: flex; gap: 2em; }
      .sign div { border-top: 1px solid #000; flex: 1; padding-top: 0.3em; }
      @page { margin: 18mm; @bottom-right { content: counter(page) " / " counter(pages); } }
      </style>
      </head>
      <body>
      <h1>\(Self.escaped(title))</h1>

      """
    var line = "\(locale.integer(count)) receipt\(count == 1 ? "" : "s")"
    let dates = months.compactMap(\.dates)
    if let first = dates.first?.lowerBound, let last = dates.last?.upperBound {
      line += " · " + locale.dateRange(first, last)
    }
    if hasIncome { line += " · spending is negative" }
    text += "<p>\(Self.escaped(line))</p>\n<h2>Total</h2>\n<table>\n"
    for sum in totals.sums { text += Self.row(sum.currency.code, words(sum)) }
    text += "</table>\n<h2>By category</h2>\n<table>\n"
    let named = categories.map { (names.category($0.key) ?? "", $0.key.isEmpty, $0.value) }
    for (category, isOther, totals) in named.sorted(by: { ($0.0, $0.1 ? 1 : 0) < ($1.0, $1.1 ? 1 : 0) }) {
      text += Self.row(isOther ? "Without a category" : category, words(totals))
    }
    return text + "</table>\n"
  }

  /// Begins the table of a month. A printer repeats its heading on each page.
  private func heading(_ month: Month) -> String {
    var title = month.month.map(locale.month) ?? "Without a date"
    if let dates = month.dates { title += " · " + locale.dateRange(dates.lowerBound, dates.upperBound) }
    return "<table>\n<thead><tr><th>\(Self.escaped(title))</th>"
      + "<th class=\"amount\">\(Self.escaped(words(month.totals)))</th></tr></thead>\n"
  }

  private func heading(_ date: CivilDate?, _ totals: ExportTotals) -> String {
    guard let date else { return "" }
    return "<tr class=\"day\"><th>\(Self.escaped(locale.longDate(date)))</th>"
      + "<th class=\"amount\">\(Self.escaped(words(totals)))</th></tr>\n"
  }

  private func row(_ listed: ListedTransaction, _ sentence: String?) -> String {
    let row = listed.row
    var details: [String?] = [row.kind == .expense ? nil : row.kind.rawValue]
    details += [
      names.parts(of: row) { locale.money(signed($0, row.kind)) } ?? names.category(row.category),
      row.payment?.rawValue,
      row.transferAccounts ?? row.account,
    ]
    details += [row.received == nil ? nil : row.arrival.map(locale.money), listed.groupName]
    details += row.tags + row.flags.names
    let line = details.compactMap { $0 }.joined(separator: " · ")
    var text =
      "<tr><td><strong>\(Self.escaped(row.vendor ?? row.transferAccounts ?? "Unknown vendor"))</strong>"
    text += "<br><span class=\"quiet\">\(Self.escaped(line))</span>"
    for line in row.note?.split(whereSeparator: \.isNewline) ?? [] {
      text += "<br>\(Self.escaped(String(line)))"
    }
    let origin = [sentence, row.id.description].compactMap { $0 }.joined(separator: " · ")
    text += "<br><span class=\"quiet\">\(Self.escaped(origin))</span></td>"
    return text + "<td class=\"amount\">\(Self.escaped(amount(row)))</td></tr>\n"
  }

  /// The amount with the sign that the sums have. A transfer has no sign, and is in no sum.
  private func amount(_ row: TransactionRow) -> String {
    row.money(in: wanted).map { locale.money(signed($0, row.kind)) } ?? ""
  }

  private func signed(_ money: Money, _ kind: TransactionKind) -> Money {
    hasIncome && kind == .expense ? Money(minorUnits: -money.minorUnits, currency: money.currency) : money
  }

  private var end: String {
    """
    <div class="sign"><div>Name</div><div>Date</div><div>Signature</div></div>
    </body>
    </html>

    """
  }

  private func words(_ totals: ExportTotals) -> String {
    totals.sums.map { words($0) }.joined(separator: " · ")
  }

  private func words(_ sum: ExportTotals.Sum) -> String {
    let sum = hasIncome ? sum.negated : sum
    return sum.money.map(locale.money) ?? "\(sum.decimal) \(sum.currency.code)"
  }

  private static func row(_ name: String, _ amount: String) -> String {
    "<tr><td>\(escaped(name))</td><td class=\"amount\">\(escaped(amount))</td></tr>\n"
  }

  /// Text for an element, on one line. Nothing in it is markup or changes the direction of other text.
  static func escaped(_ text: String) -> String {
    var escaped = ""
    for scalar in SafeText.line(text).unicodeScalars {
      switch scalar {
      case "&": escaped += "&amp;"
      case "<": escaped += "&lt;"
      case ">": escaped += "&gt;"
      case "\"": escaped += "&quot;"
      case "'": escaped += "&#39;"
      case "\u{fffe}", "\u{ffff}": escaped += "\u{fffd}"
      default: escaped.unicodeScalars.append(scalar)
      }
    }
    return escaped
  }
}
