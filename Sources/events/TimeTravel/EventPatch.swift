internal import EventLog
internal import LedgerAnswers
internal import LedgerBook
internal import LedgerBytes
internal import LedgerDomain
internal import LedgerSync

/// The events of `--patch`.
struct EventPatch {
  private let input: TextInput
  private let ledger: OpenLedger

  init(_ path: String, _ ledger: OpenLedger) throws(Failure) {
    self.ledger = ledger
    input = path == "-" ? ledger.invocation.input : try TextInput(path: path)
  }

  func events() throws -> [StoredEvent] {
    var events: [StoredEvent] = []
    var number = 0
    while let line = try input.nextLine(limit: PrintedEvent.lineBytesMax) {
      number += 1
      guard case .bytes(let bytes) = line else { throw wrong(number, "the line is too long") }
      if bytes.allSatisfy({ $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }) { continue }
      guard let object = try? JSONValue(parsing: bytes, as: .exchange), case .object = object else {
        throw wrong(number, "not a JSON object")
      }
      guard !isOfAnotherLedger(object) else {
        throw Failure(
          .dataError,
          "\(input.name):\(number): this event belongs to another ledger than the one in "
            + ledger.book.settings.folder,
          advice: "Look at them in a ledger of their own: events --ledger NEW import --format ndjson FILE")
      }
      if let known = try known(object) {
        events.append(try patched(known, object, number))
      } else {
        do throws(EventLine.Fault) {
          events.append(try PrintedEvent.event(bytes).stored(at: .max))
        } catch {
          throw wrong(number, "no event on record, and no whole one: \(error.reason)")
        }
      }
    }
    guard !events.isEmpty else { throw Failure(.dataError, "\(input.name) holds no event") }
    return events
  }

  /// Each line names its ledger, and the stream of a ledger's own events bears its id.
  private func isOfAnotherLedger(_ object: JSONValue) -> Bool {
    if case .string(let id)? = object["ledger"], UniqueID(id) != ledger.book.ledgerID { return true }
    guard let stream = object["stream"], stream["kind"] == .string(StreamKind.ledger.rawValue),
      case .string(let id)? = stream["id"]
    else { return false }
    return UniqueID(id) != ledger.book.ledgerID
  }

  private func known(_ object: JSONValue) throws -> StoredEvent? {
    if case .string(let device)? = object["device"], case .integer(let sequence)? = object["deviceSequence"],
      let id = UniqueID(device), sequence > 0
    {
      return try ledger.book.event(EventReference(device: id, sequence: UInt64(sequence)))
    }
    guard case .integer(let position)? = object["position"] else { return nil }
    return try ledger.book.event(at: Position(position))
  }

  private func patched(_ event: StoredEvent, _ object: JSONValue, _ number: Int) throws -> StoredEvent {
    var other = event
    other.passedOver = nil
    switch object["payload"] {
    case .object(let members)?: other.payload = JSONValue.object(members).encoded()
    case .null: other.payload = nil
    case nil: break
    case .array, .string, .integer, .fraction, .boolean: throw wrong(number, "“payload” is not an object")
    }
    if case .string(let text)? = object["type"] { other.type = text }
    if case .string(let text)? = object["actor"] { other.actor = text }
    if case .integer(let value)? = object["schema"], let value = UInt32(exactly: value) { other.schema = value }
    if let problem = other.words.problem { throw wrong(number, problem) }
    return other
  }

  private func wrong(_ number: Int, _ words: String) -> Failure {
    Failure(.dataError, "\(input.name):\(number): \(words)")
  }
}
