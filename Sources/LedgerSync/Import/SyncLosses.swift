internal import EventLog
internal import LedgerBytes
internal import LedgerDomain
internal import LedgerProjections

/// The contents and records from before a sync that it would erase and delete.
struct SyncLosses {
  private let log: LedgerLog
  private let countMax: Int
  private let last: Position
  private var erased: Set<EventReference> = []
  private var deleted: Set<StreamID> = []

  /// Begins with the events that are here now.
  ///
  /// - Parameter countMax: The number of contents, and of records, from which a person is asked.
  init(_ log: LedgerLog, countMax: Int) throws {
    self.log = log
    self.countMax = countMax
    last = try log.lastPosition()
  }

  /// Counts what events of others erase and delete, before they are imported.
  ///
  /// - Throws: `SyncError.losesMuch` if it is more than a sync does without being told.
  mutating func check(_ events: [ForeignEvent]) throws {
    guard last > 0, countMax < .max else { return }
    for event in events {
      guard let type = EventType(rawValue: event.type) else { continue }
      if type == .eventRedacted {
        let decoded = EventCodec.current.decode(
          type: event.type, schema: event.schema, stream: event.stream, payload: event.payload)
        if case .event(.ledger(.eventRedacted(let redaction))) = decoded,
          let target = try log.event(redaction.event), target.position <= last, target.payload != nil
        {
          erased.insert(redaction.event)
        }
      } else if ArrivalSummary.Meaning(type) == .deletion, !deleted.contains(event.stream),
        try log.events(of: event.stream).first.map({ $0.position <= last }) ?? false
      {
        deleted.insert(event.stream)
      }
    }
    guard erased.count <= countMax, deleted.count <= countMax else {
      throw SyncError.losesMuch(erased: erased.count, deleted: deleted.count)
    }
  }
}
