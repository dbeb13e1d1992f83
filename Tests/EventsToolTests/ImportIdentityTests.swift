import EventLog
import Foundation
import Testing

@testable import events

@Suite("Rows of statements are never imported twice and never dropped")
struct ImportIdentityTests {
  private typealias Import = ImportStatementTests

  private static let statement = """
    OFXHEADER:100
    DATA:OFXSGML
    VERSION:102
    ENCODING:USASCII
    CHARSET:1252

    <OFX><BANKMSGSRSV1><STMTTRNRS><TRNUID>1<STATUS><CODE>0<SEVERITY>INFO</STATUS><STMTRS><CURDEF>EUR
    <BANKACCTFROM><BANKID>1<ACCTID>Giro<ACCTTYPE>CHECKING</BANKACCTFROM><BANKTRANLIST><DTSTART>20260601<DTEND>20260630
    <STMTTRN><TRNTYPE>POS<DTPOSTED>20260612<TRNAMT>-23.90<FITID>a1<NAME>ALDI SUED</STMTTRN>
    <STMTTRN><TRNTYPE>POS<DTPOSTED>20260612<TRNAMT>-3.20<FITID>a2<NAME>Cafe Mauve</STMTTRN>
    <STMTTRN><TRNTYPE>POS<DTPOSTED>20260612<TRNAMT>-3.20<FITID>a3<NAME>Cafe Mauve</STMTTRN>
    <STMTTRN><TRNTYPE>CREDIT<DTPOSTED>20260613<TRNAMT>2500.00<FITID>a4<NAME>Employer GmbH</STMTTRN>
    </BANKTRANLIST></STMTRS></STMTTRNRS></BANKMSGSRSV1></OFX>

    """

  @Test("An overlapping file adds only its new rows, equal purchases among them")
  func overlap() throws {
    let ledger = try Ledger()
    try Import.take(Import.june, ledger, "--account", "Giro")
    let more = Import.june + "2026-06-12;Cafe Mauve;Coffee;-3,20;EUR\n2026-06-20;Kiosk;Paper;-1,00;EUR\n"
    #expect(try Import.take(more, ledger, "--account", "Giro") == [2, 0, 4, 0])
    #expect(try Import.vendors(ledger).count { $0 == "Cafe Mauve" } == 3)
  }

  @Test("The same rows in two files of one command are imported once")
  func twoFiles() throws {
    let ledger = try Ledger()
    let (one, two) = (try ledger.file("one.csv", Import.june), try ledger.file("two.csv", Import.june))
    let outcome = ledger.run("import", one, two, "--account", "Giro", "--json")
    #expect(outcome.lines.count == 2 && outcome.lines[1].contains("\"known\":4"), "\(outcome.output)")
    #expect(try Import.vendors(ledger).count == 4)
    ledger.run("undo")
    #expect(try Import.vendors(ledger).isEmpty, "one import is one action")
  }

  @Test("A deleted row does not return, whether it was imported or typed")
  func deleted() throws {
    let ledger = try Ledger()
    let typed = try ledger.add("23.90", "--vendor", "Aldi")
    try Import.take(Import.june, ledger, "--account", "Giro")
    let kept = try objects(ledger.run("receipts", "--json").output)
    let salary = try #require(kept.first { $0["vendor"] as? String == "Employer" }?["transaction"] as? String)
    for id in [typed, salary] { #expect(ledger.run("delete", id).code == .ok) }
    #expect(try Import.take(Import.june, ledger, "--account", "Giro") == [0, 0, 4, 0])
    #expect(try Import.vendors(ledger) == ["Cafe Mauve", "Cafe Mauve"])
    let shown = ledger.run("import", try ledger.file("giro.csv", Import.june), "--account", "Giro")
    #expect(shown.output.contains("4 known already (1 of them deleted)"), "\(shown.output)")
  }

  @Test("Another format of the same statement adds nothing, in either order")
  func otherFormat() throws {
    for isFirst in [true, false] {
      let ledger = try Ledger()
      let ofx = try ledger.file("giro.ofx", Self.statement)
      if isFirst { #expect(ledger.run("import", ofx).code == .ok) }
      #expect(
        try Import.take(Import.june, ledger, "--account", "Giro") == (isFirst ? [0, 0, 4, 0] : [4, 0, 0, 0]))
      #expect(try Import.counts(ledger.run("import", ofx, "--json")) == [0, 0, 4, 0])
      #expect(try Import.vendors(ledger).count == 4)
    }
  }

  @Test("A typed receipt is linked and cleared, and absorbs one row only")
  func matched() throws {
    let ledger = try Ledger()
    let typed = try ledger.add("3.20", "--vendor", "Mauve Cafe", "--currency", "EUR")
    _ = try ledger.add("3.20", "--vendor", "Cafe Mauve", "--currency", "USD")
    _ = try ledger.add("3.20", "--vendor", "Cafe Mauve", "--account", "Cash box")
    _ = try ledger.add("3.20", "--vendor", "Cafe Mauve", "--kind", "income")
    #expect(try Import.take(Import.june, ledger, "--account", "Giro", "--new-account") == [3, 1, 0, 0])
    let row = try object(ledger.run("receipts", "--cleared", "yes", "--category", "food", "--json").output)
    #expect(row["transaction"] as? String == typed && row["account"] as? String == "Giro")
    #expect(row["vendor"] as? String == "Mauve Cafe", "the person's name stays")
    // A later statement with another coffee does not match it again.
    let later = Import.header + "2026-06-16;Cafe Mauve;Coffee;-3,20;EUR\n"
    #expect(try Import.take(later, ledger, "--account", "Giro") == [1, 0, 0, 0])
  }

  @Test("The days between a receipt and its row are ten at most, and the nearest receipt is taken")
  func days() throws {
    let ledger = try Ledger()
    let far = try Import.add("9.00", "Kiosk", on: "2026-06-02", ledger)
    let near = try Import.add("9.00", "Kiosk", on: "2026-06-11", ledger)
    _ = try Import.add("9.00", "Kiosk", on: "2026-06-01", ledger)
    let row = Import.header + "2026-06-12;Kiosk;Paper;-9,00;EUR\n"
    #expect(try Import.take(row, ledger) == [0, 1, 0, 0])
    #expect(try Import.take(Import.header + "2026-06-12;Kiosk;Other;-9,00;EUR\n", ledger) == [0, 1, 0, 0])
    #expect(try Import.take(Import.header + "2026-06-12;Kiosk;Third;-9,00;EUR\n", ledger) == [1, 0, 0, 0])
    let cleared = try objects(
      ledger.run("receipts", "--payment", "card", "--category", "food", "--json").output
    )
    .filter { $0["cleared"] as? Bool == true }.map { $0["transaction"] as? String }
    #expect(Set(cleared) == [far, near])
  }

  @Test("The same import on two devices is one, also where only one device had typed a row before")
  func twoDevices() throws {
    let ledger = try Ledger()
    let path = try ledger.file("giro.csv", Import.june)
    let theirs = try ledger.recordedElsewhere(["import", path, "--account", "Giro"])
    _ = try ledger.add("23.90", "--vendor", "Aldi")
    #expect(try Import.take(Import.june, ledger, "--account", "Giro") == [3, 1, 0, 0])
    let log = try LedgerLog.open(ledger.path, mode: .readWrite)
    _ = try log.takeIn(theirs, receivedAtMilliseconds: 1_781_440_100_000)
    try log.close()
    #expect(try Import.vendors(ledger) == ["Aldi", "Cafe Mauve", "Cafe Mauve", "Employer"])
    #expect(try Import.take(Import.june, ledger, "--account", "Giro") == [0, 0, 4, 0])
    #expect(ledger.run("conflicts", "--json").output == "")
    #expect(ledger.run("verify").code == .ok)
  }

  @Test("Equal movements of one file stay two, whichever part of it is imported again")
  func equalMovements() throws {
    let head = "Date;Payee;Text;Amount;Currency\n2026-06-01;Rent;June;-500,00;EUR\n"
    let coffee = "2026-06-12;Cafe Mauve;Coffee;-3,20;EUR\n"
    let other = "2026-06-12;Cafe Mauve;Coffee and cake;-3,20;EUR\n"
    for second in [coffee, other] {
      let ledger = try Ledger()
      #expect(try Import.take(head + coffee + second, ledger, "--account", "Giro") == [3, 0, 0, 0])
      for part in [head + coffee, head + second, coffee] {
        _ = try Import.take(part, ledger, "--account", "Giro")
        #expect(try Import.vendors(ledger).count == 3, "\(part)")
      }
    }
  }

  @Test("A movement that the other device imported before stays one of its own")
  func equalMovementsOfTwoDevices() throws {
    let (laptop, phone, shared) = try Ledger.joined()
    let head = "Date;Payee;Text;Amount;Currency\n2026-06-01;Rent;June;-500,00;EUR\n"
    let coffee = "2026-06-12;Cafe Mauve;Coffee;-3,20;EUR\n"
    let other = "2026-06-12;Cafe Mauve;Coffee and cake;-3,20;EUR\n"
    _ = try Import.take(head + coffee, laptop, "--account", "Giro")
    for ledger in [laptop, phone] { #expect(ledger.run("sync", shared).code == .ok) }
    #expect(try Import.take(head + coffee + other, phone, "--account", "Giro") == [1, 0, 2, 0])
    _ = try Import.take(head + other, phone, "--account", "Giro")
    #expect(try Import.vendors(phone).count == 4)
    for ledger in [phone, laptop] { #expect(ledger.run("sync", shared).code == .ok) }
    #expect(try Import.vendors(laptop).count == 4)
  }

  @Test("Two devices import different formats of one statement: the next import makes one of each two")
  func differentFormats() throws {
    for isTyped in [false, true] {
      let ledger = try Ledger()
      let csv = try ledger.file("giro.csv", Import.june)
      let ofx = try ledger.file("giro.ofx", Self.statement)
      let theirs = try ledger.recordedElsewhere(["import", ofx, "--account", "Giro"])
      if isTyped { _ = try ledger.add("23.90", "--vendor", "Aldi", "--account", "Giro") }
      #expect(ledger.run("import", csv, "--account", "Giro").code == .ok)
      let log = try LedgerLog.open(ledger.path, mode: .readWrite)
      _ = try log.takeIn(theirs, receivedAtMilliseconds: 1_781_440_100_000)
      try log.close()
      #expect(try Import.vendors(ledger).count == 8)
      let all = try objects(ledger.run("receipts", "--json").output)
      let own = try #require(all[0]["transaction"] as? String)
      #expect(ledger.run("correct", own, "note", "for the tax").code == .ok)

      let shown = try ledger.json("import", csv, "--account", "Giro", "--dry-run")
      #expect(shown["united"] as? Int == 4 && shown["known"] as? Int == 4)
      #expect(try Import.vendors(ledger).count == 8, "only shown")
      let united = ledger.run("import", isTyped ? ofx : csv, "--account", "Giro").output
      #expect(united.contains("4 of them united"), "\(united)")
      #expect(try Import.vendors(ledger).count == 4)
      let rows = try objects(ledger.run("receipts", "--json").output)
      #expect(rows.contains { $0["note"] as? String == "for the tax" }, "a person's addition stays")
      for file in [csv, ofx] {
        let again = try ledger.json("import", file, "--account", "Giro")
        #expect(again["known"] as? Int == 4 && again["new"] as? Int == 0 && again["united"] == nil)
      }
      let third = Import.june + "2026-06-12;Cafe Mauve;Coffee;-3,20;EUR\n"
      #expect(try Import.take(third, ledger, "--account", "Giro") == [1, 0, 4, 0], "a new row stays new")
      #expect(ledger.run("verify").code == .ok)
    }
  }

  @Test("Both formats in one import make one of each two once, and one undo brings both back")
  func differentFormatsAtOnce() throws {
    let ledger = try Ledger()
    let csv = try ledger.file("giro.csv", Import.june)
    let ofx = try ledger.file("giro.ofx", Self.statement)
    let theirs = try ledger.recordedElsewhere(["import", ofx, "--account", "Giro"])
    #expect(ledger.run("import", csv, "--account", "Giro").code == .ok)
    let log = try LedgerLog.open(ledger.path, mode: .readWrite)
    _ = try log.takeIn(theirs, receivedAtMilliseconds: 1_781_440_100_000)
    try log.close()
    let plans = try objects(ledger.run("import", csv, ofx, "--account", "Giro", "--json").output)
    #expect(plans.map { $0["united"] as? Int } == [4, nil])
    #expect(try Import.vendors(ledger).count == 4)
    #expect(ledger.run("undo").code == .ok)
    #expect(try Import.vendors(ledger).count == 8)
    #expect(ledger.run("redo").code == .ok)
    #expect(try Import.vendors(ledger).count == 4)
    #expect(ledger.run("verify").code == .ok)
  }

  @Test("Doubles that a person has added something to on both sides stay, for the person to decide")
  func bothTouched() throws {
    let ledger = try Ledger()
    let csv = try ledger.file("giro.csv", Import.june)
    let theirs = try ledger.recordedElsewhere([
      "import", try ledger.file("giro.ofx", Self.statement), "--account", "Giro",
    ])
    #expect(ledger.run("import", csv, "--account", "Giro").code == .ok)
    let log = try LedgerLog.open(ledger.path, mode: .readWrite)
    _ = try log.takeIn(theirs, receivedAtMilliseconds: 1_781_440_100_000)
    try log.close()
    for (number, row) in try objects(ledger.run("receipts", "--json").output).enumerated() {
      let id = try #require(row["transaction"] as? String)
      #expect(ledger.run("correct", id, "note", "note \(number)").code == .ok)
    }
    let done = try ledger.json("import", csv, "--account", "Giro")
    #expect(done["united"] == nil && (done["countedTwice"] as? [Any])?.count == 4)
    #expect(try Import.vendors(ledger).count == 8)
  }

  @Test("A statement whose import was undone is imported again, also from another format, and only once")
  func undoneInAnotherFormat() throws {
    let ledger = try Ledger()
    let (csv, ofx) = (try ledger.file("g.csv", Import.june), try ledger.file("g.ofx", Self.statement))
    #expect(ledger.run("import", ofx, "--account", "Giro").code == .ok)
    #expect(ledger.run("undo").code == .ok)
    #expect(try ledger.json("import", csv, "--account", "Giro")["new"] as? Int == 4)
    #expect(try ledger.json("import", ofx, "--account", "Giro")["known"] as? Int == 4)
    #expect(try Import.vendors(ledger).count == 4)
    // What a person deleted stays away in every format.
    for id in try objects(ledger.run("receipts", "--json").output).compactMap({ $0["transaction"] as? String })
    {
      #expect(ledger.run("delete", id, "--yes").code == .ok)
    }
    #expect(try ledger.json("import", ofx, "--account", "Giro")["known"] as? Int == 4)
    #expect(try Import.vendors(ledger).isEmpty)
  }

  @Test("A row of zero is kept, for the bank's statement has it")
  func zero() throws {
    let ledger = try Ledger()
    #expect(try Import.take(Import.header + "2026-06-12;Bank;Closing;0,00;EUR\n", ledger) == [1, 0, 0, 0])
    #expect(ledger.run("verify").code == .ok)
  }
}

@Suite("Categories that an import suggests")
struct ImportCategoryTests {
  private typealias Import = ImportStatementTests

  @Test("A vendor's usual category is suggested with its evidence, and taken only if it is sure and asked for")
  func suggested() throws {
    let ledger = try Ledger()
    for day in 10...21 { _ = try Import.add("5.00", "ALDI", on: "2026-05-\(day)", ledger) }
    _ = try Import.add("7.00", "Kiosk", on: "2026-05-20", ledger)
    let text = Import.header + "2026-06-01;ALDI 4411 BERLIN DE;;-6,00;EUR\n2026-06-02;Kiosk;;-8,00;EUR\n"
    let path = try ledger.file("giro.csv", text)
    let shown = ledger.run("import", path, "--dry-run").output
    #expect(shown.contains("ALDI: food, 12 of 12 times, 9"), "\(shown)")
    #expect(shown.contains("Kiosk: food, 1 of 1 times, 50%"), "\(shown)")
    #expect(ledger.run("import", path, "--accept-above", "90").code == .ok)
    let rows = try objects(ledger.run("receipts", "--from", "2026-06-01", "--json").output)
    #expect(rows.map { $0["vendor"] as? String } == ["Kiosk", "Aldi"])
    #expect(rows[0]["category"] is NSNull && rows[1]["category"] as? String == "food")
    #expect(ledger.run("import", path, "--accept-above", "101").code == .usage)
  }

  @Test("The category that a file names is taken if the ledger has it")
  func named() throws {
    let ledger = try Ledger()
    let path = try ledger.file(
      "a.csv",
      "Date,Payee,Category,Amount,Currency\n2026-06-01,A,Food,-1.00,EUR\n2026-06-02,B,Yachts,-2.00,EUR\n")
    #expect(ledger.run("import", path).code == .ok)
    let rows = try objects(ledger.run("receipts", "--json").output)
    #expect(rows[1]["category"] as? String == "food" && rows[0]["category"] is NSNull)
  }
}
