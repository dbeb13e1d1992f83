internal import EventLog
internal import LedgerBook
internal import LedgerBytes
internal import LedgerDomain
internal import LedgerProjections

extension Command {
  static func importEvents(_ invocation: Invocation) throws -> ExitCode {
    // The ledger comes first, so that a file of its own is recognized if it is named as the input.
    let log = try EventImport.ledger(
      in: invocation.bookSettings().folder, stateFolder: invocation.stateFolder)
    defer { try? log?.close() }
    try invocation.refuseStreamsOfLedger()
    return try EventImport(invocation, into: log).run()
  }
}

/// `import --format ndjson`.
private struct EventImport {
  private let invocation: Invocation
  /// The folder's ledger, or `nil` if one is to be made.
  private let existing: LedgerLog?
  private let input: TextInput
  private var bad = 0
  private var isStopped = false
  private var result = TakeInResult()

  /// How many bad lines are reported. In a file of another kind every line is bad.
  private static let toldLinesMax = 20
  /// How many events are read ahead to learn their ledger from, in a file whose lines name no ledger.
  private static let lookAheadMax = 1_000

  init(_ invocation: Invocation, into existing: LedgerLog?) throws(Failure) {
    self.invocation = invocation
    self.existing = existing
    let path = invocation.arguments.operands[0]
    input = path == "-" ? invocation.input : try TextInput(path: path)
  }

  /// Thrown to roll back, so that nothing is imported.
  private struct Refused: Error {}

  private struct Line {
    let number: Int
    let event: ForeignEvent
    let ledger: UniqueID?

    /// The ledger that the line is of, as far as it tells: a ledger's own events bear its id.
    var origin: UniqueID? {
      ledger ?? (event.stream.kind == StreamKind.ledger.rawValue ? event.stream.id : nil)
    }
  }

  func run() throws -> ExitCode {
    var state = self
    var number = 0
    // Lines are held here until one of them names the ledger.
    var ahead: [Line] = []
    while ahead.last?.origin == nil, ahead.count < Self.lookAheadMax, let line = try state.next(&number) {
      ahead.append(line)
    }
    guard let last = ahead.last else {
      guard state.bad == 0 else { return state.refuse() }
      throw Failure(.dataError, "\(input.name) holds no event")
    }
    guard let ledger = last.origin else {
      throw Failure(
        .dataError, "\(input.name) does not tell which ledger its events are of",
        advice:
          "Print them again with this version, which names the ledger in each line: events tail --json -n 1000000"
      )
    }
    let folder = try invocation.bookSettings().folder
    if let existing, ledger != existing.ledgerID {
      throw Failure(
        .dataError, "these events are of another ledger than the one in \(visible(folder))",
        advice: "Make one of them: events --ledger NEW import --format ndjson FILE")
    }
    let isNamed = last.ledger != nil
    let identity = existing?.identity
    do {
      if let existing {
        try state.fill(existing, ahead, of: ledger, isNamed, &number)
      } else {
        // Others find the folder as it was until all is in.
        try LedgerLog.create(
          at: folder, ledger: ledger, device: .random(), stateFolder: invocation.stateFolder
        ) { try state.fill($0, ahead, of: ledger, isNamed, &number) }
      }
    } catch is Refused {
      if state.bad > 0 { return state.refuse() }
      return try state.report(ledger, verb: "would be taken in")
    }
    if !state.result.healed.isEmpty { try ReadModels.discard(in: folder) }
    if let existing, existing.identity != identity { state.tellRestored() }
    return try state.report(ledger, verb: "taken in")
  }

  /// Takes all lines into a log, or none of them.
  private mutating func fill(
    _ log: LedgerLog, _ ahead: [Line], of ledger: UniqueID, _ isNamed: Bool, _ number: inout Int
  ) throws {
    try log.write { writer in
      for line in ahead { try takeIn(line, of: ledger, isNamed, writer) }
      while let line = try next(&number) { try takeIn(line, of: ledger, isNamed, writer) }
      if bad == 0 { try writer.checkStripped() }
      if bad > 0 || invocation.arguments.has(.dryRun) { throw Refused() }
      // Before the commit: models that are built meanwhile fold the log as it is now, or as it will be.
      if !result.healed.isEmpty { try ReadModels.discard(in: log.folder) }
    }
  }

  /// The next line that is an event.
  private mutating func next(_ number: inout Int) throws -> Line? {
    while let line = try input.nextLine(limit: EventLine.limit) {
      number += 1
      do throws(Failure) {
        guard case .bytes(let bytes) = line else { throw Failure(.dataError, "the line is too long") }
        if bytes.allSatisfy({ $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }) { continue }
        let (event, ledger) = try EventLine.read(bytes)
        return Line(number: number, event: event, ledger: ledger)
      } catch {
        tell(number, error.message)
      }
    }
    return nil
  }

  private mutating func takeIn(_ line: Line, of ledger: UniqueID, _ isNamed: Bool, _ writer: LogWriter) throws {
    // After a refused event, every further event of its device would be refused only because of that.
    guard !isStopped else { return }
    if let origin = line.origin, origin != ledger {
      return tell(line.number, "this event is of ledger \(origin), not of \(ledger)")
    }
    if isNamed, line.ledger == nil { return tell(line.number, "it does not tell which ledger it is of") }
    do {
      let result = try writer.takeIn(
        [line.event], receivedAtMilliseconds: invocation.clock().milliseconds)
      self.result.taken += result.taken
      self.result.known += result.known
      self.result.leftOut += result.leftOut
      self.result.forks += result.forks
      self.result.healed += result.healed
    } catch let error as EventLogError {
      isStopped = true
      tell(line.number, explanation(of: error).message)
    }
  }

  private mutating func tell(_ number: Int, _ words: String) {
    bad += 1
    if bad <= Self.toldLinesMax { invocation.remark(visible("events: \(input.name):\(number): \(words)")) }
  }

  private func refuse() -> ExitCode {
    let more = bad > Self.toldLinesMax ? ", \(grouped(Int64(bad - Self.toldLinesMax))) of them not told" : ""
    invocation.remark("events: \(counted(bad, "line")) refused\(more); nothing was taken in")
    return .dataError
  }

  private func tellRestored() {
    invocation.remark(
      "events: these events show that this folder was restored from an older copy, or that its device's id is used "
        + "twice. With its next change it goes on as a new device")
  }

  private func report(_ ledger: UniqueID, verb: String) throws -> ExitCode {
    for fork in result.forks {
      invocation.remark(
        "events: device \(fork.device.description.prefix(8)) has recorded two different events \(fork.sequence): its id "
          + "was used twice. The other branch is kept aside: events device branches")
    }
    if invocation.isJSON {
      try invocation.print(json: [
        "healed": .count(result.healed.count), "known": .count(result.known),
        "ledger": .string(ledger.description), "leftOut": .count(result.leftOut), "taken": .count(result.taken),
      ])
      return .ok
    }
    var words = "\(counted(result.taken, "event")) \(verb)"
    if result.known > 0 { words += "; \(counted(result.known, "event")) known already" }
    if result.leftOut > 0 { words += "; \(counted(result.leftOut, "event")) of another branch kept aside" }
    if !result.healed.isEmpty { words += "; \(counted(result.healed.count, "event")) whole again" }
    try invocation.print(words + ".")
    return .ok
  }

  /// The folder's ledger, or `nil` if the folder has no ledger.
  static func ledger(in folder: String, stateFolder: String?) throws -> LedgerLog? {
    do {
      return try LedgerLog.open(folder, mode: .readWrite, stateFolder: stateFolder)
    } catch EventLogError.noLedger {
      return nil
    }
  }
}
