import LedgerBook
import LedgerBytes
import LedgerDomain
import LedgerProjections
import Testing

@testable import LedgerExchange

/// Reads RFC 4180 by its grammar: an unquoted cell up to a comma or CRLF, a quoted one up to a single quote.
func rows(ofCSV text: String) throws -> [[String]] {
  struct Malformed: Error { let offset: Int }
  let bytes = Array(text.utf8)
  var rows: [[String]] = []
  var row: [String] = []
  var index = 0
  while index < bytes.count {
    var cell: [UInt8] = []
    if bytes[index] == UInt8(ascii: "\"") {
      index += 1
      while true {
        guard index < bytes.count else { throw Malformed(offset: index) }
        if bytes[index] == UInt8(ascii: "\"") {
          guard index + 1 < bytes.count, bytes[index + 1] == UInt8(ascii: "\"") else { break }
          index += 1
        }
        cell.append(bytes[index])
        index += 1
      }
      index += 1
    } else {
      while index < bytes.count, bytes[index] != UInt8(ascii: ","), bytes[index] != 0x0d {
        guard bytes[index] != UInt8(ascii: "\""), bytes[index] != 0x0a else { throw Malformed(offset: index) }
        cell.append(bytes[index])
        index += 1
      }
    }
    row.append(String(decoding: cell, as: UTF8.self))
    if index < bytes.count, bytes[index] == UInt8(ascii: ",") {
      index += 1
      continue
    }
    guard index + 1 < bytes.count, bytes[index] == 0x0d, bytes[index + 1] == 0x0a else {
      throw Malformed(offset: index)
    }
    index += 2
    rows.append(row)
    row = []
  }
  return rows
}

/// A cell in quotation marks if it has a line break.
private func quotedCell(_ cell: String) -> [UInt8] {
  Array((cell.unicodeScalars.contains { $0 == "\r" || $0 == "\n" } ? "\"\(cell)\"" : cell).utf8)
}

@Suite("CSV (IE-34)")
struct CSVTableTests {
  @Test("A BOM, fixed English headers, CRLF, a point and no grouping")
  func golden() throws {
    let ledger = try TestLedger()
    let group = try #require(try ledger.book.createGroup(name: "Berlin — June 2026").group)
    let id = try #require(
      try ledger.book.record(
        RecordRequest(
          money: Money(minorUnits: 128_450, currency: .eur), date: day("2026-06-14"),
          vendor: "Müller, \"Söhne\"",
          category: "food", payment: .card, group: group, note: "=1+1", account: "Giro", tags: ["b", "a"],
          flags: [.paid]), opensAccounts: true
      ).transaction)
    #expect(
      try ledger.export(.csv).text == "\u{feff}"
        + "Date,Vendor,Kind,Amount,Currency,Category,Payment,Group,Account,Tags,Flags,Cleared,Note,Pages,"
        + "Transaction,ToAccount,Received,ReceivedCurrency,Parts,Counted\r\n"
        + "2026-06-14,\"Müller, \"\"Söhne\"\"\",expense,1284.50,EUR,food,card,Berlin — June 2026,Giro,"
        + "\"a, b\",paid,no,'=1+1,0,\(id),,,,,1284.50\r\n")
  }

  @Test(
    "Text that a spreadsheet would take for a formula gets an apostrophe",
    arguments: [
      ("=1", "'=1"), ("+1", "'+1"), ("-1", "'-1"), ("@a", "'@a"), ("\ta", "'\ta"), ("\ra", "'\ra"),
      ("\na", "'\na"),
      ("'=1", "''=1"), ("''@", "'''@"), ("'a", "'a"), ("a=1", "a=1"), ("", ""), ("'", "'"), ("a\0b", "ab"),
      ("\0=1", "'=1"),
      ("＝1", "'＝1"), ("＋1", "'＋1"), ("－1", "'－1"), ("＠1", "'＠1"), ("ＡB", "ＡB"),
    ])
  func formula(text: String, cell: String) {
    var line = CSVLine()
    line.text(text)
    line.end()
    #expect(Array(line.bytes.dropLast(2)) == quotedCell(cell))
  }

  @Test("Totals per currency and a comment come last, and every row has as many cells")
  func totals() throws {
    let germany = try #require(LedgerLocale.all.first { $0.id == "de_DE" })
    let ledger = try TestLedger(locale: germany)
    func record(_ units: Int64, _ currency: CurrencyCode, _ date: String, _ kind: TransactionKind = .expense)
      throws
    {
      try ledger.book.record(
        RecordRequest(
          kind: kind, money: Money(minorUnits: units, currency: currency), date: day(date), vendor: "a;b",
          category: kind == .income ? nil : "food", payment: .card))
    }
    try record(128_450, .eur, "2026-06-12")
    try record(-450, .eur, "2026-06-13")
    try record(300, .jpy, "2026-06-14")
    var options = TableOptions()
    options.hasTotals = true
    options.comment = germany
    let plain = try rows(ofCSV: String(ledger.export(.csv, table: options).text.dropFirst()))
    #expect(plain.map(\.count) == Array(repeating: TransactionCSV.columns.count, count: 7))
    #expect(Array(plain[4][..<5]) == ["", "Total", "total", "1280.00", "EUR"])
    #expect(Array(plain[5][..<5]) == ["", "Total", "total", "300", "JPY"])
    #expect(plain[6][0].hasPrefix("# 3 receipts · ") && plain[6][0].contains("1.280,00\u{a0}€"), "\(plain[6])")
    options.region = options.comment
    let text = try ledger.export(.csv, table: options).text
    #expect(text.contains("\r\n2026-06-12;\"a;b\";expense;\"1284,50\";EUR;food;"), "\(text)")
  }

  @Test("With categories in the filter, the last column has the parts that the total adds up")
  func counted() throws {
    let ledger = try TestLedger()
    func record(_ units: Int64, _ kind: TransactionKind = .expense) throws -> TransactionID? {
      try ledger.book.record(
        RecordRequest(
          kind: kind, money: Money(minorUnits: units, currency: .eur), date: day("2026-06-14"),
          category: "food",
          payment: .card)
      ).transaction
    }
    let split = try #require(try record(10_000))
    let toys = LineItem(name: "Toys", money: Money(minorUnits: 4_000, currency: .eur), category: "other")
    _ = try ledger.book.addItems([toys], to: split)
    _ = try record(1_000)
    _ = try record(300, .income)
    var options = TableOptions()
    options.hasTotals = true
    var filter = TransactionFilter()
    let all = try rows(ofCSV: String(ledger.export(.csv, filter, table: options).text.dropFirst()))
    #expect(Set(all.dropFirst().map { $0.last }) == ["100.00", "10.00", "-3.00", "107.00"], "\(all)")
    filter.categories = ["other"]
    let other = try rows(ofCSV: String(ledger.export(.csv, filter, table: options).text.dropFirst()))
    #expect(other.dropFirst().map { $0.last } == ["40.00", "40.00"], "\(other)")
    #expect(other[1][3] == "100.00" && other[2][3] == "40.00")
  }

  @Test("Line items have a row each, with the transaction's id")
  func items() throws {
    let ledger = try TestLedger()
    let outcome = try ledger.book.record(
      RecordRequest(
        money: Money(minorUnits: 500, currency: .eur), date: day("2026-06-14"), vendor: "=REWE",
        category: "food",
        payment: .card))
    let id = try #require(outcome.transaction)
    _ = try ledger.book.addItems(
      [
        LineItem(name: "Milk, 1 l", quantity: "2", money: Money(minorUnits: 258, currency: .eur)),
        LineItem(name: "-Deposit", money: Money(minorUnits: -25, currency: .eur), category: "other"),
      ], to: id)
    let table = try rows(ofCSV: String(ledger.export(.items).text.dropFirst()))
    #expect(table[0] == LineItemTable.columns)
    #expect(
      table.dropFirst().map { Array($0.dropLast()) } == [
        ["2026-06-14", "'=REWE", "Milk, 1 l", "2", "2.58", "EUR", "food", id.description],
        ["2026-06-14", "'=REWE", "'-Deposit", "", "-0.25", "EUR", "other", id.description],
      ])
  }

  @Test("A negative amount is a number and stays one")
  func negative() throws {
    let ledger = try TestLedger()
    try ledger.book.record(
      RecordRequest(
        money: Money(minorUnits: -5, currency: .eur), date: day("2026-06-14"), vendor: "-refund",
        category: "food",
        payment: .card))
    let row = try rows(ofCSV: String(ledger.export(.csv).text.dropFirst()))[1]
    #expect(row[3] == "-0.05")
    #expect(row[1] == "'-refund")
  }

  @Test("A strict reader gets every text back, and amounts by which the totals come out")
  func roundTrip() throws {
    let ledger = try TestLedger()
    try ledger.fill(800, seed: 11)
    var listed: [ListedTransaction] = []
    try ledger.book.journal { listed.append($0) }
    let text = try ledger.export(.csv).text
    #expect(text.unicodeScalars.first == "\u{feff}")
    let table = try rows(ofCSV: String(String.UnicodeScalarView(text.unicodeScalars.dropFirst())))
    #expect(table[0] == TransactionCSV.columns)
    #expect(table.count == listed.count + 1)
    #expect(listed.count > 600)
    for (row, listed) in zip(table.dropFirst(), listed) {
      func text(_ column: String) throws -> String {
        let cell = row[try #require(TransactionCSV.columns.firstIndex(of: column))]
        guard cell.first == "'", let begin = cell.first(where: { $0 != "'" }), "=+-@\t\r\n\r\n".contains(begin)
        else {
          return cell
        }
        return String(cell.dropFirst())
      }
      #expect(try text("Transaction") == listed.row.id.description)
      #expect(try Array(text("Vendor").utf8) == Array((listed.row.vendor ?? "").utf8))
      #expect(try Array(text("Note").utf8) == Array((listed.row.note ?? "").utf8))
      #expect(try text("Category") == listed.row.category ?? "")
      let money = try #require(listed.row.money)
      #expect(try text("Amount").split(separator: "'").joined() == money.decimal)
      #expect(try text("Currency") == money.currency.code)
    }
  }
}

@Suite("NDJSON")
struct TransactionJSONTests {
  @Test("Keys are sorted, absent values null, amounts whole minor units")
  func golden() throws {
    let ledger = try TestLedger()
    let group = try #require(try ledger.book.createGroup(name: "Berlin").group)
    let id = try #require(
      try ledger.book.record(
        RecordRequest(
          money: Money(minorUnits: 8450, currency: .eur), date: day("2026-06-14"), vendor: "REWE \"City\"",
          category: "food", payment: .card, group: group, tags: ["b", "a"], flags: [.paid, .unreimbursed])
      ).transaction)
    #expect(
      try ledger.export(.ndjson).text == """
        {"account":null,"amount":{"currency":"EUR","minorUnits":8450},"attachments":[],"category":"food",\
        "cleared":false,"date":"2026-06-14","flags":["paid","unreimbursed"],"group":"\(group)","kind":"expense",\
        "note":null,"origin":"manual","payment":"card","rule":null,"state":"saved","tags":["a","b"],"transaction":"\(id)",\
        "vendor":"REWE \\"City\\""}

        """)
  }

  @Test("A deleted group reads as Unfiled, pages are named by their digest")
  func groupsAndPages() throws {
    let ledger = try TestLedger()
    let group = try #require(try ledger.book.createGroup(name: "Berlin").group)
    let captured = try ledger.book.capture(CaptureInput(files: [.bytes([1, 2, 3])], group: group))
    try ledger.book.perform(
      .correct(.total, .amount(Amount(Money(minorUnits: 5, currency: .eur)))),
      on: try #require(captured.transaction))
    try ledger.book.perform(.correct(.date, .date(day("2026-06-14"))), on: try #require(captured.transaction))
    try ledger.book.perform(.correct(.category, .text("food")), on: try #require(captured.transaction))
    try ledger.book.perform(.correct(.payment, .text("cash")), on: try #require(captured.transaction))
    try ledger.book.perform(.save, on: try #require(captured.transaction))
    let before = try JSONValue(parsing: Array(ledger.export(.ndjson).text.dropLast().utf8), as: .exchange)
    #expect(before["group"] == .string(group.description))
    #expect(
      before["attachments"] == [
        [
          "bytes": 3, "mediaType": "application/octet-stream", "page": 1,
          "sha256": .string(SHA256.hash([1, 2, 3]).description),
        ]
      ])
    try ledger.book.deleteGroup(group, .keep)
    let after = try JSONValue(parsing: Array(ledger.export(.ndjson).text.dropLast().utf8), as: .exchange)
    #expect(after["group"] == .null)
  }

  @Test("Every line parses, and is as canonical as it would be written again")
  func parses() throws {
    let ledger = try TestLedger()
    try ledger.fill(500, seed: 13)
    for line in try ledger.export(.ndjson).text.utf8.split(separator: UInt8(ascii: "\n")) {
      #expect(try JSONValue(parsing: Array(line), as: .exchange).encoded() == Array(line))
    }
  }
}
