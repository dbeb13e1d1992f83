public import LedgerAudit
public import LedgerBook
package import LedgerBytes
public import LedgerDomain
internal import LedgerExchange
public import LedgerProjections

extension TransactionDetail {
  /// Returns the receipt with everything that is known about it.
  package func json(_ audit: Audit, _ duplicates: [Duplicate]) throws -> JSONValue {
    let readings = extraction?.readings
    let more: [String: JSONValue] = [
      "attention": .count(row.attentionCount), "audit": .string(audit.sentence),
      "confidence": readings?.confidenceJSON ?? .null, "duplicates": .array(duplicates.map(\.json)),
      "extractor": .optional(extraction.map { "\($0.extractor)-\($0.version)" }),
      "fields": .array(provenance.map(\.json)), "groupName": .optional(groupName),
      "items": .array(state.lineItems.compactMap(\.json)),
      "itemsRead": .array((readings?.items ?? []).map(\.json)), "name": .optional(row.name),
      "on": .string(row.on.iso), "origin": .string(row.origin),
      "proposals": .array(state.openProposals.map(\.json)), "text": .optional(text),
      "version": .integer(version),
    ]
    return JSONValue.object(try TransactionJSON.members(listed)).adding(more).adding(
      hasPendingDeletion ? ["pendingDeletion": .boolean(true)] : [:])
  }

  /// Returns what `events receipt --json` prints.
  ///
  /// - Parameters:
  ///   - audit: The explanation of the receipt.
  ///   - duplicates: The receipts that may be the same one.
  public func jsonLines(_ audit: Audit, duplicates: [Duplicate]) throws -> String {
    try json(audit, duplicates).line
  }

  /// Returns the review of the receipt: its fields with their readings, and what needs a look.
  package func reviewJSON(_ duplicates: [Duplicate], _ suggestion: CategorySuggestion?) -> JSONValue {
    [
      "attention": .count(row.attentionCount), "duplicates": .array(duplicates.map(\.json)),
      "fields": .array(provenance.filter { TransactionField.review.contains($0.field) }.map(\.json)),
      "note": .optional(extractionNote), "proposals": .array(state.openProposals.map(\.json)),
      "state": .string(row.stage.rawValue), "suggestion": suggestion?.json ?? .null,
      "transaction": .string(row.id.description),
    ]
  }

  /// Returns what `events review --json` prints.
  ///
  /// - Parameters:
  ///   - duplicates: The receipts that may be the same one.
  ///   - suggestion: The category of earlier receipts at the vendor, or `nil` if the draft has a category.
  public func reviewJSONLines(duplicates: [Duplicate], suggestion: CategorySuggestion?) -> String {
    reviewJSON(duplicates, suggestion).line
  }
}

extension ReceiptReadings {
  /// The extractor's confidence in the whole receipt, by part (RY-05). `nil` if it computes no confidence.
  fileprivate var confidenceJSON: JSONValue? {
    overallConfidence.map { ["parts": .array(confidence.map(\.json)), "percent": .count($0)] }
  }
}

extension ReceiptReadings.Item {
  /// An item as it was read off the paper.
  fileprivate var json: JSONValue {
    ["name": .string(name), "price": .string(price), "quantity": .optional(quantity)]
  }
}
