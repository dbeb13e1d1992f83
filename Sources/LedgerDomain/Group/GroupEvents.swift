/// What can happen to a group of transactions: a trip, a project.
public enum GroupEvent: Hashable, Sendable {
  case groupCreated(GroupCreated)
  case groupRenamed(GroupRenamed)
  case groupDeleted(GroupDeleted)
  case groupRestored
}

extension GroupEvent: KindEvent {
  static let streamKind = StreamKind.group

  static let types: [EventType] = [.groupCreated, .groupRenamed, .groupDeleted, .groupRestored]

  /// Its type.
  public var type: EventType { declaredType }

  var event: Event { .group(self) }

  func visit<Visitor: EventVisitor>(_ visitor: inout Visitor) -> Visitor.Result {
    switch self {
    case .groupCreated(let event): visitor.visit(.groupCreated, event)
    case .groupRenamed(let event): visitor.visit(.groupRenamed, event)
    case .groupDeleted(let event): visitor.visit(.groupDeleted, event)
    case .groupRestored: visitor.visit(.groupRestored)
    }
  }
}

/// A group began.
public struct GroupCreated: Hashable, Sendable {
  /// Its name, NFC.
  public let name: String
  /// The civil date where it happened.
  public let on: CivilDate

  /// A group began.
  public init(name: String, on: CivilDate) {
    self.name = name
    self.on = on
  }
}

/// A group got another name.
public struct GroupRenamed: Hashable, Sendable {
  /// The name before.
  public let from: String
  /// The name after, NFC.
  public let to: String

  /// A group got another name.
  public init(from: String, to: String) {
    self.from = from
    self.to = to
  }
}

/// What becomes of a deleted group's receipts (CHECKLIST IE-04).
public enum GroupDisposition: String, CaseIterable, Hashable, Sendable {
  /// They move to Unfiled.
  case keep
  /// They are deleted too.
  case delete
}

/// A group was deleted; the same batch files or deletes each receipt it held.
public struct GroupDeleted: Hashable, Sendable {
  /// What became of its receipts.
  public let disposition: GroupDisposition
  /// How many there were, for the words of an audit.
  public let receipts: Int

  /// A group was deleted.
  public init(disposition: GroupDisposition, receipts: Int) {
    self.disposition = disposition
    self.receipts = receipts
  }
}
