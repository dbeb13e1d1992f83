internal import LedgerAudit
internal import LedgerBook
internal import LedgerBytes
internal import LedgerDomain
internal import LedgerProjections

/// Writes a report of receipts for people: an expense claim that can be printed and handed in.
///
/// It is one file without scripts, and loads nothing. Each receipt has the line that tells where its values come from.
struct HTMLReport {
  private let locale: LedgerLocale
  /// The categories that the report is filtered by: only their parts of a receipt count. Empty for all.
  private let wanted: Set<String>
  private var totals: ExportTotals
  private var categories: [String: ExportTotals] = [:]
  private var days: [(date: CivilDate?, rows: [ListedTransaction], totals: ExportTotals)] = []
  private var count = 0

  /// The most pages of one receipt that are shown.
  private static let thumbnailsMax = 4

  /// Writes the report.
  ///
  /// - Complexity: O(events of the transactions) in time, and O(rows) in memory. Thumbnails that are not kept yet are
  ///   made, which takes the time of a program each.
  static func export(
    _ book: Book, _ filter: TransactionFilter, _ pictures: PictureMaker?, to output: ExportOutput
  ) throws {
    var report = HTMLReport(locale: try book.ledgerRow().locale, filter.categories)
    try book.journal(filter) { report.add($0) }
    output.text(report.head(try title(book, filter)))
    for (place, day) in report.days.enumerated() {
      output.text(report.heading(place))
      for listed in day.rows {
        let sentence = try Audit.of(listed.row.id, in: book).sentence
        output.text(report.row(listed, sentence))
        if let pictures { try thumbnails(listed.row, book, pictures, to: output) }
        try output.transaction("", listed.row)
      }
    }
    output.text(report.end)
  }

  private init(locale: LedgerLocale, _ wanted: Set<String>) {
    self.locale = locale
    self.wanted = wanted
    totals = ExportTotals(of: wanted)
  }

  private mutating func add(_ listed: ListedTransaction) {
    let row = listed.row
    count += 1
    totals.add(row)
    for part in row.shares(in: wanted) {
      if let currency = row.money?.currency {
        let money = Money(minorUnits: part.minorUnits, currency: currency)
        categories[part.category ?? "", default: ExportTotals()].add(money, row.kind)
      }
    }
    if days.last?.date != row.date || days.isEmpty { days.append((row.date, [], ExportTotals(of: wanted))) }
    days[days.count - 1].rows.append(listed)
    days[days.count - 1].totals.add(row)
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
      table { border-collapse: collapse; width: 100%; }
      td { padding: 0.15em 0.6em 0.15em 0; vertical-align: top; overflow-wrap: anywhere; }
      tr { break-inside: avoid; }
      .amount { text-align: right; white-space: nowrap; font-variant-numeric: tabular-nums; padding-right: 0; }
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
    if let first = days.first(where: { $0.date != nil })?.date, let last = days.last?.date {
      line += " · " + locale.dateRange(first, last)
    }
    text += "<p>\(Self.escaped(line))</p>\n<h2>Total</h2>\n<table>\n"
    for sum in totals.sums { text += Self.row(sum.currency.code, words(sum)) }
    text += "</table>\n<h2>By category</h2>\n<table>\n"
    for (category, totals) in categories.sorted(by: { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }) {
      let amounts = totals.sums.map(words).joined(separator: " · ")
      text += Self.row(category.isEmpty ? "Without a category" : category, amounts)
    }
    return text + "</table>\n"
  }

  private func heading(_ place: Int) -> String {
    let day = days[place]
    let date = day.date.map(locale.longDate) ?? "Without a date"
    let amounts = day.totals.sums.map(words).joined(separator: " · ")
    return (place > 0 ? "</table>\n" : "")
      + "<h2>\(Self.escaped(date)) · \(Self.escaped(amounts))</h2>\n<table>\n"
  }

  private func row(_ listed: ListedTransaction, _ sentence: String) -> String {
    let row = listed.row
    var details: [String?] = [row.kind == .expense ? nil : row.kind.rawValue]
    details += [
      row.partsText { locale.money($0) } ?? row.category, row.payment?.rawValue,
      row.transferAccounts ?? row.account,
    ]
    details += [row.received == nil ? nil : row.arrival.map(locale.money), listed.groupName]
    details += row.tags + row.flags.names
    let line = details.compactMap { $0 }.joined(separator: " · ")
    var text =
      "<tr><td><strong>\(Self.escaped(row.vendor ?? row.transferAccounts ?? "Unknown vendor"))</strong>"
    text += "<br><span class=\"quiet\">\(Self.escaped(line))</span>"
    if let note = row.note { text += "<br>\(Self.escaped(note))" }
    text += "<br><span class=\"quiet\">\(Self.escaped(sentence)) · \(row.id)</span></td>"
    return text
      + "<td class=\"amount\">\(Self.escaped(row.money(in: wanted).map(locale.money) ?? ""))</td></tr>\n"
  }

  private var end: String {
    (days.isEmpty ? "" : "</table>\n") + """
      <div class="sign"><div>Name</div><div>Date</div><div>Signature</div></div>
      </body>
      </html>

      """
  }

  private func words(_ sum: ExportTotals.Sum) -> String {
    sum.money.map(locale.money) ?? "\(sum.decimal) \(sum.currency.code)"
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
