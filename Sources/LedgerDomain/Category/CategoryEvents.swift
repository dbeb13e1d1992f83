internal import LedgerBytes

/// An event on a category's stream.
public enum CategoryEvent: Hashable, Sendable {
  case categoryAdded(Added)
  case categoryChanged(Changed)
  case categoryDeactivated
  case categoryReactivated
}

extension CategoryEvent: KindEvent {
  static let streamKind = StreamKind.category

  static let types: [EventType] = [
    .categoryAdded, .categoryChanged, .categoryDeactivated, .categoryReactivated,
  ]

  var event: LedgerEvent { .category(self) }

  func visit<Visitor: EventVisitor>(_ visitor: inout Visitor) -> Visitor.Result {
    switch self {
    case .categoryAdded(let event): visitor.visit(.categoryAdded, event)
    case .categoryChanged(let event): visitor.visit(.categoryChanged, event)
    case .categoryDeactivated: visitor.visit(.categoryDeactivated)
    case .categoryReactivated: visitor.visit(.categoryReactivated)
    }
  }

  var impliedID: UniqueID? {
    if case .categoryAdded(let added) = self { CategoryState.id(key: added.key) } else { nil }
  }
}

extension EventType {
  /// A category was added.
  package static let categoryAdded = EventType("CategoryAdded", CategoryEvent.categoryAdded)
  /// A category was changed.
  package static let categoryChanged = EventType(
    "CategoryChanged", CategoryEvent.categoryChanged, canUndo: true,
    lifts: [
      // 2: the kinds that a category is offered for can be changed. The first shape never did.
      nil,
      // 3: header groups, and an order that people choose.
      nil,
    ])
  /// A category is no longer offered.
  package static let categoryDeactivated = EventType(
    "CategoryDeactivated", CategoryEvent.categoryDeactivated, canUndo: true)
  /// A category is offered again.
  package static let categoryReactivated = EventType(
    "CategoryReactivated", CategoryEvent.categoryReactivated, canUndo: true)
}

extension CategoryEvent {
  /// A category was added. Adding it twice, also on two devices, is one category.
  public struct Added: Hashable, Sendable {
    /// The key in NFC and lower case. Matching and sync use it for ever (ET-07).
    public let key: String
    /// The name people see.
    public let name: String
    /// An emoji, or `nil` if it has no emoji.
    public let emoji: String?
    /// The kinds of transaction it is offered for. Empty means all.
    public let kinds: [TransactionKind]

    /// Creates the record of an addition.
    package init(key: String, name: String, emoji: String?, kinds: [TransactionKind]) {
      self.key = key
      self.name = name
      self.emoji = emoji
      self.kinds = kinds
    }
  }

  /// The name, emoji, colour, kinds, header group or place of a category were changed. A property that did not change is absent.
  public struct Changed: Hashable, Sendable {
    /// The change of its name.
    public let name: TextChange?
    /// The change of its emoji.
    public let emoji: TextChange?
    /// The change of its colour, `#rrggbb`.
    public let color: TextChange?
    /// The change of the kinds it is offered for.
    public internal(set) var kinds: CategoryEvent.KindsChange?
    /// The change of the header group that a budget shows it in, by the name of the group.
    public internal(set) var header: TextChange?
    /// The change of its rank, which gives categories their order.
    public var rank: ChangedValue<Int64>?
  }

  /// A change of the kinds of transaction that a category is offered for. An empty list means all.
  public struct KindsChange: Hashable, Sendable {
    /// The kinds before.
    public let from: [TransactionKind]
    /// The kinds after.
    public let to: [TransactionKind]
  }
}

extension CategoryEvent.Added: EventPayload, MemberwiseObject {
  init<Coder: PayloadCoder>(_ coder: inout Coder, _ whole: Self?) throws(Coder.Failure) {
    emoji = try coder.member("emoji", whole?.emoji)
    key = try coder.member("key", whole?.key)
    kinds = try coder.list("kinds", whole?.kinds)
    name = try coder.member("name", whole?.name)
  }

  var summary: String { name }
}

extension CategoryEvent.Changed: EventPayload, MemberwiseObject {
  init<Coder: PayloadCoder>(_ coder: inout Coder, _ whole: Self?) throws(Coder.Failure) {
    color = try coder.member("color", whole?.color)
    emoji = try coder.member("emoji", whole?.emoji)
    header = try coder.member("header", whole?.header)
    kinds = try coder.member("kinds", whole?.kinds)
    name = try coder.member("name", whole?.name)
    rank = try coder.member("rank", whole?.rank)
  }

  var summary: String {
    let texts: [(String, TextChange?)] = [
      ("name", name), ("emoji", emoji), ("colour", color), ("header", header),
    ]
    var parts = texts.compactMap { name, change in
      change.map { "\(name) \($0.from ?? "none") → \($0.to ?? "none")" }
    }
    func list(_ kinds: [TransactionKind]) -> String {
      kinds.isEmpty ? "all" : kinds.map(\.rawValue).listed(" ")
    }
    if let kinds { parts.append("kinds \(list(kinds.from)) → \(list(kinds.to))") }
    if let rank {
      parts.append("place \(rank.from.map { String($0) } ?? "none") → \(rank.to.map { String($0) } ?? "none")")
    }
    return parts.listed()
  }
}

extension CategoryEvent.KindsChange: MemberwiseObject {
  init<Coder: PayloadCoder>(_ coder: inout Coder, _ whole: Self?) throws(Coder.Failure) {
    from = try coder.list("from", whole?.from)
    to = try coder.member("to", whole?.to)
  }
}

/// The categories that every ledger starts with and that can never be removed (IE-12).
package enum FixedCategories {
  /// The five, in the order they are shown.
  package static let all: [CategoryEvent.Added] = [
    CategoryEvent.Added(key: "food", name: "Food", emoji: "🍽️", kinds: []),
    CategoryEvent.Added(key: "hotel", name: "Hotel", emoji: "🏨", kinds: []),
    CategoryEvent.Added(key: "flight", name: "Flight", emoji: "✈️", kinds: []),
    CategoryEvent.Added(key: "taxi", name: "Taxi", emoji: "🚕", kinds: []),
    CategoryEvent.Added(key: "other", name: "Other", emoji: "🏷️", kinds: []),
  ]

  /// Whether that key is one of the five.
  package static func contains(_ key: String) -> Bool { all.contains { $0.key == key } }
}
