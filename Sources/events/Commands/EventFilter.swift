internal import EventLog
internal import LedgerBook
internal import LedgerBytes
internal import LedgerDomain
internal import LedgerProjections

/// Which events a tail shows.
struct EventFilter {
  private var types: Set<String> = []
  private var streams: Set<StreamID>?
  private var devices: Set<UniqueID>?
  private var actor: String?

  init(
    _ ledger: OpenLedger, types: Option, stream: Option, group: Option, device: Option, actor: Option
  ) throws {
    let arguments = ledger.arguments
    self.types = Set(try arguments.all(types).map { (text) throws(Failure) in try Self.type(text) })
    self.actor = arguments[actor]
    if let text = arguments[stream] { streams = [try ledger.stream(text)] }
    if let text = arguments[group] {
      let streamsOfGroup = try Self.streams(ofGroup: text, ledger)
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

  /// A type by name. One that this program does not know may still be in the log.
  private static func type(_ text: String) throws(Failure) -> String {
    let known = EventType.allCases.map(\.rawValue)
    guard !known.contains(text), let near = nearest(to: text, among: known) else { return text }
    throw .usage("there is no event type '\(text)'", command: "tail", advice: ["Did you mean '\(near)'?"])
  }

  private static func streams(ofGroup text: String, _ ledger: OpenLedger) throws -> Set<StreamID> {
    let group = try ledger.group(orUnfiled: text)
    var filter = TransactionFilter()
    filter.stages = []
    filter.groups = [group]
    var streams: Set<StreamID> = group.map { [$0.stream] } ?? []
    try ledger.book.forEachTransaction(filter) { streams.insert($0.row.id.stream) }
    return streams
  }
}

extension OpenLedger {
  /// A stream by what it is about: a transaction, a group, a rule, or `kind/id`.
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
        throw Failure(
          .noInput, "there is no transaction, group or rule '\(text)'",
          advice: "See what there is: events receipts --all, events groups, events rule list")
      }
    }
  }

  /// Devices by name or the beginning of their id.
  func devices(_ text: String) throws -> Set<UniqueID> {
    let all = try book.status().devices
    let found = all.filter { $0.name == text || $0.device.description.hasPrefix(text.lowercased()) }
    guard !found.isEmpty else {
      let names = all.map { "\($0.device) \($0.name ?? "")" }
      throw Failure(.noInput, "there is no device '\(text)'", advice: names)
    }
    return Set(found.map(\.device))
  }

  /// The position before the first event that a position, an instant or a local date stands for.
  func position(before text: String) throws -> Int64 {
    if let position = Int64(text), position >= 0 { return position }
    guard let instant = Instant.milliseconds(text) else {
      throw Failure(
        .dataError, "'\(text)' is neither a position nor a time",
        advice: "Times are 2026-06-14 or 2026-06-14T10:31:05Z")
    }
    var end = try book.log.lastPosition()
    while end > 0 {
      let events = try book.log.backwards(from: end, limit: 500)
      if let earlier = events.first(where: { $0.recordedAtMilliseconds < instant }) { return earlier.position }
      end = (events.last?.position ?? 1) - 1
    }
    return 0
  }
}

/// Instants that people type.
enum Instant {
  /// `2026-06-14T10:31:05Z`, with or without seconds and their fraction, in UTC; or a date, its first instant in
  /// the terminal's time zone. Milliseconds since 1970; nil for anything else.
  static func milliseconds(_ text: String) -> Int64? {
    if let date = CivilDate(iso: text) {
      return System.firstMillisecond(year: date.year, month: date.month, day: date.day)
    }
    guard text.utf8.count >= 17, text.hasSuffix("Z"), let date = CivilDate(iso: String(text.prefix(10))) else {
      return nil
    }
    let time = text.dropFirst(10)
    guard time.first == "T" || time.first == "t" else { return nil }
    let parts = time.dropFirst().dropLast().split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count == 2 || parts.count == 3, let hour = number(parts[0], 0...23),
      let minute = number(parts[1], 0...59)
    else { return nil }
    var milliseconds = ((Int64(date.dayNumber) * 24 + hour) * 60 + minute) * 60_000
    if parts.count == 3 {
      let seconds = parts[2].split(separator: ".", omittingEmptySubsequences: false)
      guard seconds.count <= 2, let second = number(seconds[0], 0...59) else { return nil }
      milliseconds += second * 1_000
      if seconds.count == 2 {
        let digits = seconds[1].prefix(3)
        guard !digits.isEmpty, seconds[1].allSatisfy({ $0.isASCII && $0.isNumber }) else { return nil }
        milliseconds += Int64(digits + String(repeating: "0", count: 3 - digits.count)) ?? 0
      }
    }
    return milliseconds
  }

  private static func number(_ text: Substring, _ range: ClosedRange<Int64>) -> Int64? {
    guard text.utf8.count == 2, text.allSatisfy({ $0.isASCII && $0.isNumber }), let number = Int64(text) else {
      return nil
    }
    return range.contains(number) ? number : nil
  }
}
