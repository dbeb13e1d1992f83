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
    guard event.payload != nil, let commitment = event.envelope.commitment else {
      throw EventLogError.alreadyRedacted(reference)
    }
    try failing {
      let statement = try connection.statement(
        "UPDATE OR ROLLBACK event SET payload = NULL, salt = ?2 WHERE position = ?1")
      try statement.bind(1, event.position)
      try statement.bind(2, commitment)
      try statement.run()
      guard connection.changes == 1 else {
        throw EventLogError.damaged("event \(reference) is not at position \(event.position)")
      }
      log.reader.passedOver.forget()
    }
  }
}
