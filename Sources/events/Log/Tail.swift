internal import EventLog
internal import LedgerAnswers
internal import LedgerBook
internal import LedgerBytes
internal import LedgerDomain
internal import LedgerPlatform

/// The options of the command.
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
  static let ack = Option.flag(
    "ack", "Move the cursor past what --keep showed, and print nothing")
  static let arrivals = Option.flag(
    "arrivals", "Only events of other devices, grouped by sync")
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
      var moved: MovedLedger?
      while true {
        do {
          return try invocation.withLedger(needsSettings: false) { try EventTail($0).run(after: moved) }
        } catch let error as MovedLedger {
          try error.waitForAnother(invocation)
          moved = error
        }
      }
    })

  /// The format of printed events.
  private enum Form {
    case text, json, cloudEvents
  }

  /// Follows the log.
  private struct EventTail {
    private let ledger: OpenLedger
    private var filter: EventFilter
    private let cursor: TailCursor?
    private let form: Form
    private var date: String?
    /// The number of each device's events that the reader has, or `nil` if that was not told.
    private let known: [UniqueID: UInt64]?
    private let showsArrivals: Bool

    init(_ ledger: OpenLedger) throws {
      self.ledger = ledger
      filter = try EventFilter(
        ledger, types: Options.type, stream: Options.stream, group: Options.group, device: Options.device,
        actor: Options.actor)
      cursor = try ledger.arguments[Options.cursor].map { try TailCursor($0, ledger) }
      form = try Self.form(ledger)
      known = try Self.known(ledger)
      showsArrivals = ledger.arguments.has(Options.arrivals)
      if cursor != nil, ledger.arguments.has(Options.count), ledger.arguments.has(Options.follow) {
        throw Failure.usage("with a cursor, -n and --follow exclude each other", command: "tail")
      }
      try checkAcknowledgement()
    }

    private func checkAcknowledgement() throws {
      let (keeps, acknowledges) = (ledger.arguments.has(Options.keep), ledger.arguments.has(Options.ack))
      if keeps || acknowledges, cursor == nil {
        throw Failure.usage("--keep and --ack need --cursor", command: "tail")
      }
      if keeps, acknowledges || ledger.arguments.has(Options.follow) {
        throw Failure.usage("--keep excludes --ack and --follow", command: "tail")
      }
      if acknowledges, ledger.arguments.has(Options.follow) || ledger.arguments.has(Options.since) {
        throw Failure.usage("--ack excludes --follow and --since", command: "tail")
      }
    }

    /// Moves the cursor past what it showed last.
    private func acknowledge(_ cursor: TailCursor) throws -> ExitCode {
      let position = try cursor.acknowledge()
      if ledger.invocation.isJSON {
        try ledger.invocation.print(json: ["position": position.map { .integer($0) } ?? .null])
      } else if let position {
        try ledger.invocation.print("The cursor is at event \(grouped(position))")
      } else {
        try ledger.invocation.print("There is nothing to acknowledge")
      }
      return .ok
    }

    private static func known(_ ledger: OpenLedger) throws -> [UniqueID: UInt64]? {
      guard ledger.arguments.has(Options.from) else { return nil }
      if ledger.arguments.has(Options.since) || ledger.arguments.has(Options.cursor) {
        throw Failure.usage("--from excludes --since and --cursor", command: "tail")
      }
      var known: [UniqueID: UInt64] = [:]
      for text in ledger.arguments.all(Options.from) {
        guard let reference = try ledger.book.reference(text) else {
          throw Failure.usage(
            "--from takes a device and a number, as laptop:12, not “\(text)”", command: "tail")
        }
        known[reference.device] = reference.sequence
      }
      return known
    }

    private func admits(_ event: StoredEvent) -> Bool {
      if let known, event.reference.sequence <= known[event.reference.device] ?? 0 { return false }
      if showsArrivals, event.receivedAtMilliseconds == 0 { return false }
      return filter.admits(event)
    }

    private static func form(_ ledger: OpenLedger) throws(Failure) -> Form {
      let text = ledger.arguments[Options.format]
      if ledger.invocation.isJSON, let text, text != "json" {
        throw .usage("--json and --format \(text) exclude each other", command: "tail")
      }
      switch text {
      case "cloudevents": return .cloudEvents
      case "json": return .json
      default: return ledger.invocation.isJSON ? .json : .text
      }
    }

    /// Shows the events, from where it stopped if the ledger's folder was moved away and another one came.
    func run(after moved: MovedLedger?) throws -> ExitCode {
      if let cursor, ledger.arguments.has(Options.ack) { return try acknowledge(cursor) }
      var tail = self
      let shown = try ledger.arguments.number(Options.count, in: 0...1_000_000)
      var position = try ledger.book.log.lastPosition()
      if let moved, cursor == nil {
        position = try moved.place(in: ledger.book.log)
      } else if let start = try start(), cursor != nil || shown == nil {
        position = try tail.stream(after: start, through: position, of: ledger.book.log, limit: shown)
      } else {
        try tail.print(try last(shown ?? 20, after: try start(), through: position))
      }
      guard ledger.arguments.has(Options.follow) else { return .ok }
      while true {
        try ledger.invocation.output.flush()
        SystemClock.sleep(milliseconds: 100)
        do { try ledger.book.log.requireInPlace() } catch is EventLogError {
          throw MovedLedger(ledger.book.log, at: position)
        }
        // A log on a read-only medium does not see later events unless it is opened again.
        let log =
          ledger.book.log.access == .readOnlyMedium
          ? try LedgerLog.open(ledger.book.settings.folder, mode: .readOnly) : ledger.book.log
        let end = try log.lastPosition()
        guard end > position else { continue }
        position = try tail.stream(after: position, through: end, of: log, limit: nil)
      }
    }

    /// Returns the position after which to begin, or `nil` to begin with the last events.
    ///
    /// It is never past the log's end, because later events are still to be shown.
    private func start() throws -> Position? {
      if known != nil { return 0 }
      guard let text = ledger.arguments[Options.since] else { return try cursor?.position() }
      return min(try ledger.position(before: text), try ledger.book.log.lastPosition())
    }

    /// Returns the last events that match, in order.
    private func last(_ count: Int, after start: Position?, through end: Position) throws -> [StoredEvent] {
      guard count > 0, end > 0 else { return [] }
      var events: [StoredEvent] = []
      var end = end
      while events.count < count, end > start ?? 0 {
        // A filter leaves some out, so it reads more than are wanted.
        let wanted = filter.admitsAll && known == nil && !showsArrivals ? count - events.count : max(count, 50)
        let chunk = try ledger.book.log.backwards(from: end, limit: min(wanted, 1_000))
        events += chunk.filter { $0.position > start ?? 0 && admits($0) }
        end = (chunk.last?.position ?? 1) - 1
      }
      return events.prefix(count).reversed()
    }

    /// Prints the events between two positions, `limit` at most, and moves the cursor after them.
    ///
    /// - Returns: The position up to which it came.
    private mutating func stream(
      after start: Position, through end: Position, of log: LedgerLog, limit: Int?
    ) throws -> Position {
      var reached = start
      var shown = 0
      while reached < end, shown < limit ?? .max {
        // A piece at a time: the cursor moves between two reads, never within one.
        var events: [StoredEvent] = []
        var last = min(end, reached + 500)
        let earlier = try filter.follow(log, after: reached, through: last)
        try log.forEachEvent(after: reached, through: last) { event in
          if admits(event) { events.append(event) }
        }
        if let limit, events.count > limit - shown {
          events.removeSubrange((limit - shown)...)
          last = events.last?.position ?? reached
        }
        shown += events.count
        try print(joining(events, earlier, after: start))
        reached = last
        try move(to: reached, in: log)
      }
      if start >= end || shown == 0 { try move(to: reached, in: log) }
      return reached
    }

    /// Returns events, with the earlier ones of a receipt before its first one here.
    ///
    /// A receipt joined the group then. With --since, nothing from before that is shown.
    private func joining(
      _ events: [StoredEvent], _ earlier: [StreamID: [StoredEvent]], after start: Position
    ) -> [StoredEvent] {
      guard !earlier.isEmpty else { return events }
      let floor = ledger.arguments.has(Options.since) ? start : 0
      var earlier = earlier
      return events.flatMap { event in
        let before = earlier.removeValue(forKey: event.stream) ?? []
        return before.filter { $0.position > floor && admits($0) } + [event]
      }
    }

    /// Moves the cursor once everything before it has left the buffer. After an error it stays where it was.
    private func move(to position: Position, in log: LedgerLog) throws {
      guard let cursor else { return }
      try ledger.invocation.output.flush()
      if ledger.arguments.has(Options.keep) {
        try cursor.show(to: position, in: log)
      } else {
        try cursor.move(to: position, in: log)
      }
    }

    private mutating func print(_ events: [StoredEvent]) throws {
      guard !events.isEmpty else { return }
      let text = EventText(ledger.notation)
      switch form {
      case .json:
        let arrivals = showsArrivals ? EventArrivals(ledger.book) : nil
        for event in events { try ledger.invocation.print(json: try text.json(event, arrivals)) }
      case .cloudEvents:
        for event in events { try ledger.invocation.print(json: text.cloudEvent(event)) }
      case .text where showsArrivals:
        let arrivals = EventArrivals(ledger.book)
        for group in EventArrivals.groups(events) {
          for line in arrivals.heading(group, try text.names()) { try ledger.invocation.print(line) }
          date = nil
          let table = try ledger.book.log.reading { try text.table(group, after: &date) }
          try ledger.invocation.print(table)
        }
      case .text:
        // Names are looked up event by event: in one transaction.
        let table = try ledger.book.log.reading { try text.table(events, after: &date) }
        try ledger.invocation.print(table)
      }
    }
  }
}
