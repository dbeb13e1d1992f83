public import LedgerBytes

/// Which state of its rule an instance follows: the last change to the rule that was known, and how many there were.
///
/// Ordered alike on every device, and never smaller where more is known: the latest revision stands (DESIGN 5).
public struct RuleRevision: Hashable, Comparable, Sendable {
  /// The last change, in the order of the fold: the rule's creation, a change, a split, or a restoration.
  public let reference: EventReference
  /// When that was, by the log's clock.
  public let time: HybridTime
  /// How many changes were known, the creation included, from 1: what people are shown.
  public let number: Int

  /// The state of a rule after `number` changes, of which that was the last.
  public init(reference: EventReference, time: HybridTime, number: Int) {
    self.reference = reference
    self.time = time
    self.number = number
  }

  /// Orders as the last changes fold, then by how many were known.
  public static func < (left: RuleRevision, right: RuleRevision) -> Bool {
    if left.time != right.time { return left.time < right.time }
    return left.reference == right.reference
      ? left.number < right.number : left.reference < right.reference
  }
}

/// Where a recurring transaction comes from: part of `TransactionRecorded` since its second shape.
public struct RecurrenceOrigin: Hashable, Sendable {
  /// The rule it follows.
  public let rule: RuleID
  /// The series it belongs to: the first rule, which a split keeps.
  public let series: RuleID
  /// The date it stands for, wherever a person moves it.
  public let date: CivilDate
  /// From when on the rule governs the series: the date of the split that began it; nil for the first.
  public let since: CivilDate?
  /// The state of the rule.
  public let revision: RuleRevision
  /// The state of the series: the last change to any of its rules, and how many there were to all of them. The same
  /// as `revision` where the rule is the only one.
  public let seriesRevision: RuleRevision

  /// Where a recurring transaction comes from; without a revision of the series the rule is the only one.
  public init(
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

  /// Whether this stands over what followed that: who knew more of the series says which of its rules governs, so
  /// that a split that was taken back gives its dates back. Of one state of the series the rule that was split off
  /// later stands, then the later revision. The same again stands over itself.
  func stands(over other: RecurrenceOrigin) -> Bool {
    if seriesRevision != other.seriesRevision { return seriesRevision > other.seriesRevision }
    let (mine, others) = (since ?? .first, other.since ?? .first)
    return mine == others ? revision >= other.revision : mine > others
  }

  /// What ties the transaction to its rule.
  var link: RuleLink { RuleLink(rule: rule, series: series, date: date) }
}

/// A transaction's tie to a rule.
public struct RuleLink: Hashable, Sendable {
  /// The rule.
  public let rule: RuleID
  /// The series, which is the first rule.
  public let series: RuleID
  /// The date that the transaction stands for.
  public let date: CivilDate

  /// A transaction's tie to a rule.
  public init(rule: RuleID, series: RuleID, date: CivilDate) {
    self.rule = rule
    self.series = series
    self.date = date
  }
}
