import Foundation
import LedgerBytes
import LedgerDomain
import LedgerPlatform
import LedgerSQLite
import Testing

@testable import LedgerProjections

/// The small history whose rows are part of the fingerprint.
@Suite("The probe of the fingerprint")
struct ProbeTests {
  @Test(
    "Every type of event occurs in it: a new one needs a line in Probe+History", arguments: EventType.allCases)
  func everyType(type: EventType) { #expect(Probe.history.contains { $0.type == type }) }

  @Test("Every line can be read, and belongs to its stream")
  func readable() {
    let rows = Probe.rows(of: Probe.history).rows
    #expect(rows[.problems].isEmpty)
    #expect(rows[.transactions].count == 15 && rows[.groups].count == 3 && rows[.participants].count == 2)
    #expect(rows[.provenance].count == 15 && rows[.categories].count == 2 && rows[.settings].count == 1)
  }

  @Test(
    "The digits are computed once for a build of the program, and again where what was remembered is nonsense")
  func remembered() throws {
    let folder = NSTemporaryDirectory() + "ledger-probe-" + UUID().uuidString
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    var computed = 0
    func digits(_ program: String) -> String {
      FingerprintCache.digits(of: program, at: folder + "/probe") {
        computed += 1
        return String(repeating: String(program.suffix(1)), count: 16)
      }
    }
    for _ in 0..<3 { #expect(digits("build-1") == "1111111111111111") }
    #expect(computed == 1)
    for number in 2...30 { #expect(digits("build-\(number)").utf8.count == 16) }
    #expect(computed == 30 && digits("build-30") == "0000000000000000" && computed == 30)
    try Data("build-30 x\n\u{0}".utf8).write(to: URL(fileURLWithPath: folder + "/probe"))
    #expect(digits("build-30") == "0000000000000000" && computed == 31)
    #expect(ProgramIdentity.current() == ProgramIdentity.current() && ProgramIdentity.current() != nil)
  }

  /// Events that change neither a row nor a searchable text. If a fold of these changes, models stay valid.
  private static let withoutRows: [EventType: String] = [
    .eventRedacted: "it is carried out in the log itself",
    .eventSkipped: "a rebuild reads it from the ledger's own events",
    .groupExported: "a file of receipts changes none of them",
    .rangeExported: "as of a group",
    .bankRowUnlinked: "the clearing goes back by an event of its own",
    .statementImported: "the rows of the file are on streams of their own",
    .importProfileChanged: "the answers are folded when a file is read",
    .vendorRenamed: "as the answers about a file",
    .extractionFailed: "why nothing was read is folded when the receipt is looked at",
    .extractionCancelled: "as where it failed",
  ]

  @Test(
    "A fold that ignores a type of event gives another digest, whichever type", arguments: EventType.allCases)
  func digests(type: EventType) throws {
    let digest = Probe.digest
    #expect(digest.utf8.count == 16)
    // It replaces a line, so that the later ones keep their numbers.
    let payload =
      #"{"event":{"device":"00000000-0000-0000-0000-000000000001","sequence":902},"why":"nothing"}"#
    let nothing = try #require(Probe.Line("EventSkipped 0 user/a 1 \(payload)"))
    let ignoring = Probe.history.map { $0.type == type ? nothing : $0 }
    #expect((Probe.digest(of: ignoring) == digest) == (Self.withoutRows[type] != nil))
  }
}
