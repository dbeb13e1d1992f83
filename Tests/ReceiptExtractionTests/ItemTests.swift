import LedgerDomain
import Testing

@testable import ReceiptExtraction

@Suite("Line items")
struct ItemTests {
  private func prices(_ lines: String...) -> [String] {
    Extractor().read(lines.joined(separator: "\n")).items.map(\.price)
  }

  @Test("Items that add up to the total are taken, wherever their names are")
  func addUp() {
    let torn = ["SHOP GmbH", "MILCH", "1,20 A", "BROT", "2,30 B", "SUMME EUR 3,50", "14.06.2026"]
    #expect(Extractor().read(torn.joined(separator: "\n")).items.map(\.name) == ["MILCH", "BROT"])
    // The total counts as a sum whatever its label is.
    #expect(prices("Tienda", "Leche 1,20", "Pan", "2,30", "Importe 3,50") == ["1.20", "2.30"])
    // Items with a quantity on the line of the price, before tax.
    #expect(
      prices("Diner", "Salad", "  1 x 9.50   9.50", "Tea", "  2 x 3.00   6.00", "Tax 1.24", "Total 16.74") == [
        "9.50", "6.00",
      ])
  }

  @Test("Amounts above the goods and prices of nothing are no items")
  func others() {
    let head = ["Bar Lda", "Capital Social: 75.000,00 Euros", "Caixa 2 Loja 10.150,00"]
    let goods = ["Cafe 0,70", "Sumo 1,30", "sem gelo 0,00", "Pao 0,85"]
    let lines = head + goods + ["Total 2,85", "14-06-2026"]
    #expect(Extractor().read(lines.joined(separator: "\n")).items.map(\.price) == ["0.70", "1.30", "0.85"])
  }

  @Test("A first number with decimals is the quantity if a price follows the name")
  func quantity() {
    let items = Extractor().read(
      "Qt Descrição P.Unit. Tx Valor\n1.00 Cafe  € 0.70 13  € 0.70\n2.50 Queijo  € 2.00 13  € 5.00\nTotal € 5.70"
    ).items
    #expect(items.map(\.name) == ["Cafe", "Queijo"] && items.map(\.price) == ["0.70", "5.00"])
    #expect(items.map(\.quantity) == ["1", "2.50"])
  }

  @Test(
    "A single item proves no total where no sum has a label, and items that do not add up lower the confidence")
  func check() {
    let alone = Extractor().read("Konditori\n431.14 Göteborg\n162.35\nTack")
    #expect(alone.total.first?.confidence ?? 0 < 50, "\(alone.total)")
    func total(_ last: String) -> Int {
      Extractor().read("Shop\nMilk 1.20\nBread 2.30\nTea \(last)\nTotal 8.50\nThanks").total.first?.confidence
        ?? 0
    }
    #expect(total("5.00") > total("4.00") + 15)
    let two = Extractor().read("Shop\nMilk 1.20\nBread 2.30\nTotal 8.50\nThanks").total.first?.confidence ?? 0
    #expect(total("4.00") < two)
  }

  @Test(
    "Dates are read as registers of other countries print them",
    arguments: zip(
      ["Dato: 24/12-2022 Kl: 09:01", "Date: Mar24'23 Time: 20:11", "28/10-2017"],
      ["2022-12-24", "2023-03-24", "2017-10-28"]))
  func dates(_ text: String, _ date: String) {
    #expect(Extractor().read("Shop\n\(text)\nTotal 8.50").date.first?.value == date)
  }

  @Test("Crowns are Danish next to Danish words, and francs Swiss where the tax has the German name")
  func countries() {
    #expect(Extractor().read("Bager\nKvittering\nI alt 45,00 kr\nMoms 9,00").currency.first?.value == "DKK")
    #expect(
      Extractor().read("Konditori\nKvitto\nAtt betala 45,00 kr\nMoms 9,00").currency.first?.value == "SEK")
    #expect(Extractor().read("Papeterie\n3011 Bern\nTotal 45.00\nMWST 3.37").currency.first?.value == "CHF")
  }
}
