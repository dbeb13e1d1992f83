import LedgerDomain
import Testing

@testable import BankFiles

@Suite("Cards that print charges as positive numbers")
struct CardSignTests {
  private func read(_ header: String, _ rows: [String], names: [String] = []) throws -> [Int64] {
    var options = BankFileOptions()
    (options.currency, options.names) = (.eur, names)
    let text = ([header] + rows).joined(separator: "\n") + "\n"
    return try BankFileReader.read(Array(text.utf8), options: options).rows.map(\.money.minorUnits)
  }

  @Test(
    "Payments to the card prove the sign",
    arguments: [
      "PAYMENT - THANK YOU", "Zahlung erhalten besten Dank", "PAIEMENT REÇU - MERCI", "AUTOPAY PAYMENT",
      "BETALT BG DATUM 260213",
    ])
  func payments(_ words: String) throws {
    let rows = ["2026-05-02,Cafe,12.50", "2026-05-03,Books,30.00", "2026-05-09,\(words),-42.50"]
    #expect(try read("Date,Description,Amount", rows) == [-1_250, -3_000, 4_250])
    let usual = ["2026-05-02,Cafe,-12.50", "2026-05-03,Books,-30.00", "2026-05-09,\(words),42.50"]
    #expect(try read("Date,Description,Amount", usual) == [-1_250, -3_000, 4_250])
  }

  @Test("The name of the column or a running balance proves it")
  func others() throws {
    #expect(
      try read("Date,Description,Charge Amount", ["2026-05-02,Cafe,12.50", "2026-05-03,Pub,3.00"]) == [
        -1_250, -300,
      ])
    let rows = [
      "2026-05-02,Cafe,12.50,-112.50", "2026-05-03,Pub,3.00,-115.50", "2026-05-04,Back,-5.00,-110.50",
      "2026-05-05,Pub,4.00,-114.50",
    ]
    #expect(try read("Date,Description,Amount,Balance", rows) == [-1_250, -300, 500, -400])
  }

  @Test(
    "Positive purchases in a column of kinds turn all amounts round",
    arguments: ["Purchase", "merchant", "Køb"])
  func kinds(word: String) throws {
    let rows = [
      "2026-02-26,Ach Deposit,Payment,-350.00", "2026-02-15,Shop,\(word),25.12", "2026-02-10,Shop,Other,-5.00",
      "2026-02-02,Fuel,\(word),40.00",
    ]
    #expect(try read("Date,Description,Type,Amount", rows) == [35_000, -2_512, 500, -4_000])
    let printed = ["2026-02-26,A,Payment,350.00", "2026-02-15,B,\(word),-25.12", "2026-02-02,C,\(word),-40.00"]
    #expect(try read("Date,Description,Type,Amount", printed) == [35_000, -2_512, -4_000])
  }

  @Test("A card without a proof asks, and an account of another kind is read as printed")
  func doubt() throws {
    let rows = ["2026-05-02,1234,Cafe,12.50", "2026-05-03,1234,Pub,3.00", "2026-05-04,1234,Pub,-3.00"]
    #expect(throws: BankFileError.self) { try read("Date,Card Number,Description,Amount", rows) }
    #expect(try read("Date,Place,Description,Amount", rows) == [1_250, 300, -300])
  }

  @Test(
    "An account or a file with the name of a card asks too, unless its name is one of another kind",
    arguments: [
      (["Discover", "a.csv"], true), (["Amex Gold", "current.csv"], true), (["Kreditkarte"], true),
      (["Carte bleue"], true), (["Tarjeta Oro"], true), (["Main", "mastercard_may.csv"], true),
      (["Barclaycard"], true), (["Meine Visa"], true), (["Cartão Azul"], true), (["Karta kredytowa"], true),
      (["Giro", "visa.csv"], false), (["Visa Debit"], false), (["Discover Savings"], false), (["Main"], false),
      (["Cardiff"], false), (["Debitkarte"], false), ([], false),
    ])
  func names(names: [String], isCard: Bool) throws {
    let rows = ["2026-05-02,Cafe,12.50", "2026-05-03,Pub,3.00", "2026-05-04,Pub,-3.00"]
    let header = "Date,Description,Amount"
    if isCard {
      #expect(throws: BankFileError.self) { try read(header, rows, names: names) }
      // One purchase and one refund are no majority.
      #expect(throws: BankFileError.self) { try read(header, Array(rows[1...]), names: names) }
    } else {
      #expect(try read(header, rows, names: names) == [1_250, 300, -300])
    }
    // Most amounts of a card are purchases, so a minus for most of them is money out.
    let usual = ["2026-05-02,Cafe,-12.50", "2026-05-03,Pub,-3.00", "2026-05-04,Pub,3.00"]
    #expect(try read(header, usual, names: names) == [-1_250, -300, 300])
    #expect(try read(header, ["2026-05-03,Eingang,300.00"], names: names) == [30_000])
    let paid = ["2026-05-02,Cafe,12.50", "2026-05-04,IHRE ZAHLUNG,-12.50"]
    if isCard { #expect(try read(header, paid, names: names) == [-1_250, 1_250]) }
  }
}
