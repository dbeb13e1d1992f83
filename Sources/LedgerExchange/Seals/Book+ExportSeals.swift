internal import EventLog
public import LedgerBook
public import LedgerBytes
public import LedgerDomain
internal import LedgerProjections

/// An exported file as the log has it.
public struct RecordedSeal: Hashable, Sendable {
  /// The record of the file.
  public let seal: ExportSeal
  /// The position of its event.
  public let position: Position
  /// The group whose receipts are in the file, or `nil` if they were chosen in another way.
  public let group: GroupID?
}

extension Book {
  /// Returns every exported file, in the order in which this device learned of it.
  ///
  /// - Complexity: O(events of groups and of the ledger itself).
  public func exportSeals() throws -> [RecordedSeal] {
    var seals: [RecordedSeal] = []
    func add(_ stream: StreamID, _ type: EventType, _ group: GroupID?) throws {
      for event in try log.events(of: stream) where event.type == type.rawValue {
        let decoded = EventCodec.current.decode(
          type: event.type, schema: event.schema, stream: event.stream, payload: event.payload)
        switch decoded {
        case .event(.group(.groupExported(let seal))), .event(.ledger(.rangeExported(let seal))):
          seals.append(RecordedSeal(seal: seal, position: event.position, group: group))
        case .event, .unknown, .redacted, .unreadable: break
        }
      }
    }
    for stream in try log.streams(kind: StreamKind.group.rawValue) {
      try add(stream, .groupExported, GroupID(stream.id))
    }
    try add(StreamID(kind: StreamKind.ledger.rawValue, id: log.ledgerID), .rangeExported, nil)
    return seals.sorted { $0.position < $1.position }
  }

  /// Records a file, unless there is a record of the same bytes.
  ///
  /// - Returns: Whether it is on record. A view of the past and a ledger that is open for reading take no record.
  public func recordOnce(_ seal: ExportSeal, of group: GroupID?) throws -> Bool {
    guard horizon == .now, log.access == .readWrite else { return false }
    let isRecorded = try exportSeals().contains {
      $0.seal.digest == seal.digest && $0.seal.amends == seal.amends
    }
    if !isRecorded { try record(seal, of: group) }
    return true
  }

  /// Returns the current event count and tree root of each device, to be recorded with an export.
  ///
  /// An export that reads the ledger afterwards has at least these events.
  public func exportHeads() throws -> [ExportSeal.Head] {
    try log.devices().filter { $0.size > 0 }.map { head in
      ExportSeal.Head(device: head.device, size: Int64(clamping: head.size), root: head.root)
    }
  }

  /// Returns the last position up to which this log has no event that the exporting device had not seen.
  ///
  /// On the exporting device it is the position at which the file was made. On another one it may be earlier, so that
  /// more is reported as changed, and never less.
  func position(of heads: [ExportSeal.Head]) throws -> Position {
    let sizes = Dictionary(heads.map { ($0.device, $0.size) }) { max($0, $1) }
    var last = try log.lastPosition()
    for head in try log.devices() {
      let known = sizes[head.device] ?? 0
      guard known >= 0, UInt64(known) < head.size else { continue }
      let next = EventReference(device: head.device, sequence: UInt64(known) + 1)
      if let position = try log.position(of: next) { last = min(last, position - 1) }
    }
    return last
  }
}
