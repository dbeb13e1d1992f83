import Foundation
import LedgerTestSupport
import Testing

/// kill -9 at random moments while the built tool recovers a damaged ledger.
@Suite("Recoveries that are killed", .enabled(if: BuiltTool.isThere, "the tool is not built"))
struct RecoverKillTests {
  @Test("A recovery killed at any moment keeps the damaged folder whole, and the next one ends")
  func killed() throws {
    let rounds = Extent.of(10, nightly: 400)
    let scratch = try Scratch("recover")
    defer { scratch.remove() }
    let template = try DamagedTemplate(in: scratch.path)
    var generator = SeededGenerator(seed: Extent.seed)
    var (kills, wrong): (RandomKills, [String]) = (RandomKills(longest: 150_000), [])
    for round in 0..<rounds {
      let parent = scratch.folder("\(round)")
      defer { try? FileManager.default.removeItem(atPath: parent) }
      let ledger = parent + "/ledger"
      try template.copy(to: ledger)
      let recover = ["--ledger", ledger, "recover", "--from", template.backup]
      let outcome = kills.kill(try ToolProcess(recover), using: &generator)
      // A second one may be killed as well.
      if round % 3 == 0 { _ = kills.kill(try ToolProcess(recover), using: &generator) }
      let again = try BuiltTool.run(recover)
      if again.code != 0 { wrong.append("\(round): \(outcome.code), then \(again.code): \(again.errors)") }
      if let problem = try template.problem(ledger) { wrong.append("\(round): \(problem)") }
      if let problem = try template.problemAround(ledger) { wrong.append("\(round): \(problem)") }
    }
    Tally.report(
      "kill -9 of a recovery", tried: rounds, lost: wrong.count, note: "\(kills.killed) killed midway")
    // How many are killed midway in a short run is a matter of chance.
    #expect(kills.killed > 0 || !Extent.isNightly)
    #expect(wrong.isEmpty, "seed \(Extent.seed), \(wrong.count): \(wrong.prefix(5))")
  }
}

/// kill -9 at random moments while an automatic backup is made.
@Suite("Automatic backups that are killed", .enabled(if: BuiltTool.isThere, "the tool is not built"))
struct BackupKillTests {
  @Test("A backup killed at any moment leaves a good copy of what was there before, and the next one is whole")
  func killed() throws {
    let rounds = Extent.of(10, nightly: 400)
    let scratch = try Scratch("backup")
    defer { scratch.remove() }
    let (ledger, shelf) = (scratch.folder("ledger"), scratch.folder("shelf"))
    func run(_ arguments: String...) throws -> ToolProcess.Outcome {
      try BuiltTool.run(["--ledger", ledger] + arguments)
    }
    let files = FileManager.default
    try #require(try run("init", "--currency", "EUR").code == 0)
    try Data([0xff, 0xd8, 0xff] + Array(repeating: 7, count: 200_000)).write(
      to: URL(fileURLWithPath: scratch.folder("scan.jpg")))
    let text = scratch.folder("scan.txt")
    try Data("REWE\nSumme EUR 5,00\n14.06.2026\n".utf8).write(to: URL(fileURLWithPath: text))
    try #require(try run("capture", scratch.folder("scan.jpg"), "--text", text).code == 0)
    // One copy is kept, so that a wrong rotation removes the last one.
    try #require(try run("backup", "--auto", shelf, "--every", "1000", "--keep", "1").code == 0)
    var generator = SeededGenerator(seed: Extent.seed)
    var (kills, wrong): (RandomKills, [String]) = (RandomKills(longest: 60_000), [])
    func copies() throws -> [String] {
      try files.contentsOfDirectory(atPath: shelf).sorted().map { "\(shelf)/\($0)" }
    }
    /// The copies that hold the ledger's groups up to a number, every byte verified.
    func good(_ group: Int) throws -> [String] {
      try copies().filter { copy in
        guard files.fileExists(atPath: copy + "/log.sqlite") else { return false }
        let shown = try BuiltTool.run(["--ledger", copy, "--read-only", "groups"])
        let verdict = try BuiltTool.run(["--ledger", copy, "--read-only", "verify", "--bytes"])
        return verdict.code == 0
          && (group == 0 || String(decoding: shown.output, as: UTF8.self).contains("G\(group) "))
      }
    }
    for round in 1...rounds {
      try #require(try run("group", "create", "G\(round) end").code == 0)
      let process = try ToolProcess(["--ledger", ledger, "backup", "--auto", "now"])
      let outcome = kills.kill(process, using: &generator)
      if try good(round - 1).isEmpty {
        wrong.append("\(round): \(outcome.code), no good copy in \(try copies())")
      }
      if try run("verify").code != 0 { wrong.append("\(round): the ledger is not sound") }
      let again = try run("backup", "--auto", "now")
      if again.code != 0 { wrong.append("\(round): \(outcome.code), then \(again.code): \(again.errors)") }
      if try good(round).count != 1 || copies().count != 1 { wrong.append("\(round): left \(try copies())") }
    }
    Tally.report(
      "kill -9 of an automatic backup", tried: rounds, lost: wrong.count, note: "\(kills.killed) killed midway")
    // How many are killed midway in a short run is a matter of chance.
    #expect(kills.killed > 0 || !Extent.isNightly)
    #expect(wrong.isEmpty, "seed \(Extent.seed), \(wrong.count): \(wrong.prefix(5))")
  }
}
