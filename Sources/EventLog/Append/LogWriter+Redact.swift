package import LedgerBytes
internal import LedgerSQLite

extension LogWriter {
  /// Erases the payload of an event.
  ///
  /// Header, leaf and proofs still verify, because the salt becomes the commitment, SHA-256(salt ‖ payload), from which
  /// the leaf is computed. This is the only change that an event can undergo. The `EventRedacted` belongs into the same
  /// transaction, because read models that see it without the change keep the payload.
  ///
  /// - Throws: `.noSuchEvent`, `.alreadyRedacted`.
  package func redact(_ reference: EventReference) throws {
    try requireOpen()
    guard let event = try log.event(reference) else { throw EventLogError.noSuchEvent(reference) }
    guard event.payload != nil else { throw EventLogError.alreadyRedacted(reference) }
    try erase(event)
    // The event may have been a request itself.
    log.reader.passedOver.forget()
  }

  private func erase(_ event: StoredEvent) throws {
    let reference = event.reference
    guard let commitment = event.envelope.commitment else { throw EventLogError.alreadyRedacted(reference) }
    try failing {
      // Otherwise the bytes stay in free space of the file.
      _ = try connection.statement("PRAGMA secure_delete = ON").firstInt64()
      let statement = try connection.statement(
        "UPDATE OR ROLLBACK event SET payload = NULL, salt = ?2 WHERE position = ?1")
      try statement.bind(1, event.position)
      try statement.bind(2, commitment)
      try statement.run()
      guard connection.changes == 1 else {
        throw EventLogError.damaged("event \(reference) is not at position \(event.position)")
      }
    }
  }

  /// Erases the contents that a redaction on record asks for, and returns the events as they were.
  ///
  /// A redaction may arrive before its event or after it. Events that the ledger rests on keep their content.
  ///
  /// - Complexity: One look-up per redacted event of the log.
  package func obeyRedactions() throws -> [StoredEvent] {
    try requireOpen()
    try log.reader.passedOver.refresh(connection)
    let passedOver = log.reader.passedOver
    var erased: [StoredEvent] = []
    for reference in passedOver.redactions {
      guard let event = try log.event(reference), event.payload != nil,
        passedOver.reason(reference, type: event.type) == .redacted
      else { continue }
      try erase(event)
      erased.append(event)
    }
    return erased
  }
}

extension LedgerLog {
  /// Empties the -wal, in which erased contents may remain, unless another connection reads it now.
  package func emptyWriteAheadLog() { try? connection.checkpoint(.truncate) }
}
