public import LedgerDomain
internal import LedgerProjections

extension RuleDetail {
  /// One transaction of a rule, as the rule's own screen lists it.
  public struct Occurrence: Hashable, Sendable {
    /// The date that the rule scheduled.
    public let date: CivilDate
    /// The transaction, or `nil` if there never was one.
    public let transaction: TransactionID?
    /// The transaction as a list shows it.
    public let row: TransactionRow?
    /// The remarks on it, in the order of `Status`. `onTime` if there is no other.
    public let statuses: [Status]
    /// The revision of the rule that it follows, or `nil` for the template.
    public let revision: RuleRevision?

    /// A remark on an instance.
    public enum Status: String, CaseIterable, Hashable, Sendable {
      /// The transaction that the rule was made from.
      case template
      /// On its date, as the rule defines.
      case onTime = "on-time"
      /// A person moved it from its scheduled date to another one.
      case moved
      /// Edited by a person: it no longer follows the rule.
      case edited
      /// Its amount differs from the rule's current one.
      case drifted
      /// Deleted. It is not generated again.
      case deleted
      /// Taken back by the rule, which no longer recurs there: in a pause, or after a change.
      case takenBack = "taken-back"
      /// Recurs, was generated as far, and is not there.
      case missing
      /// Detached by a person: it no longer belongs to the rule.
      case detached
      /// Follows another rule of the series, until it is generated again.
      case otherRule = "other-rule"
      /// On a date on which the rule no longer recurs.
      case offSchedule = "off-schedule"
    }
  }
}

/// One rule with everything its screen shows.
public struct RuleDetail: Sendable {
  /// The rule as a list shows it.
  public let row: RuleRow
  /// Its name of the group.
  public let groupName: String?
  /// The pauses of the rule, without those that were undone.
  public let pauses: [RuleRow.Pause]
  /// The transactions that it generated and the one it was made from, by date.
  public let occurrences: [RuleDetail.Occurrence]
  /// The next date on which it recurs, from today, or `nil` if it ended.
  public let next: CivilDate?
  /// The other rules of its series.
  public let siblings: [RuleID]
}

extension Book {
  /// Returns every rule, by what it is for, on request with the deleted ones.
  ///
  /// - Complexity: A scan of the rules, and O(events of its series) for each that a split began.
  public func rules(withDeleted: Bool = false) throws -> [RuleRow] {
    try models.read { try $0.rules(withDeleted: withDeleted) }.map(withSeries)
  }

  /// One rule's row, even if it is deleted, or `nil` if it is not known.
  public func ruleRow(_ id: RuleID) throws -> RuleRow? {
    try models.read { try $0.rule(id) }.map(withSeries)
  }

  /// Adds what a row cannot know: the pauses of the rule before it that came together with the split.
  private func withSeries(_ row: RuleRow) throws -> RuleRow {
    guard row.since != nil else { return row }
    return row.paused(from: try series(of: row.id).pausedFrom(row.id))
  }

  /// One rule with each of its transactions.
  ///
  /// - Throws: `BookError.unknown`.
  /// - Complexity: O(events of its transactions).
  public func rule(_ id: RuleID) throws -> RuleDetail {
    let state = try fold(id.stream).rule
    guard let own = RuleRow(id, state) else { throw BookError.unknown(what: "rule", text: id.description) }
    let series = try series(of: id)
    let row = own.paused(from: series.pausedFrom(id))
    let group = try row.terms.group.flatMap { try self.groupRow($0) }
    return RuleDetail(
      row: row, groupName: group.flatMap { $0.isDeleted ? nil : $0.name },
      pauses: series.pauses(of: id).map(\.pause).filter { !$0.isEmpty },
      occurrences: try occurrences(of: id, row, series), next: series.next(of: id, from: today),
      siblings: series.rules.map(\.id).filter { $0 != id })
  }

  private func occurrences(of id: RuleID, _ row: RuleRow, _ series: RuleSeries) throws -> [RuleDetail
    .Occurrence]
  {
    let scheduled = Set(series.generatedDates(of: id))
    var found: [RuleDetail.Occurrence] = []
    for date in series.dates(concerning: id) {
      let transaction = series.id.instance(on: date)
      guard let state = try transactionState(transaction), let following = state.following else {
        if scheduled.contains(date) {
          found.append(
            RuleDetail.Occurrence(date: date, transaction: nil, row: nil, statuses: [.missing], revision: nil))
        }
        continue
      }
      guard following.rule == id || scheduled.contains(date) else { continue }
      found.append(
        RuleDetail.Occurrence(
          date: date, transaction: transaction, row: TransactionRow(transaction, state),
          statuses: state.statuses(id, row.terms, date, isScheduled: row.isDeleted || scheduled.contains(date)),
          revision: following.revision))
    }
    if let template = row.template {
      let state = try fold(template.stream).transaction
      let date = series.templateDate(of: id) ?? row.terms.start
      var statuses: [RuleDetail.Occurrence.Status] = [.template]
      statuses += state.statuses(id, row.terms, date, isScheduled: true)
        .filter { $0 != .onTime && $0 != .edited && $0 != .otherRule }
      found.append(
        RuleDetail.Occurrence(
          date: date, transaction: template, row: TransactionRow(template, state), statuses: statuses,
          revision: nil))
    }
    return found.sorted { ($0.date, $0.revision == nil ? 0 : 1) < ($1.date, $1.revision == nil ? 0 : 1) }
  }
}

extension TransactionState {
  /// Returns the remarks on it as an instance of a rule.
  fileprivate func statuses(
    _ rule: RuleID, _ terms: RuleTerms, _ nominal: CivilDate, isScheduled: Bool
  ) -> [RuleDetail.Occurrence.Status] {
    if stage == .deleted { return deletion.isByMachine ? [.takenBack] : [.deleted] }
    var statuses: [RuleDetail.Occurrence.Status] = []
    if date.value != nominal { statuses.append(.moved) }
    if isTouched { statuses.append(.edited) }
    if amount.value != Amount(terms.money) || kind.value != terms.kind { statuses.append(.drifted) }
    if link.value == nil { statuses.append(.detached) }
    if let link = link.value, link.rule != rule { statuses.append(.otherRule) }
    if !isScheduled { statuses.append(.offSchedule) }
    return statuses.isEmpty ? [.onTime] : statuses
  }
}
