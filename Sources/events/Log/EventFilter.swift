internal import EventLog
internal import LedgerAudit
internal import LedgerBook
internal import LedgerBytes
internal import LedgerDomain
internal import LedgerPlatform
internal import LedgerProjections

/// The conditions on the events that a tail shows.
struct EventFilter {
  private var types: Set<String> = []
  private var streams: Set<StreamID>?
  /// The group whose receipts are shown, where `nil` inside is Unfiled.
  private var group: GroupID??
  /// The receipts that were in the group at some time since this filter began to follow the log.
  private var members: Set<StreamID> = []
  private var devices: Set<UniqueID>?
  private var actor: String?

  init(
    _ ledger: OpenLedger, types: Option, stream: Option, group: Option, device: Option, actor: Option
  ) throws {
    let arguments = ledger.arguments
    self.types = Set(try arguments.all(types).map { text in try Self.type(text, ledger) })
    self.actor = arguments[actor]
    if let text = arguments[stream] { streams = [try ledger.stream(text)] }
    if let text = arguments[group] {
      let group = try ledger.group(orUnfiled: text)
      self.group = group
      let streamsOfGroup = try Self.streams(of: group, ledger)
      streams = streams.map { $0.intersection(streamsOfGroup) } ?? streamsOfGroup
    }
    devices = try arguments[device].map { try ledger.devices($0) }
  }

  /// Whether it leaves nothing out.
  var admitsAll: Bool { types.isEmpty && streams == nil && devices == nil && actor == nil }

  func admits(_ event: StoredEvent) -> Bool {
    (types.isEmpty || types.contains(event.type))
      && (streams.map { $0.contains(event.stream) } ?? true)
      && (devices.map { $0.contains(event.reference.device) } ?? true)
      && (actor.map { event.actor == $0 } ?? true)
  }

  /// Admits the receipts that were in the group between two positions, instead of those of now.
  ///
  /// - Returns: For each receipt that joined the group between the positions, its events up to the first one.
  mutating func follow(
    _ log: LedgerLog, after position: Position, through last: Position
  ) throws -> [StreamID: [StoredEvent]] {
    guard let group else { return [:] }
    var seen: Set<StreamID> = []
    try log.forEachEvent(after: position, through: last) { seen.insert($0.stream) }
    var earlier: [StreamID: [StoredEvent]] = [:]
    for stream in seen where stream.kind == StreamKind.transaction.rawValue && !members.contains(stream) {
      let events = try log.events(of: stream)
      let stay = GroupStay(of: stream, events, in: group, after: position, through: last)
      if stay.isBefore || stay.isWithin { members.insert(stream) }
      if !stay.isBefore, stay.isWithin { earlier[stream] = events.filter { $0.position <= position } }
    }
    streams = members.union(group.map { [$0.stream] } ?? [])
    return earlier
  }

  /// Returns a type by name: one that this program knows, or that an event in the log has.
  private static func type(_ text: String, _ ledger: OpenLedger) throws -> String {
    let known = EventType.allCases.map(\.rawValue)
    if try known.contains(text) || ledger.book.log.hasEvents(ofType: text) { return text }
    let near = nearest(to: text, among: known)
    throw Failure.usage(
      "there is no event type “\(text)”", command: "tail",
      advice: near.map { ["Did you mean “\($0)”?"] } ?? ["Types are names such as \(known[0])"])
  }

  private static func streams(of group: GroupID?, _ ledger: OpenLedger) throws -> Set<StreamID> {
    var filter = TransactionFilter()
    filter.stages = []
    filter.groups = [group]
    var streams: Set<StreamID> = group.map { [$0.stream] } ?? []
    try ledger.book.forEachTransaction(filter) { streams.insert($0.row.id.stream) }
    return streams
  }
}

extension OpenLedger {
  /// Returns the stream of a record, which is named by `kind/id`, its id or its name.
  ///
  /// A figure such as `budget 2026-06 food EUR` names the stream that has it.
  func stream(_ text: String) throws -> StreamID {
    let parts = text.split(separator: "/")
    if parts.count == 2, let id = UniqueID(String(parts[1])) { return StreamID(kind: String(parts[0]), id: id) }
    do {
      return try book.resolveTransaction(text).stream
    } catch BookError.unknown, BookError.notAName {
      if let rule = try? book.resolveRule(text) { return rule.stream }
      do {
        return try book.resolveGroup(text).stream
      } catch BookError.unknown {
        if let account = try? book.resolveAccount(text) { return account.id.stream }
        if let goal = try? book.resolveGoal(text) { return goal.id.stream }
        if let category = try? category(text) { return CategoryStream.of(key: category) }
        let words = try typedWords(text)
        if let (_, budget) = try BudgetFigureName.figure(words, self) { return budget.id.stream }
        if words.first == "balance" { return try account(words.dropFirst().joined(separator: " ")).id.stream }
        throw Failure(
          .noInput, "there is no transaction, group, rule, account, category or goal “\(text)”",
          advice:
            "See what there is: events receipts --all, events groups, events rule list, events account list, "
            + "events category list, events goal list")
      }
    }
  }

  /// Devices by name or the beginning of their id.
  func devices(_ text: String) throws -> Set<UniqueID> { try book.devices(text) }

  /// Returns the position after which a tail begins.
  ///
  /// The text is a position, an event, an instant, or a local time or date. From an instant on, no event that was
  /// recorded or arrived later is left out. A late event does not hide those before it, which may be of this device and
  /// recorded after the instant.
  ///
  /// - Complexity: O(events since the last own event before the instant).
  func position(before text: String) throws -> Position {
    let last = try book.log.lastPosition()
    if let position = try HorizonText.position(text, last: last) { return position }
    if let position = try book.position(ofReference: text) { return position }
    guard let instant = Instant.milliseconds(text) else {
      throw HorizonText.notATime(text, "a position nor a time")
    }
    var first = last + 1
    var end = last
    while end > 0 {
      let events = try book.log.backwards(from: end, limit: 500)
      for event in events {
        if max(event.recordedAtMilliseconds, event.receivedAtMilliseconds) >= instant { first = event.position }
        // The clock of an own event is later than that of every event before it.
        let isOwn = event.receivedAtMilliseconds == 0
        if isOwn, Int64(clamping: event.time.milliseconds) < instant { return first - 1 }
      }
      end = (events.last?.position ?? 1) - 1
    }
    return first - 1
  }
}

/// Instants that people type.
enum Instant {
  /// Returns the first instant that a text means, in milliseconds since 1970, or `nil` if it is no time.
  ///
  /// The text is `2026-06-14T10:31:05Z` in UTC, or `2026-06-14 12:31:05` in the terminal's time zone, as `tail` prints it.
  /// Seconds and their fraction may be left out. A date is its first instant in the terminal's time zone.
  static func milliseconds(_ text: String) -> Int64? {
    range(text)?.lowerBound
  }

  /// Returns the last instant that a text means: of a date, of a local minute, or of a local second.
  static func last(_ text: String) -> Int64? { range(text)?.upperBound }

  private static func range(_ text: String) -> ClosedRange<Int64>? {
    if let date = CivilDate(iso: text) {
      let first = SystemClock.firstMillisecond(year: date.year, month: date.month, day: date.day)
      let next = date.adding(days: 1)
      // The last date of the calendar has no next one.
      guard next != date else { return first...(first + 86_399_999) }
      return
        first...max(
          first, SystemClock.firstMillisecond(year: next.year, month: next.month, day: next.day) - 1)
    }
    let isUTC = text.hasSuffix("Z")
    guard text.utf8.count >= 16, let date = CivilDate(iso: String(text.prefix(10))) else { return nil }
    let time = text.dropFirst(10)
    guard time.first == "T" || time.first == "t" || time.first == " " else { return nil }
    guard let (milliseconds, unit) = timeOfDay(time.dropFirst().dropLast(isUTC ? 1 : 0)) else { return nil }
    if isUTC {
      let instant = Int64(date.dayNumber) * 86_400_000 + milliseconds
      return instant...instant
    }
    let start = SystemClock.millisecond(
      year: date.year, month: date.month, day: date.day, secondOfDay: milliseconds / 1_000)
    let first = start + milliseconds % 1_000
    return first...(first + unit - 1)
  }

  /// Returns the milliseconds since midnight of a time, and the length of the smallest unit that it has.
  private static func timeOfDay(_ text: Substring) -> (milliseconds: Int64, unit: Int64)? {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count == 2 || parts.count == 3, let hour = number(parts[0], 0...23),
      let minute = number(parts[1], 0...59)
    else { return nil }
    var milliseconds = (hour * 60 + minute) * 60_000
    var unit: Int64 = 60_000
    if parts.count == 3 {
      let seconds = parts[2].split(separator: ".", omittingEmptySubsequences: false)
      guard seconds.count <= 2, let second = number(seconds[0], 0...59) else { return nil }
      milliseconds += second * 1_000
      unit = 1_000
      if seconds.count == 2 {
        let digits = seconds[1].prefix(3)
        guard !digits.isEmpty, seconds[1].allSatisfy({ $0.isASCII && $0.isNumber }) else { return nil }
        milliseconds += Int64(digits + String(repeating: "0", count: 3 - digits.count)) ?? 0
        unit = 1
      }
    }
    return (milliseconds, unit)
  }

  private static func number(_ text: Substring, _ range: ClosedRange<Int64>) -> Int64? {
    guard text.utf8.count == 2, text.allSatisfy({ $0.isASCII && $0.isNumber }), let number = Int64(text) else {
      return nil
    }
    return range.contains(number) ? number : nil
  }
}
