import Foundation
import Ledger

// The examples of amounts, dates, identifiers and typed lines.
extension TypeExamples {
  static func money() -> [String?] {
    let total = Money(minorUnits: 8450, currency: .eur)
    let text = total.description  // "84.50 EUR"
    let more = total.adding(Money(minorUnits: 50, currency: .eur))?.decimal  // "85.00"
    return [text, more]
  }

  static func currencyCode() -> [Int?] {
    let yen = CurrencyCode("JPY")
    let digits = yen?.minorUnitDigits  // 0, so that 1284 minor units are ¥1,284
    return [digits]
  }

  static func civilDate() -> [String?] {
    let day = CivilDate(iso: "2026-01-31")
    let february = day?.adding(months: 1).iso  // "2026-02-28"
    let march = day?.adding(months: 2).iso  // "2026-03-31"
    return [february, march]
  }

  static func civilMonth() -> [String?] {
    let june = CivilMonth(iso: "2026-06")
    let next = june?.next.iso  // "2026-07"
    let last = june?.last.iso  // "2026-06-30"
    return [next, last]
  }

  static func weekRule() -> [Int?] {
    let newYear = CivilDate(iso: "2027-01-01")
    let week = newYear.map(WeekRule.iso.week)  // (year: 2026, week: 53)
    return [week?.year, week?.week]
  }

  static func ledgerLocale() -> [String?] {
    let locale = LedgerLocale.default
    let amount = locale.money(Money(minorUnits: 128_450, currency: .eur))  // "€1,284.50"
    let day = CivilDate(iso: "2026-06-14").map { locale.longDate($0) }  // "Sunday, 14 June 2026"
    return [amount, day]
  }

  static func typedDate(_ today: CivilDate) throws -> String {
    let reader = TypedDate(today: today, locale: .default)
    let day = try reader.parse("yesterday")
    return day.iso
  }

  static func quickEntry(_ book: Book) throws -> [String] {
    let vocabulary = QuickEntry.Vocabulary(
      today: book.today, categories: try book.categories(), currency: .eur, locale: .default)
    let entry = QuickEntry("taxi 23.90 cash yesterday #berlin", vocabulary)
    let amount = entry.money?.description  // "23.90 EUR"
    let tags = entry.tags  // ["berlin"]
    return [amount ?? "", entry.payment?.rawValue ?? "", entry.date.iso, entry.category ?? ""] + tags
  }

  static func entrySplit(_ book: Book) throws -> [String] {
    let vocabulary = QuickEntry.Vocabulary(
      today: book.today, categories: try book.categories(), currency: .eur, locale: .default)
    let split = try EntrySplit("food 60, other rest", vocabulary)
    let items = try split.items(of: Money(minorUnits: 8_450, currency: .eur))  // Food, 60.00 EUR
    return [split.category] + items.map { "\($0.name), \($0.money)" }
  }

  static func amountExpression() throws -> [String] {
    let meal = try AmountExpression.parse("84 +10%", defaultCurrency: .eur, locale: .default)  // 92.40 EUR
    let share = try AmountExpression.parse("90/3 USD", defaultCurrency: .eur, locale: .default)  // 30.00 USD
    return [meal.description, share.description]
  }

  static func amountParser() throws -> [String] {
    let typed = try AmountParser.parse("€84,50", defaultCurrency: .eur, locale: .default)  // 84.50 EUR
    return [typed.description]
  }

  static func transactionID(_ uuid: UUID) -> [String?] {
    let receipt = TransactionID(uuid)
    let same = TransactionID(receipt.description)?.uuid  // `nil` if the text is not a UUID
    return [receipt.description, same?.uuidString.lowercased()]
  }
}
