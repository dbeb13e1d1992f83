public import LedgerBytes

/// An event of the batch that is to be undone.
public struct UndoneEvent<Payload: Hashable & Sendable>: Hashable, Sendable {
  /// Which.
  public let reference: EventReference
  /// What it said.
  public let event: Payload

  /// An event that is to be undone.
  public init(reference: EventReference, event: Payload) {
    self.reference = reference
    self.event = event
  }
}

/// What an undo may look at besides the states of one stream: plain values, gathered by the caller.
public struct UndoContext: Sendable {
  /// The civil date of the command.
  public var today: CivilDate
  /// Per event of the stream the one that undid it.
  public var undoneBy: [EventReference: EventReference]
  /// What people did to the record after the batch and what still stands, in the order of the fold.
  public var later: [EventReference]
  /// The groups that are deleted now and stay so.
  public var goneGroups: Set<GroupID>
  /// The generations of the rule that came after the batch, where the stream is a rule's.
  public var generations: [EventReference] = []
  /// How many receipts the group holds now, where the stream is a group's.
  public var held: Int

  /// What an undo may look at.
  public init(
    today: CivilDate, undoneBy: [EventReference: EventReference] = [:], later: [EventReference] = [],
    goneGroups: Set<GroupID> = [], held: Int = 0
  ) {
    self.today = today
    self.undoneBy = undoneBy
    self.later = later
    self.goneGroups = goneGroups
    self.held = held
  }
}

/// What undoes the events of a batch on one stream: events that compensate, each with the event that it undoes, and
/// what a person should know before.
public struct Undoing<Payload: Hashable & Sendable>: Hashable, Sendable {
  /// The events to append, in order; none: nothing is left to undo here.
  public internal(set) var compensations: [Compensation] = []
  /// What stays, and what follows.
  public internal(set) var remarks: [UndoRemark] = []

  /// An event that takes another back.
  public struct Compensation: Hashable, Sendable {
    /// The event taken back: the cause of this one.
    public let undoes: EventReference
    /// What is appended.
    public let event: Payload
    /// Whether it is a rule's again, as what it takes back was: then the record follows its rule as before.
    public let isByRule: Bool
  }

  /// Nothing to append and nothing to say.
  public init() {}

  mutating func compensate(_ reference: EventReference, with event: Payload, isByRule: Bool = false) {
    compensations.append(Compensation(undoes: reference, event: event, isByRule: isByRule))
  }

  mutating func note(_ remark: UndoRemark) {
    if !remarks.contains(remark) { remarks.append(remark) }
  }

  /// Whether what an event wrote still stands; else what overwrote it is noted.
  mutating func stands<Value>(
    _ register: Register<Value>, _ reference: EventReference, _ what: String
  ) -> Bool {
    guard let standing = register.standing else { return false }
    if standing.reference == reference { return true }
    note(.overwritten(what: what, by: standing.reference))
    return false
  }

  /// Whether an event's undoing was undone or done already; then that is noted.
  mutating func isDone(_ reference: EventReference, _ context: UndoContext) -> Bool {
    guard let first = context.undoneBy[reference] else { return false }
    var last = first
    var isUndone = true
    while let next = context.undoneBy[last] {
      last = next
      isUndone.toggle()
    }
    note(isUndone ? .undone(by: last) : .broughtBack(by: last))
    return true
  }
}

/// What a person should know of an undo.
public enum UndoRemark: Hashable, Sendable {
  /// Something was changed again since; it stays as it is.
  case overwritten(what: String, by: EventReference)
  /// Another device gave it a value without knowing of this one.
  case disputed(what: String, by: EventReference)
  /// It was undone already.
  case undone(by: EventReference)
  /// It was undone, and the undo was undone.
  case broughtBack(by: EventReference)
  /// It can't be undone.
  case notUndoable(why: String)
  /// The record is deleted.
  case isDeleted(what: String, by: EventReference?)
  /// What is saved can't be without it.
  case needed(Field)
  /// The group where it had been is deleted.
  case groupIsGone(GroupID)
  /// Somebody has worked on what a rule had generated since; it stays.
  case touched(by: EventReference)
  /// What a rule had generated and the undo deletes stays deleted when it generates again.
  case staysDeleted
  /// What a rule generated goes, and what was said of the rule just before stays.
  case followsRule(EventReference)
  /// What a rule generated behind a command can't go back by itself; the command can.
  case generatedBehind(EventReference)
  /// A rule that goes has generated transactions, which stay.
  case generated(by: EventReference)
  /// Somebody has worked on the record since.
  case followed(by: EventReference)
  /// A group that goes held receipts, which stay.
  case holds(receipts: Int)
  /// A category that goes is that of transactions, which keep it.
  case inUse(transactions: Int)

  /// Whether something that came later depends on what is undone: a reason to ask before.
  public var isDependent: Bool {
    switch self {
    case .followed, .holds, .inUse, .touched, .generated, .followsRule: true
    case .overwritten, .disputed, .undone, .broughtBack, .notUndoable, .isDeleted, .needed, .groupIsGone,
      .staysDeleted, .generatedBehind:
      false
    }
  }

  /// The remark for a person, in one clause. `name` says which event is meant, e.g. “event 77”.
  public func words(naming name: (EventReference) -> String) -> String {
    switch self {
    case .overwritten(let what, let by): "\(what) was changed again by \(name(by)), it stays"
    case .disputed(let what, let by):
      "\(what) was set by \(name(by)) too, which did not know of it; it stays until `correct` decides"
    case .undone(let by): "it was undone already by \(name(by))"
    case .broughtBack(let by): "it was undone and brought back by \(name(by)); undo that one instead"
    case .notUndoable(let why): why
    case .isDeleted(let what, let by):
      "the \(what) was deleted" + (by.map { " by \(name($0))" } ?? "") + "; restore it first"
    case .needed(let field):
      "what is saved needs its \(field.rawValue); undo the saving first, or set another value with `correct`"
    case .groupIsGone: "the group where it was before is deleted; it stays where it is"
    case .touched(let by): "\(name(by)) worked on one of them since; that one stays"
    case .generated(let by): "what \(name(by)) generated by this rule stays; undo that one to delete it"
    case .followsRule(let by): "what \(name(by)) said of the rule stays; undo that one to take it back"
    case .generatedBehind(let by): "it was generated behind \(name(by)); undo that one instead"
    case .staysDeleted: "generating again brings none of those back that this deletes; `restore` does"
    case .followed(let by): "\(name(by)) came later and builds on it"
    case .holds(let receipts):
      "\(receipts) receipt\(receipts == 1 ? "" : "s") that it holds now \(receipts == 1 ? "stays" : "stay"), unfiled"
    case .inUse(let transactions):
      transactions == 1
        ? "1 transaction has this category and keeps it"
        : "\(transactions) transactions have this category and keep it"
    }
  }
}
