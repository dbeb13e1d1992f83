internal import LedgerAnswers
internal import LedgerBook
internal import LedgerBytes
internal import LedgerProjections

extension Option {
  static let at = value(
    "at", "P|TIME", "The state known then: a position, HEAD, HEAD~10, DEVICE:SEQUENCE or a time")
  static let recordedBy = value(
    "recorded-by", "TIME", "The state recorded by then on all devices, even if it arrived here later")
  static let through = value("through", "DATE", "Figures as of this day (default: today)")
  /// The options of every command that shows the ledger.
  static let looking: [Option] = reading + [at, recordedBy]
}

extension OpenLedger {
  /// Returns the ledger with its figures as of the day of `--through`, or as of today without it.
  func throughDay() throws -> OpenLedger {
    guard let text = arguments[.through] else { return self }
    return OpenLedger(
      book: book.through(try Values.date(text, self, daysAhead: FilterName.daysAhead)), invocation: invocation,
      settings: settings)
  }

  /// Returns the filter of the options, with the day as of which figures are.
  ///
  /// `--through` names that day. It hides nothing that is dated later, as a period does.
  func filterOfFigures(withPeriods: Bool = true) throws -> TransactionFilter {
    var filter = try Filters.parse(self, withPeriods: withPeriods)
    filter.asOf = book.day
    filter.through = withPeriods ? try PeriodOptions.span(self)?.upperBound : nil
    return filter
  }
}

extension Invocation {
  /// Returns the ledger as of `--at` or `--recorded-by`, or as it is now without these options.
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
    guard try book.knows(before: instant) else { throw beforeEverything(text) }
    return book.asOf(horizon)
  }

  /// Returns the last position of the events that are known at a point.
  ///
  /// The text is `HEAD~10`, a position, an event, an instant, or a date, whose end is meant. 0 is before the first event.
  func position(at text: String, _ book: Book) throws -> Position {
    let last = try book.lastPosition()
    if let position = try HorizonText.position(text, last: last) {
      guard position <= last else {
        throw Failure(
          .noInput, "there is no event at position \(text)", advice: "The log ends at \(grouped(last))")
      }
      return position
    }
    if let position = try book.position(ofReference: text) { return position }
    guard let instant = Instant.last(text) else { throw notATime(text, "a position nor a time") }
    guard let position = try book.position(knownBy: instant) else { throw beforeEverything(text) }
    return position
  }

  /// Reports under `--verbose` whether the screens of a past moment were looked up or folded.
  ///
  /// If folding takes long, a person at a terminal is also told how to make it fast. History takes room on the disk, so
  /// it is only built on request.
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
      let isLong = try present.lastPosition() >= 100_000
      if isLong || isVerbose {
        remark("Looking back is fast where there is a history: events rebuild --model history")
      }
    }
  }

  private func notATime(_ text: String, _ what: String) -> Failure { HorizonText.notATime(text, what) }

  private func beforeEverything(_ text: String) -> Failure {
    Failure(.noInput, "“\(text)” is before the first event", advice: "See the beginning: events show 1")
  }
}

/// Positions that people type.
enum HorizonText {
  /// Returns a position by its number or from the end, or `nil` for any other text.
  static func position(_ text: String, last: Position) throws(Failure) -> Position? {
    if text == "HEAD" { return last }
    if text.hasPrefix("HEAD~") {
      guard let back = digits(text.dropFirst(5)) else { throw notATime(text, "a position nor a time") }
      return max(0, last - back)
    }
    return digits(text[...]).map(Position.init(rawValue:))
  }

  /// Returns a number of digits only, or the largest possible one for a larger number.
  private static func digits(_ text: Substring) -> Int64? {
    guard !text.isEmpty, text.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }) else {
      return nil
    }
    return Int64(text) ?? .max
  }

  static func notATime(_ text: String, _ what: String) -> Failure {
    Failure(
      .dataError, "“\(text)” is \(what == "a time" ? "not" : "neither") \(what)",
      advice: [
        "Times are 2026-06-14, 2026-06-14 12:31 or 2026-06-14T10:31:05Z (UTC)"
          + (what == "a time" ? "" : "; positions are 12, HEAD, HEAD~10 or DEVICE:SEQUENCE")
      ])
  }
}
