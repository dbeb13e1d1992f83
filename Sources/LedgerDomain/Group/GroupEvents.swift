internal import LedgerBytes

/// An event on the stream of a group of transactions, such as a trip or a project.
public enum GroupEvent: Hashable, Sendable {
  case groupCreated(Created)
  case groupRenamed(Renamed)
  case groupDeleted(Deleted)
  case groupRestored
  case groupExported(ExportSeal)
}

extension GroupEvent: KindEvent {
  static let streamKind = StreamKind.group

  static let types: [EventType] = [
    .groupCreated, .groupRenamed, .groupDeleted, .groupRestored, .groupExported,
  ]

  var event: LedgerEvent { .group(self) }

  func visit<Visitor: EventVisitor>(_ visitor: inout Visitor) -> Visitor.Result {
    switch self {
    case .groupCreated(let event): visitor.visit(.groupCreated, event)
    case .groupRenamed(let event): visitor.visit(.groupRenamed, event)
    case .groupDeleted(let event): visitor.visit(.groupDeleted, event)
    case .groupRestored: visitor.visit(.groupRestored)
    case .groupExported(let event): visitor.visit(.groupExported, event)
    }
  }
}

extension EventType {
  /// A group was created.
  package static let groupCreated = EventType("GroupCreated", GroupEvent.groupCreated)
  /// A group was renamed.
  package static let groupRenamed = EventType("GroupRenamed", GroupEvent.groupRenamed, canUndo: true)
  /// A group was deleted.
  package static let groupDeleted = EventType("GroupDeleted", GroupEvent.groupDeleted, canUndo: true)
  /// The deletion of a group was undone.
  package static let groupRestored = EventType("GroupRestored", GroupEvent.groupRestored, canUndo: true)
}

extension GroupEvent {
  /// A group began.
  public struct Created: Hashable, Sendable {
    /// Its name, NFC.
    public let name: String
    /// The civil date on the device that recorded it.
    public let on: CivilDate

    /// Creates the record of a new group.
    package init(name: String, on: CivilDate) {
      self.name = name
      self.on = on
    }
  }

  /// A group got another name.
  public struct Renamed: Hashable, Sendable {
    /// The name before.
    public let from: String
    /// The name after, NFC.
    public let to: String

    /// Creates the record of another name.
    package init(from: String, to: String) {
      self.from = from
      self.to = to
    }
  }

  /// A group was deleted. The same batch files or deletes each receipt it held.
  public struct Deleted: Hashable, Sendable {
    /// The fate of its receipts.
    public let disposition: GroupDisposition
    /// How many receipts there were, for the sentences of an audit.
    public let receipts: Int

    /// Creates the record of a deletion.
    package init(disposition: GroupDisposition, receipts: Int) {
      self.disposition = disposition
      self.receipts = receipts
    }
  }
}

extension GroupEvent.Created: EventPayload, MemberwiseObject {
  init<Coder: PayloadCoder>(_ coder: inout Coder, _ whole: Self?) throws(Coder.Failure) {
    name = try coder.member("name", whole?.name)
    on = try coder.member("on", whole?.on)
  }

  var summary: String { name }
}

extension GroupEvent.Renamed: EventPayload, MemberwiseObject {
  init<Coder: PayloadCoder>(_ coder: inout Coder, _ whole: Self?) throws(Coder.Failure) {
    from = try coder.member("from", whole?.from)
    to = try coder.member("to", whole?.to)
  }

  var summary: String { "\(from) → \(to)" }
}

/// The fate of a deleted group's receipts (IE-04).
public enum GroupDisposition: String, CaseIterable, Hashable, Sendable {
  /// The receipts move to Unfiled.
  case keep
  /// The receipts are deleted too.
  case delete
}

extension GroupEvent.Deleted: EventPayload, MemberwiseObject {
  init<Coder: PayloadCoder>(_ coder: inout Coder, _ whole: Self?) throws(Coder.Failure) {
    disposition = try coder.member("disposition", whole?.disposition)
    receipts = try coder.member("receipts", whole?.receipts)
  }

  var summary: String {
    "its \(receipts) receipt\(receipts == 1 ? "" : "s") " + (disposition == .keep ? "kept" : "deleted too")
  }
}
