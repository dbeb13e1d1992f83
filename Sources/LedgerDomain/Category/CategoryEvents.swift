/// An event on a category's stream.
public enum CategoryEvent: Hashable, Sendable {
  case categoryAdded(CategoryAdded)
  case categoryChanged(CategoryChanged)
  case categoryDeactivated
  case categoryReactivated
}

extension CategoryEvent: KindEvent {
  static let streamKind = StreamKind.category

  static let types: [EventType] = [
    .categoryAdded, .categoryChanged, .categoryDeactivated, .categoryReactivated,
  ]

  /// Its type.
  public var type: EventType { declaredType }

  var event: RecordEvent { .category(self) }

  func visit<Visitor: EventVisitor>(_ visitor: inout Visitor) -> Visitor.Result {
    switch self {
    case .categoryAdded(let event): visitor.visit(.categoryAdded, event)
    case .categoryChanged(let event): visitor.visit(.categoryChanged, event)
    case .categoryDeactivated: visitor.visit(.categoryDeactivated)
    case .categoryReactivated: visitor.visit(.categoryReactivated)
    }
  }
}

/// A category was added. Adding it twice, also on two devices, is one category.
public struct CategoryAdded: Hashable, Sendable {
  /// The key in NFC and lower case. Matching and sync use it for ever (ET-07).
  public let key: String
  /// The name people see.
  public let name: String
  /// An emoji, or `nil` if it has no emoji.
  public let emoji: String?
  /// The kinds of transaction it is offered for. Empty means all.
  public let kinds: [TransactionKind]

  /// Creates the record of an addition.
  public init(key: String, name: String, emoji: String?, kinds: [TransactionKind]) {
    self.key = key
    self.name = name
    self.emoji = emoji
    self.kinds = kinds
  }
}

/// The name, emoji, colour, kinds, header group or place of a category were changed. A property that did not change is absent.
public struct CategoryChanged: Hashable, Sendable {
  /// The change of its name.
  public let name: TextChange?
  /// The change of its emoji.
  public let emoji: TextChange?
  /// The change of its colour, `#rrggbb`.
  public let color: TextChange?
  /// The change of the kinds it is offered for.
  public let kinds: KindsChange?
  /// The change of the header group that a budget shows it in, by the name of the group.
  public let header: TextChange?
  /// The change of its rank, which gives categories their order.
  public var rank: Change<Int64>?

  /// Creates the record of a change.
  public init(
    name: TextChange?, emoji: TextChange?, color: TextChange?, kinds: KindsChange? = nil,
    header: TextChange? = nil
  ) {
    self.name = name
    self.emoji = emoji
    self.color = color
    self.kinds = kinds
    self.header = header
  }
}

/// A change of the kinds of transaction that a category is offered for. An empty list means all.
public struct KindsChange: Hashable, Sendable {
  /// The kinds before.
  public let from: [TransactionKind]
  /// The kinds after.
  public let to: [TransactionKind]

  /// Creates a change of kinds.
  public init(from: [TransactionKind], to: [TransactionKind]) {
    self.from = from
    self.to = to
  }
}

/// The categories that every ledger starts with and that can never be removed (IE-12).
package enum FixedCategories {
  /// The five, in the order they are shown.
  package static let all: [CategoryAdded] = [
    CategoryAdded(key: "food", name: "Food", emoji: "🍽️", kinds: []),
    CategoryAdded(key: "hotel", name: "Hotel", emoji: "🏨", kinds: []),
    CategoryAdded(key: "flight", name: "Flight", emoji: "✈️", kinds: []),
    CategoryAdded(key: "taxi", name: "Taxi", emoji: "🚕", kinds: []),
    CategoryAdded(key: "other", name: "Other", emoji: "🏷️", kinds: []),
  ]

  /// Whether that key is one of the five.
  package static func contains(_ key: String) -> Bool { all.contains { $0.key == key } }
}
