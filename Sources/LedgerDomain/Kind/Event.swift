/// Everything that can happen, by the kind of record it happens to.
public enum Event: Hashable, Sendable {
  case transaction(TransactionEvent)
  case group(GroupEvent)
  case category(CategoryEvent)
  case rule(RuleEvent)
  case ledger(LedgerEvent)

  /// Its type.
  public var type: EventType {
    switch self {
    case .transaction(let event): event.type
    case .group(let event): event.type
    case .category(let event): event.type
    case .rule(let event): event.type
    case .ledger(let event): event.type
    }
  }

  /// Shows a visitor the event's type and payload.
  func visit<Visitor: EventVisitor>(_ visitor: inout Visitor) -> Visitor.Result {
    switch self {
    case .transaction(let event): event.visit(&visitor)
    case .group(let event): event.visit(&visitor)
    case .category(let event): event.visit(&visitor)
    case .rule(let event): event.visit(&visitor)
    case .ledger(let event): event.visit(&visitor)
    }
  }
}

/// The kinds of streams, each of the records that it tells about.
public enum StreamKind: String, CaseIterable, Hashable, Sendable {
  case transaction
  case group
  case category
  case rule
  case ledger

  /// The types of its events.
  var types: [EventType] {
    switch self {
    case .transaction: TransactionEvent.types
    case .group: GroupEvent.types
    case .category: CategoryEvent.types
    case .rule: RuleEvent.types
    case .ledger: LedgerEvent.types
    }
  }
}
