public import LedgerBytes

/// The fold of one rule's events.
public struct RuleState: Hashable, Sendable {
  /// The first rule of its series, or `nil` if its creation is not known.
  public internal(set) var series: RuleID?
  /// The date of the split from which it governs the series, or `nil` for the first rule.
  public internal(set) var since: CivilDate?
  /// The transaction that is occurrence 0.
  public internal(set) var template: TransactionID?
  /// The scheduled date of the template.
  public internal(set) var templateDate: CivilDate?
  /// The civil date it was created.
  public internal(set) var createdOn: CivilDate?

  /// The unit of time.
  public internal(set) var frequency = FieldRegister<RecurrenceFrequency>()
  /// How many units there are from one occurrence to the next.
  public internal(set) var interval = FieldRegister<Int>()
  /// The date of occurrence 0.
  public internal(set) var start = FieldRegister<CivilDate>()
  /// The last possible date.
  public internal(set) var end = FieldRegister<CivilDate>()
  /// The rule for months that lack the anchor's day.
  public internal(set) var monthEnd = FieldRegister<MonthEndPolicy>()
  /// The direction.
  public internal(set) var kind = FieldRegister<TransactionKind>()
  /// Amount and currency.
  public internal(set) var money = FieldRegister<Money>()
  /// The payee.
  public internal(set) var vendor = FieldRegister<String>()
  /// The category's key.
  public internal(set) var category = FieldRegister<String>()
  /// How it is paid.
  public internal(set) var payment = FieldRegister<PaymentMethod>()
  /// The group.
  public internal(set) var group = FieldRegister<GroupID>()
  /// Free text.
  public internal(set) var note = FieldRegister<String>()
  /// The account.
  public internal(set) var account = FieldRegister<String>()
  /// The account that a transfer's money arrives in.
  public internal(set) var toAccount = FieldRegister<String>()
  /// The amount that arrives, if it is another one than the amount that leaves.
  public internal(set) var received = FieldRegister<Money>()
  /// Paid, unpaid, or no value if nobody set it.
  public internal(set) var paid = FieldRegister<Bool>()
  /// Reimbursed, unreimbursed, or no value if nobody set it.
  public internal(set) var reimbursed = FieldRegister<Bool>()
  /// Per tag, by its bytes, whether it is on.
  var tags: [[UInt8]: FieldRegister<Bool>] = [:]

  /// The pauses, in the order of the fold.
  public internal(set) var pauses: [Pause] = []
  /// The date of each split, by the rule that it began. A split without a date was undone.
  public internal(set) var splits: [RuleID: FieldRegister<CivilDate>] = [:]
  /// Whether it is deleted.
  public internal(set) var deletion = Deletion()
  /// Its deletions, in the order of the fold.
  ///
  /// A deletion is removed when an author who had seen it restores the rule or deletes it again.
  public internal(set) var deletions: [DeletionNote] = []
  /// The revision that its instances should follow, or `nil` if its creation is not known.
  public internal(set) var revision: RuleRevision?
  /// The generations so far, in the order of the fold.
  public internal(set) var generations: [Generation] = []

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

  /// A deletion, with the events that its author had seen.
  public struct DeletionNote: Hashable, Sendable {
    /// The event's payload.
    public let deleted: RuleDeleted
    /// The author, the time, and the events that the author had seen.
    public let context: EventContext
  }

  /// A run in which a device created and changed the transactions of the rule up to a date.
  public struct Generation: Hashable, Sendable {
    /// The event's payload.
    public let generated: RecurrenceGenerated
    /// The author, the time, and the events that the author had seen.
    public let context: EventContext
  }

  /// Creates the state of a rule of which nothing is known.
  public init() {}
}
