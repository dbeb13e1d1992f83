import EventLog
import Foundation
import LedgerBook
import LedgerBytes

/// What a new process did to the disk after a cut: it opened the ledger, looked, and recorded one more thing.
struct Recovery: Sendable {
  var operations: [DiskOperation]
  /// All events in the end.
  var leaves: [SHA256Digest]
  /// How many of them were there before the last batch.
  var found: Int

  static func record(in folder: String) throws -> Recovery {
    let watched = WatchedFolder(folder, records: true)
    let book = try Book.open(Scenario.settings(folder))
    _ = try book.groups()
    let found = try Soundness.leaves(book).count
    _ = try book.createGroup(name: "After the first cut")
    watched.mark(0)
    let leaves = try Soundness.leaves(book)
    try book.close()
    return Recovery(operations: watched.operations(), leaves: leaves, found: found)
  }

  /// The problem after another cut, or `nil` if there is no problem.
  func problem(with folder: String, cutBefore place: Int) -> String? {
    do {
      let book = try Book.open(Scenario.settings(folder))
      defer { try? book.close() }
      let now = try Soundness.leaves(book)
      let isAcknowledged = operations[..<place].contains { $0.name == "mark" }
      if now.count < (isAcknowledged ? leaves.count : found) {
        return "\(now.count) of \(leaves.count) events are left"
      }
      if now.count != found, now.count != leaves.count { return "half a batch" }
      if now != Array(leaves.prefix(now.count)) { return "the events are others" }
      if let problem = try Soundness.problem(book) { return problem }
      let models = try Soundness.models(book)
      _ = try book.rebuild()
      if try Soundness.models(book) != models { return "the models are others than rebuilt" }
      return try book.createGroup(name: "After the second cut").positions == [Position(now.count + 1)]
        ? nil : "the next command was appended elsewhere"
    } catch {
      return "\(error)"
    }
  }
}
