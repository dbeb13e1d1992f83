internal import LedgerBytes

// The properties that few transactions have.
//
// They are stored by one reference, because in place they would take a third of every state's memory.
extension TransactionState {
  /// The properties.
  struct RareParts: Hashable, Sendable {
    var note = FieldRegister<String>()
    var account = FieldRegister<String>()
    var toAccount = FieldRegister<String>()
    var received = FieldRegister<Amount>()
    var paid = FieldRegister<Bool>()
    var reimbursed = FieldRegister<Bool>()
    var cleared = FieldRegister<Bool>()
    var items: [LineItemState] = []
    var dismissals: [TransactionID: FieldRegister<Bool>] = [:]
    var link = FieldRegister<TransactionEvent.RuleLink>()
    var following: RecurrenceOrigin?
    var bankRows: [UniqueID: FieldRegister<TransactionEvent.BankRowLinked>] = [:]
    var mergedInto: TransactionID?
  }

  /// `none` if all of them are empty.
  enum Rare: Hashable, Sendable {
    case none
    indirect case some(RareParts)
  }

  private mutating func change(_ body: (inout RareParts) -> Void) {
    var parts: RareParts
    switch rare {
    case .none: parts = RareParts()
    case .some(let known): parts = known
    }
    body(&parts)
    rare = parts == RareParts() ? .none : .some(parts)
  }

  /// Free text.
  package internal(set) var note: FieldRegister<String> {
    get { if case .some(let parts) = rare { parts.note } else { FieldRegister() } }
    set { change { $0.note = newValue } }
  }

  /// The account, free text.
  package internal(set) var account: FieldRegister<String> {
    get { if case .some(let parts) = rare { parts.account } else { FieldRegister() } }
    set { change { $0.account = newValue } }
  }

  /// The account that a transfer's money arrived in, free text. No value of a transfer of which only one half is known.
  package internal(set) var toAccount: FieldRegister<String> {
    get { if case .some(let parts) = rare { parts.toAccount } else { FieldRegister() } }
    set { change { $0.toAccount = newValue } }
  }

  /// The amount of a transfer that arrived. No value if it is the amount that left.
  package internal(set) var received: FieldRegister<Amount> {
    get { if case .some(let parts) = rare { parts.received } else { FieldRegister() } }
    set { change { $0.received = newValue } }
  }

  /// Paid, unpaid, or no value if nobody set it.
  package internal(set) var paid: FieldRegister<Bool> {
    get { if case .some(let parts) = rare { parts.paid } else { FieldRegister() } }
    set { change { $0.paid = newValue } }
  }

  /// Reimbursed, unreimbursed, or no value if nobody set it.
  package internal(set) var reimbursed: FieldRegister<Bool> {
    get { if case .some(let parts) = rare { parts.reimbursed } else { FieldRegister() } }
    set { change { $0.reimbursed = newValue } }
  }

  /// Whether it was cleared.
  package internal(set) var cleared: FieldRegister<Bool> {
    get { if case .some(let parts) = rare { parts.cleared } else { FieldRegister() } }
    set { change { $0.cleared = newValue } }
  }

  /// The line items, in the order they were added. Removed ones stay, marked as removed.
  package internal(set) var items: [LineItemState] {
    get { if case .some(let parts) = rare { parts.items } else { [] } }
    set { change { $0.items = newValue } }
  }

  /// The transactions that a person marked as no duplicates of this one. `false` if the mark was removed.
  package internal(set) var dismissals: [TransactionID: FieldRegister<Bool>] {
    get { if case .some(let parts) = rare { parts.dismissals } else { [:] } }
    set { change { $0.dismissals = newValue } }
  }

  /// The rule that it belongs to, or `nil` if it belongs to no rule or a person detached it.
  package internal(set) var link: FieldRegister<TransactionEvent.RuleLink> {
    get { if case .some(let parts) = rare { parts.link } else { FieldRegister() } }
    set { change { $0.link = newValue } }
  }

  /// Per row of a statement whether the transaction records it, by the row's identity.
  var bankRows: [UniqueID: FieldRegister<TransactionEvent.BankRowLinked>] {
    get { if case .some(let parts) = rare { parts.bankRows } else { [:] } }
    set { change { $0.bankRows = newValue } }
  }

  /// The transaction that was last found to record the same movement of money.
  package internal(set) var mergedInto: TransactionID? {
    get { if case .some(let parts) = rare { parts.mergedInto } else { nil } }
    set { change { $0.mergedInto = newValue } }
  }

  /// The winning recurrence that generated it: the latest revision of the governing rule.
  package internal(set) var following: RecurrenceOrigin? {
    get { if case .some(let parts) = rare { parts.following } else { nil } }
    set { change { $0.following = newValue } }
  }
}
