import EventLog
import LedgerBook
import LedgerBytes
import LedgerDomain
import LedgerProjections
import LedgerTestSupport

// What the people of a random history do with rules.
extension PropertyWorld {
  /// Makes, changes, splits, pauses, deletes or restores a rule, or generates.
  mutating func changeRules(in scene: PropertyScene) throws -> String {
    let book = scene.device.book
    let rules = try book.rules(withDeleted: true).map(\.id)
    guard !rules.isEmpty, !random.chance(15) else { return try makeRule(in: scene) }
    let rule = random.chance(2) ? RuleID(UniqueID.random(using: &random)) : random.one(of: rules)
    let near = try ruleDate(book)
    let command: RuleCommand
    switch random.weighted([
      (26, 0), (14, 1), (14, 2), (34, 3), (16, 4), (20, 5), (20, 6), (10, 7), (8, 8), (20, 9),
    ]) {
    case 0: command = .change(ruleEdits(in: scene))
    case 1: command = .pause(from: near)
    case 2: command = .resume(from: near)
    case 3:
      let first = try book.ruleRow(rule)?.firstDate ?? near
      command = .split(
        on: random.chance(80) ? first.adding(months: random.number(1...14)) : near,
        random.chance(70) ? ruleEdits(in: scene) : [])
    case 8:
      command = .stop(on: try (book.ruleRow(rule)?.firstDate ?? near).adding(months: random.number(0...14)))
    case 9: return try correctWithRule(rule, in: scene)
    case 7:
      let instances = try receipts(of: rule, book)
      let id = random.maybe(95, instances) ?? random.one(of: scene.transactions)
      return "detach \(id) \(try book.perform(.unlink, on: id).checked(book).positions)"
    case 4:
      let scope = random.one(of: RuleDeletionScope.allCases)
      guard random.chance(40) else {
        command = .delete(scope)
        break
      }
      let gone = try book.perform(.delete(scope), on: rule).checked(book).positions
      return try
        "delete and restore \(rule) \(gone) \(book.perform(.restore, on: rule).checked(book).positions)"
    case 5:
      let deleted = try book.rules(withDeleted: true).filter { $0.isDeleted || $0.hasPendingDeletion }.map(\.id)
      return try
        "restore \(book.perform(.restore, on: random.maybe(80, deleted) ?? rule).checked(book).positions)"
    default:
      let through = CivilDate(year: min(2199, book.today.year + random.number(0...1)), month: 12, day: 31)
      let report = try book.generate(rules: random.chance(50) ? nil : [rule], through: through)
      return "generate \(report.made) made, \(report.changed) changed, \(report.removed) removed"
    }
    let outcome = try book.perform(command, on: rule)
    return "\(command) on \(rule) \(try outcome.checked(book).positions)"
  }

  private func receipts(of rule: RuleID, _ book: Book) throws -> [TransactionID] {
    var filter = TransactionFilter()
    filter.rules = [rule]
    return try book.transactions(filter).rows.map(\.row.id)
  }

  /// Corrects a receipt and its rule in one command: the whole rule, or from that receipt on.
  private mutating func correctWithRule(_ rule: RuleID, in scene: PropertyScene) throws -> String {
    let book = scene.device.book
    let id = random.maybe(95, try receipts(of: rule, book)) ?? random.one(of: scene.transactions)
    let fields: [TransactionField] = [.vendor, .category, .payment, .note, .account, .kind, .total]
    let field = random.one(of: fields)
    let value = random.value(of: field)
    guard RuleEdit(field, value) != nil else { return "no rule says \(field) is nothing" }
    let reach: Reach = random.chance(50) ? .future : .rule
    let last = try book.log.lastPosition()
    do {
      let plan = try book.plan(.correct(field, value), on: id, reach: reach)
      guard let change = plan.rule else { throw PropertyFailure("\(reach) of \(id) changes no rule") }
      let outcome = try book.perform(plan)
      let events = try outcome.positions.compactMap { try book.log.event(at: $0) }
      guard events.contains(where: { $0.stream == id.stream }) == change.correctsReceipt,
        Set(events.map(\.correlation)).count <= 1,
        change.preview.decision.events.count
          == events.count(where: { $0.stream.kind == StreamKind.rule.rawValue })
      else { throw PropertyFailure("correcting \(id) with \(reach) did something else than it said") }
      return "correct \(field) of \(id) with \(reach) \(try outcome.checked(book).positions)"
    } catch let refusal as PlanError {
      return "refused: \(refusal)"
    } catch let rejection as Rejection {
      guard try book.log.lastPosition() == last else {
        throw PropertyFailure("half of \(reach) with \(field) of \(id) is on record: \(rejection)")
      }
      throw rejection
    }
  }

  private mutating func makeRule(in scene: PropertyScene) throws -> String {
    let book = scene.device.book
    let cadence = Cadence(
      frequency: random.weighted([(70, .monthly), (20, .yearly), (10, .weekly)]),
      interval: random.number(0...6),
      start: random.maybe(20, [try ruleDate(book)]), end: random.maybe(20, [try ruleDate(book)]),
      monthEnd: random.one(of: Recurrence.MonthEndPolicy.allCases))
    switch random.number(0...2) {
    case 0:
      let outcome = try book.createRule(from: random.one(of: scene.transactions), cadence)
      return "made of a transaction \(try outcome.checked(book).positions)"
    case 1:
      let outcome = try book.record(
        random.record(into: scene.groups), every: cadence, opensAccounts: true)
      return "recorded \(try outcome.checked(book).positions)"
    default:
      let record = random.record(into: scene.groups)
      let terms = RuleTerms(
        frequency: cadence.frequency, interval: cadence.interval, start: try ruleDate(book), end: cadence.end,
        monthEnd: cadence.monthEnd, kind: record.kind, money: record.money, vendor: record.vendor,
        category: record.category, payment: record.payment, group: record.group, note: record.note,
        account: record.account, toAccount: random.maybe(25, PropertyValues.accounts),
        received: random.maybe(10, [record.money]), tags: record.tags, flags: TransactionFlags(record.flags))
      let outcome = try book.createRule(RuleRequest(terms: terms))
      return "made by itself \(try outcome.checked(book).positions)"
    }
  }

  /// A date in the year of the device's clock, or near it.
  private mutating func ruleDate(_ book: Book) throws -> CivilDate {
    let dates = ["-01-31", "-02-28", "-05-15", "-09-01", "-12-31"]
    let year = min(9_998, max(2, book.today.year + random.number(-1...1)))
    let text = "\(String(repeating: "0", count: max(0, 4 - String(year).count)))\(year)\(random.one(of: dates))"
    return CivilDate(iso: text) ?? book.today
  }

  private mutating func ruleEdits(in scene: PropertyScene) -> [RuleEdit] {
    let record = random.record(into: scene.groups)
    let edits: [RuleEdit] = [
      .money(record.money), .money(record.money), .vendor(record.vendor), .category(record.category),
      .payment(record.payment), .group(record.group), .note(record.note), .account(record.account),
      .tags(add: record.tags, remove: ["trip"]), .flags(record.flags), .kind(record.kind),
      .interval(random.number(1...3)), .frequency(random.one(of: [.monthly, .yearly, .weekly])),
      .monthEnd(random.one(of: Recurrence.MonthEndPolicy.allCases)),
      .end(random.chance(50) ? nil : random.date()),
      .start(random.date()), .toAccount(random.maybe(70, PropertyValues.accounts)),
      .received(random.maybe(60, [random.record(into: scene.groups).money])),
    ]
    return random.some(15, of: edits)
  }
}
