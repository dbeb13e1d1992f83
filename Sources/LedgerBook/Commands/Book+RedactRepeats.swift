internal import EventLog
internal import LedgerBytes
internal import LedgerDomain

extension Book {
  /// Erases events that repeat a text of an erased one. Their authors did not know of the redaction.
  ///
  /// A correction repeats the value that it replaces. One of another device may arrive after the redaction of that value.
  ///
  /// - Returns: The number of events whose contents were erased.
  /// - Complexity: O(events of the records with redacted events).
  package func redactRepeats() throws -> Int {
    let streams = Set(try log.redactions().compactMap { try log.event($0)?.stream })
    guard isWritable, !streams.isEmpty else { return 0 }
    let found = try streams.flatMap { try repeats(in: $0) }.sorted { $0.position < $1.position }
    try recordRedactions(of: found.map(\.envelope), why: "it repeats a text that was erased")
    return found.count
  }

  /// Records redactions that a program finds necessary, and erases what they name.
  func recordRedactions(of events: [ForeignEvent], why: String) throws {
    guard !events.isEmpty else { return }
    _ = try execute(id: nil, content: .object(["command": "redact"]), posting: false) { batch in
      for event in events {
        let command = LedgerCommand.redact(event.reference, type: event.type, why: why)
        for decided in try LedgerState().decide(command, today: self.today) { batch.append(decided) }
      }
      batch.erases = true
    }
  }

  /// Returns the events of a record that repeat a text which no other event has, once these are erased.
  ///
  /// - Parameters:
  ///   - stream: The record.
  ///   - erasing: The events to be erased, in addition to those that were.
  func repeats(in stream: StreamID, erasing: Set<EventReference> = []) throws -> [StoredEvent] {
    var erased: [EventReference] = []
    var known: Set<String> = []
    return try log.events(of: stream).sorted { $0.foldsBefore($1) }.filter { event in
      guard let payload = event.payload, event.passedOver != .redacted, !erasing.contains(event.reference)
      else {
        erased.append(event.reference)
        return false
      }
      guard let value = try? JSONValue(parsing: payload, as: .exchange) else { return false }
      let texts = PayloadTexts(value)
      if erased.contains(where: event.follows), !texts.repeated.isSubset(of: known) {
        erased.append(event.reference)
        return true
      }
      known.formUnion(texts.all)
      return false
    }
  }
}

extension StoredEvent {
  /// Whether the author had seen an earlier event of the same record.
  fileprivate func follows(_ earlier: EventReference) -> Bool {
    if earlier.device == reference.device { return earlier.sequence < reference.sequence }
    return seen.contains { $0.device == earlier.device && $0.sequence >= earlier.sequence }
  }
}

/// The texts of a payload, folded for comparison.
private struct PayloadTexts {
  private(set) var all: Set<String> = []
  /// The texts that an earlier event of the record had brought in.
  private(set) var repeated: Set<String> = []
  /// The fields whose texts no other record has. Those of categories and accounts are in records of their own.
  private static let fields: Set<TransactionField> = [.vendor, .note]

  init(_ payload: JSONValue) {
    var repeats = true
    if case .string(let name)? = payload["field"], let field = TransactionField(rawValue: name) {
      repeats = Self.fields.contains(field)
    }
    guard case .object(let members) = payload else { return }
    for (key, value) in members {
      add(value, isRepeated: repeats && ["from", "removed", "value", "reading"].contains(key))
    }
  }

  private mutating func add(_ value: JSONValue, isRepeated: Bool) {
    switch value {
    case .object(let members):
      for (key, value) in members { add(value, isRepeated: key != "currency" && isRepeated || key == "from") }
    case .array(let elements): for element in elements { add(element, isRepeated: isRepeated) }
    case .string(let text):
      let folded = NFC.foldedForComparison(text)
      all.insert(folded)
      if isRepeated, UniqueID(text) == nil, CivilDate(iso: text) == nil { repeated.insert(folded) }
    case .integer, .fraction, .boolean, .null: break
    }
  }
}
