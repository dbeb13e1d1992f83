import EventLog
import LedgerBytes
import LedgerDomain
import LedgerPlatform
import Testing

@testable import LedgerBook
@testable import events

@Suite("Error messages")
struct ExplanationTests {
  private static func stopped(_ reason: any Error) throws -> Failure {
    var report = GenerationReport(through: try #require(CivilDate(iso: "2199-12-31")))
    report.positions = Array(1...61_579)
    return explanation(of: GenerationStopped(report: report, reason: reason))
  }

  @Test("ET-16 A generation that was stopped reports how much is on record, and that the next run goes on")
  func generation() throws {
    let busy = try Self.stopped(EventLogError.busy(milliseconds: 5_000))
    #expect(busy.code == .tryAgain)
    #expect(
      busy.lines == [
        "events: another program has been writing to the ledger for 5 s",
        "  Generate again: it continues after the 61579 events on record",
      ])
    let full = try Self.stopped(FileError(operation: "write", path: "/x", code: 28))
    #expect(full.code == .ioError && full.lines.dropFirst().first == "  Make room on the disk", "\(full.lines)")
    #expect(!full.lines.joined().contains("othing was recorded"), "\(full.lines)")
    #expect(
      explanation(of: EventLogError.busy(milliseconds: 5_000)).advice == ["Nothing was recorded", "Try again"])
  }
}
