internal import Dispatch
internal import EventLog
internal import LedgerSQLite
internal import Synchronization

/// Keeps the file of history current behind whoever appends: on a thread of its own, with a connection and a reader of
/// the log of its own, so that no command waits for it.
///
/// It is never ahead of the log, and where it is behind (a process that was killed, a disk that is full, a lock that
/// somebody else holds) whoever reads history posts the rest first, under the file's lock.
final class HistoryFollower {
  private let log: LedgerLog
  private let folder: GenerationFolder
  /// Where it stood when it was last waited for; nil: not known.
  private var posted: Int64?
  private var looked: ContinuousClock.Instant?
  private var underWay: (line: HistoryLine, work: WorkUnderWay<Int64?>)?
  private var keeper: HistoryKeeper?
  /// Why it could not be kept when it was last tried; nil: it could, or there is none.
  private(set) var failure: (any Error)?
  /// Called on the thread before each transaction; for tests.
  var willStep: (() -> Void)?

  /// Where there is none, or keeping it failed, it is looked for again after this.
  private static let pause: Duration = .seconds(1)

  init(_ log: LedgerLog, _ folder: GenerationFolder) {
    self.log = log
    self.folder = folder
  }

  /// Has the history brought to a position of the log, where there is one; returns at once. Call it after the commit.
  ///
  /// - Complexity: a word to the thread that is at it, else one begun; where there is no history, a look into the folder
  ///   once a second.
  func follow(to last: Int64) {
    if let underWay {
      if underWay.line.ask(last) { return }
      settle()
    }
    if let posted, posted >= last { return }
    if keeper == nil {
      let now = ContinuousClock.now
      if let looked, now - looked < Self.pause { return }
      looked = now
      guard (try? folder.finished().isEmpty) == false else { return }
      keeper = HistoryKeeper(beside: log, folder)
    }
    guard let keeper else { return }
    let line = HistoryLine(last)
    let willStep = willStep
    underWay = (line, .begin { try keeper.run(line, willStep: willStep) })
  }

  /// Waits until what was asked for is posted, without a pause; what is far behind stays so.
  func settle() {
    guard let underWay else { return }
    self.underWay = nil
    underWay.line.hurry()
    do {
      posted = try underWay.work.wait()
      failure = nil
    } catch {
      posted = nil
      failure = error
    }
    // It went, or can't be kept: looked for again, but not at once.
    if posted == nil { letGo() }
  }

  /// Posts what was asked for, and holds nothing open any more.
  func close() {
    settle()
    letGo()
    looked = nil
  }

  private func letGo() {
    keeper?.close()
    keeper = nil
    posted = nil
    looked = .now
  }
}

/// What the thread that keeps history is asked for.
private final class HistoryLine: Sendable {
  private struct State {
    var wanted: Int64
    var isHurried = false
    var isEnded = false
  }

  private let state: Mutex<State>
  private let hurried = DispatchSemaphore(value: 0)

  /// Commands of so long are posted together: what a transaction of history costs besides, it costs once.
  private static let pause = DispatchTimeInterval.milliseconds(10)

  init(_ wanted: Int64) { state = Mutex(State(wanted: wanted)) }

  /// Asks for more; false where the thread has ended.
  func ask(_ position: Int64) -> Bool {
    state.withLock { state in
      guard !state.isEnded else { return false }
      state.wanted = max(state.wanted, position)
      return true
    }
  }

  /// Ends the pauses.
  func hurry() {
    state.withLock { $0.isHurried = true }
    hurried.signal()
  }

  var isHurried: Bool { state.withLock { $0.isHurried } }

  func pause() { if !isHurried { _ = hurried.wait(timeout: .now() + Self.pause) } }

  /// What is wanted beyond a position; nil: nothing, and nothing more can be asked.
  func wanted(after reached: Int64) -> Int64? {
    state.withLock { state in
      if state.wanted > reached { return state.wanted }
      state.isEnded = true
      return nil
    }
  }

  func end() { state.withLock { $0.isEnded = true } }
}

/// What belongs to the thread while it is under way.
private final class HistoryKeeper {
  private let main: LedgerLog
  private let folder: GenerationFolder
  private var file: HistoryFile?
  private var generation: Generation?

  /// Whoever holds its lock posts the same, and is waited for no longer.
  private static let busyTimeoutMilliseconds: Int32 = 50
  /// Transactions of a history that is further behind are left to who reads it.
  private static let most: Int64 = 10

  init(beside log: LedgerLog, _ folder: GenerationFolder) {
    main = log
    self.folder = folder
  }

  /// Posts until nothing more is asked for; how far it came, nil where there is no history, or none that is closely
  /// behind.
  func run(_ line: HistoryLine, willStep: (() -> Void)?) throws -> Int64? {
    defer { line.end() }
    var reached: Int64 = 0
    while true {
      line.pause()
      guard let wanted = line.wanted(after: reached) else { return reached }
      willStep?()
      guard let position = try post(to: wanted, line) else { return nil }
      reached = position
    }
  }

  private func post(to wanted: Int64, _ line: HistoryLine) throws -> Int64? {
    if let generation, generation.isGone { letGo() }
    let file =
      try file
      ?? HistoryFile(
        main.anotherReader(), folder.path, busyTimeoutMilliseconds: Self.busyTimeoutMilliseconds)
    self.file = file
    // One that is superseded is left for its successor, once: then there is none.
    for _ in 0..<2 {
      guard let generation = try generation ?? file.open() else { return nil }
      self.generation = generation
      while let head = try generation.head(), !head.isSuperseded {
        if head.position >= wanted { return head.position }
        guard try file.log.lastPosition() - head.position <= Self.most * file.chunk else { return nil }
        try file.step(generation)
      }
      letGo()
    }
    return nil
  }

  private func letGo() {
    try? generation?.connection.close()
    generation = nil
  }

  func close() {
    letGo()
    try? file?.log.close()
    file = nil
  }
}
