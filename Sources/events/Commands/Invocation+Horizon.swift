internal import EventLog
internal import LedgerBook
internal import LedgerDomain
internal import LedgerProjections

extension Option {
  static let at = value("at", "P|TIME", "As this device knew it: a position, HEAD, HEAD~10 or a time")
  static let recordedBy = value(
    "recorded-by", "TIME", "As its authors had recorded it by then, whenever this device learned of it")
  /// What every command takes that shows the ledger.
  static let looking: [Option] = reading + [at, recordedBy]
}

extension Invocation {
  /// The ledger as of the moment that `--at` or `--recorded-by` names; as it is, where neither is given.
  func atHorizon(_ book: Book) throws -> Book {
    if arguments.has(.at), arguments.has(.recordedBy) {
      throw Failure.usage("--at and --recorded-by ask different questions; give one of them")
    }
    if let text = arguments[.at] {
      return book.asOf(.position(try position(at: text, book)))
    }
    guard let text = arguments[.recordedBy] else { return book }
    guard let instant = Instant.last(text) else { throw notATime(text, "a time") }
    let horizon = Horizon.recordedBy(milliseconds: instant)
    guard try book.log.knows(before: instant) else { throw beforeEverything(text) }
    return book.asOf(horizon)
  }

  /// The last position of the events that are known at `HEAD~10`, a position, an instant or the end of a date.
  ///
  /// - `orNothing`: whether 0, before the first event, is a point, too.
  func position(at text: String, _ book: Book, orNothing: Bool = false) throws -> Int64 {
    let last = try book.log.lastPosition()
    if let position = try HorizonText.position(text, last: last) {
      if orNothing, position == 0 { return 0 }
      guard position <= last else {
        throw Failure(
          .noInput, "there is no event at position \(text)", advice: "The log ends at \(grouped(last))")
      }
      guard position > 0 else { throw beforeEverything(text) }
      return position
    }
    guard let instant = Instant.last(text) else { throw notATime(text, "a position nor a time") }
    guard let position = try book.position(knownBy: instant) else { throw beforeEverything(text) }
    return position
  }

  /// Says under `--verbose` whether the screens of a past moment were looked up or folded. To a person at a terminal,
  /// where folding takes long, also how to make it fast: history is not built unasked, as it takes room on the disk.
  func tellSource(of book: Book, in present: Book) throws {
    let isVerbose = arguments.has(.verbose)
    switch book.pastSource {
    case .none: break
    case .history(let position)?:
      if isVerbose { remark("As of event \(grouped(position)), looked up in the history") }
    case .fold(let why)?:
      if isVerbose { remark("Folded from the log: \(why)") }
      guard canAsk || isVerbose, case .position = book.horizon, try present.historyState() == .absent else {
        return
      }
      let isLong = try present.log.lastPosition() >= 100_000
      if isLong || isVerbose {
        remark("Looking back is fast where there is a history: events rebuild --model history")
      }
    }
  }

  private func notATime(_ text: String, _ what: String) -> Failure { HorizonText.notATime(text, what) }

  private func beforeEverything(_ text: String) -> Failure {
    Failure(.noInput, "'\(text)' is before the first event", advice: "See the beginning: events show 1")
  }
}

/// Positions that people type.
enum HorizonText {
  /// A position by its number or from the end; nil for what is none.
  static func position(_ text: String, last: Int64) throws(Failure) -> Int64? {
    if text == "HEAD" { return last }
    if text.hasPrefix("HEAD~") {
      guard let back = digits(text.dropFirst(5)) else { throw notATime(text, "a position nor a time") }
      return max(0, last - back)
    }
    return digits(text[...])
  }

  /// A number of digits only; the largest there is for one that is larger.
  private static func digits(_ text: Substring) -> Int64? {
    guard !text.isEmpty, text.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }) else {
      return nil
    }
    return Int64(text) ?? .max
  }

  static func notATime(_ text: String, _ what: String) -> Failure {
    Failure(
      .dataError, "'\(text)' is \(what == "a time" ? "not" : "neither") \(what)",
      advice: [
        "Times are 2026-06-14 or 2026-06-14T10:31:05Z"
          + (what == "a time" ? "" : "; positions are 12, HEAD or HEAD~10")
      ])
  }
}

extension LedgerLog {
  /// Whether any event was recorded by an instant. Cost: a step per event until one was; most often the first.
  fileprivate func knows(before milliseconds: Int64) throws -> Bool {
    var position: Int64 = 0
    let last = try lastPosition()
    while position < last {
      var isKnown = false
      let end = min(last, position + 1_000)
      try forEachEvent(after: position, through: end) { event in
        isKnown = isKnown || event.recordedAtMilliseconds <= milliseconds
      }
      if isKnown { return true }
      position = end
    }
    return false
  }
}

extension Instant {
  /// The instant of a UTC time, or the last one of a date in the terminal's time zone.
  static func last(_ text: String) -> Int64? {
    guard let date = CivilDate(iso: text) else { return milliseconds(text) }
    let next = date.adding(days: 1)
    guard next != date else {
      // The last date there is.
      return System.firstMillisecond(year: date.year, month: date.month, day: date.day) + 86_399_999
    }
    return System.firstMillisecond(year: next.year, month: next.month, day: next.day) - 1
  }
}
