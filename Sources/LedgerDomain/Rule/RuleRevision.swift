public import LedgerBytes

/// The state of its rule that an instance follows: the last change known, and the number of changes.
///
/// The order is the same on every device, and a revision is never smaller where more is known. The latest revision wins
/// (Design, section 5).
public struct RuleRevision: Hashable, Comparable, Sendable {
  /// The last change, in the order of the fold: the rule's creation, a change, a split, or a restoration.
  public let reference: EventReference
  /// The time of that change, by the log's clock.
  public let time: HybridTime
  /// How many changes were known, the creation included, from 1. This is the number that people see.
  public let number: Int

  /// Orders as the last changes fold, then by how many were known.
  public static func < (left: RuleRevision, right: RuleRevision) -> Bool {
    if left.time != right.time { return left.time < right.time }
    return left.reference == right.reference
      ? left.number < right.number : left.reference < right.reference
  }
}

/// The rule and date that a recurring transaction was generated for.
///
/// Part of `TransactionRecorded` since its second shape.
public struct RecurrenceOrigin: Hashable, Sendable {
  /// The rule it follows.
  public let rule: RuleID
  /// The series it belongs to: the first rule, which a split keeps.
  public let series: RuleID
  /// The scheduled date, which stays when a person moves the transaction.
  public let date: CivilDate
  /// The date of the split from which the rule governs the series, or `nil` for the first rule.
  public let since: CivilDate?
  /// The state of the rule.
  public let revision: RuleRevision
  /// The state of the series: the last change to any of its rules, and the number of all changes.
  ///
  /// The same as `revision` if the rule is the only one.
  public let seriesRevision: RuleRevision

  /// Creates an origin. Without a revision of the series, the rule is the only one.
  package init(
    rule: RuleID, series: RuleID, date: CivilDate, since: CivilDate?, revision: RuleRevision,
    seriesRevision: RuleRevision? = nil
  ) {
    self.rule = rule
    self.series = series
    self.date = date
    self.since = since
    self.revision = revision
    self.seriesRevision = seriesRevision ?? revision
  }

  /// Whether this origin wins over another one of the same transaction.
  ///
  /// The author who knew more of the series decides which rule governs, so a split that was undone returns its
  /// dates. With the same state of the series, the rule that was split off later wins, then the later revision. Two
  /// equal origins win over each other.
  func wins(over other: RecurrenceOrigin) -> Bool {
    if seriesRevision != other.seriesRevision { return seriesRevision > other.seriesRevision }
    let (mine, others) = (since ?? .first, other.since ?? .first)
    return mine == others ? revision >= other.revision : mine > others
  }

  /// The link from the transaction to its rule.
  var link: TransactionEvent.RuleLink { TransactionEvent.RuleLink(rule: rule, series: series, date: date) }
}

extension TransactionEvent {
  /// A transaction's tie to a rule.
  public struct RuleLink: Hashable, Sendable {
    /// The rule.
    public let rule: RuleID
    /// The series, which is the first rule.
    public let series: RuleID
    /// The scheduled date of the transaction.
    public let date: CivilDate

    /// Creates the link of a transaction to a rule.
    package init(rule: RuleID, series: RuleID, date: CivilDate) {
      self.rule = rule
      self.series = series
      self.date = date
    }
  }
}
