import EventLog
import Foundation
import LedgerBook
import LedgerBytes
import LedgerDomain
import LedgerSQLite
import LedgerTestSupport
import Testing

/// Processes that read while another rebuilds the read models and puts them into service, again and again.
@Suite(
  "Switches of read models under readers",
  .enabled(if: BuiltTool.isThere && BuiltTool.hasBench, "the tools are not built"))
struct SwitchTests {
  @Test("Three processes read while a fourth records and rebuilds: no error, nothing torn, no file left")
  func switches() throws {
    let outcome = try Self.run(
      switches: Extent.of(60, nightly: 5_000), reads: Extent.of(300, nightly: 100_000)
    ) { pairs in _ = try pairs.book.rebuild() }
    Tally.report(
      "reads by 3 processes during \(outcome.switches) switches", tried: outcome.reads,
      lost: outcome.wrong.count)
    #expect(outcome.wrong.isEmpty, "\(outcome.wrong.count): \(outcome.wrong.prefix(5))")
  }

  @Test("Mutant: a generation that is in service before its last rows are there is seen by those who read")
  func early() throws {
    let outcome = try Self.runUntilSeen(switches: 30, reads: 100) { pairs in
      // Readers rebuild models that they find damaged: then there is nothing to take over.
      try? pairs.takeOver { new in
        try new.execute(
          """
          CREATE TABLE later AS SELECT * FROM transaction_row WHERE key % 2 = 0;
          DELETE FROM transaction_row WHERE key % 2 = 0;
          """)
      } afterwards: { new in
        try new.execute("INSERT INTO transaction_row SELECT * FROM later; DROP TABLE later")
      }
    }
    Tally.report(
      mutant: "a switch before the last transaction", tried: outcome.reads, lost: outcome.wrong.count)
    #expect(!outcome.wrong.isEmpty)
  }

  @Test("Mutant: a generation that takes the place of the file in service is seen by those who read")
  func inPlace() throws {
    let outcome = try Self.runUntilSeen(switches: 60, reads: 300) { pairs in
      try pairs.record()
      try? pairs.replace()
    }
    Tally.report(mutant: "a switch that replaces the file", tried: outcome.reads, lost: outcome.wrong.count)
    #expect(!outcome.wrong.isEmpty)
  }

  /// Runs a mutant until readers saw it, at most ten times: on a busy machine a single run may miss the moment.
  private static func runUntilSeen(
    switches: Int, reads: Int, _ change: (Pairs) throws -> Void
  ) throws -> (reads: Int, wrong: [String]) {
    var all = (reads: 0, wrong: [String]())
    for _ in 0..<10 where all.wrong.isEmpty {
      let outcome = try run(switches: switches, reads: reads, change)
      all.reads += outcome.reads
      all.wrong += outcome.wrong
    }
    return all
  }

  /// Runs three readers and a switching process until there were that many reads and switches.
  private static func run(
    switches: Int, reads: Int, _ change: (Pairs) throws -> Void
  ) throws -> (switches: Int, reads: Int, wrong: [String]) {
    let scratch = try Scratch("switches")
    defer { scratch.remove() }
    let pairs = try Pairs(scratch.folder("ledger"))
    defer { try? pairs.book.close() }
    let readers = try (0..<3).map { _ in
      try ToolProcess(
        ["watch", "--ledger", pairs.folder, "--count", "\(reads)", "--scratch", scratch.path],
        program: BuiltTool.bench)
    }
    var hasEnded = false
    defer {
      if !hasEnded {
        for reader in readers {
          reader.kill()
          _ = reader.finish()
        }
      }
    }
    var done = 0
    // As often as is asked for, and further until all have read so much meanwhile; not for ever, if one has died.
    while try done < switches || done < switches * 100 && Self.waits(scratch.path) {
      if done % max(2, switches / 300) == 0 { try pairs.record() }
      try change(pairs)
      done += 1
    }
    try Data().write(to: URL(fileURLWithPath: scratch.folder("stop")))
    hasEnded = true
    var (read, wrong): (Int, [String]) = (0, [])
    for reader in readers {
      let outcome = reader.finish()
      let lines = outcome.lines
      let numbers = lines.prefix(2).compactMap { Int($0.split(separator: " ").last ?? "") }
      guard numbers.count == 2, outcome.code == (numbers[1] == 0 ? 0 : 1), outcome.errors.isEmpty else {
        wrong.append("a reader ended with \(outcome.code): \(outcome.errors)")
        continue
      }
      read += numbers[0]
      wrong += lines.dropFirst(2)
      // The first are in words.
      wrong += Array(repeating: "another", count: max(0, numbers[1] - lines.dropFirst(2).count))
    }
    wrong += try ModelsFolder.strays(pairs.folder).map { "\($0) is left" }
    return (done, read, wrong)
  }

  /// Whether one of the three has not read as often as it has to.
  private static func waits(_ folder: String) throws -> Bool {
    try FileManager.default.contentsOfDirectory(atPath: folder).count { $0.hasPrefix("done-") } < 3
  }
}

/// A ledger of two groups, into which one batch after the other records the same amount: what `events-bench watch`
/// reads.
private final class Pairs {
  let folder: String
  let book: Book
  private let groups: [GroupID]
  private var amount: Int64 = 0

  init(_ folder: String) throws {
    self.folder = folder
    let book = try Book.create(Scenario.settings(folder, wait: 5_000), Scenario.new)
    self.book = book
    groups = try ["Berlin", "Rome"].compactMap { try book.createGroup(name: $0).group }
    for _ in 0..<40 { try record() }
    _ = try book.groups()
  }

  /// The next pair.
  func record() throws {
    amount += 1
    let codec = EventCodec.current
    let drafts = groups.flatMap { group in
      let id = UniqueID.random()
      let recorded = TransactionEvent.Recorded(
        origin: .manual, on: .first, kind: .expense, money: Money(minorUnits: amount, currency: .eur),
        date: CivilDate(dayNumber: 20_000), vendor: "Kiosk", category: "food", payment: .cash)
      let events = [
        TransactionEvent.transactionRecorded(recorded),
        .transactionFiled(TransactionEvent.Filed(from: nil, to: group)),
      ]
      return events.map { event in
        let type = LedgerEvent.transaction(event).type
        return EventDraft(
          stream: StreamID(kind: "transaction", id: id), type: type.rawValue, schema: codec.schema(of: type),
          payload: codec.encode(.transaction(event)), actor: "user/test")
      }
    }
    _ = try book.log.write { writer in
      try writer.append(
        drafts, correlation: UniqueID.random(),
        clock: WallClock(milliseconds: 1_781_438_300_000, offsetMinutes: 0), salts: LedgerLog.randomSalt)
    }
  }

  /// What a wrong program would do: a copy of the generation in service, changed, goes into service as the next.
  func takeOver(_ change: (Connection) throws -> Void, afterwards: (Connection) throws -> Void) throws {
    let models = folder + "/models"
    let name = try newest()
    let next = name.replacingOccurrences(
      of: "-\(Self.number(name)).sqlite", with: "-\(Self.number(name) + 1).sqlite")
    let old = try Connection(
      path: models + "/" + name, mode: .readWrite, synchronous: .normal, busyTimeoutMilliseconds: 5_000)
    let aside = folder + "/aside.sqlite"
    try old.execute("VACUUM INTO '\(aside)'")
    let copy = try Connection(path: aside, mode: .readWrite, synchronous: .normal)
    try copy.execute("UPDATE model SET superseded = 0")
    try change(copy)
    try copy.close()
    try FileManager.default.moveItem(atPath: aside, toPath: models + "/" + next)
    try old.execute("UPDATE model SET superseded = 1")
    try old.close()
    // The pause is the mistake: readers see a generation whose last rows are missing.
    usleep(3_000)
    let new = try Connection(
      path: models + "/" + next, mode: .readWrite, synchronous: .normal, busyTimeoutMilliseconds: 5_000)
    try afterwards(new)
    try new.close()
  }

  /// What a wrong program would do: the generation it has made is renamed over the one in service.
  func replace() throws {
    let path = folder + "/models/" + (try newest())
    let (made, aside) = (folder + "/made.sqlite", folder + "/aside.sqlite")
    if !FileManager.default.fileExists(atPath: made) {
      let old = try Connection(
        path: path, mode: .readWrite, synchronous: .normal, busyTimeoutMilliseconds: 5_000)
      try old.execute("VACUUM INTO '\(made)'")
      try old.close()
    }
    try FileManager.default.copyItem(atPath: made, toPath: aside)
    // The latest changes are in the -wal, which belongs to the previous file of that name.
    _ = try? book.groups()
    try #require(rename(aside, path) == 0)
    // Readers get time to read from the file that took the place of theirs.
    usleep(20_000)
  }

  /// The file of the newest generation.
  ///
  /// No generation exists for a moment while a reader rebuilds models that it found damaged. A failed `#require` would
  /// be an issue of the test even where the caller goes on.
  private func newest() throws -> String {
    let names = try FileManager.default.contentsOfDirectory(atPath: folder + "/models")
    let newest = names.filter { $0.hasSuffix(".sqlite") }.max { Self.number($0) < Self.number($1) }
    guard let newest else { throw NoGeneration() }
    return newest
  }

  private struct NoGeneration: Error {}

  private static func number(_ name: String) -> Int {
    Int(name.dropLast(".sqlite".count).split(separator: "-").last ?? "") ?? 0
  }
}
