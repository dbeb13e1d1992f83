package import LedgerAudit
package import LedgerBook
package import LedgerBytes
internal import LedgerDomain

extension ExtractorReplay {
  /// The outcome of reading every text again with the extractor of today.
  package var json: JSONValue {
    [
      "examples": .array(
        examples.map {
          [
            "field": .string($0.field.rawValue), "now": .optional($0.now), "right": .optional($0.right),
            "spared": .boolean($0.isSpared), "then": .optional($0.then),
            "transaction": .string($0.transaction.description),
          ]
        }),
      "extractor": .string("\(extractor)-\(version)"),
      "fields": .array(
        TransactionField.extracted.compactMap { field in
          fields[field]?.json.adding(["field": .string(field.rawValue)])
        }),
      "receipts": .count(receipts),
      "vendors": .array(
        vendors(limit: .max).map { name, tally in tally.json.adding(["vendor": .string(name)]) }),
    ]
  }
}

extension ExtractorReplay.Tally {
  fileprivate var json: JSONValue {
    [
      "new": .count(new), "spared": .count(spared), "stillRight": .count(stillRight),
      "stillWrong": .count(stillWrong),
    ]
  }
}

extension ExtractionOffer {
  /// The fields that the extractor of today would read otherwise.
  package var json: JSONValue {
    [
      "extractor": .string("\(proposal.extractor)-\(proposal.version)"),
      "fields": .array(
        proposal.fields.map { proposed in
          [
            "confidence": proposed.readings.first.map { .count($0.confidence) } ?? .null,
            "field": .string(proposed.field.rawValue),
            "from": .optional(proposed.from.flatMap { $0.text(of: proposed.field) }),
            "reason": .optional(proposed.readings.first?.reason),
            "to": .optional(proposed.to.text(of: proposed.field)),
          ]
        }),
      "transaction": .string(row.id.description),
    ]
  }
}
