internal import EventLog
internal import LedgerBook
internal import LedgerBytes
internal import LedgerDomain
internal import LedgerProjections

extension Command {
  private static let format = Option.value("format", "FORMAT", "What the file holds", choices: ["ndjson"])

  static let importFile = Command(
    path: ["import"], section: .exchange, summary: "Make a ledger of events in a file, or take them into one",
    operands: [Operand("FILE", "The file; - is standard input")], options: [format],
    shared: [.ledger, .json, .verbose, .dryRun],
    discussion: [
      "ndjson: an event a line, as repro, show --json and tail --json print it. Where there is no ledger, one is "
        + "made; where there is one of the same dataset, it takes in what it lacks. Every event is checked as one of "
        + "another device is: its hash, its place behind those of its device, its limits.",
      "All or nothing: a line that is refused is reported with its number, and then nothing is taken in.",
    ],
    examples: ["events --ledger new import --format ndjson bug.ndjson"],
    run: { invocation in
      guard invocation.arguments.has(format) else {
        throw Failure.usage("say what the file holds: --format ndjson", command: "import")
      }
      return try EventImport(invocation).run()
    })
}

/// `import --format ndjson`.
private struct EventImport {
  private let invocation: Invocation
  private let input: TextInput
  private var bad = 0
  private var isStopped = false
  private var taken = 0
  private var known = 0
  private var healed = 0

  /// So many bad lines are told; a file that is something else altogether has nothing but.
  private static let mostTold = 20
  /// Until the ledger's own event is found, so many events are held back: it says whose ledger it is.
  private static let lookAhead = 1_000

  init(_ invocation: Invocation) throws(Failure) {
    self.invocation = invocation
    let path = invocation.arguments.operands[0]
    input = path == "-" ? invocation.input : try TextInput(path: path)
  }

  /// Thrown to roll back: nothing is taken in.
  private struct Refused: Error {}

  private struct Line {
    let number: Int
    let event: ForeignEvent
  }

  func run() throws -> ExitCode {
    var state = self
    var number = 0
    // What is held back until it is known which ledger this is.
    var ahead: [Line] = []
    var dataset: UniqueID?
    while dataset == nil, ahead.count < Self.lookAhead, let line = try state.next(&number) {
      if line.event.stream.kind == StreamKind.ledger.rawValue { dataset = line.event.stream.id }
      ahead.append(line)
    }
    guard !ahead.isEmpty else {
      guard state.bad == 0 else { return state.refuse() }
      throw Failure(.dataError, "\(input.name) holds no event")
    }
    let settings = try invocation.bookSettings()
    let (log, isNew) = try Self.open(settings.folder, dataset)
    do {
      try log.write { writer in
        for line in ahead { try state.takeIn(line, writer) }
        while let line = try state.next(&number) { try state.takeIn(line, writer) }
        if state.bad == 0 { try writer.checkStripped() }
        if state.bad > 0 || invocation.arguments.has(.dryRun) { throw Refused() }
        // Before the commit: models that are built again meanwhile fold the log as it is now, or as it will be.
        if state.healed > 0 { try ReadModels.discard(in: settings.folder) }
      }
    } catch {
      try log.close()
      if isNew { Self.remove(settings.folder) }
      guard error is Refused else { throw error }
      if state.bad > 0 { return state.refuse() }
      return try state.report(log.ledgerID, verb: "would be taken in")
    }
    let ledger = log.ledgerID
    try log.close()
    if state.healed > 0 { try ReadModels.discard(in: settings.folder) }
    return try state.report(ledger, verb: "taken in")
  }

  /// The next line that is an event.
  private mutating func next(_ number: inout Int) throws -> Line? {
    while let line = try input.nextLine(limit: EventLine.limit) {
      number += 1
      do throws(Failure) {
        guard case .bytes(let bytes) = line else { throw Failure(.dataError, "the line is too long") }
        if bytes.allSatisfy({ $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }) { continue }
        return Line(number: number, event: try EventLine.event(bytes))
      } catch {
        tell(number, error.message)
      }
    }
    return nil
  }

  private mutating func takeIn(_ line: Line, _ writer: LogWriter) throws {
    // Behind a refused event everything of its device would be refused for that alone.
    guard !isStopped else { return }
    do {
      let result = try writer.takeIn(
        [line.event], receivedAtMilliseconds: invocation.clock().milliseconds)
      taken += result.taken
      known += result.known
      healed += result.healed.count
    } catch let error as EventLogError {
      isStopped = true
      tell(line.number, explanation(of: error).message)
    }
  }

  private mutating func tell(_ number: Int, _ words: String) {
    bad += 1
    if bad <= Self.mostTold { invocation.remark(visible("events: \(input.name):\(number): \(words)")) }
  }

  private func refuse() -> ExitCode {
    let more = bad > Self.mostTold ? ", \(grouped(Int64(bad - Self.mostTold))) of them not told" : ""
    invocation.remark("events: \(counted(bad, "line")) refused\(more); nothing was taken in")
    return .dataError
  }

  private func report(_ ledger: UniqueID, verb: String) throws -> ExitCode {
    if invocation.isJSON {
      try invocation.print(json: [
        "healed": .count(healed), "known": .count(known), "ledger": .string(ledger.description),
        "taken": .count(taken),
      ])
      return .ok
    }
    let already = known > 0 ? "; \(counted(known, "event")) known already" : ""
    let whole = healed > 0 ? "; \(counted(healed, "event")) whole again" : ""
    try invocation.print("\(counted(taken, "event")) \(verb)\(already)\(whole).")
    return .ok
  }

  /// The folder's ledger, or a new one of that dataset.
  private static func open(_ folder: String, _ dataset: UniqueID?) throws -> (LedgerLog, isNew: Bool) {
    do {
      let log = try LedgerLog.open(folder, mode: .readWrite)
      guard dataset == nil || dataset == log.ledgerID else {
        try log.close()
        throw Failure(
          .dataError, "these events are of another ledger than the one in \(visible(folder))",
          advice: "Make one of them: events --ledger NEW import --format ndjson FILE")
      }
      return (log, false)
    } catch EventLogError.noLedger {
      let log = try LedgerLog.create(at: folder, ledger: dataset ?? .random(), device: .random())
      return (log, true)
    }
  }

  /// Takes away what was made for a ledger that did not come to be.
  private static func remove(_ folder: String) {
    for name in ["log.sqlite", "log.sqlite-wal", "log.sqlite-shm", "log.head", "device"] {
      try? DurableFile.remove("\(folder)/\(name)")
    }
    DurableFile.removeEmptyFolder(folder)
  }
}
