public import LedgerDomain
internal import LedgerSQLite

/// A tag, and how many saved transactions it is on.
public struct TagUse: Hashable, Sendable {
  /// The tag, normalized.
  public let tag: String
  /// How many saved transactions have it.
  public let count: Int
}

/// The values of the last entries of a kind, offered for the next one (FF-22).
public struct LastUsed: Hashable, Sendable {
  /// The account that was used last, free text.
  public let account: String?
  /// How it was paid last.
  public let payment: PaymentMethod?

  /// Creates the values that were used last.
  package init(account: String?, payment: PaymentMethod?) {
    self.account = account
    self.payment = payment
  }
}

extension ModelReader {
  /// Returns the most used tags that begin with a prefix, most used first, then by their bytes (ET-05).
  ///
  /// - Complexity: O(limit) for an empty prefix, otherwise a step per tag with that prefix. Transactions are not read.
  package func tagUses(prefix: String, limit: Int) throws -> [TagUse] {
    let statement: Statement
    if prefix.isEmpty {
      statement = try connection.statement(Self.mostUsedTags)
    } else {
      statement = try connection.statement(Self.tagsByPrefix)
      try statement.bind(2, text: prefix)
      try statement.bind(3, text: prefix + "\u{10ffff}")
    }
    defer { statement.reset() }
    try statement.bind(1, Int64(max(0, limit)))
    var uses: [TagUse] = []
    while try statement.step() { uses.append(TagUse(tag: statement.string(0), count: Int(statement.int64(1)))) }
    return uses
  }

  static let mostUsedTags = "SELECT tag, count FROM tag_total ORDER BY count DESC, tag LIMIT ?1"
  static let tagsByPrefix = """
    SELECT tag, count FROM tag_total WHERE tag >= ?2 AND tag < ?3 ORDER BY count DESC, tag LIMIT ?1
    """

  /// Returns the account and the payment of the last saved transactions of a kind that a person entered.
  ///
  /// They are the most recent, not the most used, because a person who changes accounts means the change. The order is
  /// that of the log's clock, whatever the order in which devices' events arrived.
  ///
  /// - Complexity: At most the 2,000 latest transactions. Instances of rules and imports among them do not count.
  package func lastUsed(_ kind: TransactionKind) throws -> LastUsed {
    let statement = try connection.statement(Self.lastEntries)
    defer { statement.reset() }
    try statement.bind(1, Int64(kind.code))
    var account: String?
    var payment: PaymentMethod?
    while account == nil || payment == nil, try statement.step() {
      account = account ?? statement.optionalString(0)
      payment = payment ?? statement.optionalString(1).flatMap(PaymentMethod.init(rawValue:))
    }
    return LastUsed(account: account, payment: payment)
  }

  /// Returns the keys of the categories of the last saved transactions of a kind, last used first.
  ///
  /// - Complexity: At most the 2,000 latest transactions.
  package func lastCategories(_ kind: TransactionKind) throws -> [String] {
    let statement = try connection.statement(Self.lastCategories)
    defer { statement.reset() }
    try statement.bind(1, Int64(kind.code))
    var keys: [String] = []
    while try statement.step() { keys.append(statement.string(0)) }
    return keys
  }

  static let lastCategories = """
    SELECT category
    FROM (SELECT created, stage, kind, category FROM transaction_row ORDER BY key DESC LIMIT 2000)
    WHERE stage = 1 AND kind = ?1 AND category IS NOT NULL
    GROUP BY category ORDER BY max(created) DESC, category
    """

  /// Returns the group of the transaction that was entered last, or `nil` if it is deleted.
  ///
  /// - Complexity: At most the 2,000 latest transactions, and a look-up for each group among them.
  package func lastGroup() throws -> GroupID? {
    let statement = try connection.statement(Self.lastGroups)
    defer { statement.reset() }
    guard try statement.step() else { return nil }
    return statement.optionalID(0).map(GroupID.init)
  }

  static let lastGroups = """
    SELECT group_id
    FROM (SELECT id, created, stage, origin, group_id FROM transaction_row ORDER BY key DESC LIMIT 2000)
    WHERE stage < 2 AND origin NOT IN ('recurring', 'imported')
      AND EXISTS (SELECT 1 FROM group_row WHERE group_row.id = group_id AND deleted = 0)
    ORDER BY created DESC, id DESC LIMIT 1
    """

  static let lastEntries = """
    SELECT account, payment
    FROM (SELECT id, created, stage, kind, origin, account, payment FROM transaction_row ORDER BY key DESC LIMIT 2000)
    WHERE stage = 1 AND kind = ?1 AND origin NOT IN ('recurring', 'imported')
    ORDER BY created DESC, id DESC
    """
}
