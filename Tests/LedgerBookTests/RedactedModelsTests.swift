import EventLog
import LedgerBytes
import LedgerDomain
import LedgerTestSupport
import Testing

@testable import LedgerBook
@testable import LedgerProjections

/// What is taken out of the log is no longer shown, though no event was appended to where it was said.
@Suite("Redaction and what is read")
struct RedactedModelsTests {
  private static let secret = "Alexanderplatz"

  /// Takes the content out of an event, and says so.
  private static func redact(_ event: EventReference, in log: LedgerLog) throws {
    let said = Event.ledger(.eventRedacted(EventRedacted(event: event, why: "asked")))
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
      (.textRecognized(TextRecognized(engine: "text", text: "Taxi\n\(secret)", confidence: nil)), id)
    ])
    let paper = try last(ledger.book)
    try ledger.record("Rome")
    #expect(try found(ledger.book) == [id])
    #expect(try ledger.book.transaction(id).row.note?.contains(secret) == true)
    return (ledger, id, noted, paper)
  }

  @Test("Models that were at the end fold the record again, and the index of words forgets it")
  func models() throws {
    let (ledger, id, noted, paper) = try Self.ledger()
    try Self.redact(noted, in: ledger.book.log)
    #expect(try ledger.book.transaction(id).row.note == nil)
    // The paper still says it.
    #expect(try Self.found(ledger.book) == [id])
    try Self.redact(paper, in: ledger.book.log)
    #expect(try Self.found(ledger.book) == [])
    #expect(try ledger.book.models.check().isSame)
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

  @Test("So do models to which whoever redacts hands over what was appended")
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
