import EventLog
import Foundation
import LedgerBytes
import LedgerDomain
import LedgerProjections
import Testing

@testable import ExampleApp
@testable import LedgerBook

@Suite("Decoded events after a bookmark")
struct DecodedEventsTests {
  private static func all(_ cursor: DecodedEvents) throws -> [DecodedEvent] {
    var (cursor, events) = (cursor, [DecodedEvent]())
    while let event = try cursor.next() { events.append(event) }
    #expect(try cursor.next() == nil)
    return events
  }

  @Test("Every event comes once, in the order of arrival, over several pages")
  func order() throws {
    let ledger = try ScreenLedger()
    let pages = 2 * Int(EventPage.size) + 10
    let date = try #require(CivilDate(iso: "2026-06-15"))
    try ledger.book.batch { batch in
      for number in 1...pages {
        let money = Money(minorUnits: Int64(number), currency: .eur)
        _ = try batch.record(RecordRequest(money: money, date: date, category: "taxi", payment: .cash))
      }
    }
    let events = try Self.all(ledger.book.events())
    var stored: [StoredEvent] = []
    try ledger.book.forEachEvent { stored.append($0) }
    #expect(stored.count > pages && events.map(\.stored) == stored)
    for event in events {
      guard case .known(let values) = event.content else { throw BookError.closed }
      #expect(values.type.rawValue == event.stored.type)
    }
  }

  @Test(
    "From each place, the rest comes, whichever kinds are wanted", arguments: [nil, Set([StreamKind.group])])
  func rest(_ kinds: Set<StreamKind>?) throws {
    let ledger = try ScreenLedger()
    for number in 0..<5 {
      try ledger.book.createGroup(name: "Group \(number)")
      try ledger.record("Taxi \(number)")
    }
    let events = try Self.all(ledger.book.events(of: kinds))
    #expect(events.count == (kinds == nil ? Int(try ledger.book.lastPosition().rawValue) : 5))
    for (index, event) in events.enumerated() {
      let text = event.bookmark.description
      let bookmark = try #require(EventBookmark(text))
      #expect(bookmark == event.bookmark)
      #expect(try Self.all(ledger.book.events(after: bookmark, of: kinds)) == Array(events[(index + 1)...]))
    }
    // At the end it knows that it has seen everything, also what it left out.
    var cursor = ledger.book.events(of: kinds)
    while try cursor.next() != nil {}
    #expect(try cursor.bookmark == ledger.book.endBookmark())
    try ledger.book.createGroup(name: "Later")
    #expect(try cursor.next()?.stored.position == (try ledger.book.lastPosition()))
  }

  @Test("A bookmark of another log is refused, and so is any other text")
  func otherLog() throws {
    let (ledger, other) = (try ScreenLedger(), try ScreenLedger())
    try ledger.record("Taxi")
    try other.record("Zoo")
    var cursor = ledger.book.events(after: try other.book.endBookmark())
    let position = try other.book.lastPosition()
    #expect(throws: BookError.otherLog(position: position)) { try cursor.next() }
    let leaf = String(repeating: "0", count: 64)
    for position in ["1", "9", "\(Int64.max)"] {
      var cursor = ledger.book.events(after: try #require(EventBookmark("\(position) \(leaf)")))
      #expect(throws: BookError.self) { try cursor.next() }
    }
    for text in [
      "", " ", "-1 \(leaf)", "0 \(leaf)", "1", "1 ", "1 x", "x \(leaf)", "1 \(leaf) ",
      "99999999999999999999 \(leaf)",
    ] {
      #expect(EventBookmark(text) == nil, "\(text)")
    }
    #expect(EventBookmark("0") == .start)
  }

  @Test("A redaction names the record that it changes, and the app's own model forgets the content")
  func redaction() throws {
    let ledger = try ScreenLedger()
    let (taxi, zoo) = (try ledger.record("Taxi"), try ledger.record("Zoo"))
    var followed = VendorTotals()
    try followed.catchUp(ledger.book)
    let end = try ledger.book.endBookmark()
    let events = try ledger.book.events(of: taxi.stream)
    try ledger.book.redact(events.map(\.reference), why: "asked")

    let later = try Self.all(ledger.book.events(after: end, of: [.transaction]))
    #expect(later.count == events.count && Set(later.flatMap(\.transactions)) == [taxi])
    #expect(later.allSatisfy { $0.records.count == 2 && $0.stored.stream.kind == StreamKind.ledger.rawValue })
    let first = try Self.all(ledger.book.events(of: [.transaction])).filter { $0.stored.stream == taxi.stream }
    #expect(first.count == events.count && first.allSatisfy { $0.content == .redacted })

    try followed.catchUp(ledger.book)
    var all = VendorTotals()
    try all.catchUp(ledger.book)
    #expect(followed == all && followed.rows.keys.elementsEqual([zoo]))
  }

  @Test("A view of the past has the events of then")
  func past() throws {
    let ledger = try ScreenLedger()
    try ledger.record("Taxi")
    let then = try ledger.book.lastPosition()
    try ledger.record("Zoo")
    let past = ledger.book.asOf(.position(then))
    defer { try? past.close() }
    var cursor = past.events()
    while try cursor.next() != nil {}
    #expect(cursor.bookmark.position == then)
    #expect(try past.transactionRow(.init(.random())) == nil)
  }
}
