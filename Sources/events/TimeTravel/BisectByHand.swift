internal import EventLog
internal import LedgerAudit
internal import LedgerBook
internal import LedgerBytes
internal import LedgerPlatform
internal import LedgerScreens

/// A manual search, whose good and bad positions are kept in the ledger's models folder between runs.
struct BisectByHand {
  /// The subcommands of a manual search.
  enum Action: String, CaseIterable {
    case start, good, bad, skip, reset
  }

  private let ledger: OpenLedger
  private let path: String

  init(_ ledger: OpenLedger) throws(Failure) {
    self.ledger = ledger
    path = ledger.book.log.folder + "/models/bisect"
    guard !ledger.arguments.has(.readOnly), ledger.book.log.access == .readWrite else {
      throw Failure(
        .cannotCreate, "a hunt by hand cannot be kept in a ledger that is open for reading only",
        advice: "Name a condition instead: events help bisect")
    }
  }

  func run(_ action: Action, _ rest: [String]) throws -> ExitCode {
    let takesPoint = action == .good || action == .bad || action == .skip
    guard rest.count <= (takesPoint ? 1 : 0) else {
      throw Failure.usage(
        "“bisect \(action.rawValue)” has no use for “\(visible(rest[rest.count - 1]))”", command: "bisect")
    }
    for option in [Option.bisectGood, .bisectBad] where action != .start && ledger.arguments.has(option) {
      throw Failure.usage("--\(option.name) begins a hunt: events bisect start", command: "bisect")
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
    try DurableFile.createFolder(ledger.book.log.folder + "/models", withParents: false)
    try write(state)
    return try tellNext(state)
  }

  private func reset() throws -> ExitCode {
    let wasThere = DurableFile.exists(path)
    if wasThere { try DurableFile.remove(path) }
    if ledger.invocation.isJSON {
      try ledger.invocation.print(json: ["hunting": .boolean(false)])
    } else {
      try ledger.invocation.print(wasThere ? "The hunt is over." : "There was no hunt.")
    }
    return .ok
  }

  private func tell(_ action: Action, _ point: String?) throws -> ExitCode {
    var state = try read()
    let named = try point.map { try ledger.invocation.position(at: $0, ledger.book) }
    if named == 0, action != .good {
      throw Failure(
        .noInput, "nothing is wrong before the first event", advice: "See the beginning: events show 1")
    }
    let end = action == .bad && state.bad == nil ? try ledger.book.log.lastPosition() : nil
    let unnamed = state.bisection?.next ?? end
    guard let position = named ?? unnamed else {
      throw Failure(
        .usage, "say which position is \(action == .skip ? "skipped" : action.rawValue)",
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
    try write(state)
    return try tellNext(state)
  }

  private func check(_ state: BisectNotes) throws(Failure) {
    if let good = state.good, let bad = state.bad, good >= bad {
      throw Failure(
        .dataError, "position \(good) is said to be good, and \(bad), which is not behind it, to be bad",
        advice: "What is good has to come first. Begin anew: events bisect start")
    }
  }

  // MARK: What to do next

  private func tellNext(_ state: BisectNotes) throws -> ExitCode {
    guard let bisection = state.bisection else {
      if ledger.invocation.isJSON {
        try ledger.invocation.print(json: json(state, nil))
      } else {
        let missing =
          state.bad == nil ? (state.good == nil ? "a bad and a good one" : "a bad one") : "a good one"
        try ledger.invocation.print(
          paragraph:
            "Name \(missing): events bisect bad [P], events bisect good P. See then: any command with --at P.")
      }
      return .ok
    }
    if let next = bisection.next {
      if ledger.invocation.isJSON {
        try ledger.invocation.print(json: json(state, bisection))
      } else {
        try ledger.invocation.print(
          paragraph:
            "Look at event \(next), for example: events groups --at \(next). Then: events bisect good, bad or "
            + "skip. \(counted(Int(bisection.good.distance(to: bisection.bad)), "event")) left, some "
            + "\(counted(bisection.stepsLeft, "step")).")
      }
      return .ok
    }
    guard bisection.candidates.count == 1 else {
      let range = bisection.candidates
      if ledger.invocation.isJSON {
        try ledger.invocation.print(json: json(state, bisection))
      } else {
        try ledger.invocation.print(
          paragraph:
            "It is one of the events \(range.lowerBound) to \(range.upperBound): those before the last were "
            + "skipped.")
      }
      return .no
    }
    let text = BisectText(ledger: ledger)
    if ledger.invocation.isJSON {
      guard case .object(let members) = json(state, bisection) else { return .ok }
      try ledger.invocation.print(
        json: .object(members.merging(try text.json(position: bisection.bad)) { $1 }))
    } else {
      try ledger.invocation.print(
        "Event \(bisection.bad) is the first bad one, found in \(counted(state.steps, "step")).")
      try text.printEvent(bisection.bad)
      try ledger.invocation.print()
      try ledger.invocation.print("The hunt ends with: events bisect reset")
    }
    return .ok
  }

  private func json(_ state: BisectNotes, _ bisection: Bisection?) -> JSONValue {
    let found = bisection.flatMap { $0.next == nil && $0.candidates.count == 1 ? $0.bad : nil }
    return [
      "bad": state.bad.map { .integer($0) } ?? .null, "found": .boolean(found != nil),
      "good": state.good.map { .integer($0) } ?? .null, "hunting": .boolean(true),
      "next": bisection?.next.map { .integer($0) } ?? .null, "position": found.map { .integer($0) } ?? .null,
      "skipped": .array(state.skipped.sorted().map { .integer($0) }), "steps": .count(state.steps),
    ]
  }

  // MARK: Between two runs

  private func read() throws -> BisectNotes {
    guard DurableFile.exists(path) else {
      throw Failure(.noInput, "there is no hunt", advice: "Begin one: events bisect start")
    }
    let bytes = try DurableFile.read(path, limit: 1 << 20)
    let (notes, end): (BisectNotes, BisectNotes.End)
    do throws(BisectNotes.Unreadable) { (notes, end) = try BisectNotes.read(bytes) } catch {
      throw Failure(
        .dataError, "the hunt's notes cannot be read", advice: "Begin anew: events bisect start")
    }
    guard end.leaf == (try leaf(end.last)) else {
      throw Failure(
        .noInput, "the log is not the one in which the hunt began", advice: "Begin anew: events bisect start")
    }
    return notes
  }

  private func leaf(_ position: Position) throws -> String {
    try ledger.book.log.event(at: position)?.leaf.description ?? ""
  }

  private func write(_ state: BisectNotes) throws {
    let last = try ledger.book.log.lastPosition()
    try DurableFile.replace(path, bytes: state.bytes(.init(last: last, leaf: try leaf(last))))
  }
}
