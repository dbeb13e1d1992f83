public import EventLog

/// A moment to look from: which events are known there.
public enum Horizon: Hashable, Sendable {
  /// All of them, and those to come.
  case now
  /// What this device knew when its log ended at a position.
  case position(Int64)
  /// What the authors had recorded by an instant (UTC milliseconds), whenever this device learned of it.
  case recordedBy(milliseconds: Int64)

  /// The last position that can be known there.
  public var position: Int64 {
    switch self {
    case .position(let position): position
    case .now, .recordedBy: .max
    }
  }

  /// The events, of those up to `position`, that are known there.
  public func admitted(_ events: [StoredEvent]) -> [StoredEvent] {
    switch self {
    case .now: events
    case .position(let position):
      events.last.map { $0.position <= position } ?? true
        ? events : events.filter { $0.position <= position }
    case .recordedBy(let instant): events.filter { $0.recordedAtMilliseconds <= instant }
    }
  }
}
