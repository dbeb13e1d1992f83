public import LedgerBytes

/// The fold of one rule's events.
public struct RuleState: Hashable, Sendable {
  /// The first rule of its series; nil until its creation is known.
  public internal(set) var series: RuleID?
  /// From when on it governs the series; nil for the first rule.
  public internal(set) var since: CivilDate?
  /// The transaction that is occurrence 0.
  public internal(set) var template: TransactionID?
  /// The date that the template stands for.
  public internal(set) var templateDate: CivilDate?
  /// The civil date it was created.
  public internal(set) var createdOn: CivilDate?

  /// How often.
  public internal(set) var frequency = Register<Frequency>()
  /// Every how many of them.
  public internal(set) var interval = Register<Int>()
  /// The date of occurrence 0.
  public internal(set) var start = Register<CivilDate>()
  /// The last date there may be.
  public internal(set) var end = Register<CivilDate>()
  /// What happens in short months.
  public internal(set) var monthEnd = Register<MonthEndPolicy>()
  /// The direction.
  public internal(set) var kind = Register<TransactionKind>()
  /// Amount and currency.
  public internal(set) var money = Register<Money>()
  /// Who is paid.
  public internal(set) var vendor = Register<String>()
  /// The category's key.
  public internal(set) var category = Register<String>()
  /// How it is paid.
  public internal(set) var payment = Register<PaymentMethod>()
  /// The group.
  public internal(set) var group = Register<GroupID>()
  /// Free text.
  public internal(set) var note = Register<String>()
  /// The account.
  public internal(set) var account = Register<String>()
  /// Paid, unpaid or nothing said.
  public internal(set) var paid = Register<Bool>()
  /// Reimbursed, unreimbursed or nothing said.
  public internal(set) var reimbursed = Register<Bool>()
  /// Per tag, by its bytes, whether it is on.
  var tags: [[UInt8]: Register<Bool>] = [:]

  /// When it paused, in the order of the fold.
  public internal(set) var pauses: [Pause] = []
  /// Per rule that a split began the date of the split; no date: taken back.
  public internal(set) var splits: [RuleID: Register<CivilDate>] = [:]
  /// Whether it is deleted.
  public internal(set) var deletion = Deletion()
  /// Its deletions that nobody who knew of them restored or repeated since, in the order of the fold.
  public internal(set) var deletions: [DeletionNote] = []
  /// What its instances should follow; nil until its creation is known.
  public internal(set) var revision: RuleRevision?
  /// What was generated, in the order of the fold.
  public internal(set) var generations: [Generation] = []

  /// A stretch in which nothing recurs.
  public struct Pause: Hashable, Sendable {
    /// The event that began it.
    public let reference: EventReference
    /// Its first date.
    public let from: CivilDate
    /// The first date after it; nil: it goes on.
    public internal(set) var until: CivilDate?
    /// The event that ended it last, or let it go on; nil: none did.
    public internal(set) var endedBy: EventReference?
    /// The rules that were split off while it was said: neither author knew of the other, so it is theirs, too.
    var splitOffMeanwhile: Set<RuleID> = []

    /// Whether no date lies in it: it was taken back.
    public var isEmpty: Bool { until.map { $0 <= from } ?? false }

    /// Whether a date lies in it.
    public func covers(_ date: CivilDate) -> Bool { date >= from && until.map { date < $0 } ?? true }
  }

  /// A deletion, and what its author knew.
  public struct DeletionNote: Hashable, Sendable {
    /// What was said.
    public let deleted: RuleDeleted
    /// By whom and when, and what had been seen.
    public let context: EventContext
  }

  /// A generation, and what its machine knew.
  public struct Generation: Hashable, Sendable {
    /// What was said.
    public let generated: RecurrenceGenerated
    /// By whom and when, and what had been seen.
    public let context: EventContext
  }

  /// A rule of which nothing is known.
  public init() {}
}
