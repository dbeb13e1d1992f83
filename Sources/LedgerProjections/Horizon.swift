package import EventLog
public import LedgerBytes

/// A horizon is the moment as of which a ledger is read: only events that were known then count.
///
///     let past = book.asOf(.recordedBy(milliseconds: instant))
///     let drafts = try past.home().drafts
///     try past.close()
public enum Horizon: Hashable, Sendable {
  /// All events count, also those that arrive later.
  case now
  /// The events count that this device knew when its log ended at a position.
  case position(Position)
  /// The events count that their authors had recorded by an instant (UTC milliseconds).
  ///
  /// The time of arrival on this device has no influence.
  case recordedBy(milliseconds: Int64)

  /// The last position that can be known at that moment.
  public var position: Position {
    switch self {
    case .position(let position): position
    case .now, .recordedBy: .max
    }
  }

  /// Returns the events up to `position` that are known at that moment.
  package func admitted(_ events: [StoredEvent]) -> [StoredEvent] {
    switch self {
    case .now: events
    case .position(let position):
      events.last.map { $0.position <= position } ?? true
        ? events : events.filter { $0.position <= position }
    case .recordedBy(let instant): events.filter { $0.recordedAtMilliseconds <= instant }
    }
  }
}
