// What few transactions have: behind one reference, for without it a state takes two thirds of the memory, and whoever
// folds a log has one for every stream.
extension TransactionState {
  /// Those parts.
  struct RareParts: Hashable, Sendable {
    var note = Register<String>()
    var account = Register<String>()
    var paid = Register<Bool>()
    var reimbursed = Register<Bool>()
    var cleared = Register<Bool>()
    var items: [LineItemState] = []
    var dismissals: [TransactionID: Register<Bool>] = [:]
    var link = Register<RuleLink>()
    var following: RecurrenceOrigin?
  }

  /// None, where all of them are empty.
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
}

extension TransactionState {
  /// Free text.
  public internal(set) var note: Register<String> {
    get { if case .some(let parts) = rare { parts.note } else { Register() } }
    set { change { $0.note = newValue } }
  }

  /// The account, free text.
  public internal(set) var account: Register<String> {
    get { if case .some(let parts) = rare { parts.account } else { Register() } }
    set { change { $0.account = newValue } }
  }

  /// Paid, unpaid or nothing said.
  public internal(set) var paid: Register<Bool> {
    get { if case .some(let parts) = rare { parts.paid } else { Register() } }
    set { change { $0.paid = newValue } }
  }

  /// Reimbursed, unreimbursed or nothing said.
  public internal(set) var reimbursed: Register<Bool> {
    get { if case .some(let parts) = rare { parts.reimbursed } else { Register() } }
    set { change { $0.reimbursed = newValue } }
  }

  /// Whether it was cleared.
  public internal(set) var cleared: Register<Bool> {
    get { if case .some(let parts) = rare { parts.cleared } else { Register() } }
    set { change { $0.cleared = newValue } }
  }

  /// The line items, in the order they came; removed ones stay, marked.
  public internal(set) var items: [LineItemState] {
    get { if case .some(let parts) = rare { parts.items } else { [] } }
    set { change { $0.items = newValue } }
  }

  /// Per transaction that a person told apart from this one, whether that stands or was taken back.
  public internal(set) var dismissals: [TransactionID: Register<Bool>] {
    get { if case .some(let parts) = rare { parts.dismissals } else { [:] } }
    set { change { $0.dismissals = newValue } }
  }

  /// The rule that it belongs to; nil where it belongs to none, or a person said so.
  public internal(set) var link: Register<RuleLink> {
    get { if case .some(let parts) = rare { parts.link } else { Register() } }
    set { change { $0.link = newValue } }
  }

  /// What generated it, as far as it stands: the latest revision of the rule that governs.
  public internal(set) var following: RecurrenceOrigin? {
    get { if case .some(let parts) = rare { parts.following } else { nil } }
    set { change { $0.following = newValue } }
  }
}
