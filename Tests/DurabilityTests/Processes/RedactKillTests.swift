import Foundation
import LedgerTestSupport
import Testing

/// kill -9 at random moments while the built tool erases contents.
///
/// Afterwards the ledger is sound, and the same command erases what is left.
@Suite("Redactions that are killed", .enabled(if: BuiltTool.isThere, "the tool is not built"))
struct RedactKillTests {
  private static let secret = "Alexanderplatz"
  private static let receipts = 12

  @Test("A redaction killed at any moment leaves a sound ledger, and the same command again erases everything")
  func killed() throws {
    let rounds = Extent.of(12, nightly: 500)
    let scratch = try Scratch("redact")
    defer { scratch.remove() }
    let template = scratch.folder("template")
    try Self.fill(template)
    try #require(try Self.traces(template).count > 3)
    var generator = SeededGenerator(seed: Extent.seed)
    var (kills, wrong): (RandomKills, [String]) = (RandomKills(longest: 80_000), [])
    for round in 0..<rounds {
      let ledger = scratch.folder("\(round)")
      defer { try? FileManager.default.removeItem(atPath: ledger) }
      try FileManager.default.copyItem(atPath: template, toPath: ledger)
      // The scan of a capture that may still go on is kept for a day.
      try Self.age(ledger)
      let process = try ToolProcess(Self.redact(ledger))
      let outcome = kills.kill(process, using: &generator)
      if let problem = try Self.problem(ledger) { wrong.append("\(round), killed: \(problem)") }
      let again = try BuiltTool.run(Self.redact(ledger))
      // 1: nothing contained the text any more.
      if again.code != 0, again.code != 1 { wrong.append("\(round): \(again.code), \(again.errors)") }
      if let problem = try Self.problem(ledger) { wrong.append("\(round), again: \(problem)") }
      let left = try Self.traces(ledger)
      if !left.isEmpty { wrong.append("\(round): \(outcome.code), then \(again.code), leaves \(left)") }
    }
    Tally.report(
      "kill -9 of a redaction", tried: rounds, lost: wrong.count, note: "\(kills.killed) killed midway")
    // How many are killed midway in a short run is a matter of chance.
    #expect(kills.killed > 0 || !Extent.isNightly)
    #expect(wrong.isEmpty, "seed \(Extent.seed), \(wrong.count): \(wrong.prefix(5))")
  }

  private static func redact(_ ledger: String) -> [String] {
    ["--ledger", ledger, "redact", "--containing", secret, "--why", "asked", "--yes"]
  }

  /// Receipts of which one has the text in a note, and one in its scan.
  private static func fill(_ ledger: String) throws {
    func run(_ arguments: String...) throws {
      let outcome = try BuiltTool.run(["--ledger", ledger] + arguments)
      try #require(outcome.code == 0, "\(arguments): \(outcome.errors)")
    }
    try run("init", "--currency", "EUR")
    for number in 1..<receipts {
      try run("add", "food \(number).00 cash", "--note", number == 3 ? secret : "other", "--yes")
    }
    // The name of the file is in the event that names the scan.
    let scan = ledger + "-\(secret).jpg"
    try Data([0xff, 0xd8, 0xff] + Array(secret.utf8)).write(to: URL(fileURLWithPath: scan))
    let text = ledger + "-scan.txt"
    try Data("\(secret)\nSumme EUR 5,00\n14.06.2026\n".utf8).write(to: URL(fileURLWithPath: text))
    try run("capture", scan, "--text", text)
    try run("receipts")
    try run("rebuild", "--model", "history")
    try run("search", "other")
  }

  /// The files that contain the text.
  private static func traces(_ ledger: String) throws -> [String] {
    try FileManager.default.subpathsOfDirectory(atPath: ledger).filter { path in
      FileManager.default.contents(atPath: "\(ledger)/\(path)")?.range(of: Data(secret.utf8)) != nil
    }
  }

  private static func age(_ ledger: String) throws {
    let past = Date(timeIntervalSinceNow: -200_000)
    for path in try FileManager.default.subpathsOfDirectory(atPath: ledger + "/attachments") {
      try FileManager.default.setAttributes(
        [.modificationDate: past], ofItemAtPath: "\(ledger)/attachments/\(path)")
    }
  }

  /// Returns what is wrong with a ledger, or `nil`.
  private static func problem(_ ledger: String) throws -> String? {
    let verdict = try BuiltTool.run(["--ledger", ledger, "verify"])
    return verdict.code == 0 ? nil : "\(verdict.code): \(String(decoding: verdict.output, as: UTF8.self))"
  }
}
