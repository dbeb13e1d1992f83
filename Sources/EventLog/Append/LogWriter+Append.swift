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
    var all: [UInt8] = []
    all.reserveCapacity(drafts.count * 16)
    for _ in drafts {
      let salt = salts()
      precondition(salt.count == 16, "a salt has sixteen bytes")
      all += salt
    }
    try append(drafts, correlation: correlation, clock: clock, salts: all) { stored.append($0()) }
    return stored
  }

  /// As `append`, with salts from the system's generator; returns the positions alone.
  ///
  /// A batch of a few hundred and more, in a log that no other device writes to, is made on all cores and goes in by
  /// one statement for a thousand rows (`EventBatch`).
  public func record(_ drafts: [EventDraft], correlation: UniqueID, clock: WallClock) throws -> Range<Int64> {
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
    try failing {
      let key = try heads.makeKey(of: device, connection)
      let batch = EventBatch(
        drafts: drafts, salts: salts, device: device, deviceKey: key, firstPosition: lastPosition + 1,
        firstSequence: heads[key].edge.size + 1, correlation: correlation, clock: clock)
      firstSalt = (batch.firstPosition, batch.salt(0))
      // What others have in a stream is looked up there, event by event.
      if drafts.count >= EventBatch.least, !heads.hasOthers(than: key) {
        try writeTogether(batch, body)
      } else {
        try writeOneByOne(batch, body)
      }
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
        cause: batch.cause(of: number),
        salt: batch.salt(number), payload: draft.payload, leaf: leaf)
      body { batch.stored(number, version: cursor(index).version, time: time, seen: seen, leaf: leaf) }
    }
  }

  /// Whether a stream stands where its draft expects it.
  private func checkVersion(_ draft: EventDraft) throws {
    let expected: Int64
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
