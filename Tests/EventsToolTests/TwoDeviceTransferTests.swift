import Foundation
import Testing

@testable import events

@Suite("Transfers that two devices record apart")
struct TwoDeviceTransferTests {
  @Test("The same typed transfer of two devices is a pair, like the same purchase")
  func typedTransfers() throws {
    let home = try Household()
    for ledger in [home.laptop, home.phone] {
      for transfer in [["100", "Giro", "Spar"], ["7", "Spar", "Giro"]] {
        #expect(ledger.run(["transfer"] + transfer + ["--date", "2026-06-10"]).code == .ok)
      }
    }
    #expect(home.phone.run("transfer", "100", "Spar", "Giro", "--date", "2026-06-10").code == .ok)
    try home.sync()
    let pairs = try home.pairs(home.laptop)
    try #require(pairs.map(\.tier) == ["exact", "exact"])
    #expect(home.laptop.run("duplicates", pairs[0].later).output.contains("the same accounts, date and amount"))
    #expect(try home.findings(home.laptop) == ["duplicates"])
    #expect(home.laptop.run("delete", pairs[0].later).code == .ok)
    #expect(home.laptop.run("dismiss", pairs[1].later).code == .ok)
    #expect(try home.pairs(home.laptop).isEmpty && !home.findings(home.laptop).contains("duplicates"))
  }

  @Test("A typed transfer and a row of one of its accounts are a pair that match makes one")
  func typedTransferAndRow() throws {
    let home = try Household()
    #expect(home.laptop.run("transfer", "100", "Giro", "Spar", "--date", "2026-06-10").code == .ok)
    let row = "Date;Payee;Text;Amount;Currency\n2026-06-11;Me;Savings;100,00;EUR\n"
    _ = try home.take("s.csv", row, home.phone, "--account", "Spar")
    try home.sync()
    #expect(try home.balances(home.laptop) == [90_000, 20_000])
    let pair = try #require(try home.pairs(home.phone).first)
    #expect(pair.tier == "statement" && home.phone.run("match", pair.earlier, pair.later).code == .ok)
    try home.sync()
    #expect(try home.balances(home.laptop) == [90_000, 10_000] && home.pairs(home.laptop).isEmpty)
  }

  private static func qif(_ account: String, _ date: String, _ amount: String, _ other: String) -> String {
    """
    !Account
    N\(account)
    TBank
    ^
    !Type:Bank
    D\(date)
    T\(amount)
    PMove
    L[\(other)]
    ^

    """
  }

  @Test("Two QIF files that each have a half of a transfer make one transfer after the next import")
  func namedTransfers() throws {
    let giro = Self.qif("Giro", "10/06/2026", "-250.00", "Spar")
    let spar = Self.qif("Spar", "12/06/2026", "250.00", "Giro")
    for isOut in [true, false] {
      let home = try Household()
      let options = ("--currency", "EUR", "--date-order", "dmy")
      _ = try home.take("g.qif", giro, home.laptop, options.0, options.1, options.2, options.3)
      _ = try home.take("s.qif", spar, home.phone, options.0, options.1, options.2, options.3)
      try home.sync()
      #expect(try home.balances(home.laptop) == [50_000, 50_000])
      #expect(try home.pairs(home.laptop).map(\.tier) == ["likely"])
      #expect(try home.findings(home.laptop) == ["duplicates"])
      let done = try home.take(
        "again.qif", isOut ? giro : spar, home.laptop, options.0, options.1, options.2, options.3)
      #expect(done["united"] as? Int == 1)
      try home.sync()
      #expect(try home.balances(home.phone) == [75_000, 25_000] && home.findings(home.phone).isEmpty)
      let rows = try objects(home.phone.run("receipts", "--json", "--account", "Spar").output)
      #expect(rows.map { $0["date"] as? String } == ["2026-06-10"], "the day on which the money left")
    }
  }

  @Test("Two equal transfers of two QIF files stay two after the next import")
  func equalTransfers() throws {
    let home = try Household()
    let entry = { (date: String, amount: String, other: String) in
      "D\(date)/06/2026\nT\(amount)\nPMove\nL[\(other)]\n^\n"
    }
    let giro = Self.qif("Giro", "09/06/2026", "-250.00", "Spar") + entry("11", "-250.00", "Spar")
    let spar = Self.qif("Spar", "10/06/2026", "250.00", "Giro") + entry("12", "250.00", "Giro")
    _ = try home.take("g.qif", giro, home.laptop, "--currency", "EUR", "--date-order", "dmy")
    _ = try home.take("s.qif", spar, home.phone, "--currency", "EUR", "--date-order", "dmy")
    try home.sync()
    #expect(try home.balances(home.laptop) == [0, 100_000])
    let done = try home.take("g.qif", giro, home.laptop, "--currency", "EUR", "--date-order", "dmy")
    #expect(done["united"] as? Int == 2)
    #expect(try home.balances(home.laptop) == [50_000, 50_000])
  }

  @Test("A transfer of one file and a plain row of the other account are one after the next import")
  func transferAndRow() throws {
    let giro = Self.qif("Giro", "10/06/2026", "-250.00", "Spar")
    let spar = "Date;Payee;Text;Amount;Currency\n2026-06-12;Me;Savings;250,00;EUR\n"
    let home = try Household()
    _ = try home.take("g.qif", giro, home.laptop, "--currency", "EUR", "--date-order", "dmy")
    _ = try home.take("s.csv", spar, home.phone, "--account", "Spar")
    try home.sync()
    #expect(try home.balances(home.laptop) == [75_000, 50_000])
    #expect(try home.pairs(home.laptop).map(\.tier) == ["statement"])
    _ = try home.take("s.csv", spar, home.laptop, "--account", "Spar")
    try home.sync()
    #expect(try home.balances(home.phone) == [75_000, 25_000] && home.findings(home.phone).isEmpty)
    let again = try home.take("s.csv", spar, home.phone, "--account", "Spar")
    #expect(again["known"] as? Int == 1)
  }

  @Test("A purchase of the amount of a transfer does not become its other half")
  func purchase() throws {
    let home = try Household()
    let spar = Self.qif("Spar", "12/06/2026", "250.00", "Giro")
    let giro = "Date;Payee;Text;Amount;Currency\n2026-06-11;IKEA;Sofa;-250,00;EUR\n"
    _ = try home.take("s.qif", spar, home.phone, "--currency", "EUR", "--date-order", "dmy")
    _ = try home.take("g.csv", giro, home.laptop, "--account", "Giro")
    try home.sync()
    #expect(try home.pairs(home.laptop).isEmpty)
    let again = try home.take("g.csv", giro, home.laptop, "--account", "Giro")
    #expect(again["united"] == nil)
    #expect(try home.balances(home.laptop) == [50_000, 25_000])
  }

  @Test("Halves that name each other's account are one transfer after the next import")
  func numbers() throws {
    let (giro, spar) = ("DE89370400440532013000", "DE02100500000054540402")
    func file(_ own: String, _ other: String, _ amount: String, _ day: Int) -> String {
      "IBAN;\(own)\nDate;Payee;Counter account;Amount;Currency\n2026-06-\(day);Me;\(other);\(amount);EUR\n"
    }
    for isOut in [true, false] {
      let home = try Household()
      let files = [file(giro, spar, "-50,00", 12), file(spar, giro, "50,00", 13)]
      _ = try home.take("g.csv", files[0], home.laptop, "--account", "Giro")
      _ = try home.take("s.csv", files[1], home.phone, "--account", "Spar")
      try home.sync()
      #expect(try home.pairs(home.laptop).map(\.tier) == ["transfer"])
      #expect(try home.findings(home.laptop) == ["duplicates"])
      _ = try home.take("again.csv", files[isOut ? 0 : 1], home.phone)
      try home.sync()
      let rows = try objects(home.laptop.run("receipts", "--json", "--account", "Spar").output)
      #expect(rows.map { $0["kind"] as? String } == ["transfer"])
      #expect(rows.first?["date"] as? String == "2026-06-12")
      #expect(try home.balances(home.laptop) == [95_000, 5_000] && home.findings(home.laptop).isEmpty)
      #expect(home.laptop.run("verify").code == .ok)
    }
  }

  @Test("What a person separated stays apart, because the second import knew of the first one")
  func separated() throws {
    let home = try Household()
    let other = "Date;Payee;Text;Amount;Currency\n2026-06-02;Kiosk;Paper;-1,00;EUR\n"
    _ = try home.take("other.csv", other, home.phone, "--account", "Giro")
    try home.sync()
    let spar = "Date;Payee;Text;Amount;Currency\n2026-06-12;Me;Savings;250,00;EUR\n"
    let giro = Self.qif("Giro", "10/06/2026", "-250.00", "Spar")
    _ = try home.take("g.qif", giro, home.laptop, "--currency", "EUR", "--date-order", "dmy")
    let done = try home.take("s.csv", spar, home.laptop, "--account", "Spar")
    #expect(done["matched"] as? Int == 1)
    let rows = try objects(home.laptop.run("receipts", "--json", "--account", "Spar").output)
    let transfer = try #require(rows.first?["transaction"] as? String)
    #expect(home.laptop.run("unmatch", transfer).code == .ok)
    for ledger in [home.laptop, home.phone] {
      try home.sync()
      let again = try home.take("s.csv", spar, ledger, "--account", "Spar")
      #expect(again["known"] as? Int == 1 && again["united"] == nil)
      #expect(try home.balances(ledger) == [74_900, 50_000])
    }
  }
}
