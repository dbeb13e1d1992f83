import LedgerDomain
import Testing

@testable import BankFiles

@Suite("Numbers and dates as files print them")
struct PrintedTests {
  private func number(_ text: String) -> PrintedNumber? { PrintedNumber(Array(text.utf8)[...]) }

  @Test(
    "A number is read with the decimal sign of its file",
    arguments: [
      ("1,234.56", DecimalSign.point, 123_456), ("1.234,56", .comma, 123_456), ("1'234.50", .point, 123_450),
      ("1’234.50", .point, 123_450), ("1 234,5", .comma, 123_450), ("1\u{a0}234,56", .comma, 123_456),
      ("12,34,567.00", .point, 123_456_700), ("-40.0", .point, -4_000), ("40,00-", .comma, -4_000),
      ("(12.50)", .point, -1_250), ("−12,5", .comma, -1_250), ("+7", .point, 700), (".50", .point, 50),
      ("12.500", .point, 1_250), ("1,000", .point, 100_000), ("12.50 DR", .point, -1_250),
      ("12.50CR", .point, 1_250),
      ("$1,000.00", .point, 100_000), ("-$5.00", .point, -500), ("USD 5", .point, 500),
      ("40,00- CHF", .comma, -4_000),
      ("5,", .comma, 500),
    ] as [(String, DecimalSign, Int64)])
  func numbers(_ text: String, _ sign: DecimalSign, _ units: Int64) throws {
    #expect(try number(text)?.minorUnits(sign, digits: 2).get() == units)
  }

  @Test(
    "A text with anything but one number is not a number",
    arguments: [
      "", "-", ".", "12..34", "1-2", "12 34.5.6-", "1.2.", "--5", "(5", "5)", "(-5)", "5%", "1,2 3", "12a34",
    ])
  func noNumbers(_ text: String) {
    let units = number(text).flatMap { try? $0.minorUnits(.point, digits: 2).get() }
    #expect(units == nil)
  }

  @Test("An amount that is finer or larger than the currency allows is refused, not rounded")
  func limits() {
    #expect(number("12.345")?.minorUnits(.point, digits: 2) == .failure(.tooFine))
    #expect(number("12.5")?.minorUnits(.point, digits: 0) == .failure(.tooFine))
    #expect(number("12.0")?.minorUnits(.point, digits: 0) == .success(12))
    #expect(number("90071992547409.93")?.minorUnits(.point, digits: 2) == .failure(.tooLarge))
    #expect(number("1234567890123456789") == nil)
  }

  @Test(
    "A number proves the decimal sign where it can be read in one way",
    arguments: [
      ("1,234.56", .point), ("1.234.567", .comma), ("12.5", .point), ("0.500", .point), ("1234.567", .point),
      ("1.234", nil), ("12", nil), ("1,23,456.7", .point),
    ] as [(String, DecimalSign?)])
  func proofs(_ text: String, _ sign: DecimalSign?) { #expect(number(text)?.provenSign == sign) }

  private func date(_ text: String) -> PrintedDate? { PrintedDate(Array(text.utf8)[...]) }

  @Test(
    "Dates of all customs are read in the order of their file",
    arguments: [
      ("2026-01-05", DateOrder.yearFirst, "2026-01-05"), ("2026.01.05.", .dayFirst, "2026-01-05"),
      ("20260105", .dayFirst, "2026-01-05"), ("20260105120000[-5:EST]", .dayFirst, "2026-01-05"),
      ("05.01.2026", .dayFirst, "2026-01-05"), ("05/01/26", .dayFirst, "2026-01-05"),
      ("1/5/26", .monthFirst, "2026-01-05"),
      ("1/ 5'26", .monthFirst, "2026-01-05"), ("26/01/05", .yearFirst, "2026-01-05"),
      ("05012026", .dayFirst, "2026-01-05"),
      ("5 Jan 2026", .dayFirst, "2026-01-05"), ("Jan 5, 2026", .dayFirst, "2026-01-05"),
      ("05-JAN-26", .dayFirst, "2026-01-05"),
      ("05JAN2026", .dayFirst, "2026-01-05"), ("5. Januar 2026", .dayFirst, "2026-01-05"),
      ("5 févr. 2026", .dayFirst, "2026-02-05"),
      ("5th January 2026", .dayFirst, "2026-01-05"), ("1er mars 2026", .dayFirst, "2026-03-01"),
      ("Jan 2nd, 2026", .dayFirst, "2026-01-02"), ("5 de marzo de 2026", .dayFirst, "2026-03-05"),
      ("3 août 2026", .dayFirst, "2026-08-03"), ("Mon, 5 Jan 2026", .dayFirst, "2026-01-05"),
      ("2026年1月5日", .yearFirst, "2026-01-05"), ("2026-01-05T10:00:00+01:00", .yearFirst, "2026-01-05"),
      ("2025-12-31-21.35.45.616362", .yearFirst, "2025-12-31"), ("05.01.2026 10:00", .dayFirst, "2026-01-05"),
      ("05.01.70", .dayFirst, "1970-01-05"),
    ])
  func dates(_ text: String, _ order: DateOrder, _ day: String) { #expect(date(text)?.day(order)?.iso == day) }

  @Test(
    "Other texts and days that do not exist are no dates",
    arguments: [
      "", "12", "1.234", "12.50", "2026-13-01", "31.02.2026", "05.01.2026 REWE", "1/2/3", "Jan 2026",
      "12345678",
    ])
  func noDates(_ text: String) { #expect(date(text)?.day(.dayFirst) == nil) }

  @Test("The order of dates is decided by all of them, and asked if no date decides")
  func order() throws {
    func order(_ texts: [String]) -> Result<DateOrder, BankFileQuestion> {
      var decision = DateDecision()
      for text in texts {
        let cell = Array(text.utf8)[...]
        if let date = PrintedDate(cell) { decision.add(date, line: 2, cell: cell) }
      }
      return decision.order(nil).map(\.0)
    }
    #expect(try order(["01/02/2026", "28/02/2026"]).get() == .dayFirst)
    #expect(try order(["01/02/2026", "02/28/2026"]).get() == .monthFirst)
    #expect(try order(["01.02.2026", "03.04.2026"]).get() == .dayFirst)
    #expect(try order(["26/01/01", "26/01/12", "26/01/23", "26/02/04"]).get() == .yearFirst)
    #expect(try order(["05/05/2026"]).get() == .dayFirst)
    // One bad date does not turn the order of the others.
    #expect(try order(["28/02/2026", "27/02/2026", "02/28/2026"]).get() == .dayFirst)
    #expect(throws: BankFileQuestion.self) { try order(["01/02/2026", "03/04/2026"]).get() }
  }
}
