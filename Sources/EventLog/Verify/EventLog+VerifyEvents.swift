internal import LedgerBytes
internal import LedgerSQLite

/// What reading every event, by position, has computed.
struct EventWalk {
  /// What the events of one device add up to.
  struct Tree {
    var edge = RightEdge()
    var lastTime = HybridTime(rawValue: 0)
  }

  var trees: [UniqueID: Tree] = [:]
  /// The devices, in the order of their first event here.
  var order: [UniqueID] = []
}

extension EventLog {
  /// Reads every event by position: its place, its number, its leaf, and the run it is in.
  func verifyEvents(
    _ report: inout VerificationReport, _ progress: ((Int64, Int64) -> Void)?
  ) throws -> EventWalk {
    let last = try lastPosition()
    var found = report
    defer { report = found }
    var walk = EventWalk()
    var leaves = LeafHasher()
    var previous: Int64 = 0
    var device: UniqueID?
    var tree = EventWalk.Tree()
    var runs: Int64 = 0
    try forEachEvent { event in
      if event.position != previous + 1 {
        found.find(
          .position, at: event.position, "positions \(previous + 1) to \(event.position - 1) are missing")
      }
      previous = event.position
      if event.reference.device != device {
        if let device { walk.trees[device] = tree }
        device = event.reference.device
        if let known = walk.trees[event.reference.device] {
          tree = known
        } else {
          walk.order.append(event.reference.device)
          tree = EventWalk.Tree()
        }
        runs += 1
        if try self.startOfRun(event.reference) != event.position {
          found.find(.run, at: event.position, "the event can't be found by its device and number")
        }
      }
      if event.reference.sequence != tree.edge.size + 1 {
        found.find(
          .sequence, at: event.position,
          "number \(event.reference.sequence) of its device where \(tree.edge.size + 1) is due")
      }
      if leaves.leaf(of: event) != event.leaf {
        found.find(
          .leaf, at: event.position, "what is stored does not give its hash: it was changed or damaged")
      }
      tree.edge.append(event.leaf)
      tree.lastTime = max(tree.lastTime, event.time)
      found.events += 1
      if found.events % 50_000 == 0 { progress?(found.events, last) }
    }
    if let device { walk.trees[device] = tree }
    if previous < last { found.find(.position, at: last, "positions \(previous + 1) to \(last) can't be read") }
    if try connection.statement("SELECT count(*) FROM run").firstInt64() != runs {
      found.find(.run, "the way from numbers to positions has steps where the device does not change")
    }
    found.devices = walk.order.compactMap { device in
      walk.trees[device].map {
        VerificationReport.DeviceRoot(device: device, size: $0.edge.size, root: $0.edge.root)
      }
    }
    progress?(found.events, last)
    return walk
  }

  private func startOfRun(_ reference: EventReference) throws -> Int64? {
    let run = try connection.statement(
      "SELECT first_position FROM run WHERE device = ?1 AND first_sequence = ?2")
    guard let device = try reader.surrogates.key(ofDevice: reference.device) else { return nil }
    try run.bind(1, device)
    try run.bind(2, Int64(bitPattern: reference.sequence))
    return try run.firstInt64()
  }

  /// Compares every device's row with what its events add up to; a device without events is one that a cause names.
  func verifyDevices(_ walk: EventWalk, _ report: inout VerificationReport) throws {
    var found = report
    defer { report = found }
    var missing = Set(walk.order)
    let statement = try connection.statement("SELECT id, size, root, edge, last_time FROM device")
    try statement.forEachRow { row in
      guard let device = row.withBytes(0, { LogReader.id($0) }) else {
        throw EventLogError.damaged("a device's id")
      }
      missing.remove(device)
      let tree = walk.trees[device] ?? EventWalk.Tree()
      if row.int64(1) != Int64(bitPattern: tree.edge.size) || row.bytes(2) != tree.edge.root.bytes
        || row.bytes(3) != tree.edge.bytes || row.int64(4) != Int64(bitPattern: tree.lastTime.rawValue)
      {
        found.find(.tree, "the tree of device \(device) is not the one its head says")
      }
    }
    for device in missing { found.find(.tree, "device \(device) has events and no head") }
  }
}

/// Computes leaves from what is stored, one after the other, in memory that it keeps.
private struct LeafHasher {
  private var hashed = HashedBytes()
  private var committed: [UInt8] = []

  /// Nil where the parts are none that an event can have.
  mutating func leaf(of event: StoredEvent) -> SHA256Digest? {
    let commitment: SHA256Digest
    if let payload = event.payload {
      guard event.salt.count == 16 else { return nil }
      committed.removeAll(keepingCapacity: true)
      committed.append(contentsOf: event.salt)
      committed.append(contentsOf: payload)
      commitment = SHA256.hash(committed)
    } else {
      guard let digest = SHA256Digest(bytes: event.salt) else { return nil }
      commitment = digest
    }
    hashed.write(
      reference: event.reference, time: event.time,
      lag: Int64(bitPattern: event.time.milliseconds) &- event.recordedAtMilliseconds,
      offset: event.offsetMinutes, stream: event.stream, seen: event.seen, type: event.type,
      schema: event.schema,
      correlation: event.correlation, cause: event.cause, actor: event.actor, commitment: commitment)
    return hashed.isRepresentable ? SHA256.hash(hashed.bytes) : nil
  }
}
