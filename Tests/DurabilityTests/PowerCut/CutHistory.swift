import EventLog
import Foundation
import LedgerBook
import LedgerBytes
import LedgerDomain

/// Everything that the scenario did to the disk, and what had to be there after each of its steps.
struct CutHistory: Sendable {
  var operations: [DiskOperation]
  /// After step n (the mark n): events in the log.
  var acknowledged: [Int64] = []
  /// All events in the end.
  var leaves: [SHA256Digest] = []
  /// The read models' tables at the end of each batch.
  var models: [Int64: String] = [:]

  /// Where the ledger may be in the watched folder.
  var places = [""]

  /// The mutant that acknowledges a step when it begins.
  var acknowledgesEarly = false

  enum Mutant {
    case none, normalSynchronous
  }

  /// Runs the scenario in a watched folder.
  static func record(
    _ steps: [Scenario.Step], in scratch: Scratch, mutant: Mutant = .none, checkpointsOften: Bool = false
  ) throws -> CutHistory {
    let folder = scratch.folder("recorded")
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    let other = try Scenario.otherDevice(scratch.folder("other"))
    let watched = WatchedFolder(folder, records: true)
    if mutant == .normalSynchronous { watched.useNormalSynchronous() }
    if checkpointsOften { watched.checkpointOften() }
    let scenario = Scenario(folder: folder, foreign: other)
    var history = CutHistory(operations: [])
    for (number, step) in steps.enumerated() {
      try scenario.run(step)
      // What is posted on a thread of its own is waited for: the record is the same each time.
      _ = try scenario.book?.status()
      watched.mark(number)
      // The current state is read in a copy, so that reading leaves no trace in the record.
      let last = try Self.look(at: folder, scratch.folder("looked at"), &history)
      history.acknowledged.append(last)
    }
    history.operations = watched.operations()
    return history
  }

  static func look(at folder: String, _ copy: String, _ history: inout CutHistory) throws -> Int64 {
    let manager = FileManager.default
    try? manager.removeItem(atPath: copy)
    try manager.copyItem(atPath: folder, toPath: copy)
    try? manager.removeItem(atPath: copy + "/models")
    let book = try Book.open(Scenario.settings(copy))
    defer { try? book.close() }
    let last = try book.log.lastPosition().rawValue
    if history.models[last] == nil { history.models[last] = try Soundness.models(book) }
    history.leaves = try Soundness.leaves(book)
    return last
  }

  /// How many events must be there when the power goes before operation number `index`.
  func required(before index: Int) -> Int64 {
    for operation in operations[..<index].reversed() {
      if case .mark(let number) = operation {
        return acknowledged[min(acknowledgesEarly ? number + 1 : number, acknowledged.count - 1)]
      }
    }
    return 0
  }

  // MARK: After the cut

  /// The problem that a new process finds with a folder, or `nil` if there is no problem.
  func problem(with folder: String, required: Int64, rebuilds: Bool) -> String? {
    do {
      let folder = try place(in: folder, required: required)
      let book = try Self.open(folder, required: required)
      defer { try? book.close() }
      let found = try Soundness.leaves(book)
      let last = Int64(found.count)
      if last < required { return "\(required - last) of \(required) acknowledged events are lost" }
      if required == 0, last == 6, found.first != leaves.first { return try Self.goOn(book) }
      if found != Array(leaves.prefix(found.count)) { return "the events are others" }
      guard let expected = models[last] else { return "half a batch: \(last) events" }
      if let problem = try Soundness.problem(book) { return problem }
      if try Soundness.models(book) != expected { return "the models at \(last) are others than rebuilt" }
      if rebuilds {
        _ = try book.rebuild()
        if try Soundness.models(book) != expected { return "the models rebuilt at \(last) are others" }
      }
      return try Self.goOn(book)
    } catch {
      return "\(error)"
    }
  }

  private struct Misplaced: Error {
    let words: String
  }

  /// Returns the one place where a ledger is.
  ///
  /// A command that looks at another place must tell that no ledger is there.
  private func place(in folder: String, required: Int64) throws -> String {
    guard places.count > 1 else { return folder }
    let all = places.map { folder + "/" + $0 }
    let found = all.filter { FileManager.default.fileExists(atPath: $0 + "/log.sqlite") }
    if found.count > 1 { throw Misplaced(words: "there are two ledgers") }
    if found.isEmpty, required > 0 {
      throw Misplaced(words: "the acknowledged events are lost with the folder")
    }
    for other in all where required > 0 && other != found[0] {
      if FileManager.default.fileExists(atPath: other) {
        throw Misplaced(words: "the folder was made again in \(other)")
      }
      do {
        try LedgerLog.open(other, mode: .readWrite).close()
        throw Misplaced(words: "a ledger in \(other) is opened")
      } catch EventLogError.noLedger {
        continue
      }
    }
    return found.first ?? all[0]
  }

  /// Opens the ledger. If its creation was cut, it is created again.
  private static func open(_ folder: String, required: Int64) throws -> Book {
    do {
      let book = try Book.open(Scenario.settings(folder))
      if try book.log.lastPosition() > 0 || required > 0 { return book }
      try book.close()
    } catch {
      guard required == 0 else { throw error }
    }
    return try Book.create(Scenario.settings(folder), Scenario.new)
  }

  /// A ledger that survived also takes the next command.
  private static func goOn(_ book: Book) throws -> String? {
    let before = try book.log.lastPosition()
    let outcome = try book.createGroup(name: "After")
    guard outcome.positions == [before + 1] else {
      return "the next command was appended at \(outcome.positions)"
    }
    guard let group = outcome.group, try book.groupRow(group)?.name == "After" else {
      return "the next command is not shown"
    }
    return nil
  }
}
