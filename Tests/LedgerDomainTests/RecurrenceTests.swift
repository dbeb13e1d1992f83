import Foundation
import LedgerBytes
import LedgerDomain
import Testing

@Suite("Recurrence: dates from the anchor, never from the one before")
struct RecurrenceTests {
  private static func date(_ iso: String) throws -> CivilDate { try #require(CivilDate(iso: iso)) }

  @Test("ET-11 ten thousand random rules agree with python-dateutil, short months after the rule of the ledger")
  func agreesWithTheOracle() throws {
    let file = URL(filePath: #filePath).deletingLastPathComponent().appending(
      path: "../../Fixtures/recurrence.tsv")
    let lines = try String(contentsOf: file, encoding: .utf8).split(separator: "\n")
    #expect(lines.count == 10_000)
    for line in lines {
      let parts = line.split(separator: "\t").map(String.init)
      let frequency = try #require(RecurrenceFrequency(rawValue: parts[0]))
      let interval = try #require(Int(parts[1]))
      let anchor = try Self.date(parts[2])
      let end = parts[3] == "-" ? nil : try Self.date(parts[3])
      let policy = try #require(Recurrence.MonthEndPolicy(rawValue: parts[4]))
      let recurrence = try #require(
        Recurrence(frequency: frequency, interval: interval, anchor: anchor, end: end, monthEnd: policy))
      let first = try Self.date(parts[5])
      let found = recurrence.dates(in: first...(try Self.date(parts[6]))).map { String(first.days(to: $0)) }
      #expect(found == (parts[7] == "-" ? [] : parts[7].split(separator: ",").map(String.init)), "\(line)")
    }
  }

  @Test(
    "ET-11 the 31st goes to each month's last day and comes back",
    arguments: [
      (Recurrence.MonthEndPolicy.clamp, "2026-01-31 2026-02-28 2026-03-31 2026-04-30"),
      (.skip, "2026-01-31 2026-03-31"),
      (.lastDay, "2026-01-31 2026-02-28 2026-03-31 2026-04-30"),
    ])
  func shortMonths(_ policy: Recurrence.MonthEndPolicy, _ expected: String) throws {
    let anchor = try Self.date("2026-01-31")
    let recurrence = try #require(Recurrence(frequency: .monthly, anchor: anchor, monthEnd: policy))
    let dates = recurrence.dates(in: try Self.date("2026-01-01")...(try Self.date("2026-04-30")))
    #expect(dates.map(\.iso).joined(separator: " ") == expected)
  }

  @Test("An anchor of 28 February means the 28th, unless the last day was meant")
  func lastDayIsSaid() throws {
    let anchor = try Self.date("2026-02-28")
    let march = try Self.date("2026-03-01")...(try Self.date("2026-03-31"))
    #expect(try #require(Recurrence(frequency: .monthly, anchor: anchor)).dates(in: march).map(\.day) == [28])
    let last = try #require(Recurrence(frequency: .monthly, anchor: anchor, monthEnd: .lastDay))
    #expect(last.dates(in: march).map(\.day) == [31])
  }

  @Test("A recurrence ends with the calendar and at its end, and never runs away")
  func ends() throws {
    let anchor = try Self.date("9999-12-01")
    let monthly = try #require(Recurrence(frequency: .monthly, anchor: anchor))
    #expect(monthly.dates(in: anchor...CivilDate.last).count == 1)
    let daily = try #require(Recurrence(frequency: .daily, anchor: anchor))
    #expect(daily.dates(in: anchor...CivilDate.last).count == 31)
    #expect(Recurrence(frequency: .daily, interval: 0, anchor: anchor) == nil)
    #expect(Recurrence(frequency: .daily, anchor: anchor, end: anchor.adding(days: -1)) == nil)
    #expect(monthly.occurrence(.max) == nil)
  }

  @Test("ET-17 the transaction of a date has the identifier that every device derives")
  func instances() throws {
    let series = RuleID(UniqueID.derived(kind: "test", parts: ["series"]))
    for day in ["0001-01-01", "2026-02-28", "9999-12-31"] {
      let derived = UniqueID.derived(kind: "instance", parts: [series.description, day])
      #expect(series.instance(on: try Self.date(day)).id == derived)
    }
  }
}
