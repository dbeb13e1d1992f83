internal import LedgerBytes
internal import LedgerSQLite

/// The events of one batch on their way into the log.
///
/// It has all that is needed to make their bytes on any thread.
struct EventBatch: Sendable {
  let drafts: [EventDraft]
  /// Sixteen bytes for each.
  let salts: [UInt8]
  let device: UniqueID
  let deviceKey: Int64
  let firstPosition: Position
  let firstSequence: UInt64
  let correlation: UniqueID
  let clock: WallClock

  /// The smallest batch that is worth more than one thread, as statements are prepared again twice.
  static let sharedEventsMin = 256

  /// The place of an event in the log, which is known before its row is made.
  struct Place: Sendable {
    let stream: StreamKey
    let version: StreamVersion
    let type: Int64
    let time: HybridTime
    /// The key of the device of its cause.
    let causeDevice: Int64?
  }

  /// The rows of events that follow each other, in the order of the table's columns, and their leaves.
  struct Rows: Sendable {
    var events = RowBuffer(columns: 19)
    var leaves: [SHA256Digest] = []
  }
}

// MARK: - Parts

extension EventBatch {
  func reference(_ number: Int) -> EventReference {
    EventReference(device: device, sequence: firstSequence + UInt64(number))
  }

  func salt(_ number: Int) -> [UInt8] { Array(salts[16 * number..<16 * number + 16]) }

  func lag(_ time: HybridTime) -> Int64 { Int64(bitPattern: time.milliseconds) &- clock.milliseconds }

  func cause(of number: Int) -> EventReference? {
    switch drafts[number].cause {
    case nil: nil
    case .event(let reference): reference
    case .draft(let earlier): reference(earlier)
    }
  }

  func stored(
    _ number: Int, version: StreamVersion, time: HybridTime, seen: [EventReference], leaf: SHA256Digest
  ) -> StoredEvent {
    let draft = drafts[number]
    return StoredEvent(
      position: firstPosition + Int64(number), version: version, receivedAtMilliseconds: 0,
      reference: reference(number), time: time, recordedAtMilliseconds: clock.milliseconds,
      offsetMinutes: clock.offsetMinutes, stream: draft.stream, seen: seen, type: draft.type,
      schema: draft.schema, correlation: correlation, cause: cause(of: number), actor: draft.actor,
      salt: salt(number), payload: draft.payload, leaf: leaf)
  }

  /// Returns the leaf of an event, and leaves its hashed bytes in `hashed`.
  func leaf(
    of number: Int, time: HybridTime, seen: [EventReference], _ hashed: inout HashedBytes
  ) throws -> SHA256Digest {
    let draft = drafts[number]
    var committed = SHA256Hasher()
    salts.withUnsafeBytes {
      committed.update(UnsafeRawBufferPointer(rebasing: $0[16 * number..<16 * number + 16]))
    }
    committed.update(draft.payload)
    hashed.write(
      reference: reference(number), time: time, lag: lag(time), offset: clock.offsetMinutes,
      stream: draft.stream, seen: seen, type: draft.type, schema: draft.schema, correlation: correlation,
      cause: cause(of: number), actor: draft.actor, commitment: committed.finalize())
    guard hashed.isRepresentable else {
      throw EventLogError.invalidDraft(draft: number, reason: "a name has more than 65,535 bytes")
    }
    try EventLimits.checkSize(hashed.bytes.count + draft.payload.count, "draft \(number)")
    return SHA256.hash(hashed.bytes)
  }

  // MARK: Rows

  /// Returns the rows of some of the events at their places, by the only device that writes to the log.
  ///
  /// - Complexity: The events' bytes are read twice, to hash and to copy them. Nothing is read from the log.
  func rows(_ range: Range<Int>, _ places: [Place]) throws -> Rows {
    precondition(places.count == range.count, "every event of a piece has a place in the log")
    precondition(range.upperBound <= drafts.count, "a piece is a part of its batch")
    var rows = Rows()
    rows.leaves.reserveCapacity(range.count)
    rows.events.reserve(
      rows: range.count, bytes: range.reduce(0) { $0 + drafts[$1].payload.count } + range.count * 160)
    var hashed = HashedBytes()
    for number in range {
      let place = places[number - range.lowerBound]
      let leaf = try leaf(of: number, time: place.time, seen: [], &hashed)
      rows.leaves.append(leaf)
      add(number, place, hashed, leaf, to: &rows.events)
    }
    precondition(
      rows.events.count == range.count && rows.leaves.count == range.count,
      "every event of a piece has one row and one leaf")
    return rows
  }

  private func add(
    _ number: Int, _ place: Place, _ hashed: HashedBytes, _ leaf: SHA256Digest, to rows: inout RowBuffer
  ) {
    rows.add(firstPosition + Int64(number))
    rows.add(place.stream)
    rows.add(place.version)
    rows.add(place.type)
    rows.add(Int64(drafts[number].schema))
    rows.add(deviceKey)
    rows.add(Int64(bitPattern: firstSequence) + Int64(number))
    rows.add(Int64(bitPattern: place.time.rawValue))
    drafts[number].payload.withUnsafeBytes { rows.add(blob: $0) }
    rows.add(lag(place.time))
    rows.add(Int64(clock.offsetMinutes))
    rows.add(0)  // received: recorded here
    if let device = place.causeDevice, let cause = cause(of: number) {
      rows.add(device)
      rows.add(Int64(bitPattern: cause.sequence))
    } else {
      rows.addNull()
      rows.addNull()
    }
    rows.addNull()  // seen: there is no other device
    hashed.bytes.withUnsafeBytes { bytes in
      rows.add(textBytes: UnsafeRawBufferPointer(rebasing: bytes[hashed.actor]))
      rows.add(blob: UnsafeRawBufferPointer(rebasing: bytes[hashed.correlation]))
    }
    salts.withUnsafeBytes {
      rows.add(blob: UnsafeRawBufferPointer(rebasing: $0[16 * number..<16 * number + 16]))
    }
    leaf.withBytes { rows.add(blob: $0) }
  }

  // MARK: Checking

  /// Throws for the first draft that can be refused before anything is written. Versions are checked later.
  static func check(_ drafts: [EventDraft]) throws {
    let failures = InPieces.map(drafts.count, each: 512) { range in
      // Only the first counts, of the first piece that has one.
      for index in range {
        do { try check(drafts[index], index) } catch { return [error] }
      }
      return []
    }
    if let failure = failures.first { throw failure }
  }

  private static func check(_ draft: EventDraft, _ index: Int) throws {
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
    try EventLimits.checkSize(draft.payload.count, "draft \(index)")
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
  }
}

extension EventLimits {
  static func checkSize(_ bytes: Int, _ what: @autoclosure () -> String) throws {
    guard bytes <= eventBytes else {
      throw EventLogError.tooLarge(what: what(), bytes: bytes, limit: eventBytes)
    }
  }
}
