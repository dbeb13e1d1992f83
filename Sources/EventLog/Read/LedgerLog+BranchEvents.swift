package import LedgerBytes
internal import LedgerSQLite

/// A branch of a device that the log does not contain.
///
/// The device recorded its events under numbers that it had used before.
package struct DeviceBranch: Hashable, Sendable {
  /// The device.
  package let device: UniqueID
  /// The numbers of its events. The first one is the event after the fork, as far as events were received.
  package let sequences: ClosedRange<UInt64>
  /// The leaf of its first event, which tells branches of one device apart.
  package let firstLeaf: SHA256Digest
  /// The leaves of all its events, in order.
  package let leaves: [SHA256Digest]
  /// Whether the event before its first one is in the log, as far as the sender told.
  package let isJoined: Bool

  /// The first event of the branch.
  package var first: EventReference { EventReference(device: device, sequence: sequences.lowerBound) }

  /// The id that every device derives for the branch when it is adopted.
  package var adoptedDevice: UniqueID {
    UniqueID.derived(kind: "branch", parts: [device.description, firstLeaf.description])
  }

  /// Returns the name that an event of the branch gets when the branch is adopted.
  package func adopted(_ reference: EventReference) -> EventReference {
    precondition(
      reference.device == device && sequences.contains(reference.sequence),
      "adopting a branch renames the events of that branch alone")
    return EventReference(device: adoptedDevice, sequence: reference.sequence - (sequences.lowerBound - 1))
  }
}

extension LedgerLog {
  /// Returns the branches that are kept aside, by device and number.
  ///
  /// An event belongs to the branch that ends with the event before it. Its sender may not tell that
  /// event. It then begins a branch if the log has that number, and otherwise belongs to the only branch that ends there.
  ///
  /// - Complexity: O(events of branches).
  package func branches() throws -> [DeviceBranch] {
    guard try hasBranchTable() else { return [] }
    var branches: [DeviceBranch] = []
    var open: [OpenBranch] = []
    let statement = try connection.statement(
      "SELECT device, sequence, leaf, previous FROM branch_event ORDER BY device, sequence, leaf")
    var device: UniqueID?
    var size: UInt64 = 0
    let sizes = Dictionary(try devices().map { ($0.device, $0.size) }) { first, _ in first }
    try statement.forEachRow { row in
      guard let id = row.withBytes(0, { LogReader.id($0) }),
        let leaf = row.withBytes(2, { LogReader.digest($0) }), row.int64(1) > 0
      else { throw EventLogError.damaged("an event of a branch has no device, number or leaf") }
      if id != device {
        branches += try close(open, of: device)
        (device, open, size) = (id, [], sizes[id] ?? 0)
      }
      let sequence = UInt64(bitPattern: row.int64(1))
      let previous = row.isNull(3) ? nil : row.withBytes(3) { LogReader.digest($0) }
      OpenBranch.add(sequence, leaf, previous, to: &open, size: size)
    }
    return branches + (try close(open, of: device))
  }

  private func close(_ open: [OpenBranch], of device: UniqueID?) throws -> [DeviceBranch] {
    guard let device else { return [] }
    return try open.map { branch in
      precondition(branch.first > 0 && !branch.leaves.isEmpty, "a branch begins with an event")
      let before = EventReference(device: device, sequence: branch.first - 1)
      let here = branch.first > 1 ? try leaf(of: before) : nil
      return DeviceBranch(
        device: device, sequences: branch.first...branch.first + UInt64(branch.leaves.count) - 1,
        firstLeaf: branch.leaves[0], leaves: branch.leaves,
        isJoined: branch.first == 1 || here != nil && (branch.previous == nil || branch.previous == here))
    }
  }

  /// Returns the events of a branch, in order, as they travel.
  package func events(of branch: DeviceBranch) throws -> [ForeignEvent] {
    let statement = try connection.statement(
      """
      SELECT time, lag, offset, kind, stream, seen, type, schema, correlation, cause_device, cause_sequence, actor, salt,
        payload, previous
      FROM branch_event WHERE device = ?1 AND sequence = ?2 AND leaf = ?3
      """)
    defer { statement.reset() }
    return try zip(branch.sequences, branch.leaves).map { sequence, leaf in
      let reference = EventReference(device: branch.device, sequence: sequence)
      try statement.bind(1, branch.device)
      try statement.bind(2, Int64(bitPattern: sequence))
      try statement.bind(3, leaf)
      guard try statement.step(), let event = Self.event(statement, reference, leaf), event.computedLeaf == leaf
      else { throw EventLogError.damaged("event \(reference) of a branch cannot be read") }
      statement.reset()
      return event
    }
  }

  /// Returns the events of branches, by the names that they get when their branch is adopted.
  ///
  /// - Complexity: O(events of branches).
  package func eventsAside() throws -> [EventReference: ForeignEvent] {
    var events: [EventReference: ForeignEvent] = [:]
    for branch in try branches() {
      for event in try self.events(of: branch) { events[branch.adopted(event.reference)] = event }
    }
    return events
  }

  /// Returns the right edge of the device's tree at the end of a branch.
  ///
  /// The tree has the device's events before the branch, which are here, and those of the branch.
  package func edge(atEndOf branch: DeviceBranch) throws -> RightEdge {
    var edge = RightEdge()
    if branch.sequences.lowerBound > 1 {
      try forEachLeaf(of: branch.device, after: 0, through: branch.sequences.lowerBound - 1) { _, leaf in
        edge.append(leaf)
        return true
      }
    }
    for leaf in branch.leaves { edge.append(leaf) }
    return edge
  }

  private static func event(
    _ row: Statement, _ reference: EventReference, _ leaf: SHA256Digest
  ) -> ForeignEvent? {
    let time = HybridTime(rawValue: UInt64(bitPattern: row.int64(0)))
    guard let stream = row.withBytes(4, { LogReader.id($0) }), let offset = Int16(exactly: row.int64(2)),
      let seen = row.withBytes(5, { LogReader.references($0) }), let schema = UInt32(exactly: row.int64(7)),
      let correlation = row.withBytes(8, { LogReader.id($0) })
    else { return nil }
    let cause = row.withBytes(9) { LogReader.id($0) }
    var event = ForeignEvent(
      reference: reference, time: time,
      recordedAtMilliseconds: Int64(bitPattern: time.milliseconds) &- row.int64(1), offsetMinutes: offset,
      stream: StreamID(kind: row.string(3), id: stream), seen: seen, type: row.string(6), schema: schema,
      correlation: correlation,
      cause: cause.map { EventReference(device: $0, sequence: UInt64(bitPattern: row.int64(10))) },
      actor: row.string(11), salt: row.bytes(12), payload: row.isNull(13) ? nil : row.bytes(13), leaf: leaf)
    if !row.isNull(14) { event.previousLeaf = row.withBytes(14) { LogReader.digest($0) } }
    return event
  }

  /// Whether the log has the table. A log of an earlier version that was opened for reading has no table.
  private func hasBranchTable() throws -> Bool {
    try LogSchema.number("PRAGMA user_version", connection) >= 2
  }
}

/// A branch while its events are gathered.
private struct OpenBranch {
  let first: UInt64
  /// The leaf of the event before its first one, or `nil` if that is not known.
  let previous: SHA256Digest?
  var leaves: [SHA256Digest]

  /// Adds an event to the branch that it continues, or begins one.
  ///
  /// Events come in the order of their numbers. `size` is the number of the device's events in the log.
  static func add(
    _ sequence: UInt64, _ leaf: SHA256Digest, _ previous: SHA256Digest?, to branches: inout [OpenBranch],
    size: UInt64
  ) {
    func ends(_ branch: OpenBranch) -> Bool { branch.first + UInt64(branch.leaves.count) == sequence }
    let found: Int?
    if let previous {
      found = branches.firstIndex { ends($0) && $0.leaves.last == previous }
    } else if sequence <= size + 1 {
      found = nil
    } else {
      let ending = branches.indices.filter { ends(branches[$0]) }
      found = ending.count == 1 ? ending[0] : nil
    }
    if let found {
      branches[found].leaves.append(leaf)
    } else {
      branches.append(OpenBranch(first: sequence, previous: previous, leaves: [leaf]))
    }
  }
}
