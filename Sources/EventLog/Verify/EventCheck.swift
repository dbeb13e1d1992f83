internal import LedgerBytes
internal import LedgerSQLite

/// Follows the events of a log by position, and computes again what the log has about them.
///
/// Keeps something per device, and nothing per event or stream.
struct EventCheck {
  private struct Device {
    let id: UniqueID
    var edge = RightEdge()
    var lastTime = HybridTime(rawValue: 0)
    var anchored: SHA256Digest?
  }

  private let connection: Connection
  private let anchors: LogHead.Trees
  private var devices: [Int64: Device] = [:]
  private(set) var lastPosition: Position = 0
  private var lastDevice: Int64 = 0
  private var runs: Int64 = 0

  /// How many devices have events.
  var deviceCount: Int { devices.count }

  init(_ connection: Connection, anchors: LogHead.Trees) {
    self.connection = connection
    self.anchors = anchors
  }

  mutating func check(
    _ event: StoredEvent, device: Int64, _ report: inout VerificationReport
  ) throws {
    let position = event.position
    if position != lastPosition + 1 {
      report.add(.position, at: position, "the event before it is at \(lastPosition)")
    }
    lastPosition = position
    if event.payload == nil {
      report.redacted += 1
      if event.passedOver != .redacted {
        report.add(
          .redaction, at: position,
          "the content of event \(event.reference) is missing, and no event on record redacts it; "
            + "importing the whole event brings it back")
      }
    }
    if event.envelope.computedLeaf != event.leaf {
      report.add(.leaf, at: position, "the parts of event \(event.reference) do not give its leaf hash")
    }
    try checkDevice(event, device, &report)
  }

  private mutating func checkDevice(
    _ event: StoredEvent, _ key: Int64, _ report: inout VerificationReport
  ) throws {
    let sequence = event.reference.sequence
    if key != lastDevice {
      runs += 1
      let isThere = try exists(
        "SELECT count(*) FROM run WHERE device = ?1 AND first_sequence = ?2 AND first_position = ?3 AND ?4",
        key, Int64(bitPattern: sequence), event.position.rawValue, 1)
      if !isThere { report.add(.run, at: event.position, "a change of device is not noted") }
    }
    lastDevice = key
    var device = devices[key] ?? Device(id: event.reference.device)
    if sequence != device.edge.size + 1 {
      report.add(.sequence, at: event.position, "event \(event.reference) follows number \(device.edge.size)")
    }
    device.edge.append(event.leaf)
    device.lastTime = max(device.lastTime, event.time)
    if device.edge.size == anchors[device.id]?.size { device.anchored = device.edge.root }
    devices[key] = device
  }

  private func exists(_ sql: String, _ a: Int64, _ b: Int64, _ c: Int64, _ d: Int64) throws -> Bool {
    let statement = try connection.statement(sql)
    try statement.bind(1, a)
    try statement.bind(2, b)
    try statement.bind(3, c)
    try statement.bind(4, d)
    return try statement.firstInt64() == 1
  }

  /// Checks what only the end shows: the devices' heads, and surplus rows of `run`.
  func finish(_ report: inout VerificationReport) throws {
    for (key, head) in zip(Int64(1)..., try DeviceHeads(connection).list) {
      let device = devices[key] ?? Device(id: head.id)
      if device.edge != head.edge || device.lastTime != head.lastTime {
        report.add(.head, "the head of device \(head.id) does not fit its \(device.edge.size) events")
      }
      if device.edge.size > 0 {
        report.trees.append(
          DeviceHead(
            device: device.id, size: device.edge.size, root: device.edge.root, lastTime: device.lastTime))
      }
    }
    let roots = try connection.statement("SELECT key, root FROM device")
    try roots.forEachRow { row in
      let computed = devices[row.int64(0)]?.edge.root ?? MerkleTree.emptyRoot
      if row.withBytes(1, { LogReader.digest($0) }) != computed {
        report.add(.head, "the root of device \(row.int64(0)) is not its events'")
      }
    }
    if try LogSchema.number("SELECT count(*) FROM run", connection) != runs {
      report.add(.run, "more changes of device are noted than there are")
    }
  }

  /// Checks that each tree in `log.head` is a prefix of the tree in the log.
  func compare(_ head: LogHead, _ report: inout VerificationReport) {
    for entry in head.devices.entries {
      let (id, tree) = (entry.device, entry.tree)
      let device = devices.values.first { $0.id == id }
      if (device?.edge.size ?? 0) < tree.size {
        report.add(
          .anchor, "log.head knows \(tree.size) events of device \(id), \(device?.edge.size ?? 0) are left")
      } else if tree.size > 0, device?.anchored != tree.root {
        report.add(.anchor, "the first \(tree.size) events of device \(id) are not those that log.head knows")
      }
    }
  }
}
