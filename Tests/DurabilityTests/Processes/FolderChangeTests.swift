import EventLog
import Foundation
import LedgerBook
import LedgerBytes
import LedgerDomain
import LedgerTestSupport
import Testing

/// Actions of a person or another program on a ledger's folder while the built tool records in it.
///
/// The folder is moved, deleted or opened through a hard link, or its files are opened and closed by the tool itself.
/// Each acknowledged line is recorded afterwards, or the next command reports that the ledger is not there.
@Suite("Folders that change under a process", .enabled(if: BuiltTool.isThere, "the tool is not built"))
struct FolderChangeTests {
  enum Change: String, CaseIterable, Sendable {
    case moved, deleted, linked, ownFiles
  }

  @Test("The next command reports every loss of an acknowledged event", arguments: Change.allCases)
  func changes(_ change: Change) throws {
    let rounds = Extent.of(8, nightly: 250)
    let scratch = try Scratch("folder-\(change.rawValue)")
    defer { scratch.remove() }
    var generator = SeededGenerator(seed: Extent.seed)
    var (acknowledged, problems) = (0, [String]())
    for round in 0..<rounds {
      let begun = try BegunLedger(round, lines: 12, in: scratch, withOwnFiles: change == .ownFiles)
      begun.write(Int.random(in: 1...6, using: &generator))
      begun.process.read(lines: Int.random(in: 0...1, using: &generator))
      // A random moment is what is tested.
      usleep(UInt32.random(in: 0...4_000, using: &generator))
      let found =
        switch change {
        case .moved: try begun.move()
        case .deleted: try begun.delete()
        case .linked: try begun.link()
        case .ownFiles: try begun.closeBeside()
        }
      acknowledged += begun.acknowledged
      problems += found.map { "round \(round): \($0)" }
      try FileManager.default.removeItem(atPath: begun.root)
    }
    Tally.report(
      "\(change.words) while lines are captured", tried: rounds, lost: problems.count,
      note: "\(acknowledged) lines acknowledged")
    #expect(problems.isEmpty, "seed \(Extent.seed): \(problems.prefix(5))")
  }
}

extension FolderChangeTests.Change {
  fileprivate var words: String {
    switch self {
    case .moved: "the folder moved"
    case .deleted: "the folder deleted"
    case .linked: "the log opened through a hard link"
    case .ownFiles: "the ledger's own files named as scans"
    }
  }
}

/// A ledger in which a process captures lines as they are written to it.
private final class BegunLedger {
  let root: String
  private let ledger: String
  let process: ToolProcess
  private let lines: [String]
  private let pipe: FileHandle
  private var written = 0
  /// Lines that were printed as captured.
  private(set) var acknowledged = 0

  init(_ round: Int, lines count: Int, in scratch: Scratch, withOwnFiles: Bool) throws {
    root = scratch.folder("round \(round)")
    ledger = root + "/ledger"
    let batch = try BatchFile("f\(round)", lines: count, in: root)
    try BuiltTool.run(["--ledger", ledger, "init"])
    if withOwnFiles {
      // Links made before the tool starts, as a hostile batch would bring them: three images of every four.
      let manager = FileManager.default
      for line in 0..<count where line % 4 != 0 {
        let image = "\(root)/f\(round)-\(line).jpg"
        let file = ["log.sqlite", "log.sqlite-shm", "log.head"][line % 4 - 1]
        try manager.removeItem(atPath: image)
        try manager.createSymbolicLink(atPath: image, withDestinationPath: ledger + "/" + file)
      }
    }
    lines = try String(contentsOfFile: batch.path, encoding: .utf8).split(separator: "\n").map { "\($0)\n" }
    let path = root + "/pipe"
    guard mkfifo(path, 0o600) == 0 else { throw CocoaError(.fileWriteUnknown) }
    // Opened for both, which waits for no reader: starting the tool waits until it has opened its end.
    let end = open(path, O_RDWR | O_CLOEXEC)
    guard end >= 0 else { throw CocoaError(.fileWriteUnknown) }
    pipe = FileHandle(fileDescriptor: end, closeOnDealloc: true)
    process = try ToolProcess(
      ["--ledger", ledger, "--json", "capture", "--batch", "-"], input: path, folder: root)
  }

  func write(_ count: Int) {
    let next = lines[written..<min(lines.count, written + count)]
    try? pipe.write(contentsOf: Data(next.joined().utf8))
    written += next.count
  }

  private func finish() throws -> (ToolProcess.Outcome, [Acknowledged]) {
    write(lines.count)
    try? pipe.close()
    let outcome = process.finish()
    let found = try Acknowledged.all(in: outcome.lines)
    acknowledged = found.count
    return (outcome, found)
  }

  /// Which of the lines are not on record in a folder.
  private func missing(_ lines: [Acknowledged], in folder: String) throws -> [String] {
    let book = try Book.open(Scenario.settings(folder))
    defer { try? book.close() }
    let lost = lines.filter { line in
      (try? book.transaction(TransactionID(line.transaction)).row) == nil
    }
    let problem = try Soundness.problem(book)
    return lost.map { "line \($0.id) was acknowledged and is lost" } + (problem.map { [$0] } ?? [])
  }

  // MARK: Changes

  func move() throws -> [String] {
    guard rename(ledger, root + "/moved") == 0 else { throw CocoaError(.fileWriteUnknown) }
    let (outcome, lines) = try finish()
    var problems = try missing(lines, in: root + "/moved")
    let isSaid =
      outcome.code == 74 && outcome.errors.contains("replaced while it was open: " + ledger + "/log.sqlite")
      || outcome.code == 66 && lines.isEmpty  // it had not come to opening the ledger
    if !isSaid {
      problems.append("it ended with \(outcome.code): \(outcome.errors)")
    }
    return problems + (try rest())
  }

  func delete() throws -> [String] {
    // Stopped, so that it is known what was acknowledged before: one line may be between its commit and its print.
    kill(process.id, SIGSTOP)
    let before = process.linesSoFar()
    try FileManager.default.removeItem(atPath: ledger)
    kill(process.id, SIGCONT)
    let (outcome, lines) = try finish()
    var problems = try rest()
    if lines.count > before + 1 { problems.append("\(lines.count - before) lines acknowledged in no folder") }
    if outcome.code == 0 { problems.append("it ended with 0") }
    return problems
  }

  /// The contents of the old place, and the output of the next command.
  private func rest() throws -> [String] {
    let next = try BuiltTool.run(["--ledger", ledger, "receipts"])
    var problems = FileManager.default.fileExists(atPath: ledger) ? ["the folder was made again"] : []
    if next.code != 66 { problems.append("the next command ended with \(next.code): \(next.errors)") }
    return problems
  }

  func link() throws -> [String] {
    let other = root + "/linked"
    try FileManager.default.createDirectory(atPath: other, withIntermediateDirectories: true)
    for name in ["log.sqlite", "log.head", "device"] {
      try FileManager.default.linkItem(atPath: "\(ledger)/\(name)", toPath: "\(other)/\(name)")
    }
    var problems: [String] = []
    for arguments in [
      ["receipts"], ["add", "--amount", "5", "--date", "2026-06-12"], ["--read-only", "status"],
    ] {
      let outcome = try BuiltTool.run(["--ledger", other] + arguments)
      if outcome.code != 73 || !outcome.errors.contains("has a second name") {
        problems.append("\(arguments) ended with \(outcome.code): \(outcome.errors)")
      }
    }
    write(3)
    process.read(lines: 2)
    process.kill()
    let (_, lines) = try finish()
    // The first folder reports it too, until the other name is gone.
    if try BuiltTool.run(["--ledger", ledger, "receipts"]).code != 73 {
      problems.append("opened by its first name")
    }
    try FileManager.default.removeItem(atPath: other)
    return try problems + missing(lines, in: ledger)
  }

  func closeBeside() throws -> [String] {
    write(lines.count)
    process.read(lines: 3)
    // Another process that takes itself for the last to close would delete the -wal.
    try BuiltTool.run(["--ledger", ledger, "receipts", "--all"])
    process.kill()
    let (outcome, lines) = try finish()
    var problems = try missing(lines, in: ledger)
    if lines.count < 3 { problems.append("\(lines.count) lines acknowledged: \(outcome.errors)") }
    return problems
  }
}
