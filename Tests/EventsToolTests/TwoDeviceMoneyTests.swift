import Foundation
import Testing

@testable import events

@Suite("Money that two devices record apart")
struct TwoDeviceMoneyTests {
  private static let header = "Buchungstag;Status;Empfänger;Verwendungszweck;Betrag;Währung\n"
  private static let pending = header + "08.06.2026;Vorgemerkt;SUMUP  .RADLADEN KOPF;Karte;-23,40;EUR\n"
  private static let booked = header + "11.06.2026;Gebucht;SumUp Radladen Kopf/Kiel/DE;Visa 5432;-23,40;EUR\n"

  @Test("A row that is pending on one device and booked on the other is one after the next import")
  func pendingAndBooked() throws {
    for isOnPhone in [false, true] {
      let home = try Household()
      _ = try home.take("p.csv", Self.pending, home.laptop, "--account", "Giro")
      let before = try objects(home.laptop.run("receipts", "--json", "--account", "Giro").output)
      let id = try #require(before.first?["transaction"] as? String)
      #expect(home.laptop.run("correct", id, "note", "bell").code == .ok)
      _ = try home.take("b.csv", Self.booked, home.phone, "--account", "Giro")
      try home.sync()
      #expect(try home.balances(home.laptop) == [95_320, 0])
      #expect(try home.pairs(home.laptop).map(\.tier) == ["statement"])
      #expect(try home.findings(home.laptop) == ["duplicates"])
      let done = try home.take(
        "b.csv", Self.booked, isOnPhone ? home.phone : home.laptop, "--account", "Giro")
      #expect(done["united"] as? Int == 1)
      try home.sync()
      #expect(try home.balances(home.laptop) == [97_660, 0])
      let after = try objects(home.phone.run("receipts", "--json", "--account", "Giro").output)
      #expect(after.map { $0["note"] as? String } == ["bell"])
      #expect(after.first?["cleared"] as? Bool == true && after.first?["date"] as? String == "2026-06-11")
      #expect(try home.findings(home.laptop).isEmpty && home.findings(home.phone).isEmpty)
      for text in [Self.booked, Self.pending] {
        let again = try home.take("again.csv", text, home.phone, "--account", "Giro")
        #expect(again["known"] as? Int == 1, "\(again)")
      }
    }
  }

  @Test("What a person added to the booked row stays, and two equal purchases stay two")
  func bookedWithNote() throws {
    let home = try Household()
    _ = try home.take("p.csv", Self.pending, home.laptop, "--account", "Giro")
    _ = try home.take("b.csv", Self.booked, home.phone, "--account", "Giro")
    let before = try objects(home.phone.run("receipts", "--json", "--account", "Giro").output)
    let id = try #require(before.first?["transaction"] as? String)
    #expect(home.phone.run("correct", id, "note", "bell").code == .ok)
    try home.sync()
    let both = Self.booked + "11.06.2026;Gebucht;SumUp Radladen Kopf/Kiel/DE;Visa 99;-23,40;EUR\n"
    _ = try home.take("b.csv", both, home.laptop, "--account", "Giro")
    #expect(try home.balances(home.laptop) == [95_320, 0])
    let after = try objects(home.laptop.run("receipts", "--json", "--account", "Giro").output)
    #expect(after.compactMap { $0["note"] as? String } == ["bell"])
    #expect(after.allSatisfy { $0["cleared"] as? Bool == true })
  }

  @Test("match makes one of a pending and a booked row, but not of two booked ones")
  func matchedByHand() throws {
    let home = try Household()
    _ = try home.take("p.csv", Self.pending, home.laptop, "--account", "Giro")
    _ = try home.take("b.csv", Self.booked, home.phone, "--account", "Giro")
    try home.sync()
    let pair = try #require(try home.pairs(home.phone).first)
    #expect(
      home.phone.run("duplicates").output.contains(
        "events match \(pair.earlier.prefix(8)) \(pair.later.prefix(8))"))
    #expect(home.phone.run("match", pair.later, pair.earlier).code == .no)
    #expect(home.phone.run("match", pair.earlier, pair.later).code == .ok)
    try home.sync()
    #expect(try home.balances(home.laptop) == [97_660, 0] && home.findings(home.laptop).isEmpty)
    let again = try home.take("b.csv", Self.booked, home.laptop, "--account", "Giro")
    #expect(again["known"] as? Int == 1 && again["united"] == nil)
  }

  @Test("A receipt takes one booked row, and `duplicates` names the one of its vendor")
  func oneRow() throws {
    let home = try Household()
    let typed = try ImportStatementTests.add("14.24", "Rewe", on: "2026-06-11", home.laptop)
    let rows =
      Self.header + "10.06.2026;Gebucht;BAECKEREI KLAUS;Karte;-14,24;EUR\n"
      + "13.06.2026;Gebucht;REWE SAGT DANKE;Karte;-14,24;EUR\n"
    _ = try home.take("b.csv", rows, home.phone, "--account", "Giro")
    try home.sync()
    let ids = try objects(home.laptop.run("receipts", "--json", "--cleared", "yes").output).reduce(into: [:]) {
      $0[$1["vendor"] as? String ?? ""] = $1["transaction"] as? String
    }
    let (rewe, baker) = (try #require(ids["Rewe"]), try #require(ids["Baeckerei Klaus"]))
    let pairs = try home.pairs(home.laptop)
    #expect(pairs.map(\.later) == [rewe] && pairs.map(\.earlier) == [typed])
    #expect(home.laptop.run("match", typed, rewe).code == .ok)
    let refused = home.laptop.run("match", typed, baker)
    #expect(refused.code == .no && refused.errors.contains("linked with another row"), "\(refused.errors)")
    #expect(try home.balances(home.laptop) == [100_000 - 2 * 1_424, 0])
  }

  @Test("Of two receipts of one amount, each is a pair with the row of its vendor")
  func ownRows() throws {
    let home = try Household()
    let edeka = try ImportStatementTests.add("13.01", "Edeka", on: "2026-06-10", home.laptop)
    let cinema = try ImportStatementTests.add("13.01", "Cinema", on: "2026-06-11", home.laptop)
    let rows =
      Self.header + "12.06.2026;Gebucht;EDEKA ZIMMER;Karte;-13,01;EUR\n"
      + "14.06.2026;Gebucht;CINEMAXX;Karte;-13,01;EUR\n"
    _ = try home.take("b.csv", rows, home.phone, "--account", "Giro")
    try home.sync()
    #expect(try home.pairs(home.laptop).map(\.earlier) == [edeka, cinema])
  }

  private static let csv =
    "Date;Payee;Purpose;Amount;Currency;Balance\n2026-06-09;BAECKEREI KLAUS;Karte;-40,70;EUR;959,30\n"
  private static let qif = "!Type:Bank\nD06/09/2026\nT-40.70\nPBAECKEREI KLAUS\nMVisa 5432\n^\n"

  /// Types a purchase on the laptop and imports its row, and imports that row from another format on the phone.
  ///
  /// - Returns: The typed transaction.
  private func typedThere(_ home: Household) throws -> String {
    let typed = try ImportStatementTests.add("40.70", "Bakery", on: "2026-06-07", home.laptop)
    #expect(home.laptop.run("flag", typed, "paid").code == .ok)
    #expect(try home.take("g.csv", Self.csv, home.laptop, "--account", "Giro")["matched"] as? Int == 1)
    let other = try home.take(
      "g.qif", Self.qif, home.phone, "--account", "Giro", "--date-order", "mdy", "--decimal-sign", ".")
    #expect(other["new"] as? Int == 1)
    return typed
  }

  @Test("A typed purchase that is linked with its row, and that row in another format elsewhere, are one")
  func typedAndOtherFormat() throws {
    for isOnPhone in [false, true] {
      let home = try Household()
      let typed = try typedThere(home)
      try home.sync()
      #expect(try home.balances(home.phone) == [100_000 - 2 * 4_070, 0])
      let device = isOnPhone ? home.phone : home.laptop
      #expect(try home.take("g.csv", Self.csv, device, "--account", "Giro")["united"] as? Int == 1)
      try home.sync()
      #expect(try home.balances(home.laptop) == [100_000 - 4_070, 0])
      let left = try objects(home.laptop.run("receipts", "--json", "--account", "Giro").output)
      #expect(left.map { $0["transaction"] as? String } == [typed])
      #expect(try home.findings(home.laptop).isEmpty)
    }
  }

  @Test("If the other device's row has a category of its own, the import names both, and match makes one")
  func typedAndCategorized() throws {
    let home = try Household()
    let typed = try typedThere(home)
    let row = try #require(
      try objects(home.phone.run("receipts", "--json", "--account", "Giro").output).first?["transaction"]
        as? String)
    #expect(home.phone.run("correct", row, "category", "taxi").code == .ok)
    try home.sync()
    let path = try home.laptop.file("g.csv", Self.csv)
    let shown = home.laptop.run("import", path, "--account", "Giro").output
    #expect(shown.contains("counted twice, as \(typed.prefix(8)) and \(row.prefix(8))"), "\(shown)")
    // What stays two is two in the balance as well.
    let open = try home.take("g.csv", Self.csv, home.laptop, "--account", "Giro")
    let balance = try #require((open["balances"] as? [[String: Any]])?.first?["difference"] as? [String: Any])
    #expect(balance["minorUnits"] as? Int == -4_070)
    let step = try #require(
      shown.split(separator: "\n").joined(separator: " ").firstMatch(of: /events\s+(match\s+\S+ \S+)/))
    #expect(home.laptop.run(step.output.1.split(separator: " ").map(String.init)).code == .ok)
    try home.sync()
    #expect(try home.balances(home.phone) == [100_000 - 4_070, 0])
    let again = try home.take("g.csv", Self.csv, home.phone, "--account", "Giro")
    #expect(again["known"] as? Int == 1 && again["countedTwice"] == nil)
  }

  @Test("A pending row takes the booking of its own vendor, unless a person told them apart")
  func ownVendor() throws {
    let pending = Self.header + "10.06.2026;Vorgemerkt;Cafe Anna;Karte;-3,50;EUR\n"
    let own = "12.06.2026;Gebucht;Cafe Anna;Karte;-3,50;EUR\n"
    let other = Self.header + "10.06.2026;Gebucht;Kiosk Berger;Karte;-3,50;EUR\n"
    for booked in [other + own, other, Self.header + own] {
      let home = try Household()
      _ = try home.take("p.csv", pending, home.laptop, "--account", "Giro")
      _ = try home.take("b.csv", booked, home.phone, "--account", "Giro")
      try home.sync()
      let isDismissed = booked == Self.header + own
      if isDismissed {
        let pair = try #require(try home.pairs(home.laptop).first)
        #expect(home.laptop.run("dismiss", pair.later).code == .ok)
      }
      let done = try home.take("b.csv", booked, home.laptop, "--account", "Giro")
      #expect(done["united"] as? Int == (booked == other + own ? 1 : nil), "\(booked)")
      #expect(try home.balances(home.laptop) == [99_300, 0], "\(booked)")
      let vendors = try objects(home.laptop.run("receipts", "--json", "--account", "Giro").output).map {
        $0["vendor"] as? String ?? ""
      }
      #expect(vendors.sorted() == ["Cafe Anna", isDismissed ? "Cafe Anna" : "Kiosk Berger"])
    }
  }

  @Test("A pending row and the booking of another vendor are no pair")
  func otherVendor() throws {
    let home = try Household()
    let rows = """
      10.06.2026;Vorgemerkt;Metro;Karte;-2,75;EUR
      11.06.2026;Gebucht;Bakery;Karte;-2,75;EUR

      """
    _ = try home.take("g.csv", Self.header + rows, home.laptop, "--account", "Giro")
    #expect(try home.pairs(home.laptop).isEmpty)
  }

  @Test("A pending and a booked row of one device are not made one by the next import")
  func bookedOfOneDevice() throws {
    let home = try Household()
    let other = Self.booked.replacingOccurrences(of: "11.06", with: "10.06")
    _ = try home.take("b.csv", other, home.laptop, "--account", "Giro")
    let later = Self.pending.replacingOccurrences(of: "08.06", with: "11.06")
    _ = try home.take("p.csv", later, home.laptop, "--account", "Giro")
    _ = try home.take("b.csv", other, home.laptop, "--account", "Giro")
    #expect(try home.balances(home.laptop) == [95_320, 0])
  }

  @Test("A typed purchase and its row on another device are a pair that match makes one")
  func typedAndRow() throws {
    let home = try Household()
    let typed = try home.laptop.add("23.90", "--vendor", "Aldi", "--account", "Giro")
    let other = try ImportStatementTests.add("9.90", "Market", on: "2026-06-07", home.laptop)
    let rows = """
      Date;Payee;Text;Amount;Currency
      2026-06-13;ALDI SUED SAGT DANKE;Card;-23,90;EUR
      2026-06-12;MARKET HALL 4411;Card;-9,90;EUR
      2026-06-10;Kiosk;Card;-9,90;EUR

      """
    _ = try home.take("g.csv", rows, home.phone, "--account", "Giro")
    try home.sync()
    let pairs = try home.pairs(home.laptop)
    #expect(pairs.allSatisfy { $0.tier == "statement" })
    #expect(Set(pairs.map(\.earlier)) == [typed, other])
    for pair in pairs { #expect(home.laptop.run("match", pair.earlier, pair.later).code == .ok) }
    #expect(try home.balances(home.laptop) == [100_000 - 2_390 - 990 - 990, 0])
    try home.sync()
    #expect(try home.pairs(home.phone).isEmpty && home.findings(home.phone).isEmpty)
  }
}
