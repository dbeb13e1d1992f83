package import LedgerAudit
package import LedgerBytes
internal import LedgerDomain

extension Accuracy {
  /// The accuracy of extractors, judged by corrections.
  package var json: JSONValue {
    [
      "bands": .array(bands.enumerated().map { $1.json(band: $0) }),
      "extractors": .array(
        extractors.sorted { $0.key < $1.key }.map { key, fields in
          [
            "extractor": .string(key.extractor), "fields": Self.json(fields),
            "method": .string(key.method.rawValue), "version": .count(key.version),
          ]
        }),
      "fields": Self.json(fields), "receipts": .count(receipts), "receiptsChanged": .count(receiptsChanged),
      "vendors": .array(vendors(limit: .max).map(\.json)), "weights": weights.json,
    ]
  }

  private static func json(_ fields: [TransactionField: Tally]) -> JSONValue {
    .array(TransactionField.extracted.compactMap { field in fields[field]?.json(field) })
  }

  /// The greatest confidence of a band of first readings, from the first band of 0 to 9 percent.
  package static func end(ofBand band: Int) -> Int { band == 9 ? 100 : band * 10 + 9 }
}

extension Accuracy.Tally {
  fileprivate func json(band: Int) -> JSONValue {
    [
      "from": .count(band * 10), "judged": .count(judged), "right": .count(right),
      "through": .count(Accuracy.end(ofBand: band)),
    ]
  }

  fileprivate func json(_ field: TransactionField) -> JSONValue {
    [
      "corrected": .count(corrected), "field": .string(field.rawValue), "filledIn": .count(filledIn),
      "judged": .count(judged), "right": .count(right),
    ]
  }
}

extension Accuracy.Vendor {
  fileprivate var json: JSONValue {
    [
      "corrected": .count(tally.corrected),
      "fields": .object(Dictionary(uniqueKeysWithValues: fields.map { ($0.key.rawValue, .count($0.value)) })),
      "filledIn": .count(tally.filledIn), "receipts": .count(receipts), "vendor": .string(name),
    ]
  }
}

extension ConfidenceWeights {
  fileprivate var json: JSONValue {
    func object(_ weights: [Int]) -> JSONValue {
      .object(Dictionary(uniqueKeysWithValues: zip(Self.parts, weights.map { JSONValue.count($0) })))
    }
    return [
      "better": better.map {
        ["error": .count($0.error), "errorToday": .count($0.errorToday), "weights": object($0.weights)]
      } ?? .null, "receipts": .count(receipts), "right": .count(right), "today": object(Self.today),
    ]
  }
}
