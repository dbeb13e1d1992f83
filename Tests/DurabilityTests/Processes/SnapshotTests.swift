import EventLog
import Foundation
import LedgerBook
import LedgerBytes
import LedgerDomain
import LedgerProjections
import LedgerTestSupport
import Testing

/// A process that records as fast as it can, and one that reads several figures at a time.
@Suite("Snapshots during writes", .enabled(if: BuiltTool.isThere, "the tool is not built"))
struct SnapshotTests {
  @Test("All figures of one read are of one position: log, models, search and history")
  func onePosition() async throws {
    let recorder = try Recorder()
    defer { recorder.end() }
    let book = try await AsyncBook.open(Scenario.settings(recorder.ledger, wait: 5_000))
    try await book.run { book in
      try book.rebuildHistory()
      _ = try book.search("kiosk")
    }
    let reads = Extent.of(400, nightly: 100_000)
    var wrong: [String] = []
    var positions: Set<Position> = []
    for number in 0..<reads {
      try recorder.goOn()
      // Counting events and folding them takes longer and longer.
      let isWhole = number.isMultiple(of: 100)
      let figures = try await book.read { try Figures($0, isWhole: isWhole) }
      positions.insert(figures.position)
      if let problem = figures.problem { wrong.append("read \(number): \(problem)") }
    }
    Tally.report("reads of several figures during writes", tried: reads, lost: wrong.count)
    #expect(wrong.isEmpty, "\(wrong.count) of \(reads): \(wrong.prefix(3))")
    #expect(positions.count > reads / 100, "the writer did not get on")
    try await book.close()
  }

  @Test("Mutant: figures that are read one after the other differ")
  func oneAfterTheOther() async throws {
    let recorder = try Recorder()
    defer { recorder.end() }
    let book = try await AsyncBook.open(Scenario.settings(recorder.ledger, wait: 5_000))
    var (tried, wrong) = (0, 0)
    while wrong == 0, tried < 2_000 {
      try recorder.goOn()
      let figures = try await book.run { try Figures($0, isWhole: false) }
      if figures.problem != nil { wrong += 1 }
      tried += 1
    }
    Tally.report(mutant: "reads without a snapshot", tried: tried, lost: wrong)
    #expect(wrong > 0)
    try await book.close()
  }
}

/// What one read saw: numbers of drafts, by all that can count them.
private struct Figures: Sendable {
  let position: Position
  var counts: [String: Int] = [:]

  init(_ book: Book, isWhole: Bool) throws {
    position = try book.lastPosition()
    var drafts = TransactionFilter.everything
    drafts.stages = [.draft]
    counts["models"] = try book.count(drafts)
    counts["log"] = Int(try book.lastPosition().rawValue - Recorder.positionBefore) / BatchFile.eventsPerLine
    counts["models again"] = try book.count(drafts)
    counts["screen"] = try book.home().drafts
    guard isWhole else { return }
    counts["events"] = 0
    try book.forEachEvent(after: Position(Recorder.positionBefore)) { event in
      if event.type == "ReceiptCaptured" { counts["events", default: 0] += 1 }
    }
    counts["search"] = try book.search("kiosk", limit: .max).count
    counts["indexed"] = try book.searchIndexed("kiosk", limit: .max).hits.count
    counts["history"] = try book.asOf(.position(position)).count(drafts)
    counts["past search"] = try book.asOf(.position(position)).search("kiosk", limit: .max).count
    counts["folded"] = try book.asOf(.recordedBy(milliseconds: .max)).count(drafts)
  }

  /// The difference between them, or `nil` if they agree.
  var problem: String? {
    guard Set(counts.values).count > 1 else { return nil }
    return "at \(position): "
      + counts.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }.joined(separator: ", ")
  }
}

private struct RecorderFailure: Error {}

/// Another process that captures one paper after the other.
private final class Recorder {
  let ledger: String
  private let scratch: Scratch
  private var round = 0
  private var process: ToolProcess?

  /// The events of a new ledger.
  static let positionBefore: Int64 = 6
  private static let linesOfRound = 3_000

  init() throws {
    scratch = try Scratch("snapshots")
    ledger = scratch.folder("ledger")
    try BuiltTool.run(["--ledger", ledger, "init"])
  }

  /// Begins again if the last lines were recorded.
  func goOn() throws {
    if let process {
      guard process.linesSoFar() >= Self.linesOfRound else { return }
      _ = process.finish()
    }
    round += 1
    var text = ""
    for line in 0..<Self.linesOfRound {
      text += #"{"id":"\#(round)-\#(line)","text":"KIOSK\nSUMME EUR 4,\#(10 + line % 90)\n14.06.2026"}"# + "\n"
    }
    let path = scratch.folder("batch.ndjson")
    try Data(text.utf8).write(to: URL(fileURLWithPath: path))
    let started = try ToolProcess(
      ["--ledger", ledger, "--json", "capture", "--batch", "-"], input: path, folder: scratch.path)
    process = started
    // Reads before its first line would be reads without a writer.
    guard Wait.until(seconds: 600, { started.linesSoFar() > 0 }) else { throw RecorderFailure() }
  }

  func end() {
    process?.kill()
    _ = process?.finish()
    scratch.remove()
  }
}
