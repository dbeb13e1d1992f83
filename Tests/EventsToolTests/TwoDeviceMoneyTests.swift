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
