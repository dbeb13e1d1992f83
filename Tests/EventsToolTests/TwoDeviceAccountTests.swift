import Foundation
import Testing

@testable import events

@Suite("Accounts and receipts that two devices change apart")
struct TwoDeviceAccountTests {
  private func sync(_ devices: (laptop: Ledger, phone: Ledger, shared: String)) throws {
    for ledger in [devices.laptop, devices.phone, devices.laptop] {
      try #require(ledger.run("sync", devices.shared).code == .ok)
    }
  }

  private func findings(_ ledger: Ledger) throws -> [String: String] {
    try objects(ledger.run("doctor", "--json").output).reduce(into: [:]) { found, finding in
      found[finding["kind"] as? String ?? ""] = finding["about"] as? String
    }
  }

  @Test("An opening that imports of two devices moved is settled without the rows of both")
  func movedOpenings() throws {
    for field in ["opening", "start"] {
      let devices = try Ledger.joined()
      devices.laptop.run("account", "open", "Giro", "--opening", "1000", "--date", "2026-06-01")
      try sync(devices)
      for (ledger, row) in [
        (devices.laptop, "2026-05-02;Rent;May;-500,00;EUR\n"),
        (devices.phone, "2026-05-08;Kiosk;May;-10,00;EUR\n"),
      ] {
        let path = try ledger.file("may.csv", "Date;Payee;Text;Amount;Currency\n" + row)
        #expect(ledger.run("import", path, "--account", "Giro", "--before-opening", "move").code == .ok)
      }
      try sync(devices)
      let shown = devices.laptop.run("conflicts").output
      #expect(shown.contains("3  €1,510.00 (all rows, on 2 May 2026)"), "\(shown)")
      #expect(shown.contains("€1,500.00 (on 2 May 2026)") && shown.contains("2 May 2026 (with €1,500.00)"))
      let conflict = try object(devices.laptop.run("conflicts", "--json").lines.first)
      let account = try #require(conflict["account"] as? String)
      let settled = devices.laptop.run("conflicts", "settle", "account/\(account)", field, "3")
      #expect(settled.code == .ok, "\(settled.errors)")
      #expect(devices.laptop.run("conflicts").code == .ok)
      try sync(devices)
      let balance = try devices.phone.json("account", "list")["balance"] as? [String: Any]
      #expect(balance?["minorUnits"] as? Int == 100_000)
    }
  }

  @Test("A row of two formats is counted once in an opening that moves, before and after the next import")
  func movedTwice() throws {
    for isSettled in [false, true] {
      let home = try Household()
      let csv =
        "Date;Payee;Purpose;Amount;Currency\n2026-05-05;ALDI;Karte;-10,00;EUR\n2026-05-13;LIDL DIENST;Karte;-4,46;EUR\n"
      let qif = "!Type:Bank\nD05/13/2026\nT-4.46\nPLIDL DIENST\nMVisa 5432\n^\nD05/15/2026\nT-7.00\nPSHELL\n^\n"
      let options = ["--account", "Giro", "--before-opening", "move", "--json"]
      let formats = ["--date-order", "mdy", "--decimal-sign", "."]
      for (ledger, name, text) in [(home.laptop, "m.csv", csv), (home.phone, "m.qif", qif)] {
        let words = ["import", try ledger.file(name, text)] + options + (name == "m.qif" ? formats : [])
        #expect(ledger.run(words).code == .ok)
        #expect(try home.balances(ledger)[0] == 100_000)
      }
      try home.sync()
      let shown = home.laptop.run("conflicts").output
      #expect(shown.contains("€1,021.46 (all rows"), "\(shown)")
      if isSettled {
        let conflict = try object(home.laptop.run("conflicts", "--json").lines.first)
        let account = try #require(conflict["account"] as? String)
        #expect(home.laptop.run("conflicts", "settle", "account/\(account)", "opening", "3").code == .ok)
      }
      let path = try home.laptop.file("m.csv", csv)
      #expect(home.laptop.run(["import", path] + options).code == .ok)
      try home.sync()
      #expect(try home.balances(home.laptop)[0] == 100_000, "\(isSettled)")
    }
  }

  @Test("A purchase that was typed before an opening's day and booked after it is not included in it")
  func bookedAfterOpening() throws {
    let home = try Household()
    _ = try ImportStatementTests.add("40.65", "Spotify", on: "2026-05-30", home.laptop)
    let csv = "Date;Payee;Amount;Currency\n2026-05-20;ARAL;-72,76;EUR\n2026-06-02;SPOTIFY AB;-40,65;EUR\n"
    let done = try home.take("m.csv", csv, home.laptop, "--account", "Giro", "--before-opening", "move")
    #expect(done["matched"] as? Int == 1)
    #expect(try home.balances(home.laptop)[0] == 100_000 - 4_065)
  }

  @Test("Money in another currency than its account's is named, also after the currencies are settled")
  func currencies() throws {
    let devices = try Ledger.joined()
    for (ledger, currency, amount) in [(devices.laptop, "USD", "20"), (devices.phone, "EUR", "30")] {
      #expect(ledger.run("account", "open", "Trip", "--currency", currency, "--opening", "500").code == .ok)
      _ = try ledger.add(amount, "--currency", currency, "--account", "Trip")
    }
    try sync(devices)
    #expect(devices.laptop.run("conflicts").output.contains("US$500.00 (on 14 Jun 2026)"))
    #expect(try findings(devices.laptop)["otherCurrency"] == "the account Trip is in USD and has -€30.00")
  }

  @Test("Parts that are more than a total which another device corrected are named")
  func parts() throws {
    let devices = try Ledger.joined()
    let id = try devices.laptop.add("100", "--vendor", "Ikea")
    devices.laptop.run("category", "add", "Home")
    try sync(devices)
    devices.laptop.run("item", "add", id, "Lamp", "60", "--category", "home")
    devices.phone.run("correct", id, "total", "50")
    try sync(devices)
    let found = try findings(devices.phone)["partsExceedTotal"]
    #expect(found?.contains("€60.00 of its €50.00 are in other categories") == true, "\(found ?? "nothing")")
    devices.phone.run("correct", id, "total", "60")
    #expect(try findings(devices.phone)["partsExceedTotal"] == nil)
  }

  @Test("Adjustments of one account and day by two devices are one, and two amounts of it are a conflict")
  func adjustments() throws {
    let home = try Household()
    for (ledger, balance) in [(home.laptop, "950"), (home.phone, "1010")] {
      let done = ledger.run(
        ["account", "check", "Giro", "--balance", balance, "--on", "2026-06-10", "--adjust", "--yes"])
      #expect(done.code == .ok, "\(done.errors)")
    }
    try home.sync()
    let found = try home.balances(home.laptop)
    #expect([[95_000, 0], [101_000, 0]].contains(found), "\(found)")
    #expect(try home.balances(home.phone) == found)
    #expect(home.phone.run("conflicts").output.contains("total"))
  }
}
