internal import EventLog
internal import LedgerBytes

/// Keeps the file of history current after commands.
///
/// The background worker uses it on its thread, and its owner does while the worker is not following. The history is
/// never ahead of the log. It may lag after a killed process, on a full disk, or while another process holds its lock. A
/// reader of history then posts the rest first, under the file's lock.
final class HistoryKeeper {
  private let folder: GenerationFolder
  private var file: HistoryFile?
  private var generation: Generation?
  /// Whether the folder had a history when it was last looked at, and no update has failed since.
  private var isThere = false
  private var looked: ContinuousClock.Instant?
  /// The position that the history reached last, or `nil` if that is not known.
  private var reached: Position?
  /// The error of the last attempt to update it, or `nil` if that succeeded or there is no history.
  private(set) var failure: (any Error)?
  /// Called on the thread before each transaction, for tests.
  var willStep: (() -> Void)?

  /// A process that holds the file's lock longer is posting the same events.
  private static let busyTimeoutMilliseconds: Int32 = 50
  /// If history lags by more transactions than this, the next reader catches up.
  private static let lagTransactionsMax: Int64 = 10
  /// How long to wait before looking for a history again if there was no history or its update failed.
  private static let pause: Duration = .seconds(1)

  init(_ folder: GenerationFolder) { self.folder = folder }

  /// Whether there is a history to update to a position of the log.
  func mayFollow(to last: Position) -> Bool {
    if let reached, reached >= last { return false }
    if isThere { return true }
    let now = ContinuousClock.now
    if let looked, now - looked < Self.pause { return false }
    looked = now
    isThere = (try? folder.finished().isEmpty) == false
    return isThere
  }

  /// Updates the history to a position of the log.
  ///
  /// If that fails, or if there is no history any more, the next look for it comes after a pause.
  func follow(to wanted: Position, _ reader: () throws -> LedgerLog) {
    willStep?()
    do {
      reached = try post(to: wanted, reader)
      failure = nil
    } catch {
      reached = nil
      failure = error
    }
    guard reached == nil else { return }
    close()
    looked = .now
  }

  /// Posts up to a position, and returns the position of the history.
  ///
  /// It returns `nil` if there is no history, or if history lags by more than `lagTransactionsMax` transactions.
  private func post(to wanted: Position, _ reader: () throws -> LedgerLog) throws -> Position? {
    if let generation, generation.isGone { letGo() }
    let file =
      try file
      ?? HistoryFile(reader(), folder.path, busyTimeoutMilliseconds: Self.busyTimeoutMilliseconds)
    self.file = file
    // A superseded history is replaced by its successor, once. After that there is nothing to update.
    for _ in 0..<2 {
      guard let generation = try generation ?? file.open() else { return nil }
      self.generation = generation
      while let head = try generation.head(), !head.isSuperseded {
        if head.position >= wanted { return head.position }
        guard try head.position.distance(to: file.log.lastPosition()) <= Self.lagTransactionsMax * file.chunk
        else {
          return nil
        }
        try file.step(generation)
      }
      letGo()
    }
    return nil
  }

  private func letGo() {
    guard let generation else { return }
    folder.retire(generation)
    self.generation = nil
  }

  /// Closes the file. The next request looks for it again.
  func close() {
    letGo()
    file = nil
    isThere = false
    looked = nil
    reached = nil
  }
}
