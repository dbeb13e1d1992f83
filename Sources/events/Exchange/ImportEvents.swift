internal import EventLog
internal import LedgerAnswers
internal import LedgerAudit
internal import LedgerBook
internal import LedgerBytes
internal import LedgerDomain
internal import LedgerSync

extension Command {
  static func importEvents(_ invocation: Invocation) throws -> ExitCode {
    // The ledger comes first, so that a file of its own is recognized if it is named as the input.
    let log = try EventImport.ledger(
      in: invocation.bookSettings().folder, stateFolder: invocation.stateFolder)
    defer { try? log?.close() }
    try invocation.refuseStreamsOfLedger()
    let code = try EventImport(invocation, into: log).run()
    // A book that is opened removes what redactions among the events have left in the folder.
    if log?.redactionMark != nil { try invocation.openedBook().close() }
    return code
  }
}

/// `import --format ndjson`.
private struct EventImport {
  private let invocation: Invocation
  /// The folder's ledger, or `nil` if one is to be made.
  private let existing: LedgerLog?
  private let input: TextInput
  private var bad = 0

  /// How many bad lines are reported. In a file of another kind every line is bad.
  private static let toldLinesMax = 20
  /// How many events are read ahead to learn their ledger from, in a file whose lines name no ledger.
  private static let lookAheadLinesMax = 1_000

  init(_ invocation: Invocation, into existing: LedgerLog?) throws(Failure) {
    self.invocation = invocation
    self.existing = existing
    let path = invocation.arguments.operands[0]
    input = path == "-" ? invocation.input : try TextInput(path: path)
  }

  /// Thrown to leave the folder without a ledger.
  private struct Refused: Error {}

  func run() throws -> ExitCode {
    var state = self
    var number = 0
    // Lines are held here until one of them names the ledger.
    var ahead: [EventIntake.Line] = []
    while ahead.last?.origin == nil, ahead.count < Self.lookAheadLinesMax, let line = try state.next(&number) {
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
        .dataError, "these events are of another ledger than the one in \(folder)",
        advice: "Make one of them: events --ledger NEW import --format ndjson FILE")
    }
    let identity = existing?.identity
    var intake = EventIntake(
      of: ledger, isNamed: last.ledger != nil, at: invocation.clock().milliseconds,
      isDry: invocation.arguments.has(.dryRun))
    if let existing {
      try state.fill(existing, ahead, &intake, &number)
    } else {
      do {
        // Others find the folder as it was until all is in.
        try LedgerLog.create(
          at: folder, ledger: ledger, device: .random(), stateFolder: invocation.stateFolder
        ) { log in
          try state.fill(log, ahead, &intake, &number)
          for (device, line) in intake.earliest {
            state.tell(line.number, explanation(of: intake.gap(before: line, of: device)).message)
          }
          if state.bad > 0 || intake.isDry { throw Refused() }
        }
      } catch is Refused {
        if state.bad > 0 { return state.refuse() }
      }
    }
    if let existing, existing.identity != identity { state.tellRestored() }
    return try state.report(intake, ledger)
  }

  /// Imports the lines that were read ahead, and all others.
  private mutating func fill(
    _ log: LedgerLog, _ ahead: [EventIntake.Line], _ intake: inout EventIntake, _ number: inout Int
  ) throws {
    var waiting = ahead[...]
    var number = number
    try intake.run(log) { try waiting.popFirst() ?? next(&number) }
    if let refusal = intake.refusal { tell(refusal.number, refusal.words) }
  }

  /// Reads the next line that is an event, or `nil` at the end and after a line that is no event.
  private mutating func next(_ number: inout Int) throws -> EventIntake.Line? {
    guard bad == 0 else { return nil }
    while let line = try input.nextLine(limit: PrintedEvent.lineBytesMax) {
      number += 1
      do throws(Failure) {
        guard case .bytes(let bytes) = line else { throw Failure(.dataError, "the line is too long") }
        if bytes.allSatisfy({ $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }) { continue }
        let (event, ledger) = try PrintedEvent.read(bytes)
        return EventIntake.Line(number: number, event: event, ledger: ledger)
      } catch {
        tell(number, error.message)
        return nil
      }
    }
    return nil
  }

  private mutating func tell(_ number: Int, _ words: String) {
    bad += 1
    if bad <= Self.toldLinesMax { invocation.remark("events: \(input.name):\(number): \(words)") }
  }

  private func refuse() -> ExitCode {
    invocation.remark("events: nothing was imported")
    return .dataError
  }

  private func tellRestored() {
    invocation.remark(
      "events: these events show that this folder was restored from an older copy, or that its device's id is used "
        + "twice. With its next change it goes on as a new device")
  }

  private func report(_ intake: EventIntake, _ ledger: UniqueID) throws -> ExitCode {
    let result = intake.result
    for fork in result.forks {
      invocation.remark(
        "events: device \(fork.device.description.prefix(8)) has recorded two different events \(fork.sequence): its id "
          + "was used twice. The other branch is kept aside: events device branches")
    }
    // A new ledger is closed by now, and nothing in it is news to anybody here.
    let news = try existing.flatMap { log in
      try result.positions.map { try ArrivalSummary(log, positions: $0) }
    }
    let names = try existing.map { try DeviceNames($0) }
    if invocation.isJSON {
      try invocation.print(json: [
        "ahead": .object(
          Dictionary(
            (news?.aheadMilliseconds ?? [:]).map { ($0.description, .integer($1)) },
            uniquingKeysWith: { first, _ in first })),
        "conflicts": .count(news?.conflicts ?? 0), "healed": .count(result.healed.count),
        "known": .count(result.known), "ledger": .string(ledger.description), "leftOut": .count(result.leftOut),
        "taken": .count(result.taken), "unknownTypes": .count(news?.unknownTypes ?? 0),
        "waiting": .array(
          intake.waiting.map {
            [
              "device": .string($0.device.description),
              "first": .integer(Int64(clamping: $0.missing.lowerBound)),
              "held": .count($0.held), "last": .integer(Int64(clamping: $0.missing.upperBound)),
            ]
          }),
      ])
      return code(intake)
    }
    var words = "\(counted(result.taken, "event")) \(intake.isDry ? "would be imported" : "imported")"
    if result.known > 0 { words += "; \(counted(result.known, "event")) known already" }
    if result.leftOut > 0 { words += "; \(counted(result.leftOut, "event")) of another branch kept aside" }
    if !result.healed.isEmpty { words += "; \(counted(result.healed.count, "event")) whole again" }
    try invocation.print(words + ".")
    if let news, let names, !intake.isDry {
      try invocation.print(ArrivalText.lines(news, names).map { "  " + $0 })
      let before = (result.positions?.lowerBound ?? 1) - 1
      if before > 0 { try invocation.print("  What changed: events diff \(before) HEAD") }
    }
    for waiting in intake.waiting {
      let device = names?.words(waiting.device) ?? String(waiting.device.description.prefix(8))
      invocation.remark(
        "events: \(counted(waiting.held, "event")) from \(device) not imported: "
          + "\(ArrivalText.range(waiting.missing)) must come first")
    }
    if bad > 0 { invocation.remark("events: the rest of \(input.name) was not read") }
    return code(intake)
  }

  private func code(_ intake: EventIntake) -> ExitCode {
    bad == 0 && intake.waiting.isEmpty ? .ok : .dataError
  }

  /// Returns the folder's ledger, or `nil` if the folder has no ledger.
  static func ledger(in folder: String, stateFolder: String?) throws -> LedgerLog? {
    do {
      return try LedgerLog.open(folder, mode: .readWrite, stateFolder: stateFolder)
    } catch EventLogError.noLedger {
      return nil
    }
  }
}
