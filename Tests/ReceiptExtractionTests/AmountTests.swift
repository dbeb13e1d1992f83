import LedgerDomain
import ReceiptExtraction
import Testing

@Suite("Amounts on paper")
struct AmountTests {
  private func total(_ text: String) -> [String] { Extractor().read(text).total.readings.map(\.value) }

  @Test(
    "an amount keeps its digits and loses its grouping",
    arguments: zip(
      [
        "Total 84,50", "Total 84.50", "Total 1.234,56", "Total 1,234.56", "Total 1'234.50",
        "Total 12.345.678,90",
        "Total EUR84,50", "Total 84,50EUR", "Total €84.50", "Total 84,50€", "Total $1,234.56", "Total: 84,50*",
        "Total RM84.50", "Total 84,50 B", "Total 84,50A", "Total -3,75", "Total 3,75-", "Total ¥1,280",
        "Total ￥１，２８０",
        "Total 1,280円", "Total Rs 1939", "TOTAL......7,20", "TOTAL=7,20", "T O T A L: 1.45€", "Total 0,05",
        "Total .50",
        "Total 00084,50",
      ],
      [
        "84.50", "84.50", "1234.56", "1234.56", "1234.50", "12345678.90", "84.50", "84.50", "84.50", "84.50",
        "1234.56",
        "84.50", "84.50", "84.50", "84.50", "-3.75", "-3.75", "1280", "1280", "1280", "1939", "7.20", "7.20",
        "1.45",
        "0.05", "0.50", "84.50",
      ]))
  func forms(text: String, value: String) {
    #expect(total(text).first == value)
  }

  @Test(
    "misread letters and stray spaces are repaired",
    arguments: zip(
      [
        "Total 12 ,84", "Total 4,2O", "Total l2,50", "Total 1O,5O", "Total S,50", "T0TAL 12,50",
        "SUMNE EUR 27,42", "Gesanthetrag 34,00",
      ],
      ["12.84", "4.20", "12.50", "10.50", "5.50", "12.50", "27.42", "34.00"]))
  func repairs(text: String, value: String) {
    #expect(total(text).first == value)
  }

  @Test("a number with a space in it is one where that adds up, else a question")
  func splitNumbers() {
    #expect(total("BROT 4,50\nWEIN 8,00\nSUMME 1 2,50\nBAR 20,00\nRückgeld 7,50").first == "12.50")
    #expect(total("Total TTC 1 234,56\nCarte 1 234,56").contains("1234.56"))
    #expect(total("Net 1.000,00\nTVA 200,00\nTotal 1 200,00").first == "1200.00")
  }

  @Test("whole amounts as the Swiss and the Scandinavians write them")
  func dashes() {
    #expect(total("Total CHF 20.-").first == "20")
    #expect(total("Total 349,-").first == "349")
    #expect(total("Total 20.--").first == "20")
  }

  @Test(
    "the total is not its neighbours",
    arguments: zip(
      [
        "Subtotal 10.00\nTax 0.80\nTotal 10.80", "Total 10.80\nCash 20.00\nChange 9.20",
        "Netto 10,00\nMwSt 19% 1,90\nBrutto 11,90", "Total items 14\nTotal 10.80",
        "Total savings 3.00\nTotal 10.80",
        "Total qty: 3.00\nTotal 10.80", "Points balance 120.00\nTotal 10.80",
        "Capital Social 50.000,00\nTotal 10,80",
        "Total 10.80\nTotal includes 6% GST 0.61", "Total 12.48\nRounding 0.02\nTotal rounded 12.50",
        "Total 12.50\nDeposit 50.00", "TOTAL 41.31\nGratuity 3.00\nTotal 44.31",
        "Total discount 2.00\nTotal 10.80",
        "Total Tax 0.80\nTotal 10.80", "SUMME EUR 10,80\nGeg. BAR EUR 20,00\nRückgeld EUR 9,20",
      ],
      [
        "10.80", "10.80", "11.90", "10.80", "10.80", "10.80", "10.80", "10.80", "10.80", "12.50", "12.50",
        "44.31", "10.80",
        "10.80", "10.80",
      ]))
  func neighbours(text: String, value: String) {
    #expect(total(text).first == value)
  }

  @Test(
    "a rounding that lost its sign, suggested tips, and a misread digit",
    arguments: [
      ("ROTI 4.52\nSUSU 5.50\nTotal Incl GST (RM) 10.02\nRounding 0.02\nNet 10.00\nCash RM 10.00", "10.00"),
      ("NASI 88.30\nTEH 4.50\nTotal 9280\nCash 100.00\nChange 7.20", "92.80"),
      ("NASI 88.30\nTEH 4.50\nTotal 92.80\nGrand Total 9300\nCash 100.00", "92.80"),
      ("Total 24.50\nSuggested\n18% (Tip 4.08 Total 28.58)\n20% (Tip 4.54 Total 29.04)", "24.50"),
      ("BROT 4,20\nKAFFEE 1,27\nTEE 2,50\nSUMME EUR 7,37\nA 19% 6,70 1,27 7,97", "7.97"),
      ("BROT 14,20\nKAFFEE 1,27\nTEE 2,50\nSUMME EUR 7,97\nA 19% 15,10 2,87 17,97", "17.97"),
      // The last digit differs by rounding, and another one by an amount that is on the paper.
      ("BROT 4,20\nKAFFEE 1,27\nTEE 2,50\nSUMME EUR 7,95\nA 19% 6,70 1,27 7,97", "7.95"),
      ("BROT 4,20\nKAFFEE 1,27\nTEE 2,50\nKurtaxe 2,00\nSUMME EUR 9,97\nA 19% 6,70 1,27 7,97", "9.97"),
    ])
  func damage(text: String, value: String) {
    #expect(total(text).first == value)
  }

  @Test(
    "a column of labels takes the column of amounts",
    arguments: zip(
      [
        "Subtotal\nTax\nTotal\n10.00\n0.80\n10.80", "Total\n10.80\nCash\n20.00\nChange\n9.20",
        "10.80\nTotal\n20.00\nCash\n9.20\nChange", "10.00\nSubtotal\n10.80\nTotal\n20.00\nCash\n9.20\nChange",
      ], Array(repeating: "10.80", count: 4)))
  func columns(text: String, value: String) {
    #expect(total(text).first == value)
  }
}
