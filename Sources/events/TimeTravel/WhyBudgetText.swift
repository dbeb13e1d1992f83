internal import EventLog
internal import LedgerAudit
internal import LedgerBook
internal import LedgerBytes
internal import LedgerDomain
internal import LedgerScreens

/// Prints the explanation of a figure of a budget for people.
///
/// ```
/// budget 2026-06 food EUR available
/// to-budget 2026-06 EUR
/// ```
struct WhyBudgetText {
  let ledger: OpenLedger
  let why: WhyBudget
  /// The number of months and of transactions that are printed, or `nil` for all.
  let limit: Int?

  /// Returns the explanation that a line of words asks for, or `nil` if it is not about a budget.
  static func of(_ words: [String], _ ledger: OpenLedger, limit: Int?) throws -> WhyBudgetText? {
    guard let (figure, budget) = try figure(words, ledger) else { return nil }
    return WhyBudgetText(
      ledger: ledger, why: try WhyBudget.of(figure, budget, in: ledger.book), limit: limit)
  }

  /// Returns the figure of a budget that a line of words names, or `nil` if it names another figure.
  static func figure(_ words: [String], _ ledger: OpenLedger) throws -> (WhyBudget.Figure, BudgetScope)? {
    guard let scope = words.first, scope == "budget" || scope == "to-budget" else { return nil }
    var rest = Array(words.dropFirst())
    guard let first = rest.first, let month = CivilMonth(iso: first) else {
      throw Failure(.dataError, "the month is missing", advice: examples)
    }
    rest.removeFirst()
    var column = WhyBudget.Column.available
    if scope == "budget", let last = rest.last, let given = WhyBudget.Column(rawValue: last) {
      column = given
      rest.removeLast()
    }
    var currency = ledger.settings.currency
    if let last = rest.last, last.utf8.count == 3, last.utf8.allSatisfy({ (0x41...0x5a).contains($0) }) {
      currency = try Values.currency(last)
      rest.removeLast()
    }
    guard rest.isEmpty == (scope == "to-budget") else {
      throw Failure(.dataError, "a figure of a budget is not named like this", advice: examples)
    }
    let named: WhyBudget.Figure =
      scope == "to-budget" ? .toBudget : .category(try ledger.category(rest.joined(separator: " ")), column)
    return (named, BudgetScope(month, currency))
  }

  private static let examples = [
    "events why budget 2026-06 food EUR available", "events why to-budget 2026-06 EUR",
  ]

  private func words(_ minorUnits: Int64) -> String { ledger.words(why.budget.money(minorUnits)) }

  func print() throws {
    let invocation = ledger.invocation
    let month = ledger.locale.month(why.budget.month)
    switch why.figure {
    case .toBudget:
      try invocation.print(title: "To Budget \(ledger.words(why.shown))", ", \(month)")
      try printToBudget()
    case .category(let key, let column):
      try invocation.print(
        title: "\(ledger.categoryName(key)), \(column.rawValue) \(ledger.words(why.shown))", ", \(month)")
      try printCourse()
    }
    try printChoices()
    try printParts()
    try invocation.print()
    guard why.addsUp else {
      return try invocation.print(
        paragraph:
          "does not add up: the transactions and choices make \(ledger.words(why.computed)), the screen "
          + "shows \(ledger.words(why.shown)). To rebuild the totals: events rebuild")
    }
    try invocation.print("adds up: \(ledger.words(why.shown))")
  }

  /// Carried in + budgeted + activity = available, month by month.
  private func printCourse() throws {
    var table = TextTable(
      [
        .left("month"), .right("carried in"), .right("budgeted"), .right("activity"), .right("available"),
        .left(),
      ], indent: 2)
    let shown = limit.map { why.course.suffix($0) } ?? why.course[...]
    for month in shown {
      let isTaken = month.available < 0 && !month.carriesOver && month.month < why.budget.month
      let note =
        isTaken
        ? "\(words(0 - month.available)) taken from To Budget of \(month.month.next.iso)"
        : month.available < 0 ? "Overspent" : ""
      table.row([
        .init(month.month.iso), .init(words(month.carriedIn)), .init(words(month.budgeted)),
        .init(words(month.activity)), .init("= \(words(month.available))", .strong), .init(note, .quiet),
      ])
    }
    try invocation(hidden: why.course.count - shown.count, "month")
    try ledger.invocation.print(table)
  }

  /// To Budget so far + income - budgeted - overspent = To Budget, month by month.
  private func printToBudget() throws {
    var table = TextTable(
      [.left("month"), .right("came in"), .right("budgeted"), .right("overspent"), .right("To Budget")],
      indent: 2)
    let shown = limit.map { why.courseOfToBudget.suffix($0) } ?? why.courseOfToBudget[...]
    for month in shown {
      table.row([
        .init(month.month.iso), .init("+ \(words(month.income))"), .init("- \(words(month.budgeted))"),
        .init("- \(words(month.overspent))"), .init("= \(words(month.toBudget))", .strong),
      ])
    }
    try invocation(hidden: why.courseOfToBudget.count - shown.count, "month")
    try ledger.invocation.print(table)
  }

  private func invocation(hidden count: Int, _ what: String) throws {
    if count > 0 { try ledger.invocation.print("  … \(counted(count, what)) before: --all") }
  }

  /// Prints the events that gave the amounts of the month.
  private func printChoices() throws {
    guard !why.choices.isEmpty else { return }
    try ledger.invocation.print()
    try ledger.invocation.print("Budgeted in the month:")
    let events = EventText(ledger: ledger)
    let shown = limit.map { why.choices.suffix($0) } ?? why.choices[...]
    try invocation(hidden: why.choices.count - shown.count, "event")
    for event in shown {
      try ledger.invocation.print(
        fitted: "  \(event.position)  \(visible(event.type)), \(visible(try events.words(event)))")
    }
  }

  /// Prints the transactions of the month.
  private func printParts() throws {
    guard !why.parts.isEmpty else { return }
    try ledger.invocation.print()
    try ledger.invocation.print("\(counted(why.parts.count, "transaction")) in the month, the newest first:")
    let shown = limit.map { why.parts.prefix($0) } ?? why.parts[...]
    var table = TextTable([.left(), .name(shrinksTo: 12), .right(), .right()], indent: 2)
    var sum = Int128(0)
    for part in shown {
      sum += Int128(part.minorUnits)
      guard let soFar = Int64(exactly: sum) else { throw AmountError.overflow }
      let date = part.row.date.map { ", \(ledger.words($0))" } ?? ""
      table.row([
        .init(try ledger.short(part.row.id), .strong), .init(ledger.vendor(part.row) + date),
        .init(words(part.minorUnits), .strong), .init("= \(words(soFar))", .quiet),
      ])
    }
    try ledger.invocation.print(table)
    let rest = why.parts.count - shown.count
    if rest > 0 { try ledger.invocation.print("  … and \(counted(rest, "transaction")) more: --all") }
  }
}
