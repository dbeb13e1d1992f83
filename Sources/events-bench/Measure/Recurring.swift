internal import EventLog
internal import LedgerBook
internal import LedgerBytes
internal import LedgerDomain

/// Measures generating a year of many monthly rules, as `events rule generate` does.
enum Recurring {
  static func run(in folder: String, rules: Int) throws {
    // The rules start next year, so that creating them generates nothing.
    let clock: @Sendable () -> WallClock = { WallClock(milliseconds: 1_781_438_400_000, offsetMinutes: 0) }
    let settings = Book.Settings(folder: folder, actor: .person("bench"), deviceName: "bench", clock: clock)
    let book = try Book.create(settings, NewLedger(device: "bench", currency: .eur, locale: .default))
    guard let through = CivilDate(year: 2027, month: 12, day: 31) else { return }
    try make(rules, in: book)
    let before = try book.log.lastPosition()
    let watch = Stopwatch()
    var appended = watch.seconds
    let report = try book.generate(through: through) { _, _ in appended = watch.seconds }
    let events = try before.distance(to: book.log.lastPosition())
    Measurement.report("instances", Double(report.made), digits: 0)
    Measurement.report(events, in: appended)
    Measurement.report("secondsWithModels", watch.seconds)
    let again = Stopwatch()
    let nothing = try book.generate(through: through)
    Measurement.report("secondsAgain", again.seconds)
    guard nothing.made == 0 else { throw UsageError(words: "a second run made \(nothing.made) more") }
    try book.close()
  }

  /// Creates rules in one batch, with the events that a command for each would record.
  private static func make(_ count: Int, in book: Book) throws {
    let codec = EventCodec.current
    var drafts: [EventDraft] = []
    for number in 0..<count {
      let id = RuleID(UniqueID(high: 0x4000, low: 0x8000_0000_0000_0000 | UInt64(number)))
      guard let start = CivilDate(year: 2027, month: 1, day: number % 28 + 1) else { continue }
      let terms = RuleTerms(
        frequency: .monthly, start: start, money: Money(minorUnits: Int64(1_000 + number), currency: .eur),
        vendor: "Landlord", category: "other", payment: .card)
      let created = LedgerEvent.rule(
        .ruleCreated(
          RuleEvent.Created(series: id, since: nil, template: nil, terms: terms, enabled: true, on: book.today))
      )
      drafts.append(
        EventDraft(
          stream: id.stream, type: created.type.rawValue, schema: codec.schema(of: created.type),
          payload: codec.encode(created), actor: "user/bench"))
    }
    _ = try book.log.write { writer in
      try writer.record(drafts, correlation: UniqueID(high: 1, low: 1), clock: book.settings.clock())
    }
  }
}
