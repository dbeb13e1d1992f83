internal import EventLog
public import LedgerBook
public import LedgerBytes
internal import LedgerDomain
internal import LedgerProjections

// The course of a figure of a budget, folded from the events in the order of their positions.
extension Book {
  /// Calls `body` with the course of a budget's figure up to a position, as of the book's day throughout.
  ///
  /// - Complexity: O(events), and O(months) for each event that concerns the figure.
  public func course(
    of figure: WhyBudget.Figure, _ budget: BudgetScope, through last: Position,
    progress: (Int64, Int64) -> Void = { _, _ in }
  ) throws -> FigureCourse {
    var facts: [BudgetFigureFact] = []
    var folded: Int64 = 0
    let day = self.day
    try log.forEachStream(through: last) { keyed, events in
      folded += Int64(events.count)
      if keyed.key.isMultiple(of: 200) { progress(folded, last.rawValue) }
      facts += BudgetFigureFact.facts(of: keyed.stream, events, figure, budget, day)
    }
    var sum = BudgetFigureSum(figure: figure, budget: budget)
    var steps: [FigureCourse.Step] = []
    facts.sort { $0.position < $1.position }
    for (index, fact) in facts.enumerated() {
      sum.apply(fact)
      // A position counts once, after all that it changed.
      if index + 1 < facts.count, facts[index + 1].position == fact.position { continue }
      let units = try sum.units()
      if units != steps.last?.minorUnits ?? 0 {
        steps.append(FigureCourse.Step(position: fact.position, minorUnits: units))
      }
    }
    return FigureCourse(steps: steps, eventsFolded: folded)
  }
}

/// A change by an event to what a figure of a budget is computed from.
private struct BudgetFigureFact {
  let position: Position
  let change: Change

  enum Change {
    /// Money moved on an account. Without a category it came in.
    case movement(account: String?, category: String?, CivilMonth, units: Int128)
    /// A person chose the amount of a category, or whether it carries over. `nil` takes the choice away.
    case choice(category: String, CivilMonth, BudgetRow?)
    /// The money of an account is budgeted from now on, or no longer.
    case counted(account: String, Bool)
  }

  /// Returns the facts of one stream that may concern a figure, in the order of positions.
  static func facts(
    of stream: StreamID, _ events: [StoredEvent], _ figure: WhyBudget.Figure, _ budget: BudgetScope,
    _ day: CivilDate
  ) -> [BudgetFigureFact] {
    switch StreamKind(rawValue: stream.kind) {
    case .transaction: movements(of: stream, events, figure, budget, day)
    case .account: openings(of: stream, events, budget, day)
    case .budget: choices(of: stream, events, figure, budget)
    case .ledger, .category, .group, .rule, .goal, .copy, nil: []
    }
  }

  private static func movements(
    of stream: StreamID, _ events: [StoredEvent], _ figure: WhyBudget.Figure, _ budget: BudgetScope,
    _ day: CivilDate
  ) -> [BudgetFigureFact] {
    var facts: [BudgetFigureFact] = []
    var before: [Movement] = []
    StreamSteps.forEachRow(of: stream, events) { position, row in
      let dated = row.flatMap { row in row.date.map { $0 <= day } ?? false ? row : nil }
      let after = dated.map { Movement.all(of: $0, budget) }?.filter { $0.concerns(figure) } ?? []
      if after == before { return }
      for (movements, sign) in [(before, Int128(-1)), (after, 1)] {
        facts += movements.map { movement in
          BudgetFigureFact(
            position: position,
            change: .movement(
              account: movement.account, category: movement.category, movement.month,
              units: movement.units * sign))
        }
      }
      before = after
    }
    return facts
  }

  /// The opening balance counts as money that came in, as long as the account's money is budgeted.
  private static func openings(
    of stream: StreamID, _ events: [StoredEvent], _ budget: BudgetScope, _ day: CivilDate
  ) -> [BudgetFigureFact] {
    var facts: [BudgetFigureFact] = []
    var before: AccountRow?
    StreamSteps.forEachFold(of: stream, events) { event, fold in
      let after = AccountRow(fold.account)
      defer { before = after }
      guard let key = (after ?? before)?.key, after?.terms != before?.terms else { return }
      for (row, sign) in [(before, Int128(-1)), (after, 1)] {
        guard let terms = row?.terms, terms.opening.currency == budget.currency, terms.on <= day else {
          continue
        }
        facts.append(
          BudgetFigureFact(
            position: event.position,
            change: .movement(
              account: key, category: nil, terms.on.civilMonth, units: Int128(terms.opening.minorUnits) * sign))
        )
      }
      let isCounted = after?.terms.kind != .tracking
      facts.append(BudgetFigureFact(position: event.position, change: .counted(account: key, isCounted)))
    }
    return facts
  }

  private static func choices(
    of stream: StreamID, _ events: [StoredEvent], _ figure: WhyBudget.Figure, _ budget: BudgetScope
  ) -> [BudgetFigureFact] {
    var facts: [BudgetFigureFact] = []
    var before: [BudgetRow] = []
    StreamSteps.forEachFold(of: stream, events) { event, fold in
      let after = fold.budget.rows.filter { row in
        row.currency == budget.currency && row.month <= budget.month
          && figure.concerns(row.category)
      }
      for row in before where !after.contains(where: { $0.category == row.category }) {
        facts.append(
          BudgetFigureFact(position: event.position, change: .choice(category: row.category, row.month, nil)))
      }
      for row in after where !before.contains(row) {
        facts.append(
          BudgetFigureFact(position: event.position, change: .choice(category: row.category, row.month, row)))
      }
      before = after
    }
    return facts
  }
}

/// A movement of money on one account, as a budget counts it.
private struct Movement: Hashable {
  /// The key of the account, or `nil` if no account is named.
  let account: String?
  /// The category's key, or `nil` if it is money that came in.
  let category: String?
  let month: CivilMonth
  let units: Int128

  /// Returns the movements of a transaction through the budget's month.
  static func all(of row: TransactionRow, _ budget: BudgetScope) -> [Movement] {
    guard row.stage == .saved, let month = row.date?.civilMonth, month <= budget.month else { return [] }
    guard row.money?.currency == budget.currency || row.arrival?.currency == budget.currency else { return [] }
    let texts: [String?] = row.toAccount.map { [row.account, $0] } ?? [row.account]
    return texts.enumerated().flatMap { index, text -> [Movement] in
      if index == 1, text == texts[0] { return [] }
      // Counted on this account alone, so that the sheet tells what the account adds.
      var sheet = BudgetSheet(budget.currency)
      sheet.add(row) { $0 == text }
      guard let figures = try? sheet.month(month) else { return [] }
      let key = text.map { AccountState.key(of: $0) }
      var movements = figures.categories.map {
        Movement(account: key, category: $0.category, month: month, units: Int128($0.activity))
      }
      if figures.toBudget != 0 {
        movements.append(
          Movement(account: key, category: nil, month: month, units: Int128(figures.toBudget)))
      }
      return movements
    }
  }

  func concerns(_ figure: WhyBudget.Figure) -> Bool { figure.concerns(category) }
}

/// The sums that a figure of a budget is computed from, at one position.
private struct BudgetFigureSum {
  let figure: WhyBudget.Figure
  let budget: BudgetScope
  private var movements: [String?: [String?: [CivilMonth: Int128]]] = [:]
  private var choices: [String: [CivilMonth: BudgetRow]] = [:]
  private var uncounted: Set<String> = []
  /// The part of each category in the figure, as far as it is known.
  private var parts: [String: Int128] = [:]

  init(figure: WhyBudget.Figure, budget: BudgetScope) {
    self.figure = figure
    self.budget = budget
  }

  mutating func apply(_ fact: BudgetFigureFact) {
    switch fact.change {
    case .movement(let account, let category, let month, let units):
      movements[category, default: [:]][account, default: [:]][month, default: 0] += units
      if let category { parts[category] = nil }
    case .choice(let category, let month, let row):
      choices[category, default: [:]][month] = row
      parts[category] = nil
    case .counted(let account, let isCounted):
      if isCounted { uncounted.remove(account) } else { uncounted.insert(account) }
      parts = [:]
    }
  }

  mutating func units() throws -> Int64 {
    var sum = Int128(0)
    for months in counted(movements[.none] ?? [:]) {
      for (month, units) in months where isIncome(of: month) { sum += units }
    }
    for category in Set(movements.keys.compactMap { $0 }).union(choices.keys) {
      let part = try parts[category] ?? part(of: category)
      parts[category] = part
      sum += part
    }
    guard let units = Int64(exactly: sum) else { throw AmountError.overflow }
    return units
  }

  /// Whether money that came in during a month is part of the figure.
  private func isIncome(of month: CivilMonth) -> Bool {
    switch figure {
    case .toBudget: month <= budget.month
    case .income: month == budget.month
    case .category, .sum: false
    }
  }

  private func part(of category: String) throws -> Int128 {
    let month = try sheet(of: category).month(budget.month)
    return switch figure {
    case .toBudget: Int128(month.toBudget)
    case .income: 0
    case .category(_, let column), .sum(_, let column): Int128(column.value(month[category]))
    }
  }

  private func counted(_ accounts: [String?: [CivilMonth: Int128]]) -> [[CivilMonth: Int128]] {
    accounts.filter { account, _ in account.map { !uncounted.contains($0) } ?? true }.map(\.value)
  }

  private func sheet(of category: String) -> BudgetSheet {
    var sheet = BudgetSheet(budget.currency)
    for months in counted(movements[category] ?? [:]) {
      for (month, units) in months { sheet.add(0 - units, to: .category(category), in: month) }
    }
    for row in choices[category]?.values.sorted(by: { $0.month < $1.month }) ?? [] { sheet.add(row) }
    return sheet
  }
}
