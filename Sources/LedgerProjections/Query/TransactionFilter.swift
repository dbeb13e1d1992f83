public import LedgerDomain

/// Which transactions: different conditions mean and, the values of one mean or (CHECKLIST IE-09, ET-18).
public struct TransactionFilter: Hashable, Sendable {
  /// Draft, saved, deleted; empty: all.
  public var stages: Set<TransactionState.Stage> = [.saved]
  /// Expense, income, transfer.
  public var kinds: Set<TransactionKind> = []
  /// Groups; nil is Unfiled, which holds those of deleted and unknown groups too.
  public var groups: Set<GroupID?> = []
  /// Categories by key.
  public var categories: Set<String> = []
  /// Payments.
  public var payments: Set<PaymentMethod> = []
  /// Tags that must all be on.
  public var tags: Set<String> = []
  /// Tags of which one must be on.
  public var anyTags: Set<String> = []
  /// Tags of which one must be on, too: a second choice beside `anyTags`.
  public var otherTags: Set<String> = []
  /// Flags of which one must be set.
  public var flags: Set<FlagSetting> = []
  /// Rules that they are instances of.
  public var rules: Set<RuleID> = []
  /// Accounts.
  public var accounts: Set<String> = []
  /// With or without a page of paper.
  public var hasPhoto: Bool?
  /// Cleared or not.
  public var isCleared: Bool?
  /// A text that vendor, note or category contains (CHECKLIST FF-13); case, accents and runs of white space make no
  /// difference.
  public var text: String?
  /// The first date.
  public var from: CivilDate?
  /// The last date.
  public var through: CivilDate?
  /// The least amount.
  public var minimum: AmountBound?
  /// The greatest amount.
  public var maximum: AmountBound?

  /// Saved transactions.
  public init() {}

  /// Every transaction there is, drafts and deleted ones included.
  public static let everything: TransactionFilter = {
    var filter = TransactionFilter()
    filter.stages = []
    return filter
  }()

  /// Saved transactions of one group, or of none.
  public static func group(_ id: GroupID?) -> TransactionFilter {
    var filter = TransactionFilter()
    filter.groups = [id]
    return filter
  }
}
