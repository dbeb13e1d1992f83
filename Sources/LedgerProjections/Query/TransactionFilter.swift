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
  public var stages: Set<TransactionState.Stage> = [.saved]
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
  /// A second choice of tags of which one must be on, in addition to `anyTags`.
  public var otherTags: Set<String> = []
  /// Flags of which one must be set.
  public var flags: Set<FlagSetting> = []
  /// Rules that they are instances of.
  public var rules: Set<RuleID> = []
  /// Accounts. A transfer has two, of which one is enough.
  public var accounts: Set<String> = []
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
  public var named = NamedByText()
  /// The first date.
  public var from: CivilDate?
  /// The last date.
  public var through: CivilDate?
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
    filter.groups = [id]
    return filter
  }
}
