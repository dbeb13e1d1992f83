public import LedgerDomain

/// A filter of transactions (IE-09, ET-18).
///
/// A transaction has to meet every condition. One of a condition's values is enough, but all of `tags` are needed.
///
///     var filter = TransactionFilter()
///     filter.categories = ["food", "hotel"]
///     filter.payments = [.card]
///     let page = try book.transactions(filter, page: PageRequest(limit: 20))
public struct TransactionFilter: Hashable, Sendable {
  /// Draft, saved, deleted. Empty means all.
  public var stages: Set<TransactionRow.Stage> = [.saved]
  /// Expense, income, transfer.
  public var kinds: Set<TransactionKind> = []
  /// Groups, with `nil` for Unfiled, which includes the transactions of deleted and unknown groups.
  public var groups: Set<GroupID?> = []
  /// Categories by key.
  public var categories: Set<String> = []
  /// Payments.
  public var payments: Set<PaymentMethod> = []
  /// Tags that must all be on.
  public var tags: Set<String> = []
  /// Tags of which one must be on.
  public var anyTags: Set<String> = []
  /// Further tags of which one must be set, in addition to one of `anyTags`.
  public var otherTags: Set<String> = []
  /// Flags of which one must be set.
  public var flags: Set<FlagSetting> = []
  /// Rules that they are instances of.
  public var rules: Set<RuleID> = []
  /// Accounts. A transfer has two, of which one is enough.
  public var accounts: Set<String> = []
  /// Vendors by their exact names, as `Book.resolveUsedVendors` finds them.
  public var vendors: Set<String> = []
  /// Whether transactions must have a page of paper, or must have no page. `nil` allows both.
  public var hasPhoto: Bool?
  /// Whether transactions must be cleared, or must not be. `nil` allows both.
  public var isCleared: Bool?
  /// A text that vendor, note, a tag, or the key of the category contains (FF-13).
  ///
  /// If it is an amount, transactions of that amount pass too.
  /// Case, accents and runs of white space make no difference.
  public var text: String?
  /// The keys of the categories and the groups whose names contain the text, as `Book.named` finds them.
  package var named = NamedByText()
  /// The first date.
  public var from: CivilDate?
  /// The last date.
  public var through: CivilDate?
  /// The day as of which figures count, or `nil` to count whatever is dated later, too.
  ///
  /// Unlike `through`, it lets pass what has no date, and screens show apart what is dated after it (`Upcoming`).
  public var asOf: CivilDate?
  /// The least amount.
  public var minimum: AmountBound?
  /// The greatest amount.
  public var maximum: AmountBound?

  /// Creates a filter that lets all saved transactions pass.
  public init() {}

  /// All transactions, including drafts and deleted ones.
  public static let everything: TransactionFilter = {
    var filter = TransactionFilter()
    filter.stages = []
    return filter
  }()

  /// Saved transactions of one group, or of Unfiled.
  public static func group(_ id: GroupID?) -> TransactionFilter {
    var filter = TransactionFilter()
    filter.limit(to: [id])
    return filter
  }

  /// Chooses groups. Unfiled alone is without transfers, which need no group, unless kinds were chosen before.
  package mutating func limit(to groups: Set<GroupID?>) {
    self.groups = groups
    if groups == [nil], kinds.isEmpty { kinds = [.expense, .income] }
  }

  // MARK: Matching

  /// Whether a row passes all conditions except those on groups.
  ///
  /// A row does not know whether its group exists, which decides where it reads as filed. The result is the same as
  /// that of `FacetCondition`, which tests many rows at once.
  package func admitsApartFromGroup(_ row: TransactionRow) -> Bool {
    let tags = Set(row.tags)
    guard stages.isEmpty || stages.contains(row.stage), kinds.isEmpty || kinds.contains(row.kind),
      row.counts(in: categories), payments.isEmpty || row.payment.map(payments.contains) ?? false,
      accounts.isEmpty || row.account.map(accounts.contains) ?? false
        || row.toAccount.map(accounts.contains) ?? false,
      vendors.isEmpty || row.vendor.map(vendors.contains) ?? false,
      rules.isEmpty || row.rule.map(rules.contains) ?? false,
      tags.isSuperset(of: self.tags), anyTags.isEmpty || !anyTags.isDisjoint(with: tags),
      otherTags.isEmpty || !otherTags.isDisjoint(with: tags),
      flags.isEmpty || flags.contains(where: { $0.isSet(paid: row.flags.paid, row.flags.reimbursed) }),
      hasPhoto.map({ $0 != row.attachments.isEmpty }) ?? true, isCleared.map({ $0 == row.isCleared }) ?? true
    else { return false }
    return admitsDate(row.date) && admitsAmount(row.amount) && admitsText(row)
  }

  /// The conditions on texts, each with the columns of which one is enough. Empty texts admit everything.
  var textConditions: [(texts: Set<String>, part: FacetCondition.Part, facets: [Facet])] {
    [(accounts, .account, [.account, .toAccount]), (vendors, .other, [.vendor])]
  }

  /// The fields that these conditions depend on.
  package var textFields: [RecordField] {
    (accounts.isEmpty ? [] : [.account, .toAccount]) + (vendors.isEmpty ? [] : [.vendor])
  }

  private func admitsDate(_ date: CivilDate?) -> Bool {
    guard hasHappened(date) else { return false }
    guard from != nil || through != nil else { return true }
    guard let date else { return false }
    return from.map { date >= $0 } ?? true && through.map { date <= $0 } ?? true
  }

  private func admitsAmount(_ amount: Amount?) -> Bool {
    guard minimum != nil || maximum != nil else { return true }
    guard let units = amount?.minorUnits, let currency = amount?.currency else { return false }
    if let minimum {
      guard let least = minimum.minorUnits(in: currency, isLeast: true), units >= least else { return false }
    }
    if let maximum {
      guard let greatest = maximum.minorUnits(in: currency, isLeast: false), units <= greatest else {
        return false
      }
    }
    return true
  }

  private func admitsText(_ row: TransactionRow) -> Bool {
    guard let typed = text else { return true }
    let wanted = NFC.foldedForComparison(typed)
    if wanted.isEmpty { return true }
    if row.category.map(named.categories.contains) ?? false { return true }
    if row.group.map(named.groups.contains) ?? false { return true }
    if let money = row.money, PlainDecimal.readings(of: typed).contains(PlainDecimal(money)) { return true }
    return ([row.vendor, row.category, row.note] + row.tags).contains { text in
      text.map { NFC.contains($0, folded: wanted) } ?? false
    }
  }
}

// MARK: - Coding

extension TransactionFilter: Codable {
  private enum CodingKeys: String, CodingKey {
    case stages, kinds, groups, categories, payments, tags, anyTags, otherTags, flags, rules, accounts, hasPhoto
    case vendors
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
    stages = Set(try value(.stages, stages.map(\.rawValue)).compactMap(TransactionRow.Stage.init))
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
    vendors = try value(.vendors, vendors)
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
  /// The names that `text` was looked up in, and the day, belong to one moment of a ledger and are left out.
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
    if !vendors.isEmpty { try container.encode(vendors, forKey: .vendors) }
    try container.encodeIfPresent(hasPhoto, forKey: .hasPhoto)
    try container.encodeIfPresent(isCleared, forKey: .isCleared)
    try container.encodeIfPresent(text, forKey: .text)
    try container.encodeIfPresent(from, forKey: .from)
    try container.encodeIfPresent(through, forKey: .through)
    try container.encodeIfPresent(minimum, forKey: .minimum)
    try container.encodeIfPresent(maximum, forKey: .maximum)
  }
}
