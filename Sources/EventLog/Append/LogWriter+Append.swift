public import LedgerBytes
internal import LedgerSQLite

extension LogWriter {
  /// Appends one event per draft, in order, in this device's name; returns them as stored.
  ///
  /// The whole batch is checked before the first is written. Every event gets the batch's `correlation`, the time of
  /// the hybrid clock (later than everything in the log), `clock` as what people are shown, what had been seen of
  /// other devices, and sixteen bytes from `salts`. A stream's `expecting` speaks of its version before this call.
  ///
  /// Errors: `.foreignFolder`, `.lostEvents`, `.wrongVersion`, `.invalidPayload`, `.invalidDraft`, `.tooLarge`.
  public func append(
    _ drafts: [EventDraft], correlation: UniqueID, clock: WallClock, salts: () -> [UInt8]
  ) throws -> [StoredEvent] {
    var stored: [StoredEvent] = []
    stored.reserveCapacity(drafts.count)
    try append(drafts, correlation: correlation, clock: clock, salts: salts) { stored.append($0()) }
    return stored
  }

  /// As `append`, with salts from the system's generator; returns the positions alone.
  ///
  /// A batch of a few hundred and more, in a log that no other device writes to, goes in by one statement for
  /// thousands of rows (`WaitingRows`).
  public func record(_ drafts: [EventDraft], correlation: UniqueID, clock: WallClock) throws -> Range<Int64> {
    let first = lastPosition + 1
    try append(
      drafts, correlation: correlation, clock: clock,
      salts: drafts.count > 1 ? LedgerLog.batchSalts() : LedgerLog.randomSalt
    ) { _ in }
    return first..<lastPosition + 1
  }

  private func append(
    _ drafts: [EventDraft], correlation: UniqueID, clock: WallClock, salts: () -> [UInt8],
    _ body: (() -> StoredEvent) -> Void
  ) throws {
    try requireOpen()
    let device: UniqueID
    switch identity {
    case .own(let own): device = own
    case .foreign(let previous): throw EventLogError.foreignFolder(previous: previous)
    }
    if losses != .refuse, let lost = head?.losses(in: heads.trees).first(where: { $0.device == device }) {
      throw EventLogError.lostEvents([lost])
    }
    for (index, draft) in drafts.enumerated() { try check(draft, index) }
    try failing {
      defer {
        waitingRows = nil
        try? rowsUnderWay?.wait()
        rowsUnderWay = nil
      }
      try write(drafts, device: device, correlation: correlation, clock: clock, salts: salts, body)
      try endWaitingRows()
    }
  }

  private func write(
    _ drafts: [EventDraft], device: UniqueID, correlation: UniqueID, clock: WallClock, salts: () -> [UInt8],
    _ body: (() -> StoredEvent) -> Void
  ) throws {
    let key = try heads.makeKey(of: device, connection)
    let firstSequence = heads[key].edge.size + 1
    let isAlone = !heads.hasOthers(than: key)
    // What others have in a stream is looked up there, so that its rows must not wait.
    if isAlone, drafts.count >= WaitingRows.least {
      waitingRows = WaitingRows(rows: drafts.count)
      try lookUp(drafts)
    }
    var committed: [UInt8] = []
    for (number, draft) in drafts.enumerated() {
      let index = try cursorIndex(of: draft.stream)
      let reference = EventReference(device: device, sequence: firstSequence + UInt64(number))
      let seen = isAlone ? [] : try seen(at: index, by: key, basedOn: draft.basedOnVersion)
      let time = HybridTime.next(wallMilliseconds: clock.milliseconds, after: heads.lastTime)
      let lag = Int64(bitPattern: time.milliseconds) &- clock.milliseconds
      let cause: EventReference?
      switch draft.cause {
      case nil: cause = nil
      case .event(let reference): cause = reference
      case .draft(let earlier):
        cause = EventReference(device: device, sequence: firstSequence + UInt64(earlier))
      }
      let salt = salts()
      precondition(salt.count == 16, "a salt has sixteen bytes")
      if number == 0 { firstSalt = (lastPosition + 1, salt) }
      committed.removeAll(keepingCapacity: true)
      committed.append(contentsOf: salt)
      committed.append(contentsOf: draft.payload)
      hashed.write(
        reference: reference, time: time, lag: lag, offset: clock.offsetMinutes, stream: draft.stream,
        seen: seen,
        type: draft.type, schema: draft.schema, correlation: correlation, cause: cause, actor: draft.actor,
        commitment: SHA256.hash(committed))
      guard hashed.isRepresentable else {
        throw EventLogError.invalidDraft(draft: number, reason: "a name has more than 65,535 bytes")
      }
      try checkSize(hashed.bytes.count + draft.payload.count, "draft \(number)")
      let leaf = SHA256.hash(hashed.bytes)
      let type = try surrogates.makeKey(forType: draft.type)
      if waitingRows == nil {
        try insert(
          at: index, type: type, schema: draft.schema, device: key, sequence: reference.sequence, time: time,
          lag: lag, offset: clock.offsetMinutes, received: 0, cause: cause, salt: salt, payload: draft.payload,
          leaf: leaf)
      } else {
        let causeKey = try cause.map { try heads.makeKey(of: $0.device, connection) }
        let cursor = cursor(index)
        waitingRows?.addEvent(
          position: lastPosition + 1, stream: cursor.key, version: cursor.version + 1, type: type,
          schema: draft.schema, device: key, sequence: reference.sequence, time: time, lag: lag,
          offset: clock.offsetMinutes, causeDevice: causeKey, causeSequence: cause?.sequence, hashed,
          salt: salt, payload: draft.payload, leaf: leaf)
        try moveOn(
          at: index, device: key, sequence: reference.sequence, time: time, received: 0, leaf: leaf)
        if waitingRows?.isFull == true { try flushWaitingRows() }
      }
      body {
        StoredEvent(
          position: lastPosition, version: cursor(index).version, receivedAtMilliseconds: 0,
          reference: reference, time: time, recordedAtMilliseconds: clock.milliseconds,
          offsetMinutes: clock.offsetMinutes, stream: draft.stream, seen: seen, type: draft.type,
          schema: draft.schema, correlation: correlation, cause: cause, actor: draft.actor, salt: salt,
          payload: draft.payload, leaf: leaf)
      }
    }
  }

  /// Asks the log for all that its rows need, before the first of them go in on another thread.
  private func lookUp(_ drafts: [EventDraft]) throws {
    for draft in drafts {
      _ = try cursorIndex(of: draft.stream)
      _ = try surrogates.makeKey(forType: draft.type)
      if case .event(let reference) = draft.cause { _ = try heads.makeKey(of: reference.device, connection) }
    }
  }

  /// Everything about a draft that can be refused before anything is written.
  private func check(_ draft: EventDraft, _ index: Int) throws {
    if draft.type.isEmpty { throw EventLogError.invalidDraft(draft: index, reason: "the event has no name") }
    if draft.stream.kind.isEmpty {
      throw EventLogError.invalidDraft(draft: index, reason: "the stream has no kind")
    }
    if case .draft(let earlier) = draft.cause, !(0..<index).contains(earlier) {
      throw EventLogError.invalidDraft(draft: index, reason: "its cause is not an earlier draft")
    }
    if case .event(let reference) = draft.cause, !reference.namesAnEvent {
      throw EventLogError.invalidDraft(draft: index, reason: "its cause is no event")
    }
    try checkSize(draft.payload.count, "draft \(index)")
    try draft.payload.withUnsafeBytes { bytes in
      do throws(JSONError) {
        try JSONText.validate(bytes, as: .payload)
      } catch {
        throw EventLogError.invalidPayload(draft: index, offset: error.offset, reason: error.reason)
      }
      let longest = EventLimits.longestText(in: bytes)
      guard longest <= EventLimits.textBytes else {
        throw EventLogError.tooLarge(
          what: "a text of draft \(index)", bytes: longest, limit: EventLimits.textBytes)
      }
    }
    switch draft.expecting {
    case .any: break
    case .none: try checkVersion(of: draft.stream, is: 0)
    case .version(let version): try checkVersion(of: draft.stream, is: version)
    }
  }

  private func checkVersion(of stream: StreamID, is expected: Int64) throws {
    let actual = try version(of: stream)
    guard actual == expected else {
      throw EventLogError.wrongVersion(stream: stream, expected: expected, actual: actual)
    }
  }

  func checkSize(_ bytes: Int, _ what: @autoclosure () -> String) throws {
    guard bytes <= EventLimits.eventBytes else {
      throw EventLogError.tooLarge(what: what(), bytes: bytes, limit: EventLimits.eventBytes)
    }
  }
}
