import LedgerDomain
import ReceiptExtraction
import Testing

@Suite("Dates on paper")
struct DateTests {
  private func read(_ text: String, country: String? = nil) -> [String] {
    Extractor().read(text, hints: ExtractionHints(country: country)).date.readings.map(\.value)
  }

  @Test(
    "every order and form reads as one day",
    arguments: zip(
      [
        "14.06.2026", "14.6.26", "14. 06. 2026", "14/06/2026", "14-06-2026", "2026-06-14", "2026/06/14",
        "2026.06.14",
        "20260614 18:42", "2026-06-14T18:42:07", "14 06.2026", "14.06,2026", "14.06.2026 18:42", "2026年6月14日",
        "2026年06月14日(日) 08:15", "6/14/2026", "06-14-2026", "１４．０６．２０２６",
      ], Array(repeating: "2026-06-14", count: 18)))
  func numericForms(text: String, iso: String) {
    #expect(read(text) == [iso])
  }

  @Test(
    "names of months in many languages",
    arguments: zip(
      [
        "14 Jun 2026", "June 14, 2026", "14th June 2026", "Jun 14 2026", "14-JUN-2026", "14/JUN/26",
        "14. Juni 2026",
        "7. Mai 2026", "3. März 2026", "3. Mrz 2026", "12. Jänner 2026", "1er juillet 2026", "14 août 2026",
        "2 février 2026", "3 févr. 2026", "14 giugno 2026", "5 gennaio 2026", "9 lug 2026",
        "4 de marzo de 2026",
        "30 de septiembre de 2026", "12 de março de 2026", "25 de dezembro de 2026", "1 out 2026",
        "19 februari 2026",
        "16 maja 2026", "24 MAR 18",
      ],
      [
        "2026-06-14", "2026-06-14", "2026-06-14", "2026-06-14", "2026-06-14", "2026-06-14", "2026-06-14",
        "2026-05-07",
        "2026-03-03", "2026-03-03", "2026-01-12", "2026-07-01", "2026-08-14", "2026-02-02", "2026-02-03",
        "2026-06-14",
        "2026-01-05", "2026-07-09", "2026-03-04", "2026-09-30", "2026-03-12", "2026-12-25", "2026-10-01",
        "2026-02-19",
        "2026-05-16", "2018-03-24",
      ]))
  func namedMonths(text: String, iso: String) {
    #expect(read(text) == [iso])
  }

  @Test(
    "months of further languages, and a day joined to its year",
    arguments: [
      "14. června 2026", "14 Haziran 2026", "14 Jun 2026", "14 juni 2026", "14 cze 2026", "14th of June 2026",
      "June 14,2026", "JUN14,2026",
    ])
  func moreMonths(text: String) {
    #expect(read(text) == ["2026-06-14"])
  }

  @Test(
    "letters in the place of digits, and a time without a space before it, are repaired",
    arguments: [
      "14/O6/2026", "l4.06.2026", "14-06-2O26", "14/06/2618:42", "14.06.268:42", "14-06-2618:42:07",
    ])
  func damage(text: String) {
    #expect(read("Corner Shop\n" + text) == ["2026-06-14"])
  }

  @Test(
    "where day and month can swap, the country's habit comes first and the other second",
    arguments: [
      ("05/04/2026", nil, ["2026-04-05", "2026-05-04"]),
      ("05/04/2026", "US", ["2026-05-04", "2026-04-05"]),
      ("05/04/2026\nBoise, ID 83702", nil, ["2026-05-04", "2026-04-05"]),
      ("05/04/2026\nSubtotal $4.00\n(518) 555-0142", nil, ["2026-05-04", "2026-04-05"]),
      ("05/04/2026\nSdn Bhd\nSelangor", nil, ["2026-04-05", "2026-05-04"]),
      // A point is never American; the same day is no question.
      ("05.04.2026", "US", ["2026-04-05"]),
      ("04/04/2026", nil, ["2026-04-04"]),
      // Another date of the paper shows the order.
      ("05/04/2026 10:15\nprinted 28/04/2026", nil, ["2026-04-05"]),
      ("05/04/2026 10:15\nprinted 05/28/2026", nil, ["2026-05-04"]),
      ("05/04/2026 10:15\n2026-05-04", nil, ["2026-05-04"]),
    ] as [(String, String?, [String])])
  func swaps(text: String, country: String?, expected: [String]) {
    #expect(read(text, country: country) == expected)
  }

  @Test(
    "what is no date is not read as one",
    arguments: [
      "31.02.2026", "00/00/2026", "13/13/2013", "10:15:30", "12.50", "1.234.567", "030/123456",
      "Tel. 0221 5550123",
      "12/345/678901", "00.05.18.22", "192.168.0.1", "99999999", "2026", "June", "14 June",
      "lO/O6/2O26", "14/06/2699:42", "June 14,202", "ab14/O6/2026",
    ])
  func noDates(text: String) {
    #expect(read(text).isEmpty)
  }

  @Test("the date of issue comes before other dates")
  func issueFirst() {
    #expect(read("Due date: 04/07/2026\nInvoice date: 20/06/2026").first == "2026-06-20")
    #expect(read("Valid until 31.12.2027\n14.06.2026 10:15").first == "2026-06-14")
    #expect(read("Order Date: 15-10-2026\nInvoice Date: 20-10-2026").first == "2026-10-20")
    #expect(read("Check In 12/06/2026\nCheck Out 14/06/2026\nDate: 14/06/2026").first == "2026-06-14")
  }

  @Test(
    "A weekday next to a date decides between day and month, and between two dates",
    arguments: [
      // 5 April 2026 is a Sunday, 4 May 2026 a Monday.
      ("Sun 05/04/2026", ["2026-04-05"]), ("Mon 05/04/2026", ["2026-05-04"]),
      ("Mo. 05/04/2026", ["2026-05-04"]), ("05/04/2026 (Sonntag)", ["2026-04-05"]),
      ("lundi 05/04/2026", ["2026-05-04"]), ("Dom, 05/04/2026", ["2026-04-05"]),
      // A weekday of neither leaves both, and so does a word further away.
      ("Fri 05/04/2026", ["2026-04-05", "2026-05-04"]),
      ("Open Mon to Fri 05/04/2026", ["2026-04-05", "2026-05-04"]),
      ("Mon table 4 05/04/2026", ["2026-04-05", "2026-05-04"]),
      // A short word may be another word: it can confirm a date, and never speaks against it.
      ("do 14.06.2026", ["2026-06-14"]),
      // Of two dates the one comes first that its weekday confirms.
      ("15.06.2026\nSo 14.06.2026", ["2026-06-14"]), ("Tue 15.06.2026\n14.06.2026", ["2026-06-14"]),
    ] as [(String, [String])])
  func weekdays(text: String, expected: [String]) {
    #expect(Array(read(text).prefix(expected.count)) == expected)
    if expected.count == 1, text.contains("/") { #expect(read(text).count == 1) }
  }

  @Test("A weekday is the reason, and a wrong one makes a date doubtful")
  func weekdayReasons() throws {
    let right = try #require(Extractor().read("Sunday 14.06.2026").date.readings.first)
    #expect(right.reason == "beside “Sunday”")
    let wrong = try #require(Extractor().read("Friday 14.06.2026").date.readings.first)
    #expect(wrong.confidence < right.confidence && wrong.confidence <= 50)
  }

  @Test("A date that has not come yet is not the date of issue: another date, or another order, comes first")
  func future() throws {
    let today = try #require(CivilDate(iso: "2026-06-14"))
    func read(_ text: String) -> FieldReadings {
      Extractor().read(text, hints: ExtractionHints(today: today)).date
    }
    #expect(read("12/05/2026").readings.map(\.value) == ["2026-05-12", "2026-12-05"])
    #expect(read("05/12/2026").readings.map(\.value) == ["2026-05-12", "2026-12-05"])
    // A paper that shows its country, or another date, tells the order.
    #expect(read("05/12/2026\nGrand Hotel, 1201 Genève, Suisse, CHF").first?.value == "2026-12-05")
    #expect(read("05/12/2026 printed 25/05/2026").readings.map(\.value).contains("2026-05-12") == false)
    #expect(read("04/05/2026").readings.map(\.value) == ["2026-05-04", "2026-04-05"])
    #expect(read("20.06.2026\n13.06.2026").first?.value == "2026-06-13")
    // Tomorrow may be today in another zone.
    #expect(read("15.06.2026").first?.confidence == read("14.06.2026").first?.confidence)
    let late = try #require(read("16.06.2026").first)
    #expect(late.value == "2026-06-16" && late.confidence <= 50)
  }
}
