internal import LedgerDomain

extension TransactionFilter: Codable {
  private enum CodingKeys: String, CodingKey {
    case stages, kinds, groups, categories, payments, tags, anyTags, otherTags, flags, rules, accounts, hasPhoto
    case isCleared, text, from, through, minimum, maximum
  }

  /// Decodes a filter. A condition that is missing, because an older program encoded the filter, is empty.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    func value<Value: Decodable>(_ key: CodingKeys, _ empty: Value) throws -> Value {
      try container.decodeIfPresent(Value.self, forKey: key) ?? empty
    }
    func optional<Value: Decodable>(_ key: CodingKeys) throws -> Value? {
      try container.decodeIfPresent(Value.self, forKey: key)
    }
    self.init()
    stages = Set(try value(.stages, stages.map(\.rawValue)).compactMap(TransactionState.Stage.init))
    kinds = try value(.kinds, kinds)
    groups = try value(.groups, groups)
    categories = try value(.categories, categories)
    payments = try value(.payments, payments)
    tags = try value(.tags, tags)
    anyTags = try value(.anyTags, anyTags)
    otherTags = try value(.otherTags, otherTags)
    flags = try value(.flags, flags)
    rules = try value(.rules, rules)
    accounts = try value(.accounts, accounts)
    hasPhoto = try optional(.hasPhoto)
    isCleared = try optional(.isCleared)
    text = try optional(.text)
    from = try optional(.from)
    through = try optional(.through)
    minimum = try optional(.minimum)
    maximum = try optional(.maximum)
  }

  /// Encodes all conditions.
  ///
  /// The names that `text` was looked up in are left out, because they belong to one moment of a ledger.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(stages.map(\.rawValue).sorted(), forKey: .stages)
    try container.encode(kinds, forKey: .kinds)
    try container.encode(groups, forKey: .groups)
    try container.encode(categories, forKey: .categories)
    try container.encode(payments, forKey: .payments)
    try container.encode(tags, forKey: .tags)
    try container.encode(anyTags, forKey: .anyTags)
    try container.encode(otherTags, forKey: .otherTags)
    try container.encode(flags, forKey: .flags)
    try container.encode(rules, forKey: .rules)
    try container.encode(accounts, forKey: .accounts)
    try container.encodeIfPresent(hasPhoto, forKey: .hasPhoto)
    try container.encodeIfPresent(isCleared, forKey: .isCleared)
    try container.encodeIfPresent(text, forKey: .text)
    try container.encodeIfPresent(from, forKey: .from)
    try container.encodeIfPresent(through, forKey: .through)
    try container.encodeIfPresent(minimum, forKey: .minimum)
    try container.encodeIfPresent(maximum, forKey: .maximum)
  }
}
