import LedgerDomain
import Testing

@testable import ReceiptExtraction

/// Several texts of one paper, as an engine gives them with different settings.
@Suite("Texts of several passes")
struct PassesTests {
  private func read(_ passes: String..., vendors: [String] = []) -> MergedReadings {
    var hints = ExtractionHints()
    hints.vendors = vendors
    return Extractor().read(passes: passes, hints: hints)
  }

  @Test("One text is read as it is without passes")
  func one() {
    let text = "REWE City\nSUMME EUR 84,50\n14.06.2026"
    let merged = read(text)
    #expect(merged.readings == Extractor().read(text) && merged.best == 0 && !merged.isSettled)
    #expect(read("").readings.note == "no text on the paper")
  }

  @Test("Texts that agree settle the reading, and their confidence is not lower than one text's")
  func agreement() throws {
    let text =
      "REWE City\nMilch 1,20\nBrot 2,30\nKaffee 5,00\nSUMME EUR 8,50\nBar EUR 10,00\nRückgeld 1,50\n14.06.2026 12:30"
    let merged = read(text, text)
    #expect(merged.isSettled)
    let total = try #require(merged.readings.total.first)
    #expect(total.value == "8.50" && total.confidence >= 90 && merged.readings.total.count == 1)
    #expect(
      merged.readings.date.first?.value == "2026-06-14" && merged.readings.vendor.first?.value == "REWE City")
    #expect(merged.readings.items.map(\.price) == ["1.20", "2.30", "5.00"])
  }

  @Test("The total that the arithmetic of any text confirms comes first, and the other one is a second pass")
  func arithmetic() throws {
    let wrong = "Shop GmbH\nSUMME EUR 19,16\n14.06.2026"
    let right = "Shop GmbH\nSUMME EUR 19,46\nBar EUR 20,00\nRückgeld EUR 0,54\n14.06.2026"
    for passes in [[wrong, right], [right, wrong]] {
      let merged = Extractor().read(passes: passes)
      #expect(merged.readings.total.readings.map(\.value) == ["19.46", "19.16"])
      #expect(merged.readings.total.readings.last?.reason == "second pass")
      #expect(!merged.isSettled && passes[merged.best] == right)
    }
  }

  @Test("A reading of another engine has that engine as its reason, whatever its version and settings are")
  func engines() throws {
    let wrong = "Shop GmbH\nSUMME EUR 19,16\n14.06.2026"
    let right = "Shop GmbH\nSUMME EUR 19,46\nBar EUR 20,00\nRückgeld EUR 0,54\n15.06.2026"
    func reasons(_ engines: [String]) -> [String?] {
      var hints = ExtractionHints()
      hints.engines = engines
      let readings = Extractor().read(passes: [wrong, right], hints: hints).readings
      return [readings.total, readings.date].map { $0.readings.count == 2 ? $0.readings.last?.reason : nil }
    }
    #expect(reasons(["tesseract-5.3.0-psm6", "my-eyes"]) == ["read by tesseract", "read by tesseract"])
    #expect(reasons(["my-eyes", "tesseract-psm6"]) == ["read by my-eyes", "read by my-eyes"])
    #expect(
      reasons(["tesseract-5.3.0-psm6", "tesseract-5.3.0-psm4-sauvola"]) == ["second pass", "second pass"])
    #expect(reasons([]) == ["second pass", "second pass"])
    let reading = FieldReading(value: "19.16", reason: "read by my-eyes", confidence: 40)
    #expect(reading.engine == "my-eyes")
    #expect(FieldReading(value: "1", reason: "second pass", confidence: 40).engine == nil)
  }

  @Test("A labelled total with one wrong digit is repaired by the amounts that add up, and never without them")
  func repair() throws {
    let damaged = "Shop GmbH\nBrot 8,50\nKuchen 8,00\nTorte 100,00\nSUMME EUR 118,50\n14.06.2026"
    let merged = read(damaged, damaged)
    #expect(merged.readings.total.first?.value == "118.50", "what is printed, where nothing proves another")
    let proof = "Shop GmbH\nSUMME EUR 118,50\nGegeben 120,00\nRückgeld 3,50\nZahlbetrag 116,50\n14.06.2026"
    let repaired = try #require(read(proof, proof).readings.total.first)
    #expect(repaired.value == "116.50" && repaired.confidence < 90, "\(repaired)")
  }

  @Test("A total that another text prints differently is not sure, even if both texts are labelled")
  func dispute() throws {
    let one = "Shop GmbH\nSUMME EUR 19,16\nMastercard EUR 19,16\n14.06.2026"
    let other = "Shop GmbH\nSUMME EUR 19,16\nMastercard EUR 19,46\n14.06.2026"
    let total = read(one, other, one).readings.total.readings
    #expect(total.map(\.value) == ["19.16", "19.46"] && total[0].confidence < 90)
  }

  @Test("An amount whose cents one text lost does not replace the whole one")
  func lostCents() {
    let lost = "Shop GmbH\nBrot 2,00\nMilch 1,00\nSUMME EUR 26\n14.06.2026"
    let whole = "Shop GmbH\nBrot 2,00\nMilch 1,00\nSUMME EUR 26,90\n14.06.2026"
    #expect(read(lost, lost, whole).readings.total.first?.value == "26.90")
  }

  @Test("The date of most texts comes first, and a date in one text alone is never sure")
  func dates() throws {
    let right = "Shop GmbH\nSUMME EUR 5,00\n15.04.2020 16:15"
    let wrong = "Shop GmbH\nSUMME EUR 5,00\n16.04.2020 16:15"
    let merged = read(wrong, right, right)
    #expect(merged.readings.date.readings.map(\.value) == ["2020-04-15", "2020-04-16"])
    #expect(merged.readings.date.readings.last?.reason == "second pass")
    let lone = try #require(read(right, "Shop GmbH\nSUMME EUR 5,00").readings.date.first)
    #expect(lone.value == "2020-04-15" && lone.confidence < 90)
  }

  @Test(
    "A second printing of the date counts, although its year is damaged or missing",
    arguments: ["Datum: 15.04.202C", "Datum: 15.04, 202€", "AS-Zeit 15.04, 16:14 Uhr"])
  func damagedDate(_ line: String) throws {
    let text = "Shop GmbH\nSUMME EUR 5,00\n16.04.2020 16:15\n\(line)"
    let date = read(text, text).readings.date.readings
    #expect(Set(date.map(\.value)) == ["2020-04-15", "2020-04-16"], "\(date)")
    #expect(date[0].confidence < 90)
    let same = "Shop GmbH\nSUMME EUR 5,00\n15.04.2020 16:15\n\(line)"
    #expect(read(same, same).readings.date.readings.map(\.value) == ["2020-04-15"])
    // What is no date of that form changes nothing.
    let other = "Shop GmbH\nSUMME EUR 5,00\n16.04.2020 16:15\nNr. 15.44.202C"
    #expect(read(other, other).readings.date.count == 1)
  }

  @Test("What a logo or a stain was read as differs from text to text, so the name is what they share")
  func vendors() throws {
    let merged = read(
      "EOE LO ii\nCorner Café\nTOTAL EUR 5.00\n14 Jun 2026",
      "aaa R tT\nCorner Café\nTOTAL EUR 5.00\n14 Jun 2026")
    #expect(merged.readings.vendor.first?.value == "Corner Café", "\(merged.readings.vendor)")
  }

  @Test("A chain's name with wrong letters, and a slogan, name the chain")
  func chains() {
    #expect(read("R@SSMANN\nTotal 5,00", "R@SSMANN\nTotal 5,00").readings.vendor.first?.value == "Rossmann")
    let slogan = "oo EE\nMein Drogeriemarkt\nTotal 5,00"
    #expect(read(slogan, slogan).readings.vendor.first?.value == "Rossmann")
    let unknown = "Merkwürdig\nTotal 5,00"
    #expect(read(unknown, unknown).readings.vendor.first?.value == "Merkwürdig")
  }

  @Test("A misread name of a vendor that the person has used is read as that vendor, with the reason")
  func ownVendors() throws {
    let text = "Zur Aiten Muehle\nTotal 5,00"
    #expect(read(text, text).readings.vendor.first?.value == "Zur Aiten Muehle")
    let known = try #require(
      read(text, text, vendors: ["Zur Alten Mühle", "Zur Altmühl"]).readings.vendor.first)
    #expect(known.value == "Zur Alten Mühle" && known.reason == "a vendor of yours", "\(known)")
  }

  @Test(
    "A misread company form is repaired, and nothing else in a name is",
    arguments: zip(
      [
        "SUN WONG KUT SON BHD", "KING'S CONFECTIONERY §/B8 273500-U", "BEMED {SP} SON. BHD.", "Palm GmbN",
        "BHPetro] Palekbang", "SON OF A BAKER", "Gmbh", "List [2]",
      ],
      [
        "SUN WONG KUT SDN BHD", "KING'S CONFECTIONERY S/B", "BEMED (SP) SDN. BHD.", "Palm GmbH",
        "BHPetrol Palekbang", "SON OF A BAKER", "Gmbh", "List [2]",
      ]))
  func companyForms(_ misread: String, _ right: String) { #expect(CompanyForm.repaired(misread) == right) }

  @Test("A sign of a currency that is next to one amount in one text is a stain")
  func signs() {
    let clean = "Kedai Jalan 5\n50480 Kuala Lumpur\nTotal RM 8.00\nCash RM 10.00\nChange RM 2.00"
    let stained = clean.replacing("Total RM", with: "Total £")
    #expect(read(clean, stained).readings.currency.readings.map(\.value) == ["MYR"])
    let article = "Kedai Jalan 5\n50480 Kuala Lumpur\n£8318 12\nTotal 8.00"
    #expect(read(article, article).readings.currency.readings.map(\.value) == ["MYR"])
    let pounds = "Shop\nTotal £8.00\nCash £10.00\nChange £2.00"
    #expect(read(pounds, pounds).readings.currency.first?.value == "GBP")
  }

  @Test("IE-22 A person never has more than three choices: the least important ones are left out")
  func choices() {
    let one = "Alpha Hotel\nRestaurant\nTotal 5.10\n04/05/2026\nCASH CARD"
    let other = "Omega Taxi\nFahrt\nTotal 7.10\n07/08/2026\nVISA BAR"
    let readings = read(one, other).readings
    let fields = [
      readings.vendor, readings.date, readings.total, readings.currency, readings.category, readings.payment,
    ]
    #expect(fields.filter { $0.count > 1 }.count <= 3)
    #expect(readings.total.count == 2 && readings.date.count == 2)
  }

  @Test("The language of the paper is that of the country it shows")
  func language() {
    #expect(Extractor().language(of: ["Paderborn\nMwSt 19%\nSteuernummer", "Kassenbon"]) == "deu")
    #expect(Extractor().language(of: ["12345"]) == nil)
  }
}
