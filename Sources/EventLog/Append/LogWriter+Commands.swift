package import LedgerBytes
internal import LedgerSQLite

/// A command that was executed here before.
package struct RememberedCommand: Hashable, Sendable {
  /// Its id.
  package let id: UniqueID
  /// The position of its first event.
  package let first: Position
  /// The number of events that it appended, or of a rebuilt command the number that is known to be here.
  package let count: Int64
  /// Whether the command was rebuilt from its events, which came back after they were lost. What the caller gave is not
  /// known then, and the events may have come back in pieces.
  package let isRebuilt: Bool
}

extension LedgerLog {
  /// Returns the command of that id, if it was executed here.
  package func command(_ id: UniqueID) throws -> RememberedCommand? { try commandRow(id)?.command }

  /// Returns the command with this id if it was executed here, or `nil`.
  ///
  /// The content is not compared if the command's first event was redacted since, or if the command was rebuilt.
  ///
  /// - Throws: `.commandReused` if the command was executed with other content.
  package func command(_ id: UniqueID, content: [UInt8]) throws -> RememberedCommand? {
    guard let (command, digest) = try commandRow(id) else { return nil }
    guard let first = try event(at: command.first) else {
      throw EventLogError.damaged("command \(id) points at position \(command.first), which is not there")
    }
    guard command.isRebuilt || first.payload == nil || SHA256.hash(first.salt + content) == digest else {
      throw EventLogError.commandReused(id)
    }
    return command
  }

  private func commandRow(_ id: UniqueID) throws -> (command: RememberedCommand, digest: SHA256Digest)? {
    let statement = try connection.statement("SELECT first, count, digest FROM command WHERE id = ?1")
    defer { statement.reset() }
    try statement.bind(1, id)
    guard try statement.step() else { return nil }
    guard let digest = statement.withBytes(2, { LogReader.digest($0) }) else {
      throw EventLogError.damaged("the digest of command \(id)")
    }
    guard statement.int64(0) > 0, statement.int64(1) > 0 else {
      throw EventLogError.damaged("the positions of command \(id)")
    }
    let command = RememberedCommand(
      id: id, first: statement.number(0), count: statement.int64(1), isRebuilt: digest == Self.unknownContent)
    return (command, digest)
  }

  /// The digest of a content that is not known.
  static let unknownContent = SHA256Digest(word0: 0, word1: 0, word2: 0, word3: 0)

  /// Returns the positions of a command's events, in the order in which it recorded them.
  package func positions(of command: RememberedCommand) throws -> [Position] {
    guard command.isRebuilt else {
      guard command.count <= command.first.distance(to: try lastPosition()) + 1 else {
        throw EventLogError.damaged("command \(command.id) names events after the last one")
      }
      return Array(command.first..<command.first + command.count)
    }
    guard let first = try event(at: command.first) else {
      throw EventLogError.damaged(
        "command \(command.id) points at position \(command.first), which is not there")
    }
    return [first.position] + (try batch(after: first).map(\.position))
  }
}

extension LogWriter {
  /// Remembers a command with its events, at positions `first` to `first + count − 1` of this write.
  ///
  /// `content` is the command as the caller gave it. Only its digest with the first event's salt is kept. A command
  /// that appended nothing is not remembered.
  ///
  /// - Throws: `.commandReused` if the id is known.
  package func remember(command id: UniqueID, content: [UInt8], first: Position, count: Int64) throws {
    try requireOpen()
    guard count > 0 else { return }
    precondition(first > 0 && first + count - 1 <= lastPosition, "a command remembered with events it has not")
    guard try log.command(id) == nil else { throw EventLogError.commandReused(id) }
    try insert(command: id, digest: SHA256.hash(try salt(at: first) + content), first: first, count: count)
  }

  /// Remembers the command of an event that came back to the folder that had recorded it.
  ///
  /// Its id is the correlation of its events. So a command that the caller gives again after a loss is known again.
  func rememberReturned(_ event: ForeignEvent) throws {
    let device = event.reference.device
    precondition(lastPosition > 0, "a command is remembered after its event is in the log")
    guard try isOwn(device) else { return }
    if event.reference.sequence > 1 {
      let previous = EventReference(device: device, sequence: event.reference.sequence - 1)
      if try log.event(previous)?.correlation == event.correlation { return }
    }
    guard try log.command(event.correlation) == nil else { return }
    try insert(command: event.correlation, digest: LedgerLog.unknownContent, first: lastPosition, count: 1)
  }

  /// Whether a device has recorded events in this folder.
  ///
  /// The folder writes in its name, or did before it was restored.
  private func isOwn(_ device: UniqueID) throws -> Bool {
    if let known = areOwn[device] { return known }
    let isOwn = try identity == .own(device) || log.hasRecorded(device)
    areOwn[device] = isOwn
    return isOwn
  }

  private func insert(command id: UniqueID, digest: SHA256Digest, first: Position, count: Int64) throws {
    try failing {
      let statement = try connection.statement(
        "INSERT OR ROLLBACK INTO command (id, digest, first, count) VALUES (?1, ?2, ?3, ?4)")
      try statement.bind(1, id)
      try statement.bind(2, digest)
      try statement.bind(3, first)
      try statement.bind(4, count)
      try statement.run()
    }
  }

  private func salt(at position: Position) throws -> [UInt8] {
    if let firstSalt, firstSalt.position == position { return firstSalt.salt }
    let salts = try connection.statement("SELECT salt FROM event WHERE position = ?1")
    defer { salts.reset() }
    try salts.bind(1, position)
    guard try salts.step() else { throw EventLogError.damaged("no event at \(position)") }
    return salts.bytes(0)
  }

  /// Returns the command of that id, if it was executed here.
  package func command(_ id: UniqueID) throws -> RememberedCommand? { try log.command(id) }

  /// Returns the command with this id if it was executed here, or `nil`.
  ///
  /// - Throws: `.commandReused` if the command was executed with other content.
  package func command(_ id: UniqueID, content: [UInt8]) throws -> RememberedCommand? {
    try log.command(id, content: content)
  }
}
