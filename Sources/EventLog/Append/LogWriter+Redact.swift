public import LedgerBytes
internal import LedgerSQLite

extension LogWriter {
  /// Takes the payload out of an event for good: header, leaf and proofs still verify, because the salt becomes the
  /// commitment, SHA-256(salt ‖ payload), that the leaf is computed from.
  ///
  /// The one change of an event that there is. The `EventRedacted` that says so belongs into the same transaction: read
  /// models that have met it without the change keep what they read. Errors: `.noSuchEvent`, `.alreadyRedacted`.
  public func redact(_ reference: EventReference) throws {
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
      log.reader.passedOver.forget()
    }
  }
}
