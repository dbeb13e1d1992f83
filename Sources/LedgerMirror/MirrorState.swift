internal import EventLog
internal import LedgerBytes

/// The part of one ledger that a mirror has.
struct MirrorState {
  /// A device's events in the mirror.
  struct Device {
    var edge: RightEdge
    var lastLeaf: SHA256Digest
    var isChanged = false
  }

  private let ledger: UniqueID
  private let session: PostgresSession
  private(set) var events: Int64 = 0
  /// The position that the rows of read models are of.
  private(set) var rowsAsOf: Int64 = 0
  /// The fingerprint of the program that computed them.
  private(set) var program = ""
  private(set) var devices: [UniqueID: Device] = [:]

  /// Reads it with one question to the server. Empty if the mirror has nothing of the ledger.
  init(_ session: PostgresSession, of ledger: UniqueID) throws {
    self.ledger = ledger
    self.session = session
    let rows = try session.run(
      """
      SELECT l.events, l.as_of, l.program, d.id, d.size, encode(d.edge, 'hex'), encode(d.last_leaf, 'hex')
      FROM mirror.ledger l LEFT JOIN mirror.device d ON d.ledger = l.id WHERE l.id = '\(ledger)';
      """)
    for row in rows where row.count == 7 {
      events = Int64(row[0]) ?? 0
      rowsAsOf = Int64(row[1]) ?? 0
      program = row[2]
      guard let id = UniqueID(row[3]) else { continue }
      guard let size = UInt64(row[4]), let bytes = MirroredEvent.bytes(hexadecimal: row[5]),
        let edge = RightEdge(size: size, bytes: bytes), let leaf = SHA256Digest(hexadecimal: row[6])
      else { throw MirrorError.otherRoot(device: id) }
      devices[id] = Device(edge: edge, lastLeaf: leaf)
    }
  }

  private func size(of device: UniqueID) -> UInt64 { devices[device]?.edge.size ?? 0 }

  /// Whether the mirror lacks events of the log, or has rows of fewer events or of another program.
  func lacks(_ log: LedgerLog, program: String) throws -> Bool {
    if try log.devices().contains(where: { $0.size > size(of: $0.device) }) { return true }
    return try missing(in: log) == 0 && (rowsAsOf < events || self.program != program)
  }

  /// Returns the number of events of the mirror that the log lacks.
  func missing(in log: LedgerLog) throws -> Int64 {
    let here = Dictionary(uniqueKeysWithValues: try log.devices().map { ($0.device, $0.size) })
    return devices.reduce(0) { sum, device in
      let size = here[device.key] ?? 0
      return sum + (device.value.edge.size > size ? Int64(clamping: device.value.edge.size - size) : 0)
    }
  }

  /// Returns the position of the first event in the log that the mirror lacks, or `nil` if it has all.
  func firstMissing(in log: LedgerLog) throws -> Position? {
    var first: Position?
    for head in try log.devices() where head.size > size(of: head.device) {
      let event = EventReference(device: head.device, sequence: size(of: head.device) + 1)
      guard let position = try log.position(of: event) else {
        throw EventLogError.damaged("event \(event) cannot be found")
      }
      first = min(first ?? position, position)
    }
    return first
  }

  /// Adds the next event of a device, and returns `false` for one that the mirror has.
  mutating func append(_ event: StoredEvent) -> Bool {
    let reference = event.reference
    guard reference.sequence == size(of: reference.device) + 1 else { return false }
    var device = devices[reference.device] ?? Device(edge: RightEdge(), lastLeaf: event.leaf)
    device.edge.append(event.leaf)
    device.lastLeaf = event.leaf
    device.isChanged = true
    devices[reference.device] = device
    events += 1
    return true
  }

  // MARK: Comparing

  /// Compares the last event that both have, of each device.
  ///
  /// - Throws: `MirrorError.fork` if they differ.
  func check(_ log: LedgerLog) throws {
    for head in try log.devices() {
      guard let device = devices[head.device], head.size > 0 else { continue }
      let last = EventReference(device: head.device, sequence: min(head.size, device.edge.size))
      let there = last.sequence == device.edge.size ? device.lastLeaf : try leaf(of: last)
      guard try log.leaf(of: last) == there else { throw MirrorError.fork(last) }
    }
  }

  private func leaf(of event: EventReference) throws -> SHA256Digest? {
    let rows = try session.run(
      """
      SELECT encode(leaf, 'hex') FROM mirror.event
      WHERE ledger = '\(ledger)' AND device = '\(event.device)' AND sequence = \(event.sequence);
      """)
    return rows.first.flatMap { SHA256Digest(hexadecimal: $0[0]) }
  }

  /// Compares each device's root in the mirror with the log's, if both have the same number of events.
  ///
  /// - Throws: `MirrorError.otherRoot` if they differ.
  func checkRoots(_ log: LedgerLog) throws {
    for head in try log.devices() {
      guard let device = devices[head.device], device.edge.size == head.size else { continue }
      guard device.edge.root == head.root else { throw MirrorError.otherRoot(device: head.device) }
    }
  }

  // MARK: Writing

  /// Returns the SQL that writes the devices that were added to, and the number of events.
  func updateSQL(names: [UniqueID: String]) -> String {
    let changed = devices.filter(\.value.isChanged).sorted { $0.key < $1.key }
    guard !changed.isEmpty else { return "" }
    let rows = changed.map { id, device in
      let name = names[id].map(Self.text) ?? "NULL"
      let edge = device.edge
      return
        "('\(ledger)', '\(id)', \(name), \(edge.size), '\\x\(edge.root)', '\\x\(hexadecimal(edge.bytes))', "
        + "'\\x\(device.lastLeaf)')"
    }
    return """
      INSERT INTO mirror.device (ledger, id, name, size, root, edge, last_leaf) VALUES \(rows.joined(separator: ", "))
        ON CONFLICT (ledger, id) DO UPDATE SET name = excluded.name, size = excluded.size, root = excluded.root,
          edge = excluded.edge, last_leaf = excluded.last_leaf;
      UPDATE mirror.ledger SET events = \(events), mirrored = now() WHERE id = '\(ledger)';
      """
  }

  /// Returns a text from outside as an SQL expression without control characters.
  ///
  /// It consists of hexadecimal digits, so no setting of the server can read a part of it as SQL. Line feeds belong in no
  /// name.
  static func text(_ text: String) -> String {
    let bytes = String(text.unicodeScalars.filter { $0.value >= 0x20 }.map(Character.init)).utf8
    return "convert_from(decode('\(hexadecimal(Array(bytes)))', 'hex'), 'UTF8')"
  }
}

private func hexadecimal(_ bytes: [UInt8]) -> String {
  String(
    decoding: bytes.flatMap { byte in Array((byte < 16 ? "0" : "").utf8) + Array(String(byte, radix: 16).utf8)
    },
    as: UTF8.self)
}
