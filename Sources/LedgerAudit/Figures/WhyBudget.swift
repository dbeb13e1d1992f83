public import EventLog
public import LedgerBook
internal import LedgerBytes
public import LedgerDomain
internal import LedgerProjections

/// Explains a figure of a budget by the transactions and by the choices of people.
///
/// They are added up one by one, and the result is compared with the figure on the screen, which is computed from stored
/// totals. So a wrong total is found.
public struct WhyBudget {
  /// A figure of a budget.
  public enum Figure: Hashable, Sendable {
    /// One of the figures of a category.
    case category(String, Column)
    /// The money that is there to be budgeted.
    case toBudget
  }

  /// The figures of a category.
  public enum Column: String, CaseIterable, Hashable, Sendable {
    case budgeted, activity, available
  }

  /// A transaction's part of the activity of the month.
  public struct Part: Hashable, Sendable {
    /// The transaction.
    public let row: TransactionRow
    /// The minor units that it adds.
    public let minorUnits: Int64
  }

  /// The figure.
  public let figure: Figure
  /// The month and the currency.
  public let budget: BudgetScope
  /// The figure on the screen.
  public let shown: Money
  /// The figure by the transactions and by the choices.
  public let computed: Money
  /// The months of the category from its first amount on. Empty for To Budget.
  public let course: [CategoryBudget]
  /// The months of To Budget from the first amount on. Empty for a category.
  public let courseOfToBudget: [ToBudgetStep]
  /// The transactions of the month, newest first.
  public let parts: [Part]
  /// The events that gave the category its amount in the month, in the order of their positions.
  public let choices: [StoredEvent]

  /// Whether the figure on the screen equals the recomputed one.
  public var addsUp: Bool { shown == computed }

  /// Explains a figure at the book's horizon.
  ///
  /// - Complexity: O(transactions).
  public static func of(_ figure: Figure, _ budget: BudgetScope, in book: Book) throws -> WhyBudget {
    let tracking = Set(try book.accounts().filter { $0.kind == .tracking }.map(\.key))
    func isCounted(_ account: String?) -> Bool {
      account.map { !tracking.contains(AccountState.key(of: $0)) } ?? true
    }
    var sheet = BudgetSheet(budget.currency)
    var parts: [Part] = []
    var filter = TransactionFilter()
    filter.asOf = book.day
    try book.forEachTransaction(filter) { listed in
      sheet.add(listed.row, isCounted: isCounted)
      guard listed.row.date?.civilMonth == budget.month else { return }
      var own = BudgetSheet(budget.currency)
      own.add(listed.row, isCounted: isCounted)
      let units = try value(of: figure.moving, try own.month(budget.month))
      if units != 0 { parts.append(Part(row: listed.row, minorUnits: units)) }
    }
    var choices: [StoredEvent] = []
    for stream in try book.log.streams(kind: StreamKind.budget.rawValue) {
      let events = book.horizon.admitted(try book.log.events(of: stream))
      for row in StreamFold(kind: stream.kind, events: events).budget.rows
      where row.currency == budget.currency { sheet.add(row) }
      if stream == budget.id.stream { choices = events.filter { $0.isChoice(of: figure) } }
    }
    for account in try book.accounts() {
      guard let terms = account.row?.terms, terms.kind == .budget, terms.opening.currency == budget.currency,
        terms.on <= book.day
      else { continue }
      sheet.add(Int128(terms.opening.minorUnits), to: .income, in: terms.on.civilMonth)
    }
    return WhyBudget(
      figure: figure, budget: budget,
      shown: budget.money(try value(of: figure, try book.budgetSheet(budget.currency).month(budget.month))),
      computed: budget.money(try value(of: figure, try sheet.month(budget.month))),
      course: try figure.category.map { try sheet.course(of: $0, through: budget.month) } ?? [],
      courseOfToBudget: figure == .toBudget ? try sheet.courseOfToBudget(through: budget.month) : [],
      parts: parts, choices: choices)
  }

  private static func value(of figure: Figure, _ month: MonthBudget) throws -> Int64 {
    switch figure {
    case .toBudget: month.toBudget
    case .category(let key, .budgeted): month[key].budgeted
    case .category(let key, .activity): month[key].activity
    case .category(let key, .available): month[key].available
    }
  }
}

extension WhyBudget.Figure {
  /// The key of the category.
  public var category: String? { if case .category(let key, _) = self { key } else { nil } }

  /// The figure that the month's transactions add to.
  fileprivate var moving: WhyBudget.Figure {
    switch self {
    case .category(let key, _): .category(key, .activity)
    case .toBudget: .toBudget
    }
  }
}

extension StoredEvent {
  /// Whether it is a choice for the category of a figure. For To Budget, all choices are.
  fileprivate func isChoice(of figure: WhyBudget.Figure) -> Bool {
    guard case .budget(let event) = decoded else { return false }
    guard let category = figure.category else { return true }
    switch event {
    case .categoryBudgeted(let budgeted): return budgeted.category == category
    case .categoryCarriesOver(let choice): return choice.category == category
    }
  }
}
