import EventLog
import Foundation
import LedgerBook
import LedgerBytes
import LedgerDomain
import LedgerTestSupport
import Testing

/// Every operation on the disk fails once, and from then on.
@Suite("Operations that fail")
struct FaultTests {
  @Test(
    "A command over a failing disk throws or succeeds, and what it reports is true afterwards",
    arguments: FaultedCommand.allCases)
  func faults(_ command: FaultedCommand) throws {
    let scratch = try Scratch("faults")
    defer { scratch.remove() }
    let template = try command.template(scratch)
    let folder = scratch.folder("ledger")
    var generator = SeededGenerator(seed: Extent.seed)
    var tried = 0
    var hit = 0
    var wrong: [String] = []
    let (counts, batch) = try Self.counts(command, template, folder)
    for kind in WatchedFolder.Class.allCases {
      let count = counts[kind] ?? 0
      let sample = Extent.isNightly ? count : min(count, 5)
      for goesOn in [false, true] {
        // The first and the last, and some between; every one in a nightly run.
        let numbers =
          sample == count
          ? Array(1...max(count, 1)).prefix(Int(count)).map { $0 }
          : [1, count] + (2..<sample).map { _ in Int64.random(in: 2..<count, using: &generator) }
        for number in numbers {
          tried += 1
          let fault = Fault(kind: kind, number: number, goesOn: goesOn)
          let words = try Self.problem(command, template, batch, folder, fault, &hit)
          if let words {
            wrong.append("\(fault): \(words)")
          }
        }
      }
    }
    Tally.report(
      "failing operations: \(command.rawValue)", tried: tried, lost: wrong.count, note: "\(hit) struck")
    #expect(hit > tried / 2)
    #expect(wrong.isEmpty, "seed \(Extent.seed), \(wrong.count) of \(tried): \(wrong.prefix(8))")
  }

  @Test("The harness notices an error that is swallowed: the command reports success")
  func swallowedError() throws {
    let scratch = try Scratch("swallowed")
    defer { scratch.remove() }
    let template = try FaultedCommand.capture.template(scratch)
    let folder = scratch.folder("ledger")
    let (counts, batch) = try Self.counts(.capture, template, folder)
    var tried = 0
    var hit = 0
    var wrong: [String] = []
    for kind in [WatchedFolder.Class.write, .sync, .open] {
      for number in 1...min(counts[kind] ?? 0, 12) {
        tried += 1
        let fault = Fault(kind: kind, number: number, goesOn: true)
        wrong += try [Self.problem(.capture, template, batch, folder, fault, swallows: true, &hit)].compactMap {
          $0
        }
      }
    }
    Tally.report(mutant: "a swallowed error, failing operations", tried: tried, lost: wrong.count)
    #expect(wrong.contains { $0.contains("acknowledged, and 0 of") }, "\(wrong.prefix(3))")
  }

  /// One operation that fails, or all from there on.
  private struct Fault: CustomStringConvertible {
    var kind: WatchedFolder.Class
    var number: Int64
    var goesOn: Bool
    var description: String { "\(kind) number \(number)\(goesOn ? " and on" : "")" }
  }

  /// How many operations of each kind the command takes when nothing fails, and how many events it appends.
  private static func counts(
    _ command: FaultedCommand, _ template: Template, _ folder: String
  ) throws -> ([WatchedFolder.Class: Int64], batch: Int) {
    try template.image.write(to: folder)
    let watched = WatchedFolder(folder)
    watched.disarm()
    try command.run(template, in: folder)
    let counts = Dictionary(uniqueKeysWithValues: WatchedFolder.Class.allCases.map { ($0, watched.count($0)) })
    #expect(counts.values.filter { $0 > 0 }.count >= 8)
    let book = try Book.open(Scenario.settings(folder))
    defer { try? book.close() }
    return (counts, try Soundness.leaves(book).count - template.leaves.count)
  }

  /// The problem after one run with one fault, or `nil` if there is no problem.
  private static func problem(
    _ command: FaultedCommand, _ template: Template, _ batch: Int, _ folder: String, _ fault: Fault,
    swallows: Bool = false, _ hit: inout Int
  ) throws -> String? {
    try template.image.write(to: folder)
    var failure: (any Error)?
    do {
      let watched = WatchedFolder(folder)
      watched.arm(fault.kind, at: fault.number, goesOn: fault.goesOn)
      do { try command.run(template, in: folder) } catch { failure = error }
      if watched.hits > 0 { hit += 1 }
    }
    do {
      return try problemAfterwards(command, template, batch, folder, isAcknowledged: swallows || failure == nil)
    } catch {
      return "afterwards: \(error) (the command: \(failure.map { "\($0)" } ?? "succeeded"))"
    }
  }

  private static func problemAfterwards(
    _ command: FaultedCommand, _ template: Template, _ batch: Int, _ folder: String, isAcknowledged: Bool
  ) throws -> String? {
    let book: Book
    do {
      book = try Book.open(Scenario.settings(folder))
    } catch EventLogError.noLedger {
      guard command == .create, !isAcknowledged else { return "the ledger is gone" }
      return try goesOn(try Book.create(Scenario.settings(folder), Scenario.new))
    }
    let found = try Soundness.leaves(book)
    if !found.starts(with: template.leaves) { return "what was there is gone" }
    let more = found.count - template.leaves.count
    if command == .create, more == 0, !isAcknowledged {
      try book.close()
      return try goesOn(try Book.create(Scenario.settings(folder), Scenario.new))
    }
    if isAcknowledged, more != batch { return "acknowledged, and \(more) of \(batch) events are there" }
    if more != 0, more != batch { return "half a batch: \(more) of \(batch)" }
    return try goesOn(book)
  }

  /// Whether the ledger is sound, its models are those of a rebuild, and it takes the next command.
  private static func goesOn(_ book: Book) throws -> String? {
    defer { try? book.close() }
    if let problem = try Soundness.problem(book) { return problem }
    let models = try Soundness.models(book)
    _ = try book.rebuild()
    if try Soundness.models(book) != models { return "the models are others than rebuilt" }
    let group = try book.createGroup(name: "After").group
    guard let group, try book.groupRow(group)?.name == "After" else { return "the next command is not shown" }
    return nil
  }
}
