internal import LedgerAnswers
internal import LedgerAudit
internal import LedgerBook
internal import LedgerBytes

/// A manual search, whose good and bad positions are kept in the ledger's models folder between runs.
struct BisectByHand {
  /// The subcommands of a manual search.
  enum Action: String, CaseIterable {
    case start, good, bad, skip, reset
  }

  private let ledger: OpenLedger

  init(_ ledger: OpenLedger) throws(Failure) {
    self.ledger = ledger
    guard ledger.book.isWritable else {
      throw Failure(
        .cannotCreate, "a search by hand cannot be kept in a ledger that is open for reading only",
        advice: "Name a condition instead: events help bisect")
    }
  }

  func run(_ action: Action, _ rest: [String]) throws -> ExitCode {
    let takesPoint = action == .good || action == .bad || action == .skip
    guard rest.count <= (takesPoint ? 1 : 0) else {
      throw Failure.usage(
        "“bisect \(action.rawValue)” has no use for “\(rest[rest.count - 1])”", command: "bisect")
    }
    for option in [Option.bisectGood, .bisectBad] where action != .start && ledger.arguments.has(option) {
      throw Failure.usage("--\(option.name) begins a search: events bisect start", command: "bisect")
    }
    switch action {
    case .start: return try start()
    case .reset: return try reset()
    case .good, .bad, .skip: return try tell(action, rest.first)
    }
  }

  private func start() throws -> ExitCode {
    var state = BisectNotes()
    let (invocation, book) = (ledger.invocation, ledger.book)
    state.good = try ledger.arguments[.bisectGood].map {
      try invocation.position(at: $0, book)
    }
    state.bad = try ledger.arguments[.bisectBad].map { try invocation.position(at: $0, book) }
    try check(state)
    return try go(on: state)
  }

  private func reset() throws -> ExitCode {
    let wasThere = try ledger.book.removeBisectNotes()
    return try ledger.show(
      Reply(["hunting": .boolean(false)], wasThere ? "The search is over." : "There was no search."))
  }

  private func tell(_ action: Action, _ point: String?) throws -> ExitCode {
    var state = try read()
    let named = try point.map { try ledger.invocation.position(at: $0, ledger.book) }
    if named == 0, action != .good {
      throw Failure(
        .noInput, "nothing is wrong before the first event", advice: "See the beginning: events show 1")
    }
    let end = action == .bad && state.bad == nil ? try ledger.book.lastPosition() : nil
    let unnamed = state.bisection?.next ?? end
    guard let position = named ?? unnamed else {
      throw Failure(
        .usage, "name the position that is \(action == .skip ? "skipped" : action.rawValue)",
        advice: "For example: events bisect \(action.rawValue) HEAD~100")
    }
    switch action {
    case .good: state.good = max(position, state.good ?? position)
    case .bad: state.bad = min(position, state.bad ?? position)
    case .skip: state.skipped.insert(position)
    case .start, .reset: break
    }
    try check(state)
    state.steps += 1
    return try go(on: state)
  }

  private func check(_ state: BisectNotes) throws(Failure) {
    if let good = state.good, let bad = state.bad, good >= bad {
      throw Failure(
        .dataError, "the good position \(good) is not before the bad position \(bad)",
        advice: "Start again: events bisect start")
    }
  }

  private func read() throws -> BisectNotes {
    let again = "Start again: events bisect start"
    do {
      if let notes = try ledger.book.bisectNotes() { return notes }
    } catch is BisectNotes.Unreadable {
      throw Failure(.dataError, "the notes of the search cannot be read", advice: again)
    } catch is BisectNotes.OtherLog {
      throw Failure(.noInput, "the search was started in another log", advice: again)
    }
    throw Failure(.noInput, "no search was started", advice: "Start one: events bisect start")
  }

  /// Keeps the notes, and shows what to do next.
  private func go(on state: BisectNotes) throws -> ExitCode {
    try ledger.book.keep(state)
    return try ledger.show(BisectStepAnswer(state))
  }
}
