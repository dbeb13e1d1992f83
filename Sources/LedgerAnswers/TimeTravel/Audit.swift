public import LedgerAudit
public import LedgerBook
package import LedgerBytes
internal import LedgerDomain

extension Audit {
  /// Returns the explanation of a receipt, with its events as `show` prints them.
  package func json(in book: Book) throws -> JSONValue {
    [
      "events": .array(try events.map(book.json)), "extractions": .array(extractions.map(\.json)),
      "fields": .array(
        fields.map { field in
          field.provenance.json.adding([
            "setBy": field.setBy?.json ?? .null, "steps": .array(field.steps.map(\.json)),
          ])
        }),
      "sentence": .string(sentence), "transaction": .string(transaction.description),
    ]
  }

  /// Returns what `events audit --json` prints.
  ///
  /// - Parameter book: The book that the receipt is in.
  public func jsonLines(in book: Book) throws -> String { try json(in: book).line }
}

extension AuditStep {
  fileprivate var json: JSONValue {
    let document: JSONValue = [
      "actor": .string(actor), "conflict": .boolean(isInConflict), "currency": .optional(currency?.code),
      "deed": .string(words), "event": event.json, "value": .optional(value),
    ]
    guard case .read(let reading, let number, let extractor, let version, let method) = action else {
      return document
    }
    return document.adding([
      "confidence": .count(reading.confidence), "extractor": .string(extractor),
      "method": .string(method.rawValue), "number": .count(number), "reason": .string(reading.reason),
      "version": .count(version),
    ])
  }
}

extension Audit.AuditedExtraction {
  fileprivate var json: JSONValue {
    [
      "confidence": confidence.map { .count($0) } ?? .null, "event": event.json,
      "extractor": .string(extractor), "method": .string(method.rawValue),
      "parts": .array(parts.map(\.json)), "version": .count(version),
    ]
  }
}
