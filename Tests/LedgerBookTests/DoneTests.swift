import EventLog
import Foundation
import LedgerBytes
import LedgerDomain
import LedgerPlatform
import LedgerProjections
import LedgerTestSupport
import Testing

@testable import LedgerBook

/// The result of a command, and the records that a book knows without reading them again.
struct DoneTests {
  @Test(
    "Two books that write one log in turn, with events of another device in between, know what is on record")
  func twoBooks() throws {
    let parent = PropertyWorld.parent
    defer { try? FileManager.default.removeItem(atPath: parent) }
    for seed in SeededGenerator.chosenSeed.map({ [$0] }) ?? Array(1...UInt64(Extent.of(12, nightly: 200))) {
      var world = try PropertyWorld(seed: seed, root: "\(parent)/\(seed)")
      defer { world.close() }
      try world.openTwins()
      let count = world.devices.count
      for _ in 0..<60 {
        let index = Int.random(in: 0..<count, using: &world.random)
        let other = Int.random(in: 0..<count, using: &world.random)
        do {
          try world.command(on: index)
          if world.random.chance(25) { try world.exchange(from: index, to: other) }
          for device in world.devices {
            try device.book.checkRecords(after: try device.book.log.lastPosition())
          }
        } catch {
          Issue.record("EVENTS_SEED=\(seed): \(error)\n\(world.journal.suffix(5).joined(separator: "\n"))")
          break
        }
      }
    }
  }

  @Test("After content was restored or erased by another connection, a record is folded again")
  func erasedElsewhere() throws {
    let ledger = try ScreenLedger()
    let id = try ledger.record("Kiosk")
    let note = try #require(try ledger.book.perform(.correct(.note, .text("secret")), on: id).action)
    #expect(try ledger.book.transaction(id).row.note == "secret")
    let other = try Book.open(ledger.book.settings)
    defer { try? other.close() }
    #expect(try other.transaction(id).row.note == "secret")
    try other.redact([note], why: "private")
    #expect(try other.transaction(id).row.note == nil)
    #expect(try ledger.book.transaction(id).row.note == nil)
    // Erasing alone moves no event: the end of the log differs all the same.
    let end = try ledger.book.log.end()
    let kiosk = try #require(try ledger.book.log.events(of: id.stream).first).reference
    try other.log.write { try $0.redact(kiosk) }
    #expect(try ledger.book.log.end().position == end.position)
    #expect(throws: BookError.self) { try ledger.book.transaction(id) }
  }

  @Test("A view of the past keeps nothing, and a present book nothing of the past")
  func past() throws {
    let ledger = try ScreenLedger()
    let id = try ledger.record("Kiosk")
    let then = try ledger.book.log.lastPosition()
    try ledger.book.perform(.correct(.vendor, .text("Bakery")), on: id)
    let view = ledger.book.asOf(.position(then))
    #expect(try view.transaction(id).row.vendor == "Kiosk")
    #expect(try ledger.book.transaction(id).row.vendor == "Bakery")
    #expect(try view.transaction(id).row.vendor == "Kiosk")
  }

  @Test("A command that is given twice names the record that it made at first")
  func repeated() throws {
    let ledger = try ScreenLedger()
    let command = UniqueID.random()
    let money = Money(minorUnits: 1_000, currency: .eur)
    let request = TransferRequest(money: money, date: screenDay("2026-06-14"), from: "Checking", to: "Savings")
    let first = try ledger.book.transfer(request, opensAccounts: true, id: command)
    let again = try ledger.book.transfer(request, opensAccounts: true, id: command)
    #expect(first.transaction != nil && again.transaction == first.transaction && again.row == first.row)
    #expect(again.repeated && again.events.isEmpty && again.positions == first.positions)
    #expect(first.events.count == 3 && first.account == nil)
  }

  @Test("After more than 64 events there is no state, and nothing is read back for it")
  func many() throws {
    let reads = EventReads()
    try reads.counting {
      let ledger = try ScreenLedger()
      let group = try #require(try ledger.book.createGroup(name: "Trip").group)
      let ids = try (0..<70).map { number in try ledger.record("Kiosk \(number)") { $0.group = group } }
      let before = try ledger.book.log.lastPosition()
      let done = try ledger.book.deleteGroup(group, .keep)
      #expect(done.positions.count == 71 && done.events.count == 71 && done.state == nil)
      #expect(done.group == group)
      #expect(reads.positions.allSatisfy { $0 <= before })
      #expect(done.action == (try ledger.book.event(at: before + 1))?.reference)
      #expect(try ledger.book.transaction(ids[0]).row.group == nil)
    }
  }
}

extension PropertyWorld {
  /// Opens a second book on the log of every device, as another process does.
  fileprivate mutating func openTwins() throws {
    for device in devices {
      let book = try Book.open(device.book.settings)
      devices.append(
        PropertyDevice(name: device.name + " twin", folder: device.folder, clock: device.clock, book: book))
    }
  }
}
