internal import EventLog
internal import LedgerAnswers
internal import LedgerAudit
internal import LedgerBook
internal import LedgerBytes
internal import LedgerDomain
internal import LedgerPlatform

private enum Options {
  static let count = Option.value("lines", "N", "Number of events (default 20)", short: "n")
  static let follow = Option.flag("follow", "Wait for new events and print them, until interrupted", short: "f")
  static let type = Option.value("type", "T", "Only events of this type", repeats: true)
  static let stream = Option.value("stream", "S", "Only this receipt, group or kind/id")
  static let group = Option.value("group", "G", "Only this group and its receipts")
  static let device = Option.value(
    "device", "D", "Only this device, by the beginning of its id or by its name")
  static let actor = Option.value("actor", "A", "Only this actor, for example user/anna")
  static let since = Option.value(
    "since", "P|TIME", "Only after this position, or recorded or received since this time")
  static let from = Option.value(
    "from", "DEVICE:SEQ", "Skip events of this device up to this number; once per device", repeats: true
  )
  static let cursor = Option.value(
    "cursor", "NAME", "Only events that this cursor has not shown yet; then move it on")
  static let keep = Option.flag("keep", "Keep the cursor's position until --ack")
  static let ack = Option.flag("ack", "Move the cursor past what --keep showed, and print nothing")
  static let arrivals = Option.flag("arrivals", "Only events of other devices, grouped by sync")
  static let format = Option.value(
    "format", "FORMAT", "The format of events; cloudevents means CloudEvents 1.0",
    choices: ["text", "json", "cloudevents"])
}

extension Command {
  static let tail = Command(
    path: ["tail"], section: .log, summary: "Show the latest events of the log, newest last",
    options: [
      Options.count, Options.follow, Options.type, Options.stream, Options.group, Options.device, Options.actor,
      Options.since, Options.from, Options.cursor, Options.keep, Options.ack,
      Options.arrivals, Options.format,
    ],
    run: { invocation in
      var moved: MovedLog?
      while true {
        do {
          return try invocation.withLedger(needsSettings: false) { try TailCommand($0).run(after: moved) }
        } catch let error as MovedLog {
          try waitForAnother(after: error, invocation)
          moved = error
        }
      }
    })

  /// Tells what happened, and waits until there is a ledger in the folder again.
  private static func waitForAnother(after moved: MovedLog, _ invocation: Invocation) throws {
    invocation.remark(
      "events: the ledger's folder was moved or replaced; waiting for a ledger at the same path: "
        + moved.folder)
    while true {
      do {
        return try invocation.openedBook().close()
      } catch EventLogError.noLedger, EventLogError.logMissing, EventLogError.displaced {
        SystemClock.sleep(milliseconds: 100)
      }
    }
  }
}

/// Follows the log.
private struct TailCommand {
  private let ledger: OpenLedger
  private let filter: EventFilter
  private let cursor: EventCursor?
  private let style: TailAnswer.Style
  /// The ledger with the output that the format asks for.
  private let printed: OpenLedger
  private var arguments: Arguments { ledger.arguments }

  init(_ ledger: OpenLedger) throws {
    self.ledger = ledger
    filter = try EventFilter(ledger)
    cursor = try ledger.arguments[Options.cursor].map { try Self.cursor($0, ledger) }
    var arguments = ledger.arguments
    let format = arguments[Options.format]
    if arguments.has(.json), let format, format != "json" {
      throw Failure.usage("--json and --format \(format) exclude each other", command: "tail")
    }
    if let format, format != "text" { arguments.add(Option.json.name, "") }
    printed = OpenLedger(book: ledger.book, invocation: ledger.invocation.with(arguments))
    style = TailAnswer.Style(
      isCloudEvents: format == "cloudevents", groupsArrivals: arguments.has(Options.arrivals))
    try check()
  }

  private static func cursor(_ name: String, _ ledger: OpenLedger) throws -> EventCursor {
    let cursor = EventCursor(name, of: ledger.book) {
      ledger.invocation.remark(
        "events: cursor “\(name)” belongs to another log, so it starts again from the first event")
    }
    guard let cursor else {
      throw Failure.usage(
        "a cursor's name has small letters, digits, - and _ only, not “\(name)”", command: "tail")
    }
    guard ledger.book.isWritable else {
      throw Failure(
        .cannotCreate, "a cursor cannot be kept in a ledger that is open for reading only",
        advice: "Choose where to begin: events tail --since POSITION")
    }
    return cursor
  }

  private func check() throws(Failure) {
    func has(_ options: Option...) -> Bool { options.contains { arguments.has($0) } }
    let problems = [
      (has(Options.from) && has(Options.since, Options.cursor), "--from excludes --since and --cursor"),
      (
        has(Options.cursor) && has(Options.count) && has(Options.follow),
        "with a cursor, -n and --follow exclude each other"
      ),
      (has(Options.keep, Options.ack) && !has(Options.cursor), "--keep and --ack need --cursor"),
      (has(Options.keep) && has(Options.ack, Options.follow), "--keep excludes --ack and --follow"),
      (has(Options.ack) && has(Options.follow, Options.since), "--ack excludes --follow and --since"),
    ]
    if let problem = problems.first(where: \.0) { throw .usage(problem.1, command: "tail") }
  }

  /// Shows the events, from where it stopped if the ledger's folder was moved away and another one came.
  func run(after moved: MovedLog?) throws -> ExitCode {
    if let cursor, arguments.has(Options.ack) { return try acknowledge(cursor) }
    let count = try arguments.number(Options.count, in: 0...1_000_000)
    var tail: EventTail
    if let moved, cursor == nil {
      tail = try EventTail(ledger.book, filter, after: moved.place(in: ledger.book))
    } else {
      let start = try start()
      if let start, cursor != nil || count == nil {
        tail = try EventTail(ledger.book, filter, after: start, hidesEarlier: arguments.has(Options.since))
        tail.limit = count ?? .max
        try show(&tail)
        if tail.position == start { try move(to: start) }
      } else {
        tail = try EventTail(ledger.book, filter)
        var events = try tail.last(count ?? 20, after: start ?? 0)[...]
        while !events.isEmpty {
          _ = try printed.show(TailAnswer(Array(events.prefix(Self.tableEventsMax)), style))
          events = events.dropFirst(Self.tableEventsMax)
        }
      }
    }
    tail.limit = .max
    while arguments.has(Options.follow) {
      try ledger.invocation.output.flush()
      SystemClock.sleep(milliseconds: 100)
      try tail.refresh()
      try show(&tail)
    }
    return .ok
  }

  private static let tableEventsMax = 5_000

  /// Returns the position after which to begin, or `nil` to begin with the last events.
  ///
  /// It is never past the log's end, because later events are still to be shown.
  private func start() throws -> Position? {
    if arguments.has(Options.from) { return 0 }
    if let text = arguments[Options.since] {
      return min(try ledger.position(before: text), try ledger.book.lastPosition())
    }
    return try cursor?.position()
  }

  /// Shows the next events. The cursor moves between two pieces, never within one.
  private func show(_ tail: inout EventTail) throws {
    while let events = try tail.next() {
      _ = try printed.show(TailAnswer(events, style))
      try move(to: tail.position)
    }
  }

  /// Moves the cursor once everything before it has left the buffer. After an error it stays where it was.
  private func move(to position: Position) throws {
    guard let cursor else { return }
    try ledger.invocation.output.flush()
    if arguments.has(Options.keep) { try cursor.show(to: position) } else { try cursor.move(to: position) }
  }

  /// Moves the cursor past what it showed last.
  private func acknowledge(_ cursor: EventCursor) throws -> ExitCode {
    let position = try cursor.acknowledge()
    return try ledger.show(
      Reply(
        ["position": position.map { .integer($0) } ?? .null],
        position.map { "The cursor is at event \(grouped($0))" } ?? "There is nothing to acknowledge"))
  }
}

extension EventFilter {
  /// Reads the conditions that a person typed.
  fileprivate init(_ ledger: OpenLedger) throws {
    self.init()
    let arguments = ledger.arguments
    types = Set(try arguments.all(Options.type).map { try Self.type($0, ledger) })
    streams = try arguments[Options.stream].map { [try ledger.stream($0)] }
    group = try arguments[Options.group].map { try ledger.group(orUnfiled: $0) }
    devices = try arguments[Options.device].map { try ledger.book.devices($0) }
    actor = arguments[Options.actor]
    showsOnlyArrivals = arguments.has(Options.arrivals)
    guard arguments.has(Options.from) else { return }
    known = Dictionary(
      try arguments.all(Options.from).map { text in
        guard let reference = try ledger.book.reference(text) else {
          throw Failure.usage(
            "--from takes a device and a number, as laptop:12, not “\(text)”", command: "tail")
        }
        return (reference.device, reference.sequence)
      }, uniquingKeysWith: { $1 })
  }

  /// Returns a type by name: one that this program knows, or that an event in the log has.
  private static func type(_ text: String, _ ledger: OpenLedger) throws -> String {
    let known = EventType.allCases.map(\.rawValue)
    if try known.contains(text) || ledger.book.hasEvents(ofType: text) { return text }
    let near = nearest(to: text, among: known)
    throw Failure.usage(
      "there is no event type “\(text)”", command: "tail",
      advice: near.map { ["Did you mean “\($0)”?"] } ?? ["Types are names such as \(known[0])"])
  }
}
