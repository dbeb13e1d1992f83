import EventLog
import Foundation
import LedgerBook
import LedgerBytes
import LedgerTestSupport
import Testing

/// The process dies between any two operations on the disk, and the folder is restored to an earlier state.
///
/// Either its files are copied over the existing ones, or the whole folder is replaced. The machine's notes are
/// elsewhere and stay.
@Suite(
  "Restored after a cut",
  .enabled(
    if: WatchedFolder.seesAllFiles,
    "files that SQLite knows nothing of are seen on Linux alone, and not under a sanitizer"))
struct RestoredCutTests {
  enum Way: CaseIterable { case inPlace, byRename }

  @Test("No number is given twice, and missing numbers are reported", arguments: Way.allCases)
  func nothingTwice(way: Way) throws {
    let tried = Extent.of(120, nightly: 10_000)
    let wrong = try Self.wrong(tried, way, keepsMarks: true)
    let name = way == .inPlace ? "restored in place" : "restored by rename"
    Tally.report("cuts, then " + name, tried: tried, lost: wrong.count)
    #expect(wrong.isEmpty, "seed \(Extent.seed), \(wrong.count) of \(tried): \(wrong.prefix(5))")
  }

  @Test("The harness notices a machine that keeps no marks")
  func withoutMarks() throws {
    let tried = Extent.of(40, nightly: 400)
    let wrong = try Self.wrong(tried, .inPlace, keepsMarks: false)
    Tally.report(mutant: "no marks, cuts and restored in place", tried: tried, lost: wrong.count)
    #expect(!wrong.isEmpty)
  }

  private static func wrong(_ tried: Int, _ way: Way, keepsMarks: Bool) throws -> [String] {
    let scratch = try Scratch("restored cuts")
    defer { scratch.remove() }
    let history = try CutHistory.record(Scenario.life, in: scratch)
    let all = try events(in: scratch.folder("recorded"))
    var generator = SeededGenerator(seed: Extent.seed)
    let first = history.operations.firstIndex { $0.name == "mark" } ?? 0
    let folder = scratch.folder("cut")
    var wrong: [String] = []
    for _ in 0..<tried {
      let late = Int.random(in: first + 1...history.operations.count, using: &generator)
      let early = Int.random(in: first...late, using: &generator)
      let (before, after) = (disk(history, early, &generator), disk(history, late, &generator))
      var image = before
      if way == .inPlace { image.files.merge(after.files) { old, _ in old } }
      // A copy of a log is one with its -wal.
      for name in ["log.sqlite-wal"] where before.files[name] == nil { image.files[name] = nil }
      image.folders = Array(Set(before.folders).union(after.folders)).sorted()
      for (path, bytes) in after.files where path.hasPrefix("outside/") {
        image.files[path] = keepsMarks ? bytes : nil
      }
      if way == .inPlace { image.files["device"] = after.files["device"] }
      try image.write(to: folder)
      do {
        let known = all.prefix(Int(history.required(before: late)))
        if let words = try problem(in: folder, known) { wrong.append("\(early) after \(late): \(words)") }
      } catch {
        wrong.append("\(early) after \(late): \(error)")
      }
    }
    return wrong
  }

  /// The disk after so many operations, all of which arrived.
  private static func disk(
    _ history: CutHistory, _ count: Int, _ generator: inout SeededGenerator
  ) -> DiskImage {
    var disk = SimulatedDisk()
    for operation in history.operations[..<count] { disk.apply(operation) }
    return disk.cut(.everything, using: &generator)
  }

  /// - Parameter known: the events that were acknowledged before the process died.
  private static func problem(in folder: String, _ known: ArraySlice<StoredEvent>) throws -> String? {
    let leaves = Dictionary(known.map { ($0.reference, $0.leaf) }) { first, _ in first }
    let book = try Book.open(Scenario.settings(folder))
    defer { try? book.close() }
    let missing = try book.log.missingByMarks(includingEarlier: true)
    _ = try book.createGroup(name: "After")
    var words: String?
    try book.log.forEachEvent { event in
      if let leaf = leaves[event.reference], leaf != event.leaf {
        words = "number \(event.reference) was given twice"
      }
    }
    if let words { return words }
    if !missing.isEmpty, book.continuation?.missing != missing { return "what is missing was not told" }
    return try Soundness.problem(book)
  }

  private static func events(in folder: String) throws -> [StoredEvent] {
    let log = try LedgerLog.open(folder, mode: .readOnly)
    defer { try? log.close() }
    var events: [StoredEvent] = []
    try log.forEachEvent { events.append($0) }
    return events
  }
}
