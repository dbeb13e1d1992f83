internal import Dispatch
internal import EventLog
internal import LedgerBytes
internal import LedgerSQLite
internal import Synchronization

/// The one background thread of the read models, which posts so that no command waits for it.
///
/// It posts the events of commands, or brings the models to the log's end, and then keeps the history current. The
/// thread starts with the first request and ends when nothing is requested.
///
/// `Phase` decides who may use a file. The thread uses the models while it is `posting`, and the history while it is
/// `following`. At all other times both belong to the owner. An owner that needs the models takes the queued events back
/// and posts them itself, so it waits for one transaction at most.
final class BackgroundWorker {
  /// The activity of the thread.
  enum Phase: Sendable {
    /// No thread runs.
    case idle
    /// The thread waits for more requests, and uses no file.
    case gathering
    /// The thread posts to the models.
    case posting
    /// The thread posts to the history.
    case following
  }

  /// The work requested for the models.
  private enum ModelsRequest {
    case nothing
    /// The events of consecutive commands, with their folds.
    case folds([AppendedFolds])
    /// All events up to the log's end.
    case logEnd
  }

  private struct State {
    var phase = Phase.idle
    var models = ModelsRequest.nothing
    /// Whether the thread is bringing the models to the log's end.
    var isCatchingUp = false
    /// The position that the models have, or `nil` if posting failed.
    var position: Position?
    /// The position that the history is requested to reach, and the time of the first such request.
    var history: (position: Position, since: ContinuousClock.Instant)?
    /// Whether the owner waits for the history.
    var isHurried = false
    /// Whether the owner waits for a change of the phase.
    var isAwaited = false
  }

  /// A step of the thread.
  private enum Job {
    case wait, end, catchUp
    case post([AppendedFolds])
    case follow(to: Position)
  }

  private let state = Mutex(State())
  /// Signalled when the phase changes while the owner waits.
  private let changed = DispatchSemaphore(value: 0)
  /// Ends a pause of the thread.
  private let wake = DispatchSemaphore(value: 0)
  private let readers: @Sendable () throws -> LedgerLog
  /// The generation to post to. It is replaced only while nothing is requested for the models.
  private var generation: Generation?
  /// The thread's own reader of the log.
  private var log: LedgerLog?
  let history: HistoryKeeper

  /// How long commands are gathered. One transaction for ten of them costs as much as for one.
  private static let pause = DispatchTimeInterval.milliseconds(2)
  /// How long commands are gathered for the history.
  private static let historyPause: Duration = .milliseconds(10)
  /// How many commands may be queued, because their folds are in memory.
  static let queuedCommandsMax = 64

  /// Creates the worker of a log's models. No thread runs before the first request.
  init(_ log: LedgerLog, history: GenerationFolder) {
    readers = log.moreReaders
    self.history = HistoryKeeper(history)
  }

  /// The activity of the thread at the moment.
  var phase: Phase { state.withLock(\.phase) }

  // MARK: Requests for the models

  /// Hands the models to the worker. Call it before the first request and again after `takeBack`.
  func lend(_ generation: Generation, at position: Position) {
    state.withLock { state in
      precondition(state.phase != .posting, "models are lent while the thread does not post")
      self.generation = generation
      state.position = position
    }
  }

  /// Requests posting a command's events, which follow those of the last request.
  ///
  /// Returns `false` if the queue is full or earlier events could not be posted. Call `takeBack` then.
  func post(_ appended: AppendedFolds) -> Bool {
    state.withLock { state in
      guard state.position != nil else { return false }
      switch state.models {
      case .logEnd: return true
      // The thread may already have read these events from the log.
      case .nothing where state.isCatchingUp: state.models = .logEnd
      case .nothing: state.models = .folds([appended])
      case .folds(var queue):
        guard queue.count < Self.queuedCommandsMax else { return false }
        precondition(queue.last?.through == appended.after, "the events of queued commands follow each other")
        state.models = .nothing  // Otherwise, the queue would be copied.
        queue.append(appended)
        state.models = .folds(queue)
      }
      start(&state)
      return true
    }
  }

  /// Requests bringing the models to the log's end.
  func catchUp() {
    state.withLock { state in
      state.models = .logEnd
      start(&state)
    }
  }

  /// Takes the models back from the thread.
  ///
  /// It waits for the transaction in progress, and posts what is queued on the caller's thread.
  ///
  /// - Returns: The position of the models, or `nil` if it is not known.
  func takeBack() -> Position? {
    let (request, position) = wait(
      until: { $0.phase != .posting },
      then: { state in
        defer { state.models = .nothing }
        return (state.models, state.position)
      })
    defer { generation = nil }
    switch request {
    case .nothing: return position
    case .logEnd: return nil
    case .folds(let folds):
      return position == nil ? nil : (try? post(folds)) ?? nil
    }
  }

  // MARK: Requests for the history

  /// Requests the update of an existing history to a position of the log, and returns at once.
  ///
  /// - Complexity: Without a history, a look into the folder once a second.
  func follow(to last: Position) {
    state.withLock { state in
      if state.history == nil, state.phase != .following {
        guard history.mayFollow(to: last) else { return }
      }
      state.history = (last, state.history?.since ?? .now)
      start(&state)
    }
  }

  /// Waits without a pause until the history is as requested. A history that lags far is left as it is.
  func settleHistory() {
    let isRequested = state.withLock { state in
      guard state.history != nil || state.phase == .following else { return false }
      state.isHurried = true
      return true
    }
    guard isRequested else { return }
    wake.signal()
    wait(until: { $0.history == nil && $0.phase != .following }, then: { $0.isHurried = false })
  }

  /// Settles and closes the history, which is then looked for again.
  func closeHistory() {
    settleHistory()
    history.close()
  }

  /// Closes all files of the worker. Call `takeBack` before it.
  func close() {
    closeHistory()
    precondition(state.withLock { $0.phase != .posting && $0.phase != .following }, "the thread uses no file")
    try? log?.close()
    log = nil
  }

  // MARK: The thread

  private func start(_ state: inout State) {
    guard state.phase == .idle else { return }
    state.phase = .gathering
    _ = WorkUnderWay.begin { self.run() }
  }

  private func run() {
    while true {
      _ = wake.wait(timeout: .now() + Self.pause)
      switch nextJob() {
      case .wait: continue
      case .end: return
      case .post(let folds): endPosting((try? post(folds)) ?? nil)
      case .catchUp: endPosting((try? postToLogEnd()) ?? nil)
      case .follow(let position):
        history.follow(to: position, reader)
        end { _ in }
      }
    }
  }

  private func nextJob() -> Job {
    state.withLock { state in
      precondition(state.phase == .gathering, "the thread looks for work between two steps")
      if let history = state.history, state.isHurried || .now - history.since >= Self.historyPause {
        state.history = nil
        state.phase = .following
        return .follow(to: history.position)
      }
      switch state.models {
      case .nothing where state.history != nil: return .wait
      case .nothing:
        state.phase = .idle
        return .end
      case .logEnd:
        (state.models, state.phase, state.isCatchingUp) = (.nothing, .posting, true)
        return .catchUp
      case .folds(let queue):
        (state.models, state.phase) = (.nothing, .posting)
        return .post(queue)
      }
    }
  }

  /// Posts the events of consecutive commands. Returns the position reached, or `nil` if they do not follow the models.
  private func post(_ folds: [AppendedFolds]) throws -> Position? {
    guard let generation, !generation.isGone, try generation.post(folds) else { return nil }
    return folds.last?.through
  }

  private func postToLogEnd() throws -> Position? {
    guard let generation, !generation.isGone else { return nil }
    return try CatchingUp(log: reader(), generation: generation).run()
  }

  private func endPosting(_ position: Position?) {
    end { state in
      state.position = position
      state.isCatchingUp = false
      // Queued events follow those that failed.
      if position == nil, case .folds = state.models { state.models = .nothing }
    }
  }

  private func end(_ change: (inout State) -> Void) {
    state.withLock { state in
      precondition(state.phase == .posting || state.phase == .following, "a step ends that had begun")
      state.phase = .gathering
      change(&state)
      guard state.isAwaited else { return }
      state.isAwaited = false
      changed.signal()
    }
  }

  private func reader() throws -> LedgerLog {
    if let log { return log }
    let opened = try readers()
    log = opened
    return opened
  }

  /// Waits until a condition of the state is met, then changes the state.
  @discardableResult
  private func wait<Value>(until isMet: (State) -> Bool, then change: (inout State) -> Value) -> Value {
    while true {
      var value: Value?
      state.withLock { state in
        if isMet(state) { value = change(&state) } else { state.isAwaited = true }
      }
      if let value { return value }
      changed.wait()
    }
  }
}
