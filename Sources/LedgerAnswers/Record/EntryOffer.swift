package import LedgerBytes
package import LedgerDomain

/// A value of an entry that nobody gave, with the reason why it is used.
package struct EntryOffer {
  /// The reason why a value is used.
  package enum Reason: Hashable {
    /// It was used at this vendor last.
    case lastAt(vendor: String)
    /// It is the default category at this vendor.
    case usual(CategorySuggestion)
    /// It was used last.
    case lastTime
    /// It is a default of the ledger.
    case byDefault
  }

  let field: TransactionField
  /// The value as a program reads it.
  let value: String
  /// The value as people read it: `cash`, `account Giro`, `in Berlin`.
  package let words: String
  let reason: Reason

  /// Returns the offers in words: `food and cash as last time at Rewe; in Berlin by default`.
  package static func words(_ offers: [EntryOffer]) -> String {
    var reasons: [Reason] = []
    for offer in offers where !reasons.contains(offer.reason) { reasons.append(offer.reason) }
    return reasons.map { reason in
      let values = listed(offers.filter { $0.reason == reason }.map(\.words))
      return "\(values) \(reason.words)"
    }.joined(separator: "; ")
  }

  /// The offer as `{"confidence"?,"field","reason","value"}`.
  package var json: JSONValue {
    var members: [String: JSONValue] = [
      "field": .string(field.rawValue), "reason": .string(reason.words), "reasonCode": .string(reason.code),
      "value": .string(value),
    ]
    if case .usual(let suggestion) = reason { members["confidence"] = .count(suggestion.confidence) }
    return .object(members)
  }
}

extension EntryOffer.Reason {
  /// The code of the reason, which stays when the words are changed.
  fileprivate var code: String {
    switch self {
    case .lastAt: "lastAtVendor"
    case .usual: "usualAtVendor"
    case .lastTime: "lastTime"
    case .byDefault: "default"
    }
  }

  /// The reason for people, such as `as last time at Rewe`.
  package var words: String {
    switch self {
    case .lastAt(let vendor): "as last time at \(vendor)"
    case .usual(let suggestion):
      "as \(suggestion.times) at \(suggestion.vendor) (\(suggestion.confidence)%)"
    case .lastTime: "as last time"
    case .byDefault: "by default"
    }
  }
}
