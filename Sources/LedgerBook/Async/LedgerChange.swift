internal import EventLog
public import LedgerBytes
public import LedgerDomain
internal import LedgerProjections

/// The changes of a ledger between two looks at it: enough to know which screens to read again.
///
///     let changes = try await book.changes()
///     for await change in changes {
///       if change.concerns(group) { screen = try await book.groupScreen(group) }
///     }
public struct LedgerChange: Hashable, Sendable {
  /// The events that came, by position.
  public let positions: ClosedRange<Position>
  /// The streams that have new events.
  public let streams: Set<StreamID>
  /// The groups with new events, and the groups that hold or held a transaction with new events.
  public let groups: Set<GroupID>
  /// Whether transactions without a group changed.
  public let concernsUnfiled: Bool
  /// Whether every screen has to be read again. Then `streams` and `groups` may be incomplete.
  ///
  /// It is `true` if very many events arrived, settings changed, or an event was redacted.
  public let concernsEverything: Bool

  /// The transactions with new events.
  public var transactions: Set<TransactionID> {
    Set(streams.lazy.filter { $0.kind == StreamKind.transaction.rawValue }.map { TransactionID($0.id) })
  }

  /// Whether names, signs or kinds of categories changed, which lists show.
  public var concernsCategories: Bool {
    concernsEverything || streams.contains { $0.kind == StreamKind.category.rawValue }
  }

  /// Whether a screen of this group (nil: Unfiled) is to be read again.
  public func concerns(_ group: GroupID?) -> Bool {
    concernsEverything || (group.map { groups.contains($0) } ?? concernsUnfiled)
  }

  /// Whether a screen of this transaction is to be read again. Its group's name counts as the group's.
  public func concerns(_ transaction: TransactionID) -> Bool {
    concernsEverything || streams.contains(transaction.stream)
  }
}

extension Book {
  /// Returns the changes since a position, or `nil` if nothing changed.
  ///
  /// - Complexity: O(events of the streams touched). Above 2,000 events or 200 streams the answer is that
  ///   anything may have changed.
  package func change(after position: Position) throws -> LedgerChange? {
    try log.reading {
      let last = try log.lastPosition()
      guard last != position else { return nil }
      // Shorter than it was: another log lies there now.
      let isAnother = last < position
      let first = isAnother ? 1 : position + 1
      let positions = min(first, last)...last
      let streams =
        positions.count <= Self.closeLook.events
        ? try log.streams(touchedAfter: first - 1, through: last).map(\.stream) : []
      let isMuch = isAnother || streams.isEmpty || streams.count > Self.closeLook.streams
      let concernsEverything = isMuch || streams.contains { $0.kind == StreamKind.ledger.rawValue }
      let places = isMuch ? [] : try places(of: streams, before: first)
      return LedgerChange(
        positions: positions, streams: Set(streams), groups: Set(places.compactMap { $0 }),
        concernsUnfiled: places.contains(nil), concernsEverything: concernsEverything)
    }
  }

  /// Up to where the groups of each transaction are looked at.
  private static let closeLook = (events: 2_000, streams: 200)

  /// Returns the groups (nil: Unfiled) that the streams belonged to before a position, and belong to now.
  private func places(of streams: [StreamID], before first: Position) throws -> Set<GroupID?> {
    var places: Set<GroupID?> = []
    for stream in streams {
      let kind = StreamKind(rawValue: stream.kind)
      if kind == .transaction {
        let events = try log.events(of: stream)
        let earlier = events.filter { $0.position < first }
        for events in [earlier, events] where !events.isEmpty {
          places.insert(StreamFold(kind: stream.kind, events: events).transaction.group.value)
        }
      }
      // Receipts of a deleted group, or of one that is not known yet, are shown as Unfiled.
      if kind == .group { places.formUnion([GroupID(stream.id), nil]) }
    }
    return places
  }
}
