internal import LedgerDomain

/// A city with the style of its receipts.
struct Place: Sendable {
  let city: String
  let postcode: String
  let street: String
  let currency: String
  /// The offset from UTC in winter, in minutes.
  let offset: Int
  let hasSummerTime: Bool
  /// The minor units of its currency that are worth ten euros.
  let scale: Int
  let total: String
  let card: String
  let cash: String
  let tax: String
  let thanks: String
  let hasComma: Bool
  let date: DateOrder

  enum DateOrder: Sendable { case dayDots, daySlashes, monthSlashes, yearFirst }

  /// Returns the offset from UTC on a day, in minutes.
  func offset(on day: CivilDate) -> Int { offset + (hasSummerTime && (4...10).contains(day.month) ? 60 : 0) }

  static let home = Place(
    city: "Berlin", postcode: "10178", street: "Alexanderplatz", currency: "EUR", offset: 60,
    hasSummerTime: true,
    scale: 1_000, total: "SUMME", card: "Kartenzahlung", cash: "Bar", tax: "MwSt 19%", thanks: "Vielen Dank!",
    hasComma: true, date: .dayDots)

  static let abroad = [
    Place(
      city: "London", postcode: "EC1A 1BB", street: "Fleet Street", currency: "GBP", offset: 0,
      hasSummerTime: true,
      scale: 850, total: "TOTAL", card: "VISA DEBIT", cash: "CASH", tax: "VAT 20%", thanks: "Thank you",
      hasComma: false, date: .daySlashes),
    Place(
      city: "Paris", postcode: "75011", street: "Rue Oberkampf", currency: "EUR", offset: 60,
      hasSummerTime: true, scale: 1_150, total: "TOTAL TTC", card: "CB", cash: "ESPECES", tax: "TVA 10%",
      thanks: "Merci de votre visite", hasComma: true, date: .daySlashes),
    Place(
      city: "Lisboa", postcode: "1200-109", street: "Rua da Prata", currency: "EUR", offset: 0,
      hasSummerTime: true,
      scale: 800, total: "TOTAL", card: "MULTIBANCO", cash: "NUMERARIO", tax: "IVA 23%", thanks: "Obrigado",
      hasComma: true, date: .daySlashes),
    Place(
      city: "Roma", postcode: "00186", street: "Via del Corso", currency: "EUR", offset: 60,
      hasSummerTime: true,
      scale: 1_000, total: "TOTALE EURO", card: "PAGAMENTO ELETTRONICO", cash: "CONTANTI", tax: "IVA 10%",
      thanks: "Grazie e arrivederci", hasComma: true, date: .daySlashes),
    Place(
      city: "Zürich", postcode: "8001", street: "Bahnhofstrasse", currency: "CHF", offset: 60,
      hasSummerTime: true,
      scale: 1_600, total: "TOTAL", card: "EC-Karte", cash: "Bar", tax: "MWST 8.1%", thanks: "Besten Dank",
      hasComma: false, date: .dayDots),
    Place(
      city: "New York", postcode: "NY 10013", street: "Broadway", currency: "USD", offset: -300,
      hasSummerTime: true,
      scale: 1_350, total: "TOTAL", card: "VISA", cash: "CASH", tax: "TAX 8.875%", thanks: "Have a nice day",
      hasComma: false, date: .monthSlashes),
    Place(
      city: "Tokyo", postcode: "150-0002", street: "Shibuya", currency: "JPY", offset: 540,
      hasSummerTime: false,
      scale: 1_550, total: "合計", card: "クレジット", cash: "現金", tax: "消費税 10%", thanks: "ありがとうございました",
      hasComma: false, date: .yearFirst),
    Place(
      city: "København", postcode: "1165", street: "Nørregade", currency: "DKK", offset: 60,
      hasSummerTime: true, scale: 9_900, total: "TOTAL", card: "DANKORT", cash: "KONTANT", tax: "MOMS 25%",
      thanks: "Tak for besøget", hasComma: true, date: .dayDots),
    Place(
      city: "Warszawa", postcode: "00-029", street: "Nowy Świat", currency: "PLN", offset: 60,
      hasSummerTime: true,
      scale: 3_300, total: "SUMA PLN", card: "KARTA", cash: "GOTÓWKA", tax: "PTU 23%", thanks: "Dziękujemy",
      hasComma: true, date: .yearFirst),
    Place(
      city: "Praha", postcode: "110 00", street: "Dlouhá", currency: "CZK", offset: 60, hasSummerTime: true,
      scale: 19_000, total: "CELKEM", card: "KARTA", cash: "HOTOVOST", tax: "DPH 21%", thanks: "Děkujeme",
      hasComma: true, date: .dayDots),
  ]
}
