import EventLog
import Foundation
import LedgerBook
import LedgerBytes
import LedgerDomain
import LedgerProjections
import LedgerSync

@testable import events

extension FuzzTarget {
  /// A whole file of foreign events, fed into two ledgers.
  ///
  /// One gets it in order, with a look at the screens after every third event. The other gets it backwards at once. If
  /// both accept it, both must look the same, and the same as if built from nothing.
  static let foreign = FuzzTarget(name: "foreign", changes: 20) { input in
    let lines = ForeignFile(input).lines
    do {
      let (one, other) = (try ForeignLedger(), try ForeignLedger())
      defer {
        one.remove()
        other.remove()
      }
      try one.feed(lines, lookingEach: 3)
      try other.feed(lines.reversed(), lookingEach: .max)
      let screens = try (one.screens(), other.screens())
      try one.expectSound()
      try other.expectSound()
      if try one.trees() == other.trees(), screens.0 != screens.1 {
        fuzzFinding("two ledgers of the same events look different:\n\(screens.0)\n\(screens.1)")
      }
      try one.expectCorrectable()
    } catch {
      fuzzFinding("a file of events ends in \(error)")
    }
  }
}

/// A ledger that has nothing but what it is fed with.
private final class ForeignLedger {
  private let folder: String
  private let book: Book

  init() throws {
    // In memory where the system can do that: nothing here is about the disk, which most of the time would go to.
    let base = FileManager.default.isWritableFile(atPath: "/dev/shm") ? "/dev/shm/" : NSTemporaryDirectory()
    folder = base + "events-foreign-\(UUID().uuidString)"
    guard let id = UniqueID(ForeignFile.ledger) else { fuzzFinding("the ledger has no identifier") }
    try LedgerLog.create(at: folder, ledger: id, device: UniqueID.random()).close()
    book = try Book.open(
      Book.Settings(
        folder: folder, actor: .person("anna"), deviceName: "phone",
        clock: { WallClock(milliseconds: 1_781_430_000_000, offsetMinutes: 120) }))
  }

  func remove() {
    try? book.close()
    try? FileManager.default.removeItem(atPath: folder)
  }

  /// Imports line after line. A refused line is tried again for as long as others are accepted.
  func feed(_ lines: [String], lookingEach count: Int) throws {
    let log = try LedgerLog.open(folder, mode: .readWrite)
    defer { try? log.close() }
    var waiting: [ForeignEvent] = []
    for line in lines {
      if let event = try? PrintedEvent.event(Array(line.dropLast().utf8)) { waiting.append(event) }
    }
    var looks = 0
    while true {
      let before = waiting.count
      waiting = try waiting.filter { event in
        guard try take(event, log) else { return true }
        looks += 1
        if looks.isMultiple(of: count) { _ = try screens() }
        return false
      }
      if waiting.count == before { return }
    }
  }

  private func take(_ event: ForeignEvent, _ log: LedgerLog) throws -> Bool {
    do {
      let result = try log.takeIn([event], receivedAtMilliseconds: 1_781_430_000_000)
      if !result.healed.isEmpty { try ReadModels.discard(in: folder) }
      return true
    } catch let error as EventLogError {
      let failure = explanation(of: error)
      guard failure.code != .software else { fuzzFinding("refused as \(failure.code): \(error)") }
      return false
    }
  }

  /// What every screen shows, without what is local.
  func screens() throws -> [String] {
    var screens: [String] = []
    try book.journal { screens.append("\($0.row) \($0.groupName ?? "")") }
    screens += try book.groups().map { "\($0)" }
    screens += try book.categories().map { "\($0)" }
    screens += try book.rules(withDeleted: true).map { "\($0)" }
    screens += try book.drafts().map { "\($0.row)" }
    if let row = try? book.ledgerRow() { screens.append("\(row)") }
    return screens.sorted()
  }

  /// The heads of the devices' trees.
  func trees() throws -> Set<String> {
    Set(try book.log.devices().map { "\($0.device) \($0.size) \($0.root)" })
  }

  /// Corrects what the screens show: a correction repeats the value from outside, and must still be recorded.
  func expectCorrectable() throws {
    var shown: [TransactionID] = try book.drafts().map(\.row.id)
    try book.journal { shown.append($0.row.id) }
    for transaction in shown {
      let corrections: [(TransactionField, FieldValue)] = [
        (.vendor, .text("Other")), (.note, .text("Mended")), (.category, .text("food")),
        (.total, .amount(Amount(currency: .eur, minorUnits: 1_234))),
      ]
      for (field, value) in corrections {
        do {
          try book.perform(.correct(field, value), on: transaction)
        } catch is Rejection {
          continue
        }
      }
    }
  }

  /// The models are those that building them again gives.
  func expectSound() throws {
    let comparison = try book.checkModels(jobs: 1)
    guard comparison.isSame else { fuzzFinding("the models differ: \(comparison.samples)") }
  }
}
