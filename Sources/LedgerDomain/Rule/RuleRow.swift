public import LedgerBytes

/// One rule as screens know it: a function of its stream's state.
public struct RuleRow: Hashable, Sendable {
  /// The rule's identifier.
  public let id: RuleID
  /// The first rule of its series.
  public let series: RuleID
  /// The date of the split from which it governs the series, or `nil` for the first rule.
  public let since: CivilDate?
  /// The transaction that is occurrence 0.
  public let template: TransactionID?
  /// The properties of the rule.
  public let terms: RuleTerms
  /// The first date of the open pause, or `nil` if it is not paused.
  public private(set) var pausedFrom: CivilDate?
  /// The first date on which another rule governs, because a split began it.
  public let splitOn: CivilDate?
  /// The date through which it was generated, or `nil` if it never was.
  public let generatedThrough: CivilDate?
  /// How many changes were made to it, the creation included.
  public let revision: Int
  /// Whether it is deleted.
  public let isDeleted: Bool
  /// Whether a deletion waits for a person, because the rule was changed meanwhile.
  public let hasPendingDeletion: Bool
  /// How many properties have concurrent changes, plus one if a deletion waits.
  public let conflictCount: Int

  /// A range of dates for which the rule has no transactions.
  public struct Pause: Hashable, Sendable {
    /// The event that began the pause.
    public let reference: EventReference
    /// The first date of the pause.
    public let from: CivilDate
    /// The first date after the pause, or `nil` if the pause is open.
    public internal(set) var until: CivilDate?
    /// The last event that ended or reopened the pause, or `nil` if there was no such event.
    public internal(set) var endedBy: EventReference?
    /// The rules that were split off concurrently with the pause.
    ///
    /// Neither author knew of the other's act, so the pause applies to those rules too.
    var splitOffMeanwhile: Set<RuleID> = []

    /// Whether the pause contains no date, because it was undone.
    public var isEmpty: Bool { until.map { $0 <= from } ?? false }

    /// Whether the pause contains a date.
    public func covers(_ date: CivilDate) -> Bool { date >= from && until.map { date < $0 } ?? true }
  }

  /// Creates the row of a rule's state, or `nil` if the rule is not known to exist.
  package init?(_ id: RuleID, _ state: RuleState) {
    guard let series = state.series, let terms = state.terms else { return nil }
    self.init(
      id: id, series: series, since: state.since, template: state.template, terms: terms,
      pausedFrom: state.pauses.filter { $0.until == nil }.map(\.from).min(), splitOn: state.splitOn,
      generatedThrough: state.generatedThrough, revision: state.revision?.number ?? 0,
      isDeleted: state.deletion.isDeleted, hasPendingDeletion: state.deletion.pending != nil,
      conflictCount: state.conflictCount)
  }

  /// Creates a row from the columns of a read model.
  package init(
    id: RuleID, series: RuleID, since: CivilDate?, template: TransactionID?, terms: RuleTerms,
    pausedFrom: CivilDate?, splitOn: CivilDate?, generatedThrough: CivilDate?, revision: Int, isDeleted: Bool,
    hasPendingDeletion: Bool, conflictCount: Int
  ) {
    self.id = id
    self.series = series
    self.since = since
    self.template = template
    self.terms = terms
    self.pausedFrom = pausedFrom
    self.splitOn = splitOn
    self.generatedThrough = generatedThrough
    self.revision = revision
    self.isDeleted = isDeleted
    self.hasPendingDeletion = hasPendingDeletion
    self.conflictCount = conflictCount
  }

  /// The first date on which it can recur.
  public var firstDate: CivilDate { max(terms.start, since ?? terms.start) }

  /// Returns the row with the pauses that its series knows of, too.
  package func paused(from date: CivilDate?) -> RuleRow {
    var row = self
    row.pausedFrom = date
    return row
  }

  /// The values that it shows, by field.
  var values: RecordValues {
    var values = RecordValues()
    values[.vendor] = terms.vendor.map(TypedValue.text)
    values[.total] = .decimal(terms.money)
    values[.currency] = .currency(terms.money.currency)
    values[.category] = terms.category.map(TypedValue.word)
    values[.payment] = terms.payment.map { .word($0.rawValue) }
    values[.group] = terms.group.map(TypedValue.group)
    values[.note] = terms.note.map(TypedValue.text)
    values[.kind] = .word(terms.kind.rawValue)
    values[.account] = terms.account.map(TypedValue.text)
    values[.toAccount] = terms.toAccount.map(TypedValue.text)
    values[.received] = terms.received.map(TypedValue.decimal)
    values[.tags] = terms.tags.isEmpty ? nil : .texts(terms.tags)
    values[.paid] = terms.flags.paid.map(TypedValue.flag)
    values[.reimbursed] = terms.flags.reimbursed.map(TypedValue.flag)
    values[.frequency] = .word(terms.frequency.rawValue)
    values[.interval] = .word(String(terms.interval))
    values[.start] = .date(terms.start)
    values[.end] = terms.end.map(TypedValue.date)
    values[.monthEnd] = .word(terms.monthEnd.rawValue)
    values[.pausedFrom] = pausedFrom.map(TypedValue.date)
    values[.splitOn] = splitOn.map(TypedValue.date)
    values[.generatedThrough] = generatedThrough.map(TypedValue.date)
    values[.deletion] = hasPendingDeletion ? .word("waits") : nil
    values[.state] = .word(isDeleted ? "deleted" : pausedFrom == nil ? "enabled" : "paused")
    return values
  }
}
