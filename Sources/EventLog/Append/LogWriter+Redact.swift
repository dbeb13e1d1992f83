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
    try mark([])
    try erase(event)
    // The event may have been a request itself.
    log.reader.passedOver.forget()
  }

  /// Notes durably that contents are erased.
  ///
  /// If this process is killed, a later command removes what is left.
  private func mark(_ pages: Set<SHA256Digest>) throws {
    let others = RedactionMark(in: log.files)?.pages ?? []
    try RedactionMark(pages: others.union(pages)).write(in: log.files)
  }

  private func erase(_ event: StoredEvent) throws {
    let reference = event.reference
    precondition(event.payload != nil, "only an event that has its content is erased")
    guard let commitment = event.envelope.commitment else { throw EventLogError.alreadyRedacted(reference) }
    try failing {
      try secureDeletions()
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

  /// Erases the content of an event of a branch that is kept aside.
  private func eraseOnBranch(_ event: ForeignEvent) throws {
    precondition(event.payload != nil, "only an event that has its content is erased")
    guard let commitment = event.commitment else { throw EventLogError.alreadyRedacted(event.reference) }
    try failing {
      try secureDeletions()
      let statement = try connection.statement(
        """
        UPDATE OR ROLLBACK branch_event SET payload = NULL, salt = ?4
        WHERE device = ?1 AND sequence = ?2 AND leaf = ?3
        """)
      try statement.bind(1, event.reference.device)
      try statement.bind(2, Int64(bitPattern: event.reference.sequence))
      try statement.bind(3, event.leaf)
      try statement.bind(4, commitment)
      try statement.run()
      guard connection.changes == 1 else {
        throw EventLogError.damaged("event \(event.reference) of a branch cannot be found")
      }
    }
  }

  /// Makes SQLite overwrite what is deleted. Otherwise the bytes stay in free space of the file.
  private func secureDeletions() throws {
    _ = try connection.statement("PRAGMA secure_delete = ON").firstInt64()
  }

  /// Erases the contents that a redaction on record asks for, in the log and on branches.
  ///
  /// A redaction may arrive before its event or after it. Events that the ledger rests on keep their content.
  ///
  /// - Parameter pages: Returns the pages that an event names. A later command removes them if this process is killed.
  /// - Returns: The events as they were.
  /// - Complexity: One look-up per redacted event of the log, and O(events of branches).
  package func obeyRedactions(pages: (ForeignEvent) -> [SHA256Digest]) throws -> [ForeignEvent] {
    try requireOpen()
    try log.reader.passedOver.refresh(connection)
    let passedOver = log.reader.passedOver
    let redactions = passedOver.redactions
    guard !redactions.isEmpty else { return [] }
    let events = try redactions.compactMap { reference -> StoredEvent? in
      guard let event = try log.event(reference), event.payload != nil,
        passedOver.reason(reference, type: event.type) == .redacted
      else { return nil }
      return event
    }
    let aside = try redactedOnBranches(passedOver)
    let erased = events.map(\.envelope) + aside
    guard !erased.isEmpty else { return [] }
    try mark(Set(erased.flatMap(pages)))
    for event in events { try erase(event) }
    for event in aside { try eraseOnBranch(event) }
    return erased
  }

  /// Returns the events of branches whose contents a redaction on record asks to erase.
  ///
  /// A redaction names a device and a number, and each branch has an event of that number. Another device may have the
  /// named one aside, so the content of all of them is erased. An event is also named by the device that adopts it.
  private func redactedOnBranches(_ passedOver: PassedOverEvents) throws -> [ForeignEvent] {
    try log.branches().flatMap { branch in
      try log.events(of: branch).filter { event in
        let adopted = branch.adopted(event.reference)
        return event.payload != nil
          && [event.reference, adopted].contains { passedOver.reason($0, type: event.type) == .redacted }
      }
    }
  }
}
