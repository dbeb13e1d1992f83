public import LedgerBytes
internal import LedgerSQLite

/// A command that was executed here before.
public struct RememberedCommand: Hashable, Sendable {
  /// Its id.
  public let id: UniqueID
  /// The position of its first event.
  public let first: Int64
  /// How many events it appended, one after the other.
  public let count: Int64
}

extension LedgerLog {
  /// The command of that id, if it was executed here.
  public func command(_ id: UniqueID) throws -> RememberedCommand? { try commandRow(id)?.command }

  /// The command of that id and content, if it was executed here. Errors: `.commandReused` for other content.
  ///
  /// Where the command's first event was redacted since, the content can't be compared any more: the id decides.
  public func command(_ id: UniqueID, content: [UInt8]) throws -> RememberedCommand? {
    guard let (command, digest) = try commandRow(id) else { return nil }
    guard let first = try event(at: command.first) else {
      throw EventLogError.damaged("command \(id) points at position \(command.first), which is not there")
    }
    guard first.payload == nil || SHA256.hash(first.salt + content) == digest else {
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
    return (RememberedCommand(id: id, first: statement.int64(0), count: statement.int64(1)), digest)
  }
}

extension LogWriter {
  /// Remembers a command with the events it appended in this write: positions `first` to `first + count − 1`.
  ///
  /// `content` is the command as the caller gave it; only its digest with the first event's salt is kept. A command
  /// that appended nothing is not remembered. Errors: `.commandReused` when the id is known.
  public func remember(command id: UniqueID, content: [UInt8], first: Int64, count: Int64) throws {
    try requireOpen()
    guard count > 0 else { return }
    precondition(first > 0 && first + count - 1 <= lastPosition, "a command remembered with events it has not")
    guard try log.command(id) == nil else { throw EventLogError.commandReused(id) }
    let salt = try salt(at: first)
    try failing {
      let statement = try connection.statement(
        "INSERT OR ROLLBACK INTO command (id, digest, first, count) VALUES (?1, ?2, ?3, ?4)")
      try statement.bind(1, id)
      try statement.bind(2, SHA256.hash(salt + content))
      try statement.bind(3, first)
      try statement.bind(4, count)
      try statement.run()
    }
  }

  private func salt(at position: Int64) throws -> [UInt8] {
    if let firstSalt, firstSalt.position == position { return firstSalt.salt }
    let salts = try connection.statement("SELECT salt FROM event WHERE position = ?1")
    defer { salts.reset() }
    try salts.bind(1, position)
    guard try salts.step() else { throw EventLogError.damaged("no event at \(position)") }
    return salts.bytes(0)
  }

  /// The command of that id, if it was executed here.
  public func command(_ id: UniqueID) throws -> RememberedCommand? { try log.command(id) }

  /// The command of that id and content, if it was executed here. Errors: `.commandReused` for other content.
  public func command(_ id: UniqueID, content: [UInt8]) throws -> RememberedCommand? {
    try log.command(id, content: content)
  }
}
