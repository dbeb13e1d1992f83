import Foundation
import Testing

@testable import events

@Suite("Rows of two movements that two devices import in two formats")
struct TwoDeviceRowTests {
  private static let formats = ["--date-order", "mdy", "--decimal-sign", "."]

  /// Imports a file, and returns how many pairs of transactions became one, or `nil` if there were not any.
  @discardableResult
  private func take(_ ledger: Ledger, _ name: String, _ rows: String) throws -> Int? {
    let path = try ledger.file(name, rows)
    let options = name == "g.csv" ? [] : Self.formats
    let done = ledger.run(["import", path, "--account", "Giro", "--json"] + options)
    #expect(done.code == .ok, "\(done.errors)")
    return try object(done.lines.last)["united"] as? Int
  }

  /// Imports a CSV file on the laptop and a QIF file on the phone, and then both on both, one after the other.
  private func exchange(_ home: Household, _ csv: String, _ qif: String) throws {
    try take(home.laptop, "g.csv", csv)
    try take(home.phone, "g.qif", qif)
    try home.sync()
    for ledger in [home.laptop, home.phone, home.laptop] {
      for (name, rows) in [("g.csv", csv), ("g.qif", qif)] { try take(ledger, name, rows) }
      try home.sync()
    }
  }

  /// A file of QIF with a row for each day of June, amount and payee.
  private func qif(_ rows: [(day: Int, amount: String, payee: String)]) -> String {
    rows.reduce("!Type:Bank\n") { $0 + "D06/\($1.day)/2026\nT\($1.amount)\nP\($1.payee)\nMVisa 5432\n^\n" }
  }

  @Test("Purchases of one day and amount at two shops stay two, also if a person typed one")
  func twoShops() throws {
    let csv = """
      Date;Payee;Purpose;Amount;Currency
      2026-06-08;Kartenzahlung SHELL;Karte;-20,00;EUR
      2026-06-10;Kartenzahlung ALDI SUED;Karte;-3,50;EUR

      """
    let text = qif([(10, "-3.50", "Kartenzahlung LIDL 77"), (12, "-3.60", "Kartenzahlung BACK")])
    for isTyped in [false, true] {
      let home = try Household()
      if isTyped { _ = try ImportStatementTests.add("3.50", "Lunch", on: "2026-06-09", home.laptop) }
      try exchange(home, csv, text)
      #expect(try home.balances(home.laptop) == [100_000 - 2_000 - 350 - 350 - 360, 0], "\(isTyped)")
    }
  }

  @Test("Two rows of one file stay two, though another device's row is the same as both")
  func twoRows() throws {
    let home = try Household()
    let csv = """
      Date;Payee;Purpose;Amount;Currency
      2026-06-08;SHELL;Visa 5432;-20,00;EUR
      2026-06-10;BAECKEREI KLAUS;Visa 5432;-3,50;EUR

      """
    let baker = (day: 10, amount: "-3.50", payee: "BAECKEREI KLAUS")
    try exchange(home, csv, qif([(8, "-20.00", "SHELL"), baker, baker, (12, "-3.60", "BACK")]))
    #expect(try home.balances(home.laptop) == [100_000 - 2_000 - 350 - 350 - 360, 0])
  }

  @Test("A row that was booked before the days of another file is none of its rows, whatever its value date is")
  func valueDate() throws {
    let home = try Household()
    let csv = """
      Buchung;Valuta;Empfänger;Verwendungszweck;Betrag;Währung
      09.06.2026;10.06.2026;BAECKEREI KLAUS;Karte;-3,50;EUR
      10.06.2026;11.06.2026;BAECKEREI KLAUS;Karte;-3,50;EUR

      """
    let bakers = [11, 12].map { day in (day: day, amount: "-3.50", payee: "BAECKEREI KLAUS") }
    try exchange(home, csv, qif(bakers))
    #expect(try home.balances(home.laptop) == [100_000 - 4 * 350, 0])
  }

  @Test("If two devices matched a row with two typed purchases, unmatch leaves it with the one of its vendor")
  func typedTwice() throws {
    let home = try Household()
    let rewe = try ImportStatementTests.add("12.50", "Rewe", on: "2026-06-09", home.laptop)
    let taxi = try ImportStatementTests.add("12.50", "Taxi", on: "2026-06-10", home.phone)
    let csv = "Date;Payee;Purpose;Amount;Currency\n2026-06-10;REWE SAGT DANKE;Karte;-12,50;EUR\n"
    for ledger in [home.laptop, home.phone] { _ = try home.take("g.csv", csv, ledger, "--account", "Giro") }
    try home.sync()
    let path = try home.laptop.file("g.csv", csv)
    let shown = home.laptop.run("import", path, "--account", "Giro").output.split(
      whereSeparator: \.isWhitespace
    )
    .joined(separator: " ")
    let (one, other) = (rewe.prefix(8), taxi.prefix(8))
    #expect(shown.contains("as \(one) and \(other); if \(other) is not this row, unmatch it"), "\(shown)")
    #expect(home.laptop.run("unmatch", taxi).code == .ok)
    let left = try objects(home.laptop.run("receipts", "--json", "--account", "Giro").output)
    #expect(Set(left.map { $0["transaction"] as? String }) == [rewe, taxi])
    #expect(try home.take("g.csv", csv, home.laptop, "--account", "Giro")["countedTwice"] == nil)
  }

  private static let bakery =
    "Date;Payee;Purpose;Amount;Currency\n2026-06-10;BAKERY KLAUS;Visa 5432;-40,70;EUR\n"

  /// A purchase that was matched with a bank's row, by an import that was undone.
  private func undone() throws -> Household {
    let home = try Household()
    _ = try ImportStatementTests.add("40.70", "Bakery", on: "2026-06-08", home.laptop)
    _ = try home.take("g.csv", Self.bakery, home.laptop, "--account", "Giro")
    #expect(home.laptop.run("undo", "--yes").code == .ok)
    return home
  }

  @Test("After undo and another import, the row is the other device's row, too")
  func undoneAndImported() throws {
    let home = try undone()
    try exchange(home, Self.bakery, qif([(10, "-40.70", "BAKERY KLAUS 77")]))
    for ledger in [home.laptop, home.phone] { #expect(try home.balances(ledger) == [100_000 - 4_070, 0]) }
  }

  @Test("A file of a third format makes the rows of two devices one")
  func thirdFormat() throws {
    let home = try Household()
    let csv = """
      Date;Payee;Purpose;Amount;Currency
      2026-06-08;SHELL;;-20,00;EUR
      2026-06-10;BAECKEREI KLAUS;Visa 5432;-3,50;EUR
      2026-06-12;BACK;;-3,60;EUR

      """
    try take(home.laptop, "g.csv", csv)
    try take(home.phone, "g.qif", qif([(10, "-3.50", "BAECKEREI KLAUS 77")]))
    try home.sync()
    #expect(try home.balances(home.laptop) == [100_000 - 2_000 - 350 - 350 - 360, 0])
    // The bank's other column names and texts.
    let third = """
      Booked,Description,Amount,Currency
      06/8/2026,SHELL,-20.00,EUR
      06/10/2026,BAECKEREI KLAUS HAMBURG,-3.50,EUR
      06/12/2026,BACK,-3.60,EUR

      """
    try take(home.phone, "third.csv", third)
    try home.sync()
    for ledger in [home.laptop, home.phone] {
      #expect(try home.balances(ledger) == [100_000 - 2_000 - 350 - 360, 0])
    }
  }

  @Test("A purchase that an undo uncleared is cleared by the same row of another format")
  func clearedAgain() throws {
    let home = try undone()
    #expect(try AccountCommandTests.balances(home.laptop)[0] == "Giro budget 100000 100000")
    let path = try home.laptop.file("g.qif", qif([(10, "-40.70", "BAKERY KLAUS")]))
    #expect(home.laptop.run(["import", path, "--account", "Giro"] + Self.formats).code == .ok)
    #expect(try AccountCommandTests.balances(home.laptop)[0] == "Giro budget 95930 95930")
  }

  @Test("After an undo of what united two purchases they stay two, however often the files are imported")
  func unitedByMistake() throws {
    let home = try Household()
    let csv = Self.bakery + "2026-06-08;SHELL;;-20,00;EUR\n2026-06-12;BACK;;-3,60;EUR\n"
    let (other, both) = (qif([(10, "-40.70", "BAKERY KLAUS 77")]), 100_000 - 2_000 - 360 - 2 * 4_070)
    try take(home.laptop, "g.csv", csv)
    try take(home.phone, "g.qif", other)
    try home.sync()
    #expect(try take(home.laptop, "g.qif", other) == 1)
    #expect(try home.balances(home.laptop)[0] == both + 4_070)
    #expect(home.laptop.run("undo", "--yes").code == .ok)
    for _ in 0..<2 {
      for (name, rows) in [("g.qif", other), ("g.csv", csv)] {
        #expect(try take(home.laptop, name, rows) == nil)
      }
      try home.sync()
    }
    #expect(try take(home.phone, "g.csv", csv) == nil)
    #expect(try home.balances(home.phone)[0] == both)
  }
}
