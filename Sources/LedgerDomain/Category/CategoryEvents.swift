/// What can happen to a category.
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

  var event: Event { .category(self) }

  func visit<Visitor: EventVisitor>(_ visitor: inout Visitor) -> Visitor.Result {
    switch self {
    case .categoryAdded(let event): visitor.visit(.categoryAdded, event)
    case .categoryChanged(let event): visitor.visit(.categoryChanged, event)
    case .categoryDeactivated: visitor.visit(.categoryDeactivated)
    case .categoryReactivated: visitor.visit(.categoryReactivated)
    }
  }
}

/// A category came to be; adding it twice, on two devices too, is one category.
public struct CategoryAdded: Hashable, Sendable {
  /// The key: NFC, lower case; what matching and sync go by, for ever (CHECKLIST ET-07).
  public let key: String
  /// The name people see.
  public let name: String
  /// An emoji, where there is one.
  public let emoji: String?
  /// The kinds of transaction it is offered for; empty: all.
  public let kinds: [TransactionKind]

  /// A category came to be.
  public init(key: String, name: String, emoji: String?, kinds: [TransactionKind]) {
    self.key = key
    self.name = name
    self.emoji = emoji
    self.kinds = kinds
  }
}

/// How a category is shown was changed.
public struct CategoryChanged: Hashable, Sendable {
  /// The change of its name.
  public let name: TextChange?
  /// The change of its emoji.
  public let emoji: TextChange?
  /// The change of its colour, `#rrggbb`.
  public let color: TextChange?
  /// The change of the kinds it is offered for.
  public let kinds: KindsChange?

  /// How a category is shown was changed.
  public init(name: TextChange?, emoji: TextChange?, color: TextChange?, kinds: KindsChange? = nil) {
    self.name = name
    self.emoji = emoji
    self.color = color
    self.kinds = kinds
  }
}

/// A change of the kinds of transaction that a category is offered for; none: all.
public struct KindsChange: Hashable, Sendable {
  /// Before.
  public let from: [TransactionKind]
  /// After.
  public let to: [TransactionKind]

  /// A change of kinds.
  public init(from: [TransactionKind], to: [TransactionKind]) {
    self.from = from
    self.to = to
  }
}

/// A change of a text; nil is none.
public struct TextChange: Hashable, Sendable {
  /// Before.
  public let from: String?
  /// After.
  public let to: String?

  /// A change of a text.
  public init(from: String?, to: String?) {
    self.from = from
    self.to = to
  }
}

/// The categories that every ledger is seeded with and that never go away (CHECKLIST 1.5, 2; IE-12).
public enum FixedCategories {
  /// The five, in the order they are shown.
  public static let all: [CategoryAdded] = [
    CategoryAdded(key: "food", name: "Food", emoji: "🍽️", kinds: []),
    CategoryAdded(key: "hotel", name: "Hotel", emoji: "🏨", kinds: []),
    CategoryAdded(key: "flight", name: "Flight", emoji: "✈️", kinds: []),
    CategoryAdded(key: "taxi", name: "Taxi", emoji: "🚕", kinds: []),
    CategoryAdded(key: "other", name: "Other", emoji: "🏷️", kinds: []),
  ]

  /// Whether that key is one of the five.
  public static func contains(_ key: String) -> Bool { all.contains { $0.key == key } }
}
