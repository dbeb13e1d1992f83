internal import EventLog
internal import LedgerBytes
internal import LedgerSQLite

/// How the read models stand.
public enum ModelsState: Hashable, Sendable {
  /// At the log's end.
  case current
  /// So many events behind; they catch up at first use.
  case behind(Int64)
  /// To be made anew at first use: why, in words.
  case stale(String)
  /// Somebody is building them: events done, and events in all.
  case building(done: Int64, total: Int64)
  /// An event stopped the last rebuild; the models that were in service still are.
  case broken(position: Int64, type: String, reason: String)
  /// There are none yet.
  case absent
  /// Kept in memory, because the folder can't or may not be written.
  case inMemory
}

extension ReadModels {
  /// How the models stand, without changing anything.
  public func state() throws -> ModelsState {
    let last = try log.lastPosition()
    guard let folder, inMemorySince == nil else { return .inMemory }
    if let building = try building(in: folder) { return building }
    if case .unreadable(let position, let type, let reason)? = RebuildStop.read(folder.stop) {
      return .broken(position: position, type: type, reason: reason)
    }
    guard let number = try folder.finished().first else { return try stateOfOthers(in: folder) }
    let path = folder.file(number)
    guard let head = try Generation.open(path, busyTimeoutMilliseconds: busyTimeoutMilliseconds)?.head() else {
      return .stale("they are damaged")
    }
    guard head.isComplete else { return .stale("they were not finished") }
    guard try fits(head) else { return .stale("they are of another log") }
    return head.position == last ? .current : .behind(last - head.position)
  }

  private func building(in folder: GenerationFolder) throws -> ModelsState? {
    guard let number = try folder.numbers().first(where: { DurableFile.exists(folder.mark($0)) }) else {
      return nil
    }
    // A mark without a builder was left by one that was killed.
    guard try FileLock(folder.lockPath, wait: false) == nil else {
      return try folder.finished().isEmpty ? .stale("building them was interrupted") : nil
    }
    let mark = BuildMark.read(folder.mark(number))
    return .building(done: mark?.done ?? 0, total: mark?.total ?? 0)
  }

  private func stateOfOthers(in folder: GenerationFolder) throws -> ModelsState {
    guard let other = try folder.others().first else { return .absent }
    guard let generation = try Generation.open(other, busyTimeoutMilliseconds: busyTimeoutMilliseconds) else {
      return .stale("they are damaged")
    }
    defer { try? generation.connection.close() }
    guard let fingerprint = generation.fingerprint() else {
      return .stale("an earlier version of this program made them")
    }
    let words = fingerprint.differences(from: .current)
    return .stale(
      words.isEmpty ? "another version of this program made them" : words.joined(separator: "; "))
  }
}
