internal import LedgerBytes
internal import LedgerSQLite

// A device whose id was used twice has two branches: the same first events, and different ones after the fork. The log
// keeps the branch that came first. The events of the others are kept in a table of their own.

extension LogWriter {
  /// Keeps events of another branch of a device, whose history before them differs from the one here.
  ///
  /// If it is this folder's device, its id is retired.
  ///
  /// - Throws: The errors of `takeIn`.
  package func keepBranch(
    _ events: [ForeignEvent], receivedAtMilliseconds: Int64
  ) throws -> TakeInResult {
    try requireOpen()
    return try failing {
      var result = TakeInResult()
      for event in events {
        _ = try checkedLeaf(event)
        let last = EventReference(device: event.reference.device, sequence: event.reference.sequence - 1)
        try keepBranch(event, receivedAtMilliseconds: receivedAtMilliseconds, after: last, &result)
        lastImported = (event.reference, event.leaf)
      }
      return result
    }
  }

  /// Keeps an event whose number another event of its device has here, or that follows such a one.
  ///
  /// - Parameters:
  ///   - event: The event, whose leaf was checked.
  ///   - receivedAtMilliseconds: This device's wall clock.
  ///   - fork: The event that is reported as the fork if it is the first of its device in this write.
  ///   - result: The counts of the write.
  func keepBranch(
    _ event: ForeignEvent, receivedAtMilliseconds: Int64, after fork: EventReference,
    _ result: inout TakeInResult
  ) throws {
    let device = event.reference.device
    precondition(event.reference.namesAnEvent, "an event was checked before it is kept aside")
    if identity == .own(device) { retire(device) }
    if forked.insert(device).inserted { result.forks.append(fork) }
    result.leftOut += 1
    guard try !isKept(event) else { return }
    let statement = try connection.statement(
      """
      INSERT OR ROLLBACK INTO branch_event (device, sequence, leaf, previous, time, lag, offset, received, kind, stream,
      seen, type, schema, correlation, cause_device, cause_sequence, actor, salt, payload)
      VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16, ?17, ?18, ?19)
      """)
    defer { statement.clearBindings() }
    try bind(event, receivedAtMilliseconds: receivedAtMilliseconds, to: statement)
    try statement.run()
  }

  private func isKept(_ event: ForeignEvent) throws -> Bool {
    let statement = try connection.statement(
      "SELECT EXISTS (SELECT 1 FROM branch_event WHERE device = ?1 AND sequence = ?2 AND leaf = ?3)")
    try statement.bind(1, event.reference.device)
    try statement.bind(2, Int64(bitPattern: event.reference.sequence))
    try statement.bind(3, event.leaf)
    return try statement.firstInt64() == 1
  }

  /// Returns the leaf of the device's previous event if that was imported just before, or `nil`.
  private func leaf(before reference: EventReference) -> SHA256Digest? {
    guard let last = lastImported, last.reference.device == reference.device,
      last.reference.sequence + 1 == reference.sequence
    else { return nil }
    return last.leaf
  }

  private func bind(_ event: ForeignEvent, receivedAtMilliseconds: Int64, to statement: Statement) throws {
    try statement.bind(1, event.reference.device)
    try statement.bind(2, Int64(bitPattern: event.reference.sequence))
    try statement.bind(3, event.leaf)
    if let previous = event.previousLeaf ?? leaf(before: event.reference) {
      try statement.bind(4, previous)
    } else {
      try statement.bind(null: 4)
    }
    try statement.bind(5, Int64(bitPattern: event.time.rawValue))
    try statement.bind(6, event.lagMilliseconds)
    try statement.bind(7, Int64(event.offsetMinutes))
    try statement.bind(8, max(receivedAtMilliseconds, 1))
    try statement.bind(9, text: event.stream.kind)
    try statement.bind(10, event.stream.id)
    if event.seen.isEmpty {
      try statement.bind(null: 11)
    } else {
      try statement.bind(11, blob: event.seen.flatMap(\.bytes))
    }
    try statement.bind(12, text: event.type)
    try statement.bind(13, Int64(event.schema))
    try statement.bind(14, event.correlation)
    if let cause = event.cause {
      try statement.bind(15, cause.device)
      try statement.bind(16, Int64(bitPattern: cause.sequence))
    } else {
      try statement.bind(null: 15)
      try statement.bind(null: 16)
    }
    try statement.bind(17, text: event.actor)
    try statement.bind(18, blob: event.salt)
    if let payload = event.payload {
      try statement.bind(19, blob: payload)
    } else {
      try statement.bind(null: 19)
    }
  }
}

extension EventReference {
  /// The device and the number as they are stored and hashed: 16 and 8 bytes, big-endian.
  fileprivate var bytes: [UInt8] {
    device.bytes + withUnsafeBytes(of: sequence.bigEndian) { Array($0) }
  }
}
