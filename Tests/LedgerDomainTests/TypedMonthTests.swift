import LedgerDomain
import Testing

@Suite("Months as people type them")
struct TypedMonthTests {
  private func month(_ text: String, _ locale: String = "de_DE") throws -> String? {
    let current = try #require(CivilMonth(iso: "2026-11"))
    return TypedMonth(current: current, locale: try #require(LedgerLocale(locale))).parse(text)?.iso
  }

  @Test(
    "Names in the locale and in English, numbers and places are months",
    arguments: [
      ("oktober", "2026-10"), ("October", "2026-10"), ("okt.", "2026-10"), ("Oktober 2025", "2025-10"),
      ("märz", "2026-03"), ("dezember", "2026-12"), ("januar", "2026-01"), ("10/2024", "2024-10"),
      ("9", "2026-09"),
      ("2026-06", "2026-06"), ("next", "2026-12"), ("last month", "2026-10"), ("nächster Monat", "2026-12"),
      ("letzten Monat", "2026-10"), ("this", "2026-11"), ("today", "2026-11"),
    ])
  func month(text: String, iso: String) throws { #expect(try month(text) == iso) }

  @Test(
    "Other texts are no months",
    arguments: [
      "", "13", "0", "oktobre 25 x", "oktober 1", "next oktober", "rewe", "2026-13", "next week", "-1",
    ])
  func notAMonth(text: String) throws { #expect(try month(text) == nil) }

  @Test("A name of another language is no month") func language() throws {
    #expect(try month("oktober", "fr_FR") == nil && month("octobre", "fr_FR") == "2026-10")
  }
}
