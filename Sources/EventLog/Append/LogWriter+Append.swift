package import LedgerBytes

extension LogWriter {
  /// Appends one event per draft, in order and in this device's name, and returns them as stored.
  ///
  /// The whole batch is checked before the first event is written. Every event gets the batch's `correlation`, the
  /// events of other devices that had been seen, and sixteen bytes from `salts`. Its time is later than everything in the
  /// log, and `clock` is the time that people are shown. A stream's `expecting` is about its version before this call.
  ///
  /// - Throws: `.foreignFolder`, `.lostEvents`, `.wrongVersion`, `.invalidPayload`, `.invalidDraft`, `.tooLarge`.
  package func append(
    _ drafts: [EventDraft], correlation: UniqueID, clock: WallClock, salts: () -> [UInt8]
  ) throws -> [StoredEvent] {
    var stored: [StoredEvent] = []
    stored.reserveCapacity(drafts.count)
    var all: [UInt8] = []
    all.reserveCapacity(drafts.count * 16)
    for _ in drafts {
      let salt = salts()
      precondition(salt.count == 16, "a salt has sixteen bytes")
      all += salt
    }
    try append(drafts, correlation: correlation, clock: clock, salts: all) { stored.append($0()) }
    precondition(stored.count == drafts.count, "every draft becomes one event")
    return stored
  }

  /// Appends as `append` does, with salts from the system's generator, and returns only the positions.
  ///
  /// In a log that no other device writes to, all cores make the rows of a batch of a few hundred events or more. One
  /// statement inserts a thousand of them (`EventBatch`).
  package func record(_ drafts: [EventDraft], correlation: UniqueID, clock: WallClock) throws -> Range<Position>
  {
    let first = lastPosition + 1
    let salts = LedgerLog.randomSalts(drafts.count)
    try append(drafts, correlation: correlation, clock: clock, salts: salts) { _ in }
    return first..<lastPosition + 1
  }

  private func append(
    _ drafts: [EventDraft], correlation: UniqueID, clock: WallClock, salts: [UInt8],
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
    try EventBatch.check(drafts)
    for draft in drafts { try checkVersion(draft) }
    guard !drafts.isEmpty else { return }
    precondition(salts.count == drafts.count * 16, "a batch without a salt of sixteen bytes for each event")
    let end = lastPosition + Int64(drafts.count)
    try failing {
      let key = try heads.makeKey(of: device, connection)
      let batch = EventBatch(
        drafts: drafts, salts: salts, device: device, deviceKey: key, firstPosition: lastPosition + 1,
        firstSequence: heads[key].edge.size + 1, correlation: correlation, clock: clock)
      firstAppended = batch.reference(0)
      firstSalt = (batch.firstPosition, batch.salt(0))
      // The events of other devices in a stream are looked up for each event.
      if drafts.count >= EventBatch.sharedEventsMin, !heads.hasOthers(than: key) {
        try writeTogether(batch, body)
      } else {
        try writeOneByOne(batch, body)
      }
      precondition(lastPosition == end, "a batch of another size than its drafts")
    }
  }

  private func writeOneByOne(_ batch: EventBatch, _ body: (() -> StoredEvent) -> Void) throws {
    let (key, clock) = (batch.deviceKey, batch.clock)
    let isAlone = !heads.hasOthers(than: key)
    for (number, draft) in batch.drafts.enumerated() {
      let index = try cursorIndex(of: draft.stream)
      let seen = isAlone ? [] : try seen(at: index, by: key, basedOn: draft.basedOnVersion)
      let time = HybridTime.next(wallMilliseconds: clock.milliseconds, after: heads.lastTime)
      let leaf = try batch.leaf(of: number, time: time, seen: seen, &hashed)
      let type = try surrogates.makeKey(forType: draft.type)
      try insert(
        at: index, type: type, schema: draft.schema, device: key, sequence: batch.reference(number).sequence,
        time: time, lag: batch.lag(time), offset: clock.offsetMinutes, received: 0,
        cause: batch.cause(of: number), salt: batch.salt(number), payload: draft.payload, leaf: leaf)
      body { batch.stored(number, version: cursor(index).version, time: time, seen: seen, leaf: leaf) }
    }
  }

  /// Throws `.wrongVersion` if a stream is not at the version that its draft expects.
  private func checkVersion(_ draft: EventDraft) throws {
    let expected: StreamVersion
    switch draft.expecting {
    case .any: return
    case .none: expected = 0
    case .version(let version): expected = version
    }
    let actual = try version(of: draft.stream)
    guard actual == expected else {
      throw EventLogError.wrongVersion(stream: draft.stream, expected: expected, actual: actual)
    }
  }
}
