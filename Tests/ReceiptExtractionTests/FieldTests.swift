import LedgerDomain
import ReceiptExtraction
import Testing

@Suite("The other fields")
struct FieldTests {
  private let extractor = Extractor()

  @Test(
    "a currency is known by its sign, its code, its word or its country",
    arguments: zip(
      [
        "Total €5.00", "Total 5,00 EUR", "Total £5.00", "Total CHF 5.00", "Total RM5.00", "Total S$5.00",
        "Total R$ 5,00",
        "Total HK$5.00", "Total ¥500", "Total 500円", "Total Rs 500", "Total 5,00 zł", "Total 50,00 Kč",
        "Total ₹500",
        "Total $5.00", "Total $5.00\nABN 12 345 678 901", "Total $5.00\nHST 13%\nOntario",
        "Total 5.00\nSdn Bhd",
        "Total 5,00\nMwSt 19%", "Total 5,00\nNIF 123456789 Lisboa", "Total 5,00\nPraha 1\nDPH",
        "Total 5.00\nVAT Reg 123\nLondon", "Total 5.00\nAlbany, NY 12207",
        "Totalt 50 kr\nOslo\nMVA 25%", "Totalt 50 kr\nKvitto", "Total ¥50.00\n发票",
      ],
      [
        "EUR", "EUR", "GBP", "CHF", "MYR", "SGD", "BRL", "HKD", "JPY", "JPY", "INR", "PLN", "CZK", "INR", "USD",
        "AUD", "CAD",
        "MYR", "EUR", "EUR", "CZK", "GBP", "USD",
        "NOK", "SEK", "CNY",
      ]))
  func currencies(text: String, code: String) {
    #expect(extractor.read(text).currency.readings.first?.value == code)
  }

  @Test("a hint of the country decides only where the paper is silent")
  func currencyHint() {
    #expect(extractor.read("Total 5.00").currency.readings.isEmpty)
    let hints = ExtractionHints(country: "CH")
    #expect(extractor.read("Total 5.00", hints: hints).currency.readings.first?.value == "CHF")
    #expect(extractor.read("Total 5.00 EUR", hints: hints).currency.readings.first?.value == "EUR")
  }

  @Test(
    "cash and card are known by their words",
    arguments: zip(
      [
        "Total 5,00\nBAR 5,00", "Total 5,00\nEspèces 10,00\nRendu 5,00", "Total 5,00\nContanti 5,00",
        "Total 5,00\nEfectivo 5,00",
        "Total 5,00\nNumerário 5,00", "合計 ¥500\n現金 ¥500", "Total 5.00\nVisa 5.00",
        "Total 5.00\nXXXXXXXXXXXX4242",
        "Total 5.00\n**** **** **** 4242", "Total 5,00\ngirocard 5,00", "Total 5,00\nMultibanco 5,00",
        "Total 5,00\nPIN 5,00",
        "CASH BILL\nTotal 5.00\nVisa 5.00",
      ],
      ["cash", "cash", "cash", "cash", "cash", "cash", "card", "card", "card", "card", "card", "card", "card"]))
  func payments(text: String, payment: String) {
    #expect(extractor.read(text).payment.readings.first?.value == payment)
  }

  @Test(
    "a code that ends the text, and names the country, is quoted whole and no further",
    arguments: [
      ("M1 1AA", "GBP", "M1 1AA"), ("SW1A 1AA", "GBP", "SW1A 1AA"), ("K1A 0B1", "CAD", "K1A 0B1"),
      ("Austin, TX", "USD", "TX"), ("CA 94105-1234", "USD", "CA 94105-1234"), ("CHE-116.281.710", "CHF", "CHE"),
      ("(415) 555-0134", "USD", "415) 555-0134"), ("+44 20", "GBP", "+44"), ("1012 AB", "EUR", "1012 AB"),
    ])
  func codes(_ code: String, _ currency: String, _ quote: String) throws {
    let readings = Extractor().read("Corner Shop\nTotal 12.50\n" + code)
    let reading = try #require(readings.currency.readings.first)
    #expect(reading.value == currency)
    #expect(reading.reason.hasPrefix("“\(quote)”, "), "\(reading.reason)")
  }

  @Test(
    "the name is neither a title, nor a logo's noise, nor a company form alone",
    arguments: [
      ("TAX INVOICE\nLucky Stationery\nNo 4, Jalan Damai", "Lucky Stationery"),
      ("LUCKY BOOKS\nSDN BHD\nNo 4, Jalan Damai", "LUCKY BOOKS SDN BHD"),
      ("LUCKY BOOKS\nCO. (M) SDN. BHD.\nNo 4, Jalan Damai", "LUCKY BOOKS CO. (M) SDN. BHD."),
      ("~ i \\ AN TEE\nse Yr\nLUCKY BOOKS SDNBHD\n(123456-X)", "LUCKY BOOKS SDNBHD"),
      ("回口\n口口\nGartenmarkt Linde\nHauptstr. 4", "Gartenmarkt Linde"),
      ("LUCKY F00DS SON BHD\nNo 4, Jalan Damai", "LUCKY FOODS SDN BHD"),
      ("LUCKY BOOKS CP. (M) SDN BHD", "LUCKY BOOKS CO. (M) SDN BHD"),
      ("LUCKY CARS Sn Bhd", "LUCKY CARS SDN BHD"),
      ("RSSMANN\n14.06.2026", "Rossmann"),
      ("さくら商店\n東京都\n合計 ¥500", "さくら商店"),
    ])
  func names(text: String, name: String) {
    #expect(extractor.read(text + "\nTotal 5.00").vendor.readings.first?.value == name)
  }

  @Test("IE-25: a reason quotes what it saw, short enough for a chip")
  func reasons() {
    let readings = extractor.read("Laden\nBROT 4,50\nSUMME EUR 4,50\nBAR 5,00\nRückgeld 0,50\n14.06.2026")
    #expect(readings.payment.readings.first?.reason == "“BAR” found")
    #expect(readings.total.readings.first?.reason == "bottom line “SUMME EUR”")
    for field in [readings.total, readings.date, readings.currency, readings.payment, readings.vendor] {
      for reading in field.readings { #expect(reading.reason.count <= 40) }
    }
  }

  @Test("IE-22: more than three fields with two readings are all emptied, with a note")
  func wallOfChoices() {
    let text = """
      Anker
      Krone
      05/04/2026
      06/04/2026
      Total 12.00 EUR 12.00 USD
      Total 13.00 USD 13.00 EUR
      Hotel Restaurant
      Visa Cash
      """
    let readings = extractor.read(text)
    let fields = [
      readings.vendor, readings.date, readings.total, readings.currency, readings.category, readings.payment,
    ]
    let ambiguous = fields.filter { $0.readings.count > 1 }.count
    #expect(ambiguous <= 3)
    if readings.note != nil { #expect(fields.allSatisfy { $0.readings.isEmpty }) }
    #expect(readings.note?.contains("two ways") == true)
  }

  @Test("line items have name, quantity and price")
  func items() {
    let readings = extractor.read(
      "Laden GmbH\n2 Kaffee 5,60\nBROT 3,49 B\n 3 x 0,79\nLEERGUT -0,25 A\nSUMME EUR 8,84\nBAR 10,00")
    #expect(readings.items.map(\.name) == ["Kaffee", "BROT", "LEERGUT"])
    #expect(readings.items.map(\.price) == ["5.60", "3.49", "-0.25"])
    #expect(readings.items.map(\.quantity) == ["2", "3", nil])
  }

  @Test("the confidence has five parts, which follow what is known")
  func confidence() {
    let text = "Laden GmbH\nBROT 4,50\nSUMME EUR 4,50\nBAR 5,00\nRückgeld 0,50\n14.06.2026"
    let parts = extractor.read(text, hints: ExtractionHints(textConfidence: 87, photoQuality: 61)).confidence
    #expect(parts.map(\.name) == ["text", "completeness", "category", "checks", "photo"])
    #expect(parts.map(\.weight) == [10, 40, 30, 10, 10])
    #expect(parts[0].score == 87)
    #expect(parts[1].score == 100)
    #expect(parts[3].score == 100)
    #expect(parts[4].score == 61)
    let broken = extractor.read("SUMME 4,50\nBAR 10,00\nRückgeld 2,00").confidence
    #expect(broken[3].score == 0)
    #expect(broken[1].score < 100)
  }
}
