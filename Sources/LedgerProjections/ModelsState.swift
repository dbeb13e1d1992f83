internal import EventLog
public import LedgerBytes
internal import LedgerPlatform
internal import LedgerSQLite

/// The state of the read models.
public enum ModelsState: Hashable, Sendable {
  /// They are at the log's end.
  case current
  /// They lag by so many events, and catch up at first use.
  case behind(Int64)
  /// They will be rebuilt at first use, for this reason.
  case stale(ModelsState.StaleReason)
  /// Another process is building them: events done, and events in all.
  case building(done: Int64, total: Int64)
  /// An event stopped the last rebuild. The models that were in service still are.
  case broken(position: Position, type: String, reason: String)
  /// They were never built.
  case absent
  /// They are in memory, because the folder cannot or must not be written.
  case inMemory

  /// The reason why read models are rebuilt.
  public enum StaleReason: Hashable, Sendable {
    case damaged
    case unfinished
    case otherLog
    case interrupted
    case earlierVersion
    /// Another version of this program made them. The differences are in words, and may be empty.
    case otherVersion(differences: [String])

    /// The reason in a clause.
    public var words: String {
      switch self {
      case .damaged: "they are damaged"
      case .unfinished: "they were not finished"
      case .otherLog: "they are of another log"
      case .interrupted: "building them was interrupted"
      case .earlierVersion: "an earlier version of this program made them"
      case .otherVersion(let differences):
        differences.isEmpty ? "another version of this program made them" : differences.joined(separator: "; ")
      }
    }

    /// The reason in a word that stays when the clause is changed.
    package var code: String {
      switch self {
      case .damaged: "damaged"
      case .unfinished: "unfinished"
      case .otherLog: "otherLog"
      case .interrupted: "interrupted"
      case .earlierVersion: "earlierVersion"
      case .otherVersion: "otherVersion"
      }
    }
  }
}

extension ReadModels {
  /// Returns the state of the models. Reading it changes nothing.
  package func state() throws -> ModelsState { try onFiles { try $0.stateNow() } }

  /// Runs `body` with models that see the log as it is now, as their files are. In a snapshot these are others.
  func onFiles<T>(_ body: (ReadModels) throws -> T) throws -> T {
    guard log.isHeld, let folder, inMemory == nil else { return try body(self) }
    return try log.asItIsNow { log in
      let models = ReadModels(of: log, folder: folder.path, busyTimeoutMilliseconds: busyTimeoutMilliseconds)
      defer { models.close() }
      return try body(models)
    }
  }

  private func stateNow() throws -> ModelsState {
    let last = try log.lastPosition()
    guard let folder, inMemory == nil else { return .inMemory }
    if let building = try building(in: folder) { return building }
    if case .unreadable(let position, let type, let reason)? = RebuildStop.read(folder.stop) {
      return .broken(position: position, type: type, reason: reason)
    }
    guard let number = try folder.finished().first else { return try stateOfOthers(in: folder) }
    let path = folder.file(number)
    guard let head = try Generation.open(path, busyTimeoutMilliseconds: busyTimeoutMilliseconds)?.head() else {
      return .stale(.damaged)
    }
    guard head.isComplete else { return .stale(.unfinished) }
    guard try fits(head) else { return .stale(.otherLog) }
    // Another process may have brought them further meanwhile.
    return head.position >= last ? .current : .behind(head.position.distance(to: last))
  }

  private func building(in folder: GenerationFolder) throws -> ModelsState? {
    guard let number = try folder.numbers().first(where: { DurableFile.exists(folder.mark($0)) }) else {
      return nil
    }
    // A mark without a builder was left by one that was killed.
    guard try FileLock(folder.lockPath, wait: false) == nil else {
      return try folder.finished().isEmpty ? .stale(.interrupted) : nil
    }
    let mark = BuildMark.read(folder.mark(number))
    return .building(done: mark?.done ?? 0, total: mark?.total ?? 0)
  }

  private func stateOfOthers(in folder: GenerationFolder) throws -> ModelsState {
    guard let other = try folder.others().first else { return .absent }
    guard let generation = try Generation.open(other, busyTimeoutMilliseconds: busyTimeoutMilliseconds) else {
      return .stale(.damaged)
    }
    defer { try? generation.connection.close() }
    guard let fingerprint = generation.fingerprint() else {
      return .stale(.earlierVersion)
    }
    return .stale(.otherVersion(differences: fingerprint.differences(from: .current)))
  }
}
