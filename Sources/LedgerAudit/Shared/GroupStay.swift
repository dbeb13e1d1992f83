package import EventLog
package import LedgerBytes
package import LedgerDomain

/// Whether a receipt was in a group before a position, and between it and a later one.
package struct GroupStay: Hashable, Sendable {
  /// Whether it was in the group after an event up to the first position.
  package private(set) var isBefore = false
  /// Whether it was in the group after an event between the positions.
  package private(set) var isWithin = false

  /// Folds a receipt's events, in the order in which this device learned of them.
  ///
  /// - Parameters:
  ///   - stream: The receipt.
  ///   - events: All of its events.
  ///   - group: The group, or `nil` for Unfiled.
  ///   - position: The first position.
  ///   - last: The other position.
  /// - Complexity: O(events), and another fold for each event that arrived late.
  package init(
    of stream: StreamID, _ events: [StoredEvent], in group: GroupID?, after position: Position,
    through last: Position
  ) {
    StreamSteps.forEachRow(of: stream, events.filter { $0.position <= last }) { current, row in
      guard let row, row.group == group else { return }
      if current <= position { isBefore = true } else { isWithin = true }
    }
  }
}
