internal import EventLog
internal import LedgerBook
internal import LedgerBytes
internal import LedgerDomain

/// What it takes by name.
private enum Options {
  static let count = Option.value("lines", "N", "How many events; 20 unless given", short: "n")
  static let follow = Option.flag("follow", "Go on as events come in, until interrupted", short: "f")
  static let type = Option.value("type", "T", "Only events of this type", repeats: true)
  static let stream = Option.value("stream", "S", "Only of this transaction, group or kind/id")
  static let group = Option.value("group", "G", "Only of this group and the receipts in it")
  static let device = Option.value(
    "device", "D", "Only of this device: the beginning of its id, or its name")
  static let actor = Option.value("actor", "A", "Only by this actor, for example user/anna")
  static let since = Option.value(
    "since", "P|TIME", "Only behind a position, or from an instant or date")
  static let cursor = Option.value("cursor", "NAME", "Only what this cursor has not seen; it moves on")
}

extension Command {
  static let tail = Command(
    path: ["tail"], section: .log, summary: "Show the last events of the log, newest last",
    options: [
      Options.count, Options.follow, Options.type, Options.stream, Options.group, Options.device, Options.actor,
      Options.since, Options.cursor,
    ],
    discussion: [
      "TIME is an instant in UTC (2026-06-14T10:31:05Z) or a local date. With --since or --cursor all events from "
        + "there are shown unless -n says otherwise. A cursor is kept in the ledger's models folder."
    ],
    examples: ["events tail -f", "events tail -n 100 --type FieldCorrected --json"],
    run: { try $0.withLedger { try EventTail($0).run() } })

  /// Follows the log.
  private struct EventTail {
    private let ledger: OpenLedger
    private let filter: EventFilter
    private let cursor: Cursor?
    private var date: String?

    init(_ ledger: OpenLedger) throws {
      self.ledger = ledger
      filter = try EventFilter(
        ledger, types: Options.type, stream: Options.stream, group: Options.group, device: Options.device,
        actor: Options.actor)
      cursor = try ledger.arguments[Options.cursor].map { (name) throws(Failure) in try Cursor(name, ledger) }
    }

    func run() throws -> ExitCode {
      var tail = self
      let shown = try ledger.arguments.number(Options.count, in: 0...1_000_000)
      let start = try start()
      var position = try ledger.book.log.lastPosition()
      let isOpenEnded = start != nil && shown == nil
      let events = try isOpenEnded ? nil : last(shown ?? 20, after: start, through: position)
      if let events {
        try tail.print(events)
      } else {
        try tail.stream(after: start ?? 0, through: position, of: ledger.book.log)
      }
      try cursor?.move(to: position)
      guard ledger.arguments.has(Options.follow) else { return .ok }
      while true {
        try ledger.invocation.output.flush()
        System.sleep(milliseconds: 200)
        // A log that was opened as one that nothing changes does not see what is written later: it is opened anew.
        let log =
          ledger.book.log.access == .readOnlyMedium
          ? try LedgerLog.open(ledger.book.settings.folder, mode: .readOnly) : ledger.book.log
        let end = try log.lastPosition()
        guard end > position else { continue }
        try tail.stream(after: position, through: end, of: log)
        position = end
        try cursor?.move(to: position)
      }
    }

    /// The position behind which to begin; nil: wherever the last ones are.
    private func start() throws -> Int64? {
      if let text = ledger.arguments[Options.since] { return try ledger.position(before: text) }
      return try cursor?.position()
    }

    /// The last events that match, in order.
    private func last(_ count: Int, after start: Int64?, through end: Int64) throws -> [StoredEvent] {
      guard count > 0, end > 0 else { return [] }
      var events: [StoredEvent] = []
      var end = end
      while events.count < count, end > start ?? 0 {
        let chunk = try ledger.book.log.backwards(from: end, limit: min(max(count, 50), 1_000))
        events += chunk.filter { $0.position > start ?? 0 && filter.admits($0) }
        end = (chunk.last?.position ?? 1) - 1
      }
      return events.prefix(count).reversed()
    }

    private mutating func stream(after start: Int64, through end: Int64, of log: LedgerLog) throws {
      var events: [StoredEvent] = []
      let filter = filter
      try log.forEachEvent(after: start, through: end) { event in
        if filter.admits(event) { events.append(event) }
        if events.count == 500 {
          try print(events)
          events.removeAll(keepingCapacity: true)
        }
      }
      try print(events)
    }

    private mutating func print(_ events: [StoredEvent]) throws {
      let text = EventText(ledger: ledger)
      if ledger.invocation.isJSON {
        for event in events { try ledger.invocation.print(json: text.json(event)) }
      } else {
        try ledger.invocation.print(try text.table(events, after: &date))
      }
    }
  }
}
