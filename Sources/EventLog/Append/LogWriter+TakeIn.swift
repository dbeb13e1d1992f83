public import LedgerBytes
internal import LedgerSQLite

/// What became of events that were taken in.
public struct TakeInResult: Hashable, Sendable {
  /// How many are new here.
  public var taken = 0
  /// How many were known, and equal.
  public var known = 0
  /// The positions of the new ones; nil where there are none.
  public var positions: ClosedRange<Int64>?
  /// Events that were on record without their content and have it again. Models that folded them are out of date.
  public var healed: [EventReference] = []

  /// Nothing.
  public init() {}
}

/// How events are imported that come without their content.
public enum StrippedPolicy: Hashable, Sendable {
  /// Each needs its redaction, on record already or by the end of the write.
  case refuse
  /// As they are: for copies of a log that this device has itself.
  case accept
}

extension LogWriter {
  /// Takes in events of other devices, in the order given: per device ascending and without a gap, streams as they
  /// come.
  ///
  /// Known and equal ones are skipped. What a payload says is not looked at: an undecodable one is taken in and
  /// shown as unreadable. `receivedAtMilliseconds` is this device's wall clock.
  /// Errors: `.gap`, `.fork`, `.ownEventUnknown`, `.invalidEvent`, `.timeTooLate`, `.tooLarge`; the write must
  /// not go on after one.
  public func takeIn(
    _ events: [ForeignEvent], receivedAtMilliseconds: Int64, stripped: StrippedPolicy = .refuse
  ) throws -> TakeInResult {
    try requireOpen()
    return try failing {
      var result = TakeInResult()
      for event in events { try takeIn(event, receivedAtMilliseconds, stripped, &result) }
      return result
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
        throw EventLogError.damaged("event \(reference) can't be found")
      }
      guard known.leaf == leaf else {
        throw EventLogError.fork(reference, here: known.leaf, other: leaf)
      }
      if known.payload == nil, let payload = event.payload, try !log.isRedacted(reference) {
        try restore(payload, salt: event.salt, to: known)
        result.healed.append(reference)
      }
      result.known += 1
      return
    }
    if identity == .own(reference.device), losses != .takeBack {
      throw EventLogError.ownEventUnknown(reference)
    }
    guard reference.sequence == size + 1 else { throw EventLogError.gap(reference, expected: size + 1) }

    if event.payload == nil, stripped == .refuse { unexplained.append(reference) }
    let device = try heads.makeKey(of: reference.device, connection)
    try insert(
      at: try cursorIndex(of: event.stream), type: try surrogates.makeKey(forType: event.type),
      schema: event.schema, device: device, sequence: reference.sequence, time: event.time,
      lag: event.lagMilliseconds, offset: event.offsetMinutes, received: max(received, 1), cause: event.cause,
      salt: event.salt, payload: event.payload, leaf: leaf)
    result.taken += 1
    result.positions = (result.positions?.lowerBound ?? lastPosition)...lastPosition
  }

  /// The leaf of an event's parts, which must be the one it says; leaves its hashed bytes in `hashed`.
  private func checkedLeaf(_ event: ForeignEvent) throws -> SHA256Digest {
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
    guard SHA256.hash(hashed.bytes) == event.leaf else { throw invalid("its parts don't give its leaf hash") }
    return event.leaf
  }
}

// MARK: - Events without their content

extension LogWriter {
  /// Throws unless everything that was imported without its content is redacted by an event on record.
  ///
  /// The write asks before it commits. A caller that only tries an import asks itself.
  /// Errors: `.invalidEvent`.
  public func checkStripped() throws {
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
    let whole = ForeignEvent(restoring: payload, salt: salt, to: known.envelope)
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

extension ForeignEvent {
  fileprivate init(restoring payload: [UInt8], salt: [UInt8], to event: ForeignEvent) {
    self.init(
      reference: event.reference, time: event.time, recordedAtMilliseconds: event.recordedAtMilliseconds,
      offsetMinutes: event.offsetMinutes, stream: event.stream, seen: event.seen, type: event.type,
      schema: event.schema, correlation: event.correlation, cause: event.cause, actor: event.actor, salt: salt,
      payload: payload, leaf: event.leaf)
  }
}

extension LedgerLog {
  /// Takes in events of other devices, in a write of its own; see `LogWriter.takeIn`.
  public func takeIn(
    _ events: [ForeignEvent], receivedAtMilliseconds: Int64, losses: LossPolicy = .refuse,
    stripped: StrippedPolicy = .refuse
  ) throws -> TakeInResult {
    try write(losses: losses) {
      try $0.takeIn(events, receivedAtMilliseconds: receivedAtMilliseconds, stripped: stripped)
    }
  }
}
