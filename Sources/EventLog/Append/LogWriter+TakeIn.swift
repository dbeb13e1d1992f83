package import LedgerBytes
internal import LedgerSQLite

/// The result of importing events.
package struct TakeInResult: Hashable, Sendable {
  /// The number of events that are new here.
  package var taken = 0
  /// The number of events that were known, and equal.
  package var known = 0
  /// The positions of the new events, or `nil` if there are no new events.
  package var positions: ClosedRange<Position>?
  /// Events that were on record without their content and have it again. Models that folded them are out of date.
  package var healed: [EventReference] = []
  /// The number of events of other branches of their devices. They are kept aside, where `branches()` finds them.
  package var leftOut = 0
  /// One event per fork that was found. Its device has recorded two different events of that number.
  package var forks: [EventReference] = []

  /// Creates a result without events.
  package init() {}
}

/// The policy for events that come without their content.
package enum StrippedPolicy: Hashable, Sendable {
  /// Each needs its redaction, on record already or by the end of the write.
  case refuse
  /// Events are imported as they are. It serves copies of a log that this device has itself.
  case accept
}

extension LogWriter {
  /// Imports events of other devices in the order given.
  ///
  /// Each device's numbers ascend without a gap.
  ///
  /// Known and equal events are skipped. The content of a payload is not checked. An undecodable one is imported and
  /// shown as unreadable. `receivedAtMilliseconds` is this device's wall clock.
  ///
  /// Events of another branch of a device are kept aside and counted. An event may show that this folder's device has
  /// recorded more than is here, or other events. It retires that device id, and the folder takes a new one.
  ///
  /// - Throws: `.gap`, `.fork` during a recovery, `.invalidEvent`, `.timeTooLate`, `.tooLarge`. The caller must then
  ///   roll the write back.
  package func takeIn(
    _ events: [ForeignEvent], receivedAtMilliseconds: Int64, stripped: StrippedPolicy = .refuse
  ) throws -> TakeInResult {
    try requireOpen()
    return try failing {
      var result = TakeInResult()
      for event in events {
        try takeIn(event, max(receivedAtMilliseconds, 1), stripped, &result)
        lastImported = (event.reference, event.leaf)
      }
      precondition(
        result.taken + result.known + result.leftOut == events.count,
        "every event of an import is new, known or kept aside")
      let positionCount = result.positions.map { $0.lowerBound.distance(to: $0.upperBound) + 1 } ?? 0
      precondition(positionCount == Int64(result.taken), "positions of imported events are consecutive")
      return result
    }
  }

  /// Imports the next event of a copy of a log, with the time of arrival that it had there.
  ///
  /// - Throws: The errors of `takeIn`, and `.invalidEvent` if the log has the event already.
  package func takeBack(_ event: ForeignEvent, receivedAtMilliseconds: Int64) throws {
    try requireOpen()
    try failing {
      var result = TakeInResult()
      try takeIn(event, receivedAtMilliseconds, .accept, &result)
      guard result.taken == 1 else {
        throw EventLogError.invalidEvent(event.reference, reason: "the copy has it twice")
      }
    }
  }

  private func takeIn(
    _ event: ForeignEvent, _ received: Int64, _ stripped: StrippedPolicy, _ result: inout TakeInResult
  ) throws {
    let leaf = try checkedLeaf(event)
    let reference = event.reference
    let size = heads.key(of: reference.device).map { heads[$0].edge.size } ?? 0
    if reference.sequence <= size {
      guard let known = try log.event(reference) else {
        throw EventLogError.damaged("event \(reference) cannot be found")
      }
      guard known.leaf == leaf else {
        guard losses != .takeBack else { throw EventLogError.fork(reference, here: known.leaf, other: leaf) }
        try keepBranch(event, receivedAtMilliseconds: received, after: reference, &result)
        return
      }
      if known.payload == nil, let payload = event.payload, try !log.isRedacted(reference) {
        try restore(payload, salt: event.salt, to: known)
        result.healed.append(reference)
      }
      result.known += 1
      return
    }
    if forked.contains(reference.device), try !follows(event, size: size) {
      return try keepBranch(event, receivedAtMilliseconds: received, after: reference, &result)
    }
    if let other = try previousOfAnotherBranch(event, size: size) {
      let last = EventReference(device: reference.device, sequence: size)
      guard losses != .takeBack else { throw EventLogError.fork(last, here: other.here, other: other.there) }
      return try keepBranch(event, receivedAtMilliseconds: received, after: last, &result)
    }
    retireIfRestored(event)
    guard reference.sequence == size + 1 else { throw EventLogError.gap(reference, expected: size + 1) }

    if event.payload == nil, stripped == .refuse { unexplained.append(reference) }
    let device = try heads.makeKey(of: reference.device, connection)
    try insert(
      at: try cursorIndex(of: event.stream), type: try surrogates.makeKey(forType: event.type),
      schema: event.schema, device: device, sequence: reference.sequence, time: event.time,
      lag: event.lagMilliseconds, offset: event.offsetMinutes, received: received, cause: event.cause,
      salt: event.salt, payload: event.payload, leaf: leaf)
    precondition(
      heads[device].edge.size == reference.sequence, "an imported event that did not become its device's last")
    result.taken += 1
    result.positions = (result.positions?.lowerBound ?? lastPosition)...lastPosition
    try rememberReturned(event)
  }

  /// Returns the leaves of the previous event, here and on the event's branch, if they differ.
  ///
  /// A file may begin after the place where its device's history forked. The event that comes next by its number alone
  /// would be grafted onto the branch that is here.
  /// - Complexity: One look-up for each device of a write.
  private func previousOfAnotherBranch(
    _ event: ForeignEvent, size: UInt64
  ) throws -> (here: SHA256Digest, there: SHA256Digest)? {
    guard let there = event.previousLeaf, size > 0, event.reference.sequence == size + 1 else { return nil }
    let device = event.reference.device
    let known = heads.key(of: device).flatMap { heads[$0].lastLeaf }
    guard let here = try known ?? log.leaf(of: EventReference(device: device, sequence: size)) else {
      throw EventLogError.damaged("event \(size) of device \(device) cannot be found")
    }
    return here == there ? nil : (here, there)
  }

  /// Whether an event is known to be the next of its device on the branch that is here.
  private func follows(_ event: ForeignEvent, size: UInt64) throws -> Bool {
    guard event.previousLeaf != nil, event.reference.sequence == size + 1 else { return false }
    return try previousOfAnotherBranch(event, size: size) == nil
  }

  /// Returns the leaf of an event's parts, which must be its own, and leaves its bytes in `hashed`.
  func checkedLeaf(_ event: ForeignEvent) throws -> SHA256Digest {
    func invalid(_ reason: String) -> EventLogError { .invalidEvent(event.reference, reason: reason) }
    guard event.reference.namesAnEvent else { throw invalid("no device of ours can have that number") }
    guard event.time.milliseconds < EventLimits.latestMilliseconds else {
      throw EventLogError.timeTooLate(event.reference, milliseconds: event.time.milliseconds)
    }
    if event.time.milliseconds >= EventLimits.latestForeignMilliseconds,
      event.time.milliseconds > heads.lastTime.milliseconds + EventLimits.followingMillisecondsMax
    {
      throw EventLogError.timeTooLate(event.reference, milliseconds: event.time.milliseconds)
    }
    if event.stream.kind.hasSameBytes(as: PassedOverEvents.ledgerKind), event.stream.id != log.ledgerID {
      throw EventLogError.otherLedger(expected: log.ledgerID, found: event.stream.id)
    }
    guard !event.type.isEmpty, !event.stream.kind.isEmpty else { throw invalid("it has no name or stream") }
    guard let commitment = event.commitment, event.payload == nil || event.salt.count == 16 else {
      throw invalid("its salt has \(event.salt.count) bytes")
    }
    guard zip(event.seen, event.seen.dropFirst()).allSatisfy({ $0.device < $1.device }) else {
      throw invalid("what it had seen is not in device order")
    }
    guard event.seen.allSatisfy({ $0.namesAnEvent && $0.device != event.reference.device }) else {
      throw invalid("what it had seen are not events of others")
    }
    if let cause = event.cause, !cause.namesAnEvent { throw invalid("its cause is no event") }
    hashed.write(
      reference: event.reference, time: event.time, lag: event.lagMilliseconds, offset: event.offsetMinutes,
      stream: event.stream, seen: event.seen, type: event.type, schema: event.schema,
      correlation: event.correlation, cause: event.cause, actor: event.actor, commitment: commitment)
    guard hashed.isRepresentable else { throw invalid("a name has more than 65,535 bytes") }
    try EventLimits.checkSize(hashed.bytes.count + (event.payload?.count ?? 0), "event \(event.reference)")
    guard SHA256.hash(hashed.bytes) == event.leaf else { throw invalid("its parts do not give its leaf hash") }
    return event.leaf
  }

  // MARK: Events without their content

  /// Whether an event was imported without its content, and what redacts it may still come.
  package var awaitsRedaction: Bool { !unexplained.isEmpty }

  /// Throws unless everything that was imported without its content is redacted by an event on record.
  ///
  /// The write calls it before it commits. A caller that only tries an import has to call it itself.
  ///
  /// - Throws: `.invalidEvent`.
  package func checkStripped() throws {
    for reference in unexplained where try !log.isRedacted(reference) {
      throw EventLogError.invalidEvent(
        reference,
        reason: "its content is missing, and nothing redacts it: import it from a device that has it whole")
    }
    unexplained = []
  }

  /// Puts back the content of an event that was imported without it.
  ///
  /// The guards refuse every change of an event but a redaction, and a schema that allows another would keep older
  /// programs from opening the log. So they are off for this statement. What it writes is proven first: the leaf, which
  /// stays as it is, was computed from these very bytes.
  private func restore(_ payload: [UInt8], salt: [UInt8], to known: StoredEvent) throws {
    precondition(known.payload == nil && salt.count == 16, "content is put back only where it is missing")
    var whole = known.envelope
    whole.payload = payload
    whole.salt = salt
    guard whole.computedLeaf == known.leaf else {
      throw EventLogError.fork(known.reference, here: known.leaf, other: whole.computedLeaf ?? known.leaf)
    }
    try connection.withoutTriggers {
      let statement = try connection.statement(
        """
        UPDATE OR ROLLBACK event SET payload = ?2, salt = ?3
        WHERE position = ?1 AND payload IS NULL AND length(salt) = 32
        """)
      try statement.bind(1, known.position)
      try statement.bind(2, blob: payload)
      try statement.bind(3, blob: salt)
      try statement.run()
    }
    guard connection.changes == 1 else {
      throw EventLogError.damaged("event \(known.reference) cannot be restored")
    }
    reader.passedOver.forget()
  }

  private var reader: LogReader { log.reader }
}

extension LedgerLog {
  /// Imports events of other devices in a write of its own, as `LogWriter.takeIn` does.
  package func takeIn(
    _ events: [ForeignEvent], receivedAtMilliseconds: Int64, losses: LossPolicy = .refuse,
    stripped: StrippedPolicy = .refuse
  ) throws -> TakeInResult {
    try write(losses: losses) {
      try $0.takeIn(events, receivedAtMilliseconds: receivedAtMilliseconds, stripped: stripped)
    }
  }
}
