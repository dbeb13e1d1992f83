import EventLog
import LedgerBook
import LedgerBytes
import LedgerDomain
import LedgerProjections

extension SyncWorld {
  /// Compares the conflicts that the ledger lists with those of a naive model.
  ///
  /// Two corrections of one field are a conflict if their values differ and neither was known to the other. A later one
  /// that knew both settles it.
  func checkConflicts() throws { for index in present { try checkConflicts(of: devices[index].book.log) } }

  private func checkConflicts(of log: LedgerLog) throws {
    for stream in try log.streams(kind: StreamKind.transaction.rawValue) {
      let events = try log.events(of: stream)
      for disputed in [.vendor, .note, .category, .payment, .total] as [TransactionField] {
        let field = disputed.rawValue
        let writes = events.compactMap { event -> (StoredEvent, JSONValue)? in
          guard event.type == "FieldCorrected", let payload = event.payload,
            let value = try? JSONValue(parsing: payload, as: .payload), value["field"] == .string(field),
            let to = value["to"]
          else { return nil }
          return (event, to)
        }
        let standing = writes.filter { write in
          !writes.contains { other in
            other.0.reference.device == write.0.reference.device
              ? other.0.reference.sequence > write.0.reference.sequence
              : other.0.seen.contains {
                $0.device == write.0.reference.device && $0.sequence >= write.0.reference.sequence
              }
          }
        }
        let isExpected = Set(standing.map(\.1)).count > 1
        let state = StreamFold(kind: stream.kind, events: events).transaction
        guard state.conflictingFields.contains(disputed) == isExpected else {
          throw SyncWorldFailure(
            description: "EVENTS_SEED=\(seed): \(stream) \(field): \(standing.map(\.1)), and the ledger lists "
              + "\(state.conflictingFields)")
        }
      }
    }
  }
}
