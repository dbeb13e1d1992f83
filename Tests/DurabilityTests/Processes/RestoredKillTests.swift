import EventLog
import Foundation
import LedgerBook
import LedgerBytes
import LedgerTestSupport
import Testing

/// kill -9 while the built tool captures a batch, after which the folder is restored from an older backup.
///
/// The backup is copied over the remains, or replaces them. Nothing acknowledged is lost silently, and no number is
/// given twice. Another device that has newer events still imports the next ones.
@Suite("Folders that are restored", .enabled(if: BuiltTool.isThere, "the tool is not built"))
struct RestoredKillTests {
  enum Way: String, CaseIterable, Sendable {
    /// `cp -a backup/. ledger`: files keep their inodes.
    case inPlace = "restored in place"
    /// `rm -rf ledger; mv backup ledger`.
    case byRename = "restored by rename"
    /// `rm -rf ledger; cp -a copy ledger`, of a copy that has the file `device` too: a file system may give the same
    /// inodes again.
    case reissued = "restored with its inodes"
  }

  @Test("A restored folder tells what is missing and goes on as a new device", arguments: Way.allCases)
  func restored(way: Way) throws {
    let rounds = Extent.of(6, nightly: 200)
    let scratch = try Scratch("restored")
    defer { scratch.remove() }
    var generator = SeededGenerator(seed: Extent.seed)
    var wrong: [String] = []
    var killed = 0
    for round in 0..<rounds {
      do {
        let outcome = try Self.round(round, way, keepsMarks: true, scratch, &generator)
        killed += outcome.wasKilled ? 1 : 0
        wrong += outcome.wrong
      } catch {
        wrong.append("round \(round): \(error)")
      }
    }
    Tally.report("kill -9, \(way.rawValue)", tried: rounds, lost: wrong.count, note: "\(killed) killed midway")
    #expect(wrong.isEmpty, "seed \(Extent.seed), \(wrong.count): \(wrong.prefix(5))")
  }

  @Test("The harness notices a tool that keeps no marks")
  func withoutMarks() throws {
    let rounds = Extent.of(3, nightly: 20)
    let scratch = try Scratch("unmarked")
    defer { scratch.remove() }
    var generator = SeededGenerator(seed: Extent.seed)
    var wrong = 0
    for round in 0..<rounds {
      wrong += try Self.round(round, .inPlace, keepsMarks: false, scratch, &generator).wrong.isEmpty ? 0 : 1
    }
    Tally.report(mutant: "no marks, restored in place", tried: rounds, lost: wrong)
    #expect(wrong > 0)
  }

  private static func round(
    _ round: Int, _ way: Way, keepsMarks: Bool, _ scratch: Scratch, _ generator: inout SeededGenerator
  ) throws -> (wasKilled: Bool, wrong: [String]) {
    let (ledger, backup, copy) = (
      scratch.folder("ledger \(round)"), scratch.folder("backup \(round)"), scratch.folder("copy \(round)")
    )
    let state = keepsMarks ? scratch.folder("state") : "/dev/null"
    func run(_ arguments: String...) throws -> ToolProcess.Outcome {
      try BuiltTool.run(["--ledger", ledger] + arguments, state: state)
    }
    func shell(_ script: String) throws {
      let outcome = try ToolProcess(["-c", script, "sh", ledger, backup, copy], program: "/bin/sh").finish()
      guard outcome.code == 0 else { throw ShellError(words: outcome.errors) }
    }
    _ = try run("init")
    _ = try run("group", "create", "Before")
    _ = try run("backup", backup)
    try shell(#"cp -a "$1" "$3""#)
    let batch = try BatchFile("r\(round)", lines: 6, in: scratch.folder("batch"))
    let process = try ToolProcess(
      ["--ledger", ledger, "--json", "capture", "--batch", "-"], input: batch.path, folder: batch.folder,
      state: state)
    process.read(lines: Int.random(in: 1...5, using: &generator))
    process.kill()
    let outcome = process.finish()
    let acknowledged = try Acknowledged.all(in: outcome.lines)

    // What a peer has learned before the folder goes back.
    let later = scratch.folder("later \(round)")
    try shell(#"cp -a "$1" "$1.later""#)
    let before = try Book.open(Scenario.settings(ledger + ".later"))
    let known = try events(before)
    _ = try before.backup(to: later)
    try before.close()

    switch way {
    case .inPlace: try shell(#"cp -a "$2/." "$1""#)
    case .byRename: try shell(#"rm -rf "$1"; mv "$2" "$1""#)
    case .reissued: try shell(#"rm -rf "$1"; cp -a "$3" "$1""#)
    }
    let next = try run("group", "create", "After")
    var wrong: [String] = []
    if next.code != 0 { wrong.append("round \(round): \(next.errors)") }
    if !acknowledged.isEmpty, !next.errors.contains("restored from an older copy") {
      wrong.append("round \(round): \(acknowledged.count) lines are lost without a word")
    }
    let book = try Book.open(Scenario.settings(ledger))
    let recorded = try events(book)
    if let problem = try Soundness.problem(book) { wrong.append("round \(round): \(problem)") }
    try book.close()
    let leaves = Dictionary(known.map { ($0.reference, $0.leaf) }) { first, _ in first }
    for event in recorded where leaves[event.reference].map({ $0 != event.leaf }) == true {
      wrong.append("round \(round): number \(event.reference) was given twice")
    }
    guard wrong.isEmpty else { return (outcome.code == -SIGKILL, wrong) }
    // A peer imports the new events, and the missing ones come back, so that a second run captures only the rest.
    let peer = try LedgerLog.open(later, mode: .readWrite)
    let exchanged = try peer.takeIn(recorded, receivedAtMilliseconds: 1_781_438_400_500)
    try peer.close()
    if exchanged.leftOut > 0 { wrong.append("round \(round): a peer left \(exchanged.leftOut) events out") }
    let recovered = try run("recover", later)
    if recovered.code != 0 { wrong.append("round \(round): \(recovered.errors)") }
    let again = try BuiltTool.run(
      ["--ledger", ledger, "--json", "capture", "--batch", "-"], input: batch.path, folder: batch.folder,
      state: state)
    if !Set(acknowledged).isSubset(of: try Acknowledged.all(in: again.lines)) {
      wrong.append("round \(round): the second run captured again what came back")
    }
    if try run("verify").code != 0 { wrong.append("round \(round): verify finds damage") }
    return (outcome.code == -SIGKILL, wrong)
  }

  private struct ShellError: Error { var words: String }

  private static func events(_ book: Book) throws -> [ForeignEvent] {
    var events: [ForeignEvent] = []
    try book.log.forEachEvent { events.append(ForeignEvent($0)) }
    return events
  }
}
