import EventLog
import Foundation
import LedgerBytes
import Testing

@testable import events

@Suite("Importing statements of banks at the tool")
struct ImportStatementTests {
  static let header = "Date;Payee;Text;Amount;Currency\n"
  static let june = """
    Date;Payee;Text;Amount;Currency
    2026-06-12;ALDI SUED SAGT DANKE;Card 4411;-23,90;EUR
    2026-06-12;Cafe Mauve;Coffee;-3,20;EUR
    2026-06-12;Cafe Mauve;Coffee;-3,20;EUR
    2026-06-13;Employer GmbH;Salary June;2.500,00;EUR

    """

  /// The counts of an import: new, matched, known and refused.
  static func counts(_ outcome: Tool.Outcome) throws -> [Int] {
    let object = try object(outcome.lines.last)
    let refused = try #require(object["refused"] as? [Any])
    return try ["new", "matched", "known"].map { try #require(object[$0] as? Int) } + [refused.count]
  }

  /// Imports a text, and returns the counts.
  @discardableResult
  static func take(
    _ text: String, _ ledger: Ledger, _ options: String..., code: ExitCode = .ok
  ) throws -> [Int] {
    let path = try ledger.file("giro.csv", text)
    let outcome = ledger.run(["import", path, "--json"] + options)
    #expect(outcome.code == code, "\(outcome.errors)")
    return try counts(outcome)
  }

  /// Records an expense of a day, and returns its id.
  static func add(_ amount: String, _ vendor: String, on date: String, _ ledger: Ledger) throws -> String {
    let row = try ledger.json(
      "add", "--amount", amount, "--vendor", vendor, "--date", date, "--category", "food", "--payment", "card")
    return try #require(row["transaction"] as? String)
  }

  static func events(_ ledger: Ledger) throws -> Int {
    try #require(try ledger.json("status")["events"] as? Int)
  }

  static func vendors(_ ledger: Ledger) throws -> [String] {
    try objects(ledger.run("receipts", "--all", "--json").output)
      .filter { $0["state"] as? String == "saved" }.map { $0["vendor"] as? String ?? "" }.sorted()
  }

  @Test("A file is imported with its sums and days, and a second time nothing is recorded")
  func twice() throws {
    let ledger = try Ledger()
    let path = try ledger.file("giro.csv", Self.june)
    let outcome = ledger.run("import", path, "--account", "Giro", "--json")
    #expect(
      outcome.output == """
        {"file":"giro.csv","first":"2026-06-12","format":"csv","known":0,"last":"2026-06-13","matched":0,"new":4,\
        "refused":[],"totals":[{"currency":"EUR","minorUnits":246970}]}

        """)
    #expect(try Self.vendors(ledger) == ["Aldi Sued", "Cafe Mauve", "Cafe Mauve", "Employer"])
    let events = try Self.events(ledger)
    #expect(try Self.take(Self.june, ledger, "--account", "Giro") == [0, 0, 4, 0])
    #expect(try Self.events(ledger) == events)
    #expect(ledger.run("verify").code == .ok)
    // Each transaction knows where it came from.
    #expect(ledger.run("tail").output.contains("line 5 of giro.csv"))
    #expect(ledger.run("receipts", "--account", "Giro", "--cleared", "yes", "--json").lines.count == 4)
  }

  @Test(
    "A statement of each format is recognized by its content, from a file and from standard input",
    arguments: ["csv", "ofx", "qif", "camt", "mt940", "register", "journal"])
  func formats(_ name: String) throws {
    let ledger = try Ledger()
    // The first byte chooses options of the fuzzer.
    let bytes = try Data(contentsOf: URL(fileURLWithPath: "\(Repository.path)/Fixtures/fuzz/\(name)/statement"))
    let text = String(decoding: bytes.dropFirst(), as: UTF8.self)
    let path = try ledger.file(name, text)
    let answers = ["--currency", "EUR", "--date-order", "dmy", "--json"]
    let outcome = ledger.run(["import", path] + answers)
    #expect(outcome.code == .ok, "\(outcome.errors)")
    let new = try Self.counts(outcome)[0]
    #expect(new >= 2)
    #expect(try Self.counts(ledger.run(["import", "-"] + answers, input: text)) == [0, 0, new, 0])
    #expect(ledger.run("verify").code == .ok)
  }

  @Test("A dry run shows each row with its line, and changes nothing")
  func dryRun() throws {
    let ledger = try Ledger()
    try Self.take(Self.header + "2026-06-12;Cafe Mauve;Coffee;-3,20;EUR\n", ledger)
    _ = try ledger.add("23.90", "--vendor", "Aldi")
    let events = try Self.events(ledger)
    let path = try ledger.file("june.csv", Self.june + "2026-06-14;Kiosk;Paper;12..34;EUR\n")
    let outcome = ledger.run("import", path, "--dry-run")
    #expect(outcome.code == .dataError)
    for words in [
      "matched  line 2", "known    line 3", "new      line 4", "line 6 is refused: “12..34” is not an amount",
      "2 new, 1 matched, 1 known already, 1 refused.", "Nothing was done.", "decimal sign: ,",
    ] { #expect(outcome.output.contains(words), "\(words): \(outcome.output)") }
    #expect(try Self.events(ledger) == events)
  }

  @Test("A bad row is refused with its line, and the others are imported")
  func badRow() throws {
    let ledger = try Ledger()
    let text = Self.june + "2026-06-14;Kiosk;Paper;12..34;EUR\n2026-06-15;Kiosk;Paper;-1,00;EUR\n"
    #expect(try Self.take(text, ledger, code: .dataError) == [5, 0, 0, 1])
    #expect(try Self.take(text, ledger, code: .dataError) == [0, 0, 5, 1])
    #expect(try Self.vendors(ledger).count == 5)
  }

  @Test("A file that is empty, cut off or of another kind changes nothing, even after a good one")
  func foreign() throws {
    let ledger = try Ledger()
    let good = try ledger.file("good.csv", Self.june)
    let events = try Self.events(ledger)
    for (name, text) in [
      ("empty.csv", ""), ("blank.csv", " \n\n"), ("words.txt", "Dear Sir,\nno statement here.\n"),
      ("cut.ofx", "OFXHEADER:100\n\n<OFX><BANKMSGSRSV1><STMTTRNRS><STMTRS><BANKTRANLIST><STMTTRN><TRNAMT>-1"),
    ] {
      let bad = try ledger.file(name, text)
      let outcome = ledger.run("import", good, bad)
      #expect(outcome.code == .dataError, "\(name)")
      #expect(outcome.errors.contains(name), "\(outcome.errors)")
      #expect(try Self.events(ledger) == events, "\(name)")
    }
    #expect(ledger.run("import", ledger.folder + "/missing.csv").code == .noInput)
  }

  @Test("A file that hints at another currency names the option, and is imported with it")
  func undecided() throws {
    let ledger = try Ledger()
    let path = try ledger.file(
      "a.csv", "Date,Payee,Amount ($)\n04/02/2026,Kiosk,-1.50\n04/03/2026,Kiosk,-2.00\n")
    let outcome = ledger.run("import", path)
    #expect(outcome.code == .dataError)
    #expect(outcome.errors.contains("--currency") && outcome.errors.contains("--date-order mdy"))
    let taken = ledger.run("import", path, "--currency", "USD", "--date-order", "mdy", "--json")
    #expect(taken.code == .ok, "\(taken.errors)")
    #expect(taken.output.contains("\"first\":\"2026-04-02\""))
    #expect(ledger.run("import", path, "--currency", "XYZ").code == .usage)
    #expect(ledger.run("import", path, "--columns", "date=x").code == .usage)
  }

  @Test("On a terminal the file's questions are asked, and its rows are shown before they are imported")
  func asked() throws {
    let ledger = try Ledger()
    let terminal = try #require(PseudoTerminal(columns: 100))
    let path = try ledger.file(
      "a.csv", "Date,Payee,Amount ($)\n04/02/2026,Kiosk,-1.50\n04/03/2026,Kiosk,-2.00\n")
    let shown = terminal.run(["import", path], on: ledger, typing: "mdy\nno\nUSD\nVisa\ny\n")
    #expect(shown.contains("2 new"), "\(shown)")
    #expect(ledger.run("receipts", "--account", "Visa", "--json").lines.count == 2, "\(shown)")
    // A no at the end imports nothing.
    let other = try ledger.file("b.csv", Self.june)
    _ = terminal.run(["import", other], on: ledger, typing: "Visa\nn\n")
    #expect(try Self.vendors(ledger).count == 2)
  }

  @Test("One undo takes an import back, redo brings it back, and so does another import")
  func undo() throws {
    let ledger = try Ledger()
    let typed = try ledger.add("23.90", "--vendor", "Aldi")
    #expect(try Self.take(Self.june, ledger, "--account", "Giro") == [3, 1, 0, 0])
    let imported = try Self.vendors(ledger)
    #expect(ledger.run("undo").code == .ok)
    #expect(try Self.vendors(ledger) == ["Aldi"])
    let row = try object(ledger.run("receipts", "--json").output)
    #expect(
      row["cleared"] as? Bool == false && row["account"] is NSNull && row["transaction"] as? String == typed)
    #expect(ledger.run("redo").code == .ok)
    #expect(try Self.vendors(ledger) == imported)
    #expect(ledger.run("undo").code == .ok)
    #expect(try Self.take(Self.june, ledger, "--account", "Giro") == [3, 1, 0, 0])
    #expect(try Self.vendors(ledger) == imported)
    #expect(ledger.run("verify").code == .ok)
  }
}

@Suite("Profiles of statements at the tool")
struct ImportProfileTests {
  private typealias Import = ImportStatementTests

  private static let march = "Date,Payee,Amount\n04/02/2026,Kiosk,-1.50\n04/03/2026,Kiosk,-2.00\n"
  private static let april = "Date,Payee,Amount\n05/02/2026,Kiosk,-1.50\n05/03/2026,Kiosk,-2.00\n"

  @Test("The answers about a file are kept for the next file of its shape, and undone with the import")
  func kept() throws {
    let ledger = try Ledger()
    let answers = ["--currency", "USD", "--date-order", "mdy", "--account", "Visa", "--json"]
    let march = try ledger.file("march.csv", Self.march)
    #expect(ledger.run(["import", march] + answers).code == .ok)
    let april = try ledger.file("april.csv", Self.april)
    #expect(try Import.counts(ledger.run("import", april, "--json")) == [2, 0, 0, 0])
    #expect(ledger.run("receipts", "--account", "Visa", "--month", "2026-05", "--json").lines.count == 2)
    #expect(
      ledger.run("profile", "show", "march.csv", "--json").output.contains(
        #"{"answers":{"account":"Visa","currency":"USD","date-order":"mdy"},"name":"march.csv","profile":""#))
    // A file of another shape is still asked about.
    let other = try ledger.file("other.csv", Self.march.replacing("Payee", with: "Description"))
    #expect(ledger.run("import", other).code == .dataError)
    for _ in 0..<2 { #expect(ledger.run("undo").code == .ok) }
    #expect(ledger.run("profile", "list", "--json").output == "")
    #expect(ledger.run("import", april).code == .dataError)
  }

  @Test("A bank where a person has two accounts does not decide the account")
  func twoAccounts() throws {
    let ledger = try Ledger()
    for (name, text, account) in [
      ("a.csv", Self.march, "Visa"), ("b.csv", Self.april, "Giro"), ("c.csv", Self.march, "Visa"),
    ] {
      let path = try ledger.file(name, text)
      let outcome = ledger.run(
        "import", path, "--currency", "USD", "--date-order", "mdy", "--account", account, "--new-account")
      #expect(outcome.code == .ok, "\(outcome.errors)")
    }
    let path = try ledger.file("d.csv", Self.april.replacing("1.50", with: "7.50"))
    #expect(ledger.run("import", path).code == .ok)
    let row = try #require(
      try objects(ledger.run("receipts", "--json").output).first { units($0["amount"]) == 750 })
    #expect(row["account"] is NSNull)
  }

  @Test("A profile is edited and deleted, and undo brings it back")
  func edited() throws {
    let ledger = try Ledger()
    let march = try ledger.file("march.csv", Self.march)
    #expect(ledger.run("import", march, "--currency", "USD", "--date-order", "mdy").code == .ok)
    #expect(ledger.run("profile", "edit", "march.csv", "currency", "CHF").code == .ok)
    #expect(ledger.run("profile", "edit", "march.csv", "date-order", "").code == .ok)
    #expect(ledger.run("profile", "list", "--json").output.contains(#"{"answers":{"currency":"CHF"}"#))
    #expect(ledger.run("profile", "edit", "march.csv", "currency", "ABC").code == .usage)
    #expect(ledger.run("profile", "edit", "march.csv", "colour", "red").code == .usage)
    #expect(ledger.run("profile", "show", "none.csv").code == .noInput)
    #expect(ledger.run("profile", "delete", "march.csv", "--yes").code == .ok)
    #expect(ledger.run("profile", "list", "--json").output == "")
    #expect(ledger.run("undo").code == .ok)
    #expect(ledger.run("profile", "list").output.contains("currency: CHF"))
  }
}
