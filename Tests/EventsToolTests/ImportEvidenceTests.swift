import EventLog
import Foundation
import Testing

@testable import events

@Suite("What two statements, or a statement and the ledger, prove about one movement")
struct ImportEvidenceTests {
  private typealias Import = ImportStatementTests

  private func rows(_ ledger: Ledger) throws -> [String] {
    try objects(ledger.run("receipts", "--all", "--json").output).filter { $0["state"] as? String == "saved" }
      .map { row in
        let amount = row["amount"] as? [String: Any]
        return
          "\(row["kind"] as? String ?? "") \(row["date"] as? String ?? "") \(amount?["minorUnits"] as? Int ?? 0)"
      }.sorted()
  }

  private func balance(_ account: String, _ ledger: Ledger) throws -> Int? {
    let list = try objects(ledger.run("account", "list", "--json").output)
    let found = list.first { $0["name"] as? String == account }
    return (found?["balance"] as? [String: Any])?["minorUnits"] as? Int
  }

  private func opened() throws -> Ledger {
    let ledger = try Ledger()
    ledger.run("account", "open", "Giro", "--opening", "1000", "--date", "2026-05-25")
    ledger.run("account", "open", "Visa", "--opening=-300", "--date", "2026-05-25")
    return ledger
  }

  private static let giro = """
    Auftragskonto;Buchungstag;Verwendungszweck;Beguenstigter/Zahlungspflichtiger;Kontonummer/IBAN;Betrag;Waehrung
    DE58500105170000001188;2026-06-02;Ausgleich Juni;Service;DE78500105170000004417;-300,00;EUR

    """
  private static let visa = """
    Auftragskonto;Buchungstag;Verwendungszweck;Beguenstigter/Zahlungspflichtiger;Kontonummer/IBAN;Betrag;Waehrung
    DE78500105170000004417;2026-05-29;Eingang;;;300,00;EUR

    """
  private static let plainGiro = "Date;Payee;Amount;Currency\n2026-06-02;Sammelkonto Kreditkarte;-300,00;EUR\n"
  private static let plainVisa = "Date;Payee;Amount;Currency\n2026-05-29;Zahlung erhalten;300,00;EUR\n"

  @Test("What a file proved holds for a later file of the account that proves nothing")
  func earlierProof() throws {
    let ledger = try opened()
    let head = "Date,Description,Amount\n"
    let march = head + "02/27/2026,PAYMENT - THANK YOU,-350.00\n02/16/2026,TRADER JOES,25.12\n"
    let april = head + "03/05/2026,AMAZON,12.00\n03/04/2026,SHELL,40.00\n03/04/2026,RETURN,-1.00\n"
    #expect(ledger.run("import", try ledger.file("3.csv", march), "--account", "Visa").code == .ok)
    let shown = try ledger.json("import", try ledger.file("4.csv", april), "--account", "Visa")
    #expect(shown["new"] as? Int == 3)
    #expect(try balance("Visa", ledger) == -30_000 + 35_000 - 2_512 - 1_200 - 4_000 + 100)
    // What a file itself proves counts first.
    let other = head + "17/04/2026,SHOP,-9.00\n18/04/2026,SHOP,-8.00\n"
    #expect(ledger.run("import", try ledger.file("7.csv", other), "--account", "Visa").code == .ok)
    #expect(try rows(ledger).contains("expense 2026-04-17 900"))
    // Another account of the same shape may have other signs and dates.
    ledger.run("account", "open", "Savings", "--date", "2026-01-01")
    let savings = ["import", try ledger.file("5.csv", april), "--account", "Savings"]
    #expect(ledger.run(savings).code == .dataError, "the dates can be of another order")
    #expect(ledger.run(savings + ["--date-order", "mdy"]).code == .ok)
    #expect(try balance("Savings", ledger) == 1_200 + 4_000 - 100)
  }

  @Test(
    "A card bill is one transfer with the day of each bank, in any order of the files",
    arguments: [true, false])
  func cardBill(_ isReversed: Bool) throws {
    let ledger = try opened()
    let files = [
      ("Giro", try ledger.file("giro.csv", Self.giro)), ("Visa", try ledger.file("visa.csv", Self.visa)),
    ]
    for (account, file) in isReversed ? files.reversed() : files {
      #expect(ledger.run("import", file, "--account", account).code == .ok)
    }
    #expect(try rows(ledger) == ["transfer 2026-06-02 30000"])
    #expect(try balance("Giro", ledger) == 70_000 && balance("Visa", ledger) == 0)
    // Each account has the money on the day of its own bank.
    #expect(ledger.run("account", "check", "Visa", "--balance", "0", "--on", "2026-05-30").code == .ok)
    #expect(ledger.run("account", "check", "Giro", "--balance", "1000", "--on", "2026-05-30").code == .ok)
    #expect(ledger.run("account", "check", "Giro", "--balance", "700", "--on", "2026-06-02").code == .ok)
    for (account, file) in files {
      #expect(try Import.counts(ledger.run("import", file, "--account", account, "--json"))[0] == 0)
    }
    #expect(ledger.run("undo").code == .ok)
    #expect(try rows(ledger).count == 1)
    #expect(ledger.run("verify").code == .ok)
  }

  @Test("Two devices that import the files in opposite order have one transfer after their events meet")
  func twoDevices() throws {
    let ledger = try opened()
    let giro = try ledger.file("giro.csv", Self.giro)
    let visa = try ledger.file("visa.csv", Self.visa)
    let first = try ledger.recordedElsewhere(
      ["import", visa, "--account", "Visa"], ["import", giro, "--account", "Giro"])
    ledger.run("import", giro, "--account", "Giro")
    ledger.run("import", visa, "--account", "Visa")
    let log = try LedgerLog.open(ledger.path, mode: .readWrite)
    _ = try log.takeIn(first, receivedAtMilliseconds: 1_781_440_500_000)
    try log.close()
    #expect(try rows(ledger) == ["transfer 2026-06-02 30000"])
    #expect(try balance("Giro", ledger) == 70_000 && balance("Visa", ledger) == 0)
    ledger.run("import", visa, "--account", "Visa")
    #expect(try balance("Giro", ledger) == 70_000 && balance("Visa", ledger) == 0)
  }

  @Test(
    "A joined transfer is undone, imported again and taken apart, and each row counts once",
    arguments: [true, false])
  func apart(_ isReversed: Bool) throws {
    let ledger = try opened()
    let files = [
      ("Giro", try ledger.file("giro.csv", Self.giro)), ("Visa", try ledger.file("visa.csv", Self.visa)),
    ]
    let order = isReversed ? files.reversed() : files
    for (account, file) in order { ledger.run("import", file, "--account", account) }
    #expect(ledger.run("undo").code == .ok)
    #expect(try rows(ledger).count == 1)
    #expect(ledger.run("import", order[1].1, "--account", order[1].0).code == .ok)
    #expect(try rows(ledger) == ["transfer 2026-06-02 30000"])
    #expect(try balance("Giro", ledger) == 70_000 && balance("Visa", ledger) == 0)
    let id = try #require(try objects(ledger.run("receipts", "--json").output).first?["transaction"] as? String)
    #expect(ledger.run("unmatch", id).code == .ok)
    #expect(try rows(ledger).sorted() == ["expense 2026-06-02 30000", "income 2026-05-29 30000"])
    #expect(try balance("Giro", ledger) == 70_000 && balance("Visa", ledger) == 0)
    #expect(ledger.run("verify").code == .ok)
  }

  @Test("A file that prints a number goes to the account that the number was imported into")
  func numberedAccount() throws {
    let ledger = try opened()
    ledger.run("import", try ledger.file("visa.csv", Self.visa), "--account", "Visa")
    let later = Self.visa.replacing("2026-05-29", with: "2026-06-12")
    #expect(ledger.run("import", try ledger.file("later.csv", later)).output.contains("account: Visa ("))
    // A file of the same bank with another number is another account.
    let other = try ledger.file("other.csv", Self.giro)
    #expect(!ledger.run("import", other, "--dry-run").output.contains("account: Visa"))
  }

  @Test("In doubt the rows stay apart, duplicates has the pair, and match makes it one transfer")
  func doubtful() throws {
    let ledger = try opened()
    let giro = try ledger.file("giro.csv", Self.plainGiro.replacing("Kreditkarte", with: "Nord"))
    let visa = try ledger.file("visa.csv", Self.plainVisa)
    ledger.run("import", giro, "--account", "Giro")
    let outcome = ledger.run("import", visa, "--account", "Visa")
    #expect(outcome.output.contains("may be a transfer"), "\(outcome.output)")
    let apart = ["expense 2026-06-02 30000", "income 2026-05-29 30000"]
    #expect(try rows(ledger) == apart)
    let pair = try #require(try objects(ledger.run("duplicates", "--json").output).first)
    #expect(pair["tier"] as? String == "transfer", "\(pair)")
    let ids = try objects(ledger.run("receipts", "--json").output).compactMap { $0["transaction"] as? String }
    #expect(ledger.run(["match"] + ids).code == .ok)
    #expect(try rows(ledger) == ["transfer 2026-06-02 30000"])
    #expect(try balance("Visa", ledger) == 0)
    for (account, file) in [("Giro", giro), ("Visa", visa)] {
      #expect(try Import.counts(ledger.run("import", file, "--account", account, "--json")) == [0, 0, 1, 0])
    }
    #expect(ledger.run("undo").code == .ok)
    #expect(try rows(ledger) == apart)
    #expect(ledger.run(["match"] + ids.reversed()).code == .ok)
    let transfer = try #require(
      try objects(ledger.run("receipts", "--json").output).first?["transaction"] as? String)
    #expect(ledger.run("unmatch", transfer).code == .ok)
    #expect(try rows(ledger) == apart)
    #expect(ledger.run("verify").code == .ok)
  }

  @Test("Opposite amounts of shops are no transfer")
  func unrelated() throws {
    let ledger = try opened()
    ledger.run(
      "import", try ledger.file("g.csv", Self.plainGiro.replacing("Kreditkarte", with: "")), "--account", "Giro"
    )
    let refund = Self.plainVisa.replacing("Zahlung erhalten", with: "Schuhhaus")
    #expect(
      !ledger.run("import", try ledger.file("v.csv", refund), "--account", "Visa").output.contains("transfer"))
    #expect(try rows(ledger).count == 2)
  }

  // MARK: - Openings

  private static let history = """
    Date;Payee;Amount;Balance;Currency
    2026-05-12;Stadtwerke;-90,00;1060,00;EUR
    2026-05-20;Zinsen;-60,00;1000,00;EUR

    """

  @Test("An opening whose balance includes older rows moves in front of them")
  func movedOpening() throws {
    let ledger = try opened()
    let file = try ledger.file("giro.csv", Self.history)
    let shown = ledger.run("import", file, "--account", "Giro", "--json")
    #expect(shown.output.contains(#""movedOpenings":[{"account":"giro","on":"2026-05-12""#), "\(shown.output)")
    #expect(try balance("Giro", ledger) == 100_000)
    #expect(ledger.run("account", "check", "Giro", "--balance", "1060", "--on", "2026-05-12").code == .ok)
    ledger.run("undo")
    #expect(try balance("Giro", ledger) == 100_000 && rows(ledger).isEmpty)
  }

  @Test("Two devices that move an opening for different rows agree with the bank after the next import")
  func movedOnTwoDevices() throws {
    let ledger = try opened()
    let may = try ledger.file("may.csv", Self.history)
    let april = try ledger.file(
      "april.csv", Self.history.replacing("2026-05", with: "2026-04").replacing("-90,00", with: "-70,00"))
    let other = try ledger.recordedElsewhere(
      ["import", april, "--account", "Giro", "--before-opening", "move"])
    ledger.run("import", may, "--account", "Giro", "--before-opening", "move")
    let log = try LedgerLog.open(ledger.path, mode: .readWrite)
    _ = try log.takeIn(other, receivedAtMilliseconds: 1_781_440_500_000)
    try log.close()
    let later = "Date;Payee;Amount;Currency\n2026-06-03;Bakery;-4,00;EUR\n"
    ledger.run("import", try ledger.file("june.csv", later), "--account", "Giro")
    #expect(try rows(ledger).count == 5)
    #expect(try balance("Giro", ledger) == 99_600)
    #expect(ledger.run("account", "check", "Giro", "--balance", "1000", "--on", "2026-06-01").code == .ok)
    let idle = ledger.run("import", may, "--account", "Giro", "--before-opening", "move")
    #expect(idle.output.contains("No new row is older"), "\(idle.output)")
  }

  @Test(
    "An entry that is older than the opening of its account is told", arguments: ["2026-05-24", "2026-05-25"])
  func olderEntry(date: String) throws {
    let ledger = try opened()
    let entry = [
      "add", "--amount", "4.50", "--vendor", "Kiosk", "--category", "other", "--payment", "card", "--date",
      date,
      "--account", "Giro",
    ]
    let isOlder = date < "2026-05-25"
    #expect(ledger.run(entry).output.contains("counts twice") == isOlder)
    #expect(
      ledger.run(entry + ["--json"]).output.contains(#""openedLater":{"account":"giro","on":"2026-05-25""#)
        == isOlder)
  }

  @Test("Without a proof older rows are told, and the answer moves the opening or leaves them out")
  func unprovenOpening() throws {
    for (answer, cents, count) in [
      (nil, 85_000, 2), ("count", 85_000, 2), ("move", 100_000, 2), ("skip", 100_000, 0),
    ] {
      let ledger = try opened()
      let text = Self.history.replacing("1060,00", with: "560,00").replacing("1000,00", with: "500,00")
      let options = answer.map { ["--before-opening", $0] } ?? []
      let outcome = ledger.run(["import", try ledger.file("giro.csv", text), "--account", "Giro"] + options)
      #expect(
        try balance("Giro", ledger) == cents && rows(ledger).count == count, "\(answer ?? "") \(outcome.output)"
      )
      if answer == nil { #expect(outcome.output.contains("--before-opening")) }
    }
  }

  // MARK: - Signs

  @Test("A refund that a person typed is the bank's row of money in")
  func refund() throws {
    let ledger = try opened()
    ledger.run(
      "add", "--amount=-4.50", "--vendor", "Kiosk", "--category", "other", "--payment", "card", "--date",
      "2026-06-10", "--account", "Giro")
    let file = try ledger.file("giro.csv", "Date;Payee;Amount;Currency\n2026-06-11;Kiosk;4,50;EUR\n")
    #expect(try Import.counts(ledger.run("import", file, "--account", "Giro", "--json")) == [0, 1, 0, 0])
    #expect(try rows(ledger) == ["expense 2026-06-10 -450"] && balance("Giro", ledger) == 100_450)
  }

  @Test("A typed refund and the bank's row of it are a pair of duplicates, and match links them")
  func refundPair() throws {
    let ledger = try opened()
    let file = try ledger.file("giro.csv", "Date;Payee;Amount;Currency\n2026-06-11;Kiosk;4,50;EUR\n")
    ledger.run("import", file, "--account", "Giro")
    ledger.run(
      "add", "--amount=-4.50", "--vendor", "Kiosk", "--category", "other", "--payment", "card", "--date",
      "2026-06-10", "--account", "Giro")
    let pair = try #require(try objects(ledger.run("duplicates", "--json").output).first)
    #expect(pair["tier"] as? String == "likely")
    let listed = try objects(ledger.run("receipts", "--json").output)
    let typed = try #require(listed.first { $0["kind"] as? String == "expense" }?["transaction"] as? String)
    let row = try #require(listed.first { $0["kind"] as? String == "income" }?["transaction"] as? String)
    #expect(ledger.run("match", typed, row).code == .ok)
    #expect(try rows(ledger) == ["expense 2026-06-10 -450"])
  }

  @Test("The program's own table comes back with its signs, however many transfers it has")
  func ownTable() throws {
    let ledger = try opened()
    ledger.run(
      "add", "--amount", "20", "--vendor", "Kiosk", "--category", "other", "--payment", "card", "--date",
      "2026-06-10", "--account", "Giro")
    for day in 11...14 { ledger.run("transfer", "5\(day)", "Giro", "Visa", "--date", "2026-06-\(day)") }
    ledger.run(
      "add", "--amount=-3", "--vendor", "Kiosk", "--category", "other", "--payment", "card", "--date",
      "2026-06-20", "--account", "Giro")
    let before = try balance("Giro", ledger)
    let table = ledger.run("export", "--format", "csv").output
    let other = try opened()
    let outcome = other.run("import", try other.file("export.csv", table))
    #expect(outcome.code == .ok, "\(outcome.errors)")
    #expect(try balance("Giro", other) == before)
  }

  @Test("Programs are told of rows before an opening, and of the row from which balances do not follow")
  func toldToPrograms() throws {
    let ledger = try Ledger()
    ledger.run("account", "open", "Giro", "--opening", "500", "--date", "2026-10-04")
    let early = try ledger.file(
      "early.csv", "Date,Payee,Amount\n2026-10-02,Lena,-200.00\n2026-10-03,Rewe,-5.00\n2026-10-05,Rewe,-7.00\n")
    let first = try object(ledger.run("import", early, "--account", "Giro", "--json").lines.first)
    let before = try #require(first["beforeOpening"] as? [[String: Any]])
    #expect(before.map { $0["rows"] as? Int } == [2] && before[0]["account"] as? String == "giro")
    let gap = try ledger.file(
      "gap.csv",
      "Date,Payee,Amount,Balance\n2026-11-01,A,-5.00,95.00\n2026-11-02,B,-6.00,89.00\n2026-11-03,C,-7.00,62.00\n"
        + "2026-11-04,D,-8.00,54.00\n")
    let second = try object(
      ledger.run("import", gap, "--account", "Purse", "--new-account", "--json").lines.first)
    let notes = try #require(second["notes"] as? [[String: Any]])
    #expect(notes.contains { $0["line"] as? Int == 4 })
    #expect(first["notes"] == nil || second["beforeOpening"] == nil)
  }
}
