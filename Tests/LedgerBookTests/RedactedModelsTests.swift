import EventLog
import Foundation
import LedgerBytes
import LedgerSQLite
import LedgerTestSupport
import Testing

@testable import LedgerBook
@testable import LedgerDomain
@testable import LedgerProjections

/// A redacted text is no longer shown, although no event was appended to its own stream.
@Suite("Redaction and what is read")
struct RedactedModelsTests {
  private static let secret = "Alexanderplatz"

  /// Removes the content of an event, and records it.
  private static func redact(_ event: EventReference, in log: LedgerLog) throws {
    let said = LedgerEvent.ledger(.eventRedacted(SettingsEvent.EventRedacted(event: event, why: "asked")))
    let draft = EventDraft(
      stream: StreamID(kind: "ledger", id: log.ledgerID), type: said.type.rawValue,
      schema: EventCodec.current.schema(of: said.type), payload: EventCodec.current.encode(said),
      actor: "user/test"
    )
    _ = try log.write { writer in
      _ = try writer.append([draft], correlation: .random(), clock: .now(), salts: LedgerLog.randomSalt)
      try writer.redact(event)
    }
  }

  private static func last(_ book: Book) throws -> EventReference {
    try #require(try book.log.event(at: try book.log.lastPosition())).reference
  }

  private static func found(_ book: Book) throws -> [TransactionID] {
    try book.search(secret, filter: .everything).map(\.transaction.row.id)
  }

  /// A record of which vendor, note and paper name the place, and which is found.
  private static func ledger() throws -> (
    ScreenLedger, TransactionID, noted: EventReference, paper: EventReference
  ) {
    let ledger = try ScreenLedger()
    let id = try ledger.record("Taxi")
    try ledger.book.perform(.correct(.note, .text("to " + secret)), on: id)
    let noted = try last(ledger.book)
    try ledger.append([
      (
        .textRecognized(
          TransactionEvent.TextRecognized(engine: "text", text: "Taxi\n\(secret)", confidence: nil)), id
      )
    ])
    let paper = try last(ledger.book)
    try ledger.record("Rome")
    #expect(try found(ledger.book) == [id])
    #expect(try ledger.book.transaction(id).row.note?.contains(secret) == true)
    return (ledger, id, noted, paper)
  }

  @Test("Models at the log's end fold the record again, and the word index forgets it")
  func models() throws {
    let (ledger, id, noted, paper) = try Self.ledger()
    try Self.redact(noted, in: ledger.book.log)
    #expect(try ledger.book.transaction(id).row.note == nil)
    // The paper still contains it.
    #expect(try Self.found(ledger.book) == [id])
    try Self.redact(paper, in: ledger.book.log)
    #expect(try Self.found(ledger.book) == [])
    #expect(try ledger.book.models.check().isSame)
  }

  @Test("No file has the text, although another program has the ledger open", arguments: [false, true])
  func files(isIndexed: Bool) throws {
    let (ledger, id, noted, paper) = try Self.ledger()
    if !isIndexed { try ledger.book.discardSearch() }
    let other = try Book.open(ledger.book.settings)
    defer { try? other.close() }
    #expect(try other.transaction(id).row.note?.contains(Self.secret) == true)
    // A change of another field writes the row again, and the old page stays in the -wal.
    try ledger.book.perform(.correct(.vendor, .text("Cab")), on: id)
    try ledger.book.rebuildHistory()
    let redaction = try ledger.book.redact([noted, paper, noted], why: "asked")
    #expect(redaction.events == [noted, paper] && redaction.done?.positions.count == 2)
    let files = try FileManager.default.subpathsOfDirectory(atPath: ledger.folder).filter { path in
      let bytes = FileManager.default.contents(atPath: "\(ledger.folder)/\(path)") ?? Data()
      return bytes.range(of: Data(Self.secret.utf8)) != nil
    }
    #expect(files == [])
    #expect(try ledger.book.hasHistory())
    #expect(try ledger.book.transaction(id).row.note == nil)
    #expect(try other.transaction(id).row.note == nil && Self.found(other) == [])
    #expect(try ledger.book.redact([noted], why: "again").done?.isUnchanged == true)
  }

  @Test("So do models that learn of it together with other events of the record, or with much else")
  func behind() throws {
    let (ledger, id, noted, paper) = try Self.ledger()
    let other = try Book.open(ledger.book.settings)
    defer { try? other.close() }
    try Self.redact(paper, in: other.log)
    try other.perform(.correct(.vendor, .text("Cab")), on: id)
    for _ in 0..<5 { try other.perform(.correct(.category, .text("taxi")), on: id) }
    try Self.redact(noted, in: other.log)
    #expect(try Self.found(ledger.book) == [])
    #expect(try ledger.book.transaction(id).row.note == nil)
    #expect(try ledger.book.models.check().isSame)
  }

  @Test("A record of any kind has no row after it loses its first event")
  func beginnings() throws {
    let ledger = try ScreenLedger()
    let book = ledger.book
    _ = try book.createGroup(name: "Berlin")
    _ = try book.addCategory(name: "Alps")
    let terms = RuleTerms(
      frequency: .monthly, interval: 1, start: screenDay("2027-01-31"), kind: .expense,
      money: Money(minorUnits: 2_500, currency: .eur), vendor: "Rent", category: "other", payment: .card)
    _ = try book.createRule(RuleRequest(terms: terms))
    try book.models.catchUp()
    var beginnings: [EventReference] = []
    try book.log.forEachEvent { event in
      if ["GroupCreated", "CategoryAdded", "RuleCreated", "LedgerCreated"].contains(event.type) {
        beginnings.append(event.reference)
      }
    }
    #expect(beginnings.count == 9)
    for (index, event) in beginnings.reversed().enumerated() {
      try Self.redact(event, in: book.log)
      let found = try book.models.check()
      #expect(found.isSame, "\(index): \(found.samples)")
    }
    for table in [ModelTable.groups, .categories, .rules, .settings] {
      let count = try book.models.read { reader in
        try reader.connection.statement("SELECT count(*) FROM \(table.name)").firstInt64()
      }
      #expect(count == 0, "\(table)")
    }
  }

  @Test("A search of the past finds nothing of it, at no position, with a history that was there and a new one")
  func past() throws {
    let (ledger, _, noted, paper) = try Self.ledger()
    try ledger.book.rebuildHistory()
    #expect(try ledger.book.asOf(.position(try ledger.book.log.lastPosition())).search(Self.secret).count == 1)
    try Self.redact(noted, in: ledger.book.log)
    try Self.redact(paper, in: ledger.book.log)
    let end = try ledger.book.log.lastPosition()
    for isNew in [false, true] {
      if isNew { try ledger.book.rebuildHistory() }
      for position in 1...end {
        let hits = try ledger.book.asOf(.position(position)).search(Self.secret, filter: .everything)
        #expect(hits.isEmpty, "position \(position), \(isNew)")
      }
    }
  }

  @Test("So do models to which a redaction hands over what was appended")
  func posted() throws {
    let (ledger, id, noted, _) = try Self.ledger()
    let (log, models) = (ledger.book.log, ledger.book.models)
    // The second is posted on a thread of its own.
    for _ in 0..<2 { try ledger.book.perform(.correct(.vendor, .text("Cab")), on: try ledger.record("Bus")) }
    let before = try log.lastPosition()
    try Self.redact(noted, in: log)
    let stream = StreamID(kind: "ledger", id: log.ledgerID)
    let fold = StreamFold(kind: stream.kind, events: try log.events(of: stream))
    let keyed = KeyedStream(key: try #require(try log.key(of: stream)), stream: stream)
    try models.post(
      AppendedFolds(
        after: before, through: before + 1, leaf: try #require(try log.leaf(at: before + 1)),
        streams: [(keyed, fold)]))
    #expect(try ledger.book.transaction(id).row.note == nil)
    #expect(try models.check().isSame)
  }
}
