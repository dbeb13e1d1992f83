internal import EventLog
internal import LedgerBook
internal import LedgerBytes
internal import LedgerDomain
internal import LedgerSync

/// The events that replace recorded ones, as lines of JSON from outside.
struct EventPatch {
  let book: Book
  let name: String

  func events(_ lines: [UInt8]) throws -> [StoredEvent] {
    var events: [StoredEvent] = []
    let newline = UInt8(ascii: "\n")
    for (index, line) in lines.split(separator: newline, omittingEmptySubsequences: false).enumerated() {
      guard line.count <= PrintedEvent.lineBytesMax else { throw wrong(index + 1, "the line is too long") }
      if line.allSatisfy({ [UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\r")].contains($0) }) {
        continue
      }
      events.append(try event(Array(line), index + 1))
    }
    guard !events.isEmpty else { throw Refusal(.invalidValue, "\(name) holds no event") }
    return events
  }

  private func event(_ line: [UInt8], _ number: Int) throws -> StoredEvent {
    guard let object = try? JSONValue(parsing: line, as: .exchange), case .object = object else {
      throw wrong(number, "not a JSON object")
    }
    guard !isOfAnotherLedger(object) else {
      throw Refusal(
        .invalidValue,
        "\(name):\(number): this event belongs to another ledger than the one in " + book.settings.folder,
        .enter("Import them into a ledger of their own"))
    }
    if let known = try known(object) { return try patched(known, object, number) }
    do throws(EventLine.Fault) {
      return try PrintedEvent.event(line).stored(at: .max)
    } catch {
      throw wrong(number, "no event on record, and no whole one: \(error.reason)")
    }
  }

  /// Each line names its ledger, and the stream of a ledger's own events bears its id.
  private func isOfAnotherLedger(_ object: JSONValue) -> Bool {
    if case .string(let id)? = object["ledger"], UniqueID(id) != book.ledgerID { return true }
    guard let stream = object["stream"], stream["kind"] == .string(StreamKind.ledger.rawValue),
      case .string(let id)? = stream["id"]
    else { return false }
    return UniqueID(id) != book.ledgerID
  }

  private func known(_ object: JSONValue) throws -> StoredEvent? {
    if case .string(let device)? = object["device"], case .integer(let sequence)? = object["deviceSequence"],
      let id = UniqueID(device), sequence > 0
    {
      return try book.event(EventReference(device: id, sequence: UInt64(sequence)))
    }
    guard case .integer(let position)? = object["position"] else { return nil }
    return try book.event(at: Position(position))
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

  private func wrong(_ number: Int, _ words: String) -> Refusal {
    Refusal(.invalidValue, "\(name):\(number): \(words)")
  }
}
