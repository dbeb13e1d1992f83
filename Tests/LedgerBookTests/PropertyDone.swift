import EventLog
import LedgerBytes
import LedgerDomain
import LedgerProjections
import LedgerTestSupport

@testable import LedgerBook

extension Done {
  /// Compares the result of a command with the log: its events, and the state after it with a fresh fold.
  func checked(_ book: Book) throws -> Done {
    let stored = try positions.compactMap { try book.log.event(at: $0) }
    guard stored.count == positions.count, action == stored.first?.reference else {
      throw PropertyFailure("the positions or the action of \(self) are others")
    }
    guard try repeated ? events.isEmpty : events == stored.map({ try $0.event() }) else {
      throw PropertyFailure("other events are on record than \(events)")
    }
    guard let about else { return self }
    // What was generated afterwards is not part of it.
    let end = positions.last ?? generated?.positions.first.map { $0 - 1 } ?? .max
    let fresh = StreamFold(
      kind: about.kind, events: try book.log.events(of: about).filter { $0.position <= end })
    guard state == (positions.count > 64 && !repeated ? nil : fresh.state) else {
      throw PropertyFailure("the state after \(positions) is no fresh fold of \(about)")
    }
    return self
  }
}

extension StoredEvent {
  fileprivate func event() throws -> LedgerEvent {
    guard let recordEvent else { throw PropertyFailure("\(position) cannot be read") }
    return recordEvent
  }
}

extension Book {
  /// Compares what the book knows of the records that were folded or changed last with fresh folds.
  func checkRecords(after position: Position) throws {
    var streams: Set<StreamID> = []
    try log.forEachEvent(after: max(0, position - 20)) { streams.insert($0.stream) }
    for stream in streams {
      let events = try log.events(of: stream)
      let known = try record(stream)
      guard known.fold.state == StreamFold(kind: stream.kind, events: events).state,
        known.version == events.last?.version
      else { throw PropertyFailure("the known record of \(stream) is no fresh fold") }
    }
  }
}
