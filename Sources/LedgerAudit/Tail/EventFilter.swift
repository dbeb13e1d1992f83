internal import EventLog
public import LedgerBytes
public import LedgerDomain

/// The conditions on the events that a tail shows.
public struct EventFilter: Sendable {
  /// The types. Empty for all.
  public var types: Set<String> = []
  /// The records, or `nil` for all.
  public var streams: Set<StreamID>?
  /// The group, or `nil` for all. An inner `nil` is Unfiled.
  ///
  /// The last events are those of the group and of its receipts now. Following it, a receipt counts from when it joins.
  public var group: GroupID??
  /// The devices, or `nil` for all.
  public var devices: Set<UniqueID>?
  /// The actor, or `nil` for all.
  public var actor: String?
  /// The number of each device's events that the reader has, or `nil` if that is not known.
  public var known: [UniqueID: UInt64]?
  /// Whether only events of other devices are shown.
  public var showsOnlyArrivals = false

  /// Creates a filter that leaves nothing out.
  public init() {}

  /// Whether it leaves nothing out.
  var admitsAll: Bool {
    types.isEmpty && streams == nil && group == nil && devices == nil && actor == nil && known == nil
      && !showsOnlyArrivals
  }

  /// Whether an event meets the conditions. The group is checked by the tail.
  func admits(_ event: StoredEvent) -> Bool {
    if let known, event.reference.sequence <= known[event.reference.device] ?? 0 { return false }
    return (!showsOnlyArrivals || event.receivedAtMilliseconds != 0)
      && (types.isEmpty || types.contains(event.type)) && streams?.contains(event.stream) ?? true
      && devices?.contains(event.reference.device) ?? true && actor.map { event.actor == $0 } ?? true
  }
}
