import Foundation
import LedgerBook
import LedgerDomain
import LedgerProjections
import LedgerTestSupport
import Testing

@testable import LedgerExchange

/// Reads a sheet with another library, openpyxl. Escapes of ECMA-376 are decoded here, which it leaves to its caller.
private let readSheet = """
  import sys, json, re, datetime, openpyxl
  book = openpyxl.load_workbook(sys.argv[1])
  def cell(c):
      v = c.value
      if isinstance(v, (datetime.datetime, datetime.date)): return "D" + v.strftime("%Y-%m-%d")
      if isinstance(v, bool): return "B" + str(v)
      if isinstance(v, (int, float)): return "N" + repr(v) + "|" + c.number_format
      if v is None: return ""
      if c.data_type == "f": return "F" + v + "|" + c.number_format
      assert c.data_type == "s", c.data_type
      return "T" + re.sub("_x([0-9A-Fa-f]{4})_", lambda m: chr(int(m.group(1), 16)), v)
  print(json.dumps([[s.title, [[cell(c) for c in r] for r in s.iter_rows()]] for s in book]))
  """

@Suite("The workbook (ET-26)")
struct WorkbookTests {
  private func export(_ ledger: TestLedger, _ filter: TransactionFilter = TransactionFilter()) throws -> [UInt8]
  {
    var bytes: [UInt8] = []
    _ = try Exporter.export(ledger.book, format: .xlsx, filter: filter) { bytes += $0 }
    return bytes
  }

  /// The Python that has openpyxl: the first one in PATH, or the system's, whose packages the system installs.
  private static let python = ["python3", "/usr/bin/python3"].first { python in
    InstalledProgram.path(python) != nil && (try? ZipReaders.run([python, "-c"], "import openpyxl").code) == 0
  }
  private static let hasPython = python != nil

  /// The sheets as another library reads them.
  private func sheets(_ bytes: [UInt8]) throws -> [(name: String, rows: [[String]])] {
    let path = NSTemporaryDirectory() + "ledger-\(UUID().uuidString).xlsx"
    try Data(bytes).write(to: URL(fileURLWithPath: path))
    defer { try? FileManager.default.removeItem(atPath: path) }
    let run = try ZipReaders.run([try #require(Self.python), "-c", readSheet], path)
    try #require(run.code == 0, "\(run.output)")
    let json = try JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [[Any]]
    return try #require(json).map { sheet in
      (try #require(sheet[0] as? String), try #require(sheet[1] as? [[String]]))
    }
  }

  @Test(
    "Another library reads every cell of random ledgers back",
    .enabled(if: hasPython, "needs openpyxl for Python"),
    arguments: 1...4 as ClosedRange<UInt64>)
  func roundTrip(seed: UInt64) throws {
    let ledger = try TestLedger()
    try ledger.fill(300, seed: seed)
    let sheets = try sheets(export(ledger))
    #expect(
      sheets.map(\.name) == [
        "Transactions", "Receipts", "Categories", "Accounts", "RecurringRules", "Budget", "Goals", "Settings",
      ])
    let rows = sheets[0].rows
    #expect(rows[0] == TransactionCSV.columns.map { "T" + $0 })
    var listed: [ListedTransaction] = []
    try ledger.book.journal { listed.append($0) }
    let totals = rows.count { $0[0] == "TTotal" }
    try #require(rows.count == 1 + listed.count + totals && listed.count > 200)
    let names = Dictionary(uniqueKeysWithValues: try ledger.book.categories().map { ($0.key, $0.name) })
    var accounts = try ledger.book.accountNames()
    func text(_ text: String?) -> String { text.map { $0.isEmpty ? "" : "T" + $0 } ?? "" }
    for (cells, listed) in zip(rows.dropFirst(), listed) {
      let row = listed.row
      let money = try #require(row.money)
      let digits = money.currency.minorUnitDigits ?? 0
      let format =
        "#,##0" + (digits > 0 ? "." + String(repeating: "0", count: digits) : "") + "\" \(money.currency)\""
      let parts = cells[3].dropFirst().split(separator: "|")
      #expect(Double(parts[0]) == Double(money.decimal) && parts[1] == format, "\(cells[3])")
      #expect(cells[0] == "D" + (row.date?.iso ?? ""))
      let texts = [1, 2, 4, 5, 6, 7, 8, 9, 10, 11, 12, 14].map { cells[$0] }
      #expect(
        texts.map { Array($0.utf8) }
          == [
            text(row.vendor), "T" + row.kind.rawValue, "T" + money.currency.code,
            text(row.category.map { names[$0] ?? $0 }),
            text(row.payment?.rawValue), text(listed.groupName),
            text(row.account.map { accounts.name(of: $0) }),
            text(row.tags.joined(separator: ", ")), text(row.flags.names.joined(separator: ", ")),
            row.isCleared ? "Tyes" : "Tno", text(row.note), "T" + row.id.description,
          ].map { Array($0.utf8) })
    }
  }

  @Test(
    "Every hostile text comes back as text, and never as a formula",
    .enabled(if: hasPython, "needs openpyxl for Python"))
  func hostile() throws {
    var sheet = SheetXML([RecordColumn("Text", 10)], SheetStyles())
    for text in hostileTexts { try sheet.row([.text(text)]) }
    let ledger = try TestLedger()
    for text in hostileTexts {
      _ = try? ledger.book.record(
        RecordRequest(
          money: Money(minorUnits: 1, currency: .jpy), date: day("2026-06-16"), vendor: text, category: "food",
          payment: .cash, note: text))
    }
    var vendors: [String] = []
    try ledger.book.journal { vendors.append($0.row.vendor ?? "") }
    #expect(vendors.count > 100)
    let sheets = try sheets(export(ledger))
    let read = sheets[0].rows.dropFirst().filter { $0[0] != "TTotal" }.map { row in
      String(String.UnicodeScalarView(row[1].unicodeScalars.dropFirst()))
    }
    #expect(read.map { Array($0.utf8) } == vendors.map { Array($0.utf8) })
  }

  @Test("Two runs give the same bytes")
  func identical() throws {
    let ledger = try TestLedger()
    try ledger.fill(50, seed: 2)
    let bytes = try export(ledger)
    #expect(try export(ledger) == bytes)
  }

  @Test("The settings have the dataset's keys", .enabled(if: hasPython, "needs openpyxl for Python"))
  func settings() throws {
    let ledger = try TestLedger()
    try ledger.fill(50, seed: 2)
    let sheets = try sheets(export(ledger))
    let keys = sheets[7].rows.map { $0[0] }
    #expect(
      keys[1...5] == ["TdatasetId", "TschemaVersion", "TspreadsheetId", "TrootFolderId", "TreceiptsFolderId"])
    #expect(sheets[2].rows.count == 6, "five categories")
  }

  @Test(
    "Accounts have a row per currency, with their balances",
    .enabled(if: InstalledProgram.path("python3") != nil, "needs python3"))
  func accounts() throws {
    let ledger = try TestLedger()
    try ledger.book.openAccount(
      name: "Giro", opening: Money(minorUnits: 10_000, currency: .eur), on: day("2026-01-01"))
    for (units, code) in [(1_250, "EUR"), (700, "JPY")] as [(Int64, String)] {
      try ledger.book.record(
        RecordRequest(
          money: Money(minorUnits: units, currency: currency(code)), date: day("2026-06-16"), vendor: "Taxi",
          category: "taxi", payment: .card, account: code == "EUR" ? "giro" : "Savings"), opensAccounts: true)
    }
    let path = NSTemporaryDirectory() + "ledger-\(UUID().uuidString).xlsx"
    try Data(export(ledger)).write(to: URL(fileURLWithPath: path))
    defer { try? FileManager.default.removeItem(atPath: path) }
    let script =
      "import sys, zipfile\nprint(zipfile.ZipFile(sys.argv[1]).read('xl/worksheets/sheet4.xml').decode())"
    let sheet = try ZipReaders.run(["python3", "-c", script], path).output
    let rows = sheet.components(separatedBy: "<row ").dropFirst().map { row in
      row.matches(of: /<(?:t xml:space="preserve"|v)>([^<]*)</).map { String($0.output.1) }
    }
    try #require(rows.count == 5, "\(sheet)")
    #expect(
      rows[0] == ["Key", "Name", "Kind", "Currency", "Balance", "Cleared", "Opening", "OpenedOn", "Closed"])
    #expect(rows[1] == ["giro", "Giro", "budget", "EUR", "87.50", "100.00", "100.00", "46023", "no"])
    #expect(rows[2] == ["savings", "Savings", "budget", "JPY", "-700", "0", "0", "46189", "no"])
    #expect(rows[3] == ["Total", "EUR", "87.50", "100.00"])
    #expect(rows[4] == ["Total", "JPY", "-700", "0"])
    #expect(sheet.contains("<f>SUMIFS(E2:E3,D2:D3,\"JPY\")</f>"))
  }

  @Test(
    "Budgets have a row per month and category, as the screen of the month has them, and goals what was saved",
    .enabled(if: hasPython, "needs openpyxl for Python"))
  func budget() throws {
    let ledger = try TestLedger()
    let book = ledger.book
    try book.changeCategory(key: "food", header: "Everyday")
    for (month, amount) in [("2026-05", "300"), ("2026-06", "250")] {
      let scope = BudgetScope(try #require(CivilMonth(iso: month)), .eur)
      try book.budget(amount, for: "food", in: scope, locale: .default)
    }
    for (date, units, kind, category) in [
      ("2026-05-03", 100_000, .income, "other"), ("2026-05-09", 32_050, .expense, "food"),
      ("2026-06-16", 1_250, .expense, "taxi"),
    ] as [(String, Int64, TransactionKind, String)] {
      try book.record(
        RecordRequest(
          kind: kind, money: Money(minorUnits: units, currency: .eur), date: day(date), vendor: "x",
          category: category, payment: .card))
    }
    try book.createGoal(name: "Bike", target: Money(minorUnits: 80_000, currency: .eur), by: day("2027-05-01"))
    let goal = try book.resolveGoal("bike").id
    try book.contribute(Money(minorUnits: 12_000, currency: .eur), to: goal)
    let sheets = try sheets(export(ledger))
    // A reader may give a whole number as 300 or as 300.0.
    func cells(_ place: Int) -> [[String]] {
      sheets[place].rows.dropFirst().map { row in
        row.map { cell in
          let text = String(cell.dropFirst().prefix { $0 != "|" })
          return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
        }
      }
    }
    let screen = try book.budgetSheet(.eur).month(#require(CivilMonth(iso: "2026-06")))
    #expect(screen.toBudget == 100_000 - 55_000 - 2_050)
    #expect(
      cells(5) == [
        ["2026-05-01", "", "", "EUR", "300", "1000", "", "", "700"],
        ["2026-05-01", "Everyday", "Food", "EUR", "300", "-320.5", "-20.5", "no", ""],
        ["2026-06-01", "", "", "EUR", "250", "0", "", "", "429.5"],
        ["2026-06-01", "Everyday", "Food", "EUR", "250", "0", "250", "no", ""],
        ["2026-06-01", "", "Taxi", "EUR", "0", "-12.5", "-12.5", "no", ""],
      ])
    #expect(
      cells(6).map { Array($0[1...6]) } == [
        ["Bike", "", "EUR", "800", "120", "15"],
        ["", "", "EUR", "=SUBTOTAL(109,E2:E2)", "=SUBTOTAL(109,F2:F2)", ""],
      ])
  }

  @Test("A text that is too long for a cell is cut")
  func cut() {
    let cut = SheetXML.cut(String(repeating: "🍽", count: 40_000))
    #expect(cut.utf16.count <= SheetXML.textUnitsMax && cut.hasSuffix("🍽…"))
  }

  @Test("Long notes are whole, and old dates are text", .enabled(if: hasPython, "needs openpyxl for Python"))
  func limits() throws {
    let ledger = try TestLedger()
    let note = String(repeating: "🍽", count: 4_000)
    try ledger.book.record(
      RecordRequest(
        money: Money(minorUnits: 1, currency: .eur), date: day("1900-02-28"), vendor: "old", category: "food",
        payment: .cash, note: note))
    let sheets = try sheets(export(ledger))
    let cells = sheets[0].rows[1]
    #expect(cells[0] == "T1900-02-28")
    #expect(cells[12] == "T" + note)
  }

  @Test("LibreOffice opens it and reads the same amounts", .enabled(if: ZipReaders.path("soffice") != nil))
  func libreOffice() throws {
    let ledger = try TestLedger()
    try ledger.fill(40, seed: 8)
    let folder = NSTemporaryDirectory() + "ledger-office-" + UUID().uuidString
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    try Data(export(ledger)).write(to: URL(fileURLWithPath: folder + "/a.xlsx"))
    // The program computes the formulas again, and the results are those in the file.
    let run = try ZipReaders.run(
      [
        "soffice", "-env:UserInstallation=file://\(folder)/profile", "--headless",
        // Comma, quotation mark and UTF-8. The default is the encoding of the locale.
        "--convert-to", "csv:Text - txt - csv (StarCalc):44,34,76", "--outdir", folder,
      ], folder + "/a.xlsx")
    #expect(run.code == 0, "\(run.output)")
    let csv = try String(contentsOfFile: folder + "/a.csv", encoding: .utf8)
    #expect(csv.hasPrefix("Date,Vendor,Kind,Amount,Currency"))
  }
}
