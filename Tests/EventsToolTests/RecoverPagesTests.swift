import Foundation
import Testing

@testable import events

/// Damage of every kind at every page of a small log, followed from the first message to a sound ledger.
@Suite("A damaged log is recovered") struct RecoverPagesTests {
  enum Damage: String, CaseIterable {
    case zeroed
    case garbage
    case torn
    case halved

    func apply(_ page: inout ArraySlice<UInt8>, seed: Int) {
      var state = UInt64(seed) &* 0x9e37_79b9_7f4a_7c15 | 1
      for index in page.indices {
        let offset = index - page.startIndex
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        switch self {
        case .zeroed: page[index] = 0
        case .garbage: page[index] = UInt8(truncatingIfNeeded: state >> 33)
        case .torn: if offset < 512 { page[index] = 0 }
        case .halved: if offset >= 4_096 { page[index] = 0 }
        }
      }
    }
  }

  @Test("whatever page is hit: all that can be read is kept, the rest is named, and the ledger goes on")
  func everyPage() throws {
    let damaged = try DamagedLedger()
    let all = Set(1...damaged.size)
    var lossy = 0
    for page in 0..<damaged.pageCount {
      try damaged.restore()
      let bytes = damaged.log(damagedAt: page) { Damage.zeroed.apply(&$0, seed: page) }
      try damaged.write(bytes)
      let readable = damaged.readable()
      let isLossy = try follow(damaged, "page \(page)", bytes, all, readable)
      if isLossy { lossy += 1 }
    }
    #expect(damaged.pageCount > 15 && lossy >= 2, "\(lossy) of \(damaged.pageCount)")
  }

  @Test("verify ends with 1 and leads to recover, whatever page is hit, if the log can be opened at all")
  func verified() throws {
    let damaged = try DamagedLedger()
    var unopened = 0
    for page in 0..<damaged.pageCount {
      try damaged.restore()
      try damaged.write(damaged.log(damagedAt: page) { Damage.zeroed.apply(&$0, seed: page) })
      let outcome = damaged.ledger.run("verify")
      #expect((outcome.output + outcome.errors).contains("recover"), "page \(page): \(outcome.errors)")
      if outcome.code == .dataError { unopened += 1 } else { #expect(outcome.code == .no, "page \(page)") }
    }
    #expect(unopened < damaged.pageCount, "the log was never opened")
  }

  @Test("garbage, a torn page and half a page end as well", arguments: [Damage.garbage, .torn, .halved])
  func otherDamage(_ damage: Damage) throws {
    let damaged = try DamagedLedger()
    let all = Set(1...damaged.size)
    for page in 0..<damaged.pageCount {
      try damaged.restore()
      let bytes = damaged.log(damagedAt: page) { damage.apply(&$0, seed: page + 1) }
      try damaged.write(bytes)
      let readable = damaged.readable()
      let found = try damaged.recover()
      if found.code != .ok { #expect(try damaged.recover("--accept-loss").code == .ok, "\(damage) \(page)") }
      let given =
        DamagedLedger.numbers(found.json["lost"]).union(DamagedLedger.numbers(found.json["waiting"]))
      let kept = try damaged.kept()
      #expect(kept.union(given) == all, "\(damage) at page \(page)")
      if let readable {
        let lost = DamagedLedger.numbers(found.json["lost"])
        #expect(readable.isDisjoint(with: lost), "\(damage) at page \(page)")
      }
      let verified = damaged.ledger.run("verify")
      #expect(verified.code == .ok, "\(damage) at page \(page): \(verified.output)\(verified.errors)")
    }
  }

  /// Follows the advice to its end. Returns whether events were lost.
  private func follow(
    _ damaged: DamagedLedger, _ place: String, _ bytes: [UInt8], _ all: Set<UInt64>, _ readable: Set<UInt64>?
  ) throws -> Bool {
    let ledger = damaged.ledger
    let verified = ledger.run("verify")
    guard verified.code != .ok else { return false }  // A page without content.
    #expect((verified.output + verified.errors).contains("events recover"), "\(place)")
    #expect(ledger.run("recover", "--dry-run").code == .ok)
    var found = try damaged.recover()
    let lost = DamagedLedger.numbers(found.json["lost"])
    let waiting = DamagedLedger.numbers(found.json["waiting"])
    if found.code != .ok {
      #expect(!lost.isEmpty, "\(place)")
      #expect(Array(try Data(contentsOf: URL(fileURLWithPath: damaged.logPath))) == bytes, "\(place)")
      found = try damaged.recover("--accept-loss")
    }
    #expect(found.code == .ok, "\(place): \(found.json)")
    let kept = try damaged.kept()
    #expect(kept.union(waiting).union(lost) == all && kept.isDisjoint(with: lost), "\(place)")
    if let readable { #expect(readable.isDisjoint(with: lost), "\(place)") }
    let aside = try #require(found.json["setAside"] as? String)
    #expect(Array(try Data(contentsOf: URL(fileURLWithPath: aside + "/log.sqlite"))) == bytes, "\(place)")
    let sound = ledger.run("verify")
    #expect(sound.code == .ok, "\(place): \(sound.output)\(sound.errors)")
    #expect(ledger.run("recover").output.contains("Nothing is damaged"), "\(place)")
    let recorded = ledger.run("group", "create", "On")
    #expect(recorded.code == .ok, "\(place): \(recorded.errors)")
    #expect((found.json["device"] is NSNull) == lost.isEmpty, "\(place)")
    if lost.isEmpty {
      #expect(ledger.run("receipts", "--all", "--json").output == damaged.receipts, "\(place)")
    }
    let back = ledger.run("recover", "--from", damaged.backup)
    #expect(back.code == .ok, "\(place): \(back.errors)")
    #expect(try damaged.kept().isSuperset(of: all), "\(place)")
    #expect(ledger.run("receipts", "--all", "--json").output == damaged.receipts, "\(place)")
    let whole = ledger.run("verify")
    #expect(whole.code == .ok, "\(place): \(whole.output)\(whole.errors)")
    return !lost.isEmpty
  }
}
