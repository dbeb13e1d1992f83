internal import LedgerBytes

/// The fold of one rule's events.
package struct RuleState: Hashable, Sendable {
  /// The first rule of its series, or `nil` if its creation is not known.
  package internal(set) var series: RuleID?
  /// The date of the split from which it governs the series, or `nil` for the first rule.
  package internal(set) var since: CivilDate?
  /// The transaction that is occurrence 0.
  package internal(set) var template: TransactionID?
  /// The scheduled date of the template.
  package internal(set) var templateDate: CivilDate?
  /// The civil date it was created.
  package internal(set) var createdOn: CivilDate?

  /// The unit of time.
  package internal(set) var frequency = FieldRegister<RecurrenceFrequency>()
  /// How many units there are from one occurrence to the next.
  package internal(set) var interval = FieldRegister<Int>()
  /// The date of occurrence 0.
  package internal(set) var start = FieldRegister<CivilDate>()
  /// The last possible date.
  package internal(set) var end = FieldRegister<CivilDate>()
  /// The rule for months that lack the anchor's day.
  package internal(set) var monthEnd = FieldRegister<Recurrence.MonthEndPolicy>()
  /// The direction.
  package internal(set) var kind = FieldRegister<TransactionKind>()
  /// Amount and currency.
  package internal(set) var money = FieldRegister<Money>()
  /// The payee.
  package internal(set) var vendor = FieldRegister<String>()
  /// The category's key.
  package internal(set) var category = FieldRegister<String>()
  /// How it is paid.
  package internal(set) var payment = FieldRegister<PaymentMethod>()
  /// The group.
  package internal(set) var group = FieldRegister<GroupID>()
  /// Free text.
  package internal(set) var note = FieldRegister<String>()
  /// The account.
  package internal(set) var account = FieldRegister<String>()
  /// The account that a transfer's money arrives in.
  package internal(set) var toAccount = FieldRegister<String>()
  /// The amount that arrives, if it is another one than the amount that leaves.
  package internal(set) var received = FieldRegister<Money>()
  /// Paid, unpaid, or no value if nobody set it.
  package internal(set) var paid = FieldRegister<Bool>()
  /// Reimbursed, unreimbursed, or no value if nobody set it.
  package internal(set) var reimbursed = FieldRegister<Bool>()
  /// Per tag, by its bytes, whether it is on.
  var tags: [[UInt8]: FieldRegister<Bool>] = [:]

  /// The pauses, in the order of the fold.
  package internal(set) var pauses: [Pause] = []
  /// The date of each split, by the rule that it began. A split without a date was undone.
  package internal(set) var splits: [RuleID: FieldRegister<CivilDate>] = [:]
  /// Whether it is deleted.
  package internal(set) var deletion = Deletion()
  /// Its deletions, in the order of the fold.
  ///
  /// A deletion is removed when an author who had seen it restores the rule or deletes it again.
  package internal(set) var deletions: [DeletionNote] = []
  /// The revision that its instances should follow, or `nil` if its creation is not known.
  package internal(set) var revision: RuleRevision?
  /// The generations so far, in the order of the fold.
  package internal(set) var generations: [Generation] = []

  /// A range of dates for which the rule has no transactions.
  package typealias Pause = RuleRow.Pause

  /// A deletion, with the events that its author had seen.
  package struct DeletionNote: Hashable, Sendable {
    /// The event's payload.
    package let deleted: RuleEvent.Deleted
    /// The author, the time, and the events that the author had seen.
    package let context: EventContext
  }

  /// A run in which a device created and changed the transactions of the rule up to a date.
  package struct Generation: Hashable, Sendable {
    /// The event's payload.
    package let generated: RuleEvent.Generated
    /// The author, the time, and the events that the author had seen.
    package let context: EventContext
  }

  /// Creates the state of a rule of which nothing is known.
  package init() {}
}
