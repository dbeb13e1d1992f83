public import LedgerBytes

/// A line item's identifier.
public struct LineItemID: RecordIdentifier {
  /// The identifier.
  public let id: UniqueID

  /// Creates a line item's identifier.
  public init(_ id: UniqueID) { self.id = id }
}

/// A line of a receipt: its name, its quantity and its price (RY-01).
public struct LineItem: Hashable, Sendable {
  /// The name of the goods.
  public var name: String
  /// The quantity as a decimal text (`2`, `0.792`), kept as written, or `nil` if it is not known.
  public var quantity: String?
  /// The price of the whole line, positive in the direction of the transaction.
  ///
  /// It is negative for a returned deposit.
  public var money: Money
  /// The category's key, if it differs from the transaction's.
  public var category: String?

  /// Creates a line of a receipt.
  public init(name: String, quantity: String? = nil, money: Money, category: String? = nil) {
    self.name = name
    self.quantity = quantity
    self.money = money
    self.category = category
  }
}

/// The fold of one line item's events.
package struct LineItemState: Hashable, Sendable {
  /// The item's identifier.
  package let id: LineItemID
  /// Whether the event that recorded it is known.
  package private(set) var isKnown = false
  /// Whether it was removed. A removal that had not seen a person's change waits (Design, section 2).
  package private(set) var removal = Deletion()
  /// The name of the goods.
  package private(set) var name = FieldRegister<String>()
  /// The quantity.
  package private(set) var quantity = FieldRegister<String>()
  /// The price of the line.
  package private(set) var money = FieldRegister<Money>()
  /// The category's key.
  package private(set) var category = FieldRegister<String>()

  init(_ id: LineItemID) { self.id = id }

  /// The winning properties of the item, or `nil` if the event that recorded it is not known.
  package var content: LineItem? {
    guard isKnown, let name = name.value, let money = money.value else { return nil }
    return LineItem(name: name, quantity: quantity.value, money: money, category: category.value)
  }

  /// Whether it is part of the receipt.
  package var isPresent: Bool { isKnown && !removal.isDeleted }

  /// Whether concurrent changes of devices disagree, or its removal waits for a person.
  package var isContested: Bool {
    guard isPresent else { return false }
    return !name.conflicts.isEmpty || !quantity.conflicts.isEmpty || !money.conflicts.isEmpty
      || !category.conflicts.isEmpty || removal.pending != nil
  }

  /// The writes of its properties, and its removal if that waits.
  var writes: RecordWrites {
    var writes = RecordWrites()
    writes.add(.name, name) { .text($0) }
    writes.add(.quantity, quantity) { .text($0) }
    writes.add(.total, money) { .decimal($0) }
    writes.add(.category, category) { .word($0) }
    writes.pending = removal.pending
    return writes
  }

  mutating func add(_ content: LineItem, _ context: EventContext) {
    isKnown = true
    name.write(content.name, origin: .set, context)
    money.write(content.money, origin: .set, context)
    if content.quantity != nil || quantity.winner != nil {
      quantity.write(content.quantity, origin: .set, context)
    }
    if content.category != nil || category.winner != nil {
      category.write(content.category, origin: .set, context)
    }
    if removal.reference == nil { removal.noteChange(context) } else { removal.restore(context) }
  }

  mutating func change(_ changed: TransactionEvent.LineItemChanged, _ context: EventContext) {
    if let change = changed.name { name.write(change.to, origin: .set, context) }
    if let change = changed.quantity { quantity.write(change.to, origin: .set, context) }
    if let change = changed.money { money.write(change.to, origin: .set, context) }
    if let change = changed.category { category.write(change.to, origin: .set, context) }
    removal.noteChange(context)
  }

  mutating func remove(_ context: EventContext) { removal.delete(context) }
}

extension TransactionState {
  /// The line items that are part of the receipt, in the order they were added.
  package var lineItems: [LineItemState] { items.filter(\.isPresent) }

  /// Changes the fold of one item, creating it if needed.
  ///
  /// When devices sync late, the events of an item may arrive before the one that recorded it.
  mutating func withItem(_ id: LineItemID, _ body: (inout LineItemState) -> Void) {
    if let index = items.lastIndex(where: { $0.id == id }) {
      body(&items[index])
    } else {
      var item = LineItemState(id)
      body(&item)
      items.append(item)
    }
  }
}
