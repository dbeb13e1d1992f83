import EventLog
import LedgerAudit
import LedgerBook
import LedgerBytes
import LedgerDomain
import LedgerProjections
import LedgerTestSupport
import Testing

@Suite("Figures and what they are made of")
struct FigureTests {
  /// What makes the receipts of a run.
  private let random = SeededGenerator()
  private var told: Comment { "EVENTS_SEED=\(random.seed)" }

  /// A ledger with receipts that differ in everything a filter asks for.
  private func ledger() throws -> AuditLedger {
    let ledger = try AuditLedger()
    let berlin = try #require(try ledger.book.createGroup(name: "Berlin").group)
    var random = random
    for number in 0..<60 {
      let day = try #require(CivilDate(iso: "2026-06-14")).adding(
        days: Int.random(in: -40...40, using: &random))
      let currency: CurrencyCode = number.isMultiple(of: 5) ? CurrencyCode("JPY") ?? .eur : .eur
      let id = try #require(
        try ledger.book.record(
          RecordRequest(
            kind: number.isMultiple(of: 7) ? .income : .expense,
            money: Money(minorUnits: Int64.random(in: 100...90_000, using: &random), currency: currency),
            date: day,
            vendor: ["REWE", "Café Mauve", nil].randomElement(using: &random) ?? nil,
            category: ["food", "taxi", "other"].randomElement(using: &random),
            payment: number.isMultiple(of: 3) ? .card : .cash,
            group: number.isMultiple(of: 4) ? berlin : nil,
            account: number.isMultiple(of: 2) && currency == .eur ? "Giro" : nil),
          opensAccounts: true
        ).transaction)
      if number.isMultiple(of: 6) { try ledger.book.perform(.tag(add: ["trip"], remove: []), on: id) }
      if number.isMultiple(of: 9) { try ledger.book.perform(.clear(true), on: id) }
      if number.isMultiple(of: 10) { try ledger.book.perform(.flag([.paid]), on: id) }
      if number.isMultiple(of: 13) { try ledger.book.perform(.delete, on: id) }
    }
    return ledger
  }

  private func filters(_ ledger: AuditLedger) throws -> [TransactionFilter] {
    func filter(_ change: (inout TransactionFilter) -> Void) -> TransactionFilter {
      var filter = TransactionFilter()
      change(&filter)
      return filter
    }
    let bound = AmountBound(Money(minorUnits: 5_000, currency: .eur), isOfItsCurrency: false)
    let exact = AmountBound(Money(minorUnits: 5_000, currency: .eur), isOfItsCurrency: true)
    let day = try #require(CivilDate(iso: "2026-06-10"))
    return [
      filter { _ in }, filter { $0.kinds = [.expense] }, filter { $0.categories = ["food", "taxi"] },
      filter { $0.payments = [.cash] }, filter { $0.tags = ["trip"] },
      filter { $0.anyTags = ["trip", "none"] },
      filter { $0.otherTags = ["none"] }, filter { $0.flags = [.paid] }, filter { $0.flags = [.noPaid] },
      filter { $0.accounts = ["Giro"] }, filter { $0.hasPhoto = true }, filter { $0.hasPhoto = false },
      filter { $0.isCleared = true }, filter { $0.isCleared = false }, filter { $0.text = "CAFE  m" },
      filter { $0.text = "tax" }, filter { $0.from = day }, filter { $0.through = day },
      filter { $0.minimum = bound }, filter { $0.maximum = bound }, filter { $0.minimum = exact },
      filter { $0.stages = [.deleted] }, filter { $0.stages = [] }, filter { $0.rules = [RuleID(.random())] },
    ]
  }

  @Test("A filter gives the same answer for one row as for all rows at once")
  func matching() throws {
    let ledger = try ledger()
    for filter in try filters(ledger) {
      var found: Set<TransactionID> = []
      try ledger.book.forEachTransaction(filter) { found.insert($0.row.id) }
      var matching: Set<TransactionID> = []
      try ledger.book.forEachTransaction(.everything) { listed in
        if filter.admitsApartFromGroup(listed.row) { matching.insert(listed.row.id) }
      }
      #expect(found == matching, "\(told) \(filter)")
    }
  }

  @Test("Whatever is filtered, the parts add up to what the screen shows, all of them folded")
  func addsUp() throws {
    let ledger = try ledger()
    var sums = 0
    for filter in try filters(ledger) {
      for measure in [AskedFigure.Measure.net, .kind(.expense), .kind(.income)] {
        for currency in try AskedFigure.currencies(measure, of: filter, in: ledger.book) {
          let figure = AskedFigure(measure, of: filter, in: currency)
          var why = try Why.of(figure, in: ledger.book, limit: nil)
          var sum: Int64 = 0
          var last = Position.max
          try why.forEachPart { part in
            sum += part.minorUnits
            let changed = try #require(part.events.last?.event.position)
            #expect(changed <= last, told)
            last = changed
          }
          #expect(why.addsUp && sum == why.shown.minorUnits, "\(told) \(figure)")
          sums += 1
        }
      }
    }
    #expect(sums > 60, told)
  }

  /// A ledger in which receipts change, groups die and come back, and events come late from another device.
  private func eventful() throws -> AuditLedger {
    let ledger = try AuditLedger()
    let berlin = try #require(try ledger.book.createGroup(name: "Berlin").group)
    let first = try ledger.record(1_000, "REWE")
    let second = try ledger.record(250, "ALDI", on: "2026-06-20")
    try ledger.book.perform(.file(berlin), on: first)
    let phone = try AuditLedger(joining: ledger)
    try ledger.book.perform(.file(berlin), on: second)
    try ledger.book.perform(.correct(.total, .amount(Amount(currency: .eur, minorUnits: 1_100))), on: first)
    try phone.book.perform(.correct(.total, .amount(Amount(currency: .eur, minorUnits: 1_200))), on: first)
    try phone.book.perform(.correct(.category, .text("taxi")), on: second)
    try ledger.book.deleteGroup(berlin, .keep)
    let third = try phone.record(77, "LIDL")
    try phone.book.perform(.file(berlin), on: third)
    try ledger.takeIn(from: phone)
    try ledger.book.perform(.delete, on: second)
    try ledger.book.restoreGroup(berlin)
    try ledger.book.perform(.restore, on: second)
    return ledger
  }

  @Test("A figure's course is what the screen showed at every position, folded and looked up in history alike")
  func course() throws {
    let ledger = try eventful()
    let berlin = try #require(try ledger.book.groupRows().first?.id)
    let last = try ledger.book.log.lastPosition()
    let day = try #require(CivilDate(iso: "2026-06-14"))
    var filters: [(AskedFigure.Measure, TransactionFilter)] = []
    for group in [berlin, nil] as [GroupID?] { filters.append((.net, .group(group))) }
    var food = TransactionFilter.group(nil)
    food.categories = ["food"]
    var june = TransactionFilter()
    june.from = day
    june.through = day.adding(days: 3)
    var text = TransactionFilter()
    text.text = "re"
    text.groups = [nil]
    filters += [(.net, food), (.net, TransactionFilter()), (.net, text), (.kind(.expense), june)]
    let figures = filters.map { AskedFigure($0.0, of: $0.1, in: .eur) }
    let folded = try figures.map { try ledger.book.course(of: $0, through: last) }
    for (figure, course) in zip(figures, folded) {
      #expect(course.eventsFolded == last.rawValue)
      var changes = 0
      for position in 7...last {
        let shown = try figure.shown(in: ledger.book.asOf(.position(position))).minorUnits
        #expect(course.minorUnits(at: position) == shown, "\(figure) at \(position)")
        if position > 7, shown != course.minorUnits(at: position - 1) { changes += 1 }
      }
      #expect(changes == course.steps.filter { $0.position > 7 }.count)
    }
    try ledger.book.rebuildHistory()
    for (figure, course) in zip(figures, folded) {
      let kept = try ledger.book.course(of: figure, through: last)
      #expect(kept.steps == course.steps, "\(figure)")
      let isKept = figure.filter.text == nil && !(figure.measure == .net && figure.filter.groups.isEmpty)
      #expect((kept.eventsFolded == nil) == isKept, "\(figure)")
      // What it was made of then is found in history, too.
      for position in 7...last {
        let past = ledger.book.asOf(.position(position))
        var why = try Why.of(figure, in: past, limit: nil)
        var sum: Int64 = 0
        try why.forEachPart { sum += $0.minorUnits }
        #expect(why.addsUp && sum == course.minorUnits(at: position), "\(figure) at \(position)")
      }
    }
  }
}

@Suite("Bisections")
struct BisectionTests {
  @Test("Halving finds every turn, in no more steps than it takes, whatever is skipped")
  func halving() throws {
    for turn in Position(2)...40 {
      let outcome = try Bisection.search(good: 1, bad: 40) { $0 < turn ? .good : .bad }
      guard case .found(let finding) = outcome else {
        Issue.record("\(turn): \(outcome)")
        continue
      }
      #expect(finding.position == turn && finding.steps <= 2 + 6 && !finding.turnsTrue)
      let skipping = try Bisection.search(good: 1, bad: 40) { position in
        position.isMultiple(of: 3) && position != turn && position != turn - 1
          ? .skip : position < turn ? .good : .bad
      }
      guard case .found(let finding) = skipping else {
        Issue.record("\(turn): \(skipping)")
        continue
      }
      #expect(finding.position == turn)
      let back = try Bisection.search(good: 1, bad: 40) { $0 < turn ? .bad : .good }
      guard case .found(let finding) = back else {
        Issue.record("\(turn): \(back)")
        continue
      }
      #expect(finding.position == turn && finding.turnsTrue)
      let open = try Bisection.search(good: nil, bad: 40) { $0 < turn ? .good : .bad }
      guard case .found(let finding) = open else {
        Issue.record("\(turn): \(open)")
        continue
      }
      #expect(finding.position == turn)
    }
  }

  @Test(
    "Without a good end: an unknown first event is reported as unknown, and not as a figure that never changes"
  )
  func skippedBeginning() throws {
    let outcome = try Bisection.search(good: nil, bad: 40) { $0 == 1 ? .skip : .bad }
    #expect(outcome == .skippedEnd(position: 1))
    let known = try Bisection.search(good: nil, bad: 40) { $0 == 39 ? .skip : .bad }
    #expect(known == .neverChanges(isTrue: false, from: 1, through: 40, turnsBetween: []))
  }

  @Test("Skipped events around the turn hide it, and every candidate is named")
  func hidden() throws {
    let outcome = try Bisection.search(good: 1, bad: 40) {
      (18...22).contains($0) ? .skip : $0 < 20 ? .good : .bad
    }
    guard case .hidden(let range, _) = outcome else {
      Issue.record("\(outcome)")
      return
    }
    #expect(range == 18...23)
  }

  @Test("A course of truth knows where it turned, from either end")
  func truth() {
    let course = TruthCourse(isTrueAtBeginning: false, turns: [3, 7, 9, 12])
    #expect(
      (0...14).map(course.isTrue(at:))
        == [3, 4, 5, 6, 9, 10, 11].reduce(into: Array(repeating: false, count: 15)) { $0[$1] = true })
    func found(_ outcome: BisectOutcome) -> Position? {
      if case .found(let finding) = outcome { finding.position } else { nil }
    }
    #expect(found(course.bisect(good: nil, bad: 14)) == 12)
    #expect(found(course.bisect(good: 4, bad: 14)) == 7)
    #expect(found(course.bisect(good: nil, bad: 8)) == 7)
    #expect(found(course.bisect(good: 0, bad: 5)) == 3)
    #expect(course.bisect(good: nil, bad: 10) == .holdsAtEnd(position: 10, lastFalse: 7..<9))
    #expect(
      course.bisect(good: nil, bad: 2) == .neverChanges(isTrue: false, from: 0, through: 2, turnsBetween: []))
    #expect(
      course.bisect(good: 4, bad: 10)
        == .neverChanges(isTrue: true, from: 4, through: 10, turnsBetween: [7, 9]))
  }
}
