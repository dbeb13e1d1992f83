import EventLog
import Foundation
import LedgerBook
import LedgerBytes
import LedgerDomain
import LedgerTestSupport
import Testing

/// Random commands of a person, with undo, rules and deletions of groups. Those that are refused change nothing.
struct HistoryPerson {
  var random: SeededGenerator
  var known: [TransactionID] = []
  var groups: [GroupID] = []
  var rules: [RuleID] = []

  init(seed: UInt64) { random = SeededGenerator(seed: seed) }

  mutating func act(on book: Book) throws {
    do {
      try command(book)
    } catch is Rejection {
      return
    } catch is BookError {
      return
    }
  }

  /// Records a transfer without accounts, as earlier versions did.
  private static func recordAsBefore(_ request: RecordRequest, on book: Book) throws -> TransactionID {
    let id = TransactionID(UniqueID.random())
    let recorded = TransactionEvent.Recorded(
      origin: .manual, on: request.date, kind: .transfer, money: request.money, date: request.date,
      vendor: request.vendor, category: request.category, payment: request.payment, note: request.note,
      tags: request.tags.sorted())
    let event = LedgerEvent.transaction(.transactionRecorded(recorded))
    let draft = EventDraft(
      stream: id.stream, type: event.type.rawValue, schema: EventCodec.current.schema(of: event.type),
      payload: EventCodec.current.encode(event), actor: "user/test")
    _ = try book.log.write { writer in
      try writer.append(
        [draft], correlation: UniqueID.random(), clock: book.settings.clock(), salts: LedgerLog.randomSalt)
    }
    return id
  }

  private mutating func command(_ book: Book) throws {
    let id = known.isEmpty ? nil : random.one(of: known)
    let group: GroupID? = groups.isEmpty || random.chance(20) ? nil : random.one(of: groups)
    switch (Int.random(in: 0..<24, using: &random), id) {
    case (0, _):
      let text = "Berlin Rewe\nSUMME EUR \(Int.random(in: 1...99, using: &random)),50\n14.06.2026"
      known.append(try #require(try book.capture(CaptureInput(text: text, group: nil)).transaction))
    case (1, _), (_, nil):
      let money = Money(
        minorUnits: Int64.random(in: -50...5_000, using: &random) | 1,
        currency: random.one(of: [.eur, .usd, .jpy]))
      let request = RecordRequest(
        kind: random.one(of: TransactionKind.allCases), money: money,
        date: screenDay("2026-06-01").adding(days: Int.random(in: 0..<40, using: &random)),
        vendor: random.one(of: ["Rewe", "Berlin Taxi", nil]), category: "food", payment: .card,
        note: random.one(of: ["a note", nil]), tags: random.one(of: [[], ["x"], ["x", "berlin"]]))
      if request.kind == .transfer {
        known.append(try Self.recordAsBefore(request, on: book))
      } else if let id = try book.record(request).transaction {
        known.append(id)
      }
    case (2, _):
      let name = random.one(of: ["Berlin", "Rome", "Oslo"])
      if let group = try book.createGroup(name: name).group { groups.append(group) }
    case (3, let id?): try book.perform(.correct(.category, .text("taxi")), on: id)
    case (4, let id?): try book.perform(.correct(.payment, .text("cash")), on: id)
    case (5, let id?): try book.perform(.save, on: id)
    case (6, let id?): try book.perform(.file(group), on: id)
    case (7, let id?): try book.perform(.file(group), on: id)
    case (8, let id?): try book.perform(random.chance(50) ? .delete : .restore, on: id)
    case (9, let id?): try book.perform(.tag(add: ["x"], remove: ["berlin"]), on: id)
    case (10, let id?): try book.perform(.clear(random.chance(50)), on: id)
    case (11, let id?):
      try book.perform(.correct(.vendor, .text(random.one(of: ["Rewe Süd", "Inn Berlin"]))), on: id)
    case (12, let id?):
      try book.perform(
        .correct(.date, .date(screenDay("2026-06-20").adding(days: Int.random(in: 0..<30, using: &random)))),
        on: id)
    case (13, _):
      if let group {
        if random.chance(50) {
          try book.deleteGroup(group, random.one(of: [.keep, .delete]))
        } else {
          try book.restoreGroup(group)
        }
      }
    case (14, _):
      if let group { try book.renameGroup(group, to: random.one(of: ["Berlin", "Paris"])) }
    case (15, _):
      // What was done lately is taken back, an undo too.
      let last = try book.log.lastPosition()
      let number = Int64.random(in: max(1, last.rawValue - 30)...last.rawValue, using: &random)
      guard let event = try book.log.event(at: Position(number)) else {
        return
      }
      try book.undo(event.reference)
    case (16, _):
      guard rules.count < 2 else { return try rule(book) }
      let request = RecordRequest(
        money: Money(minorUnits: 900, currency: .eur), date: screenDay("2026-05-20"), vendor: "Gym",
        category: "other", payment: .card, group: group)
      rules.append(try #require(try book.record(request, every: Cadence(frequency: .monthly)).rule))
    case (17, _): try rule(book)
    case (18, _):
      // The same page comes more than once.
      let page = Array("page \(Int.random(in: 0..<2, using: &random))".utf8)
      let input = CaptureInput(files: [.bytes(page)], text: "Kiosk\nTotal 3.20 EUR", source: .photo)
      known.append(try #require(try book.capture(input).transaction))
    case (19, let id?):
      try book.perform(.correct(.note, .text(random.one(of: ["a note", "Über alles"]))), on: id)
    case (20, _): try book.addCategory(name: random.one(of: ["Books", "Été"]))
    case (21, _):
      let key = random.one(of: ["books", "taxi", "food"])
      if random.chance(50) {
        try book.deactivateCategory(key: key)
      } else {
        try book.reactivateCategory(key: key)
      }
    case (22, let id?): try book.perform(.discard, on: id)
    case (_, let id?): try book.perform(.flag([random.one(of: FlagSetting.allCases)]), on: id)
    }
  }

  private mutating func rule(_ book: Book) throws {
    guard !rules.isEmpty else { return }
    let rule = random.one(of: rules)
    switch Int.random(in: 0..<5, using: &random) {
    case 0: try book.perform(.change([.money(Money(minorUnits: 950, currency: .eur))]), on: rule)
    case 1: try book.perform(.pause(from: screenDay("2026-08-01")), on: rule)
    case 2: try book.perform(.delete(.future), on: rule)
    case 3: try book.perform(.restore, on: rule)
    default:
      rules.append(try #require(try book.perform(.split(on: screenDay("2026-10-20"), []), on: rule).rule))
    }
  }
}
