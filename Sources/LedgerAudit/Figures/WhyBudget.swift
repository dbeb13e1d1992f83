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
    /// One of the sums over categories.
    case sum(Categories, Column)
    /// The money that is there to be budgeted.
    case toBudget
    /// The money that came in during the month.
    case income
  }

  /// The categories of a sum.
  public enum Categories: Hashable, Sendable {
    case all
    case only(Set<String>)
    case allBut(Set<String>)
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
  /// The months of To Budget from the first amount on. Empty for categories.
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
    let moving = figure.moving
    var filter = TransactionFilter()
    filter.asOf = book.day
    try book.forEachTransaction(filter) { listed in
      sheet.add(listed.row, isCounted: isCounted)
      guard listed.row.date?.civilMonth == budget.month else { return }
      var own = BudgetSheet(budget.currency)
      own.add(listed.row, isCounted: isCounted)
      let units = try value(of: moving, own, budget.month)
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
      shown: budget.money(try value(of: figure, try book.budgetSheet(budget.currency), budget.month)),
      computed: budget.money(try value(of: figure, sheet, budget.month)),
      course: try figure.category.map { try sheet.course(of: $0, through: budget.month) } ?? [],
      courseOfToBudget: figure.isToBudget ? try sheet.courseOfToBudget(through: budget.month) : [],
      parts: parts, choices: choices)
  }

  private static func value(of figure: Figure, _ sheet: BudgetSheet, _ month: CivilMonth) throws -> Int64 {
    switch figure {
    case .toBudget: return try sheet.month(month).toBudget
    case .income: return try sheet.courseOfToBudget(through: month).last { $0.month == month }?.income ?? 0
    case .category(let key, let column): return column.value(try sheet.month(month)[key])
    case .sum(_, let column):
      let parts = try sheet.month(month).categories.filter { figure.concerns($0.category) }
      guard let sum = Int64(exactly: parts.reduce(Int128(0)) { $0 + Int128(column.value($1)) }) else {
        throw AmountError.overflow
      }
      return sum
    }
  }
}

extension WhyBudget.Column {
  func value(_ figures: CategoryBudget) -> Int64 {
    switch self {
    case .budgeted: figures.budgeted
    case .activity: figures.activity
    case .available: figures.available
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
    case .sum(let categories, _): .sum(categories, .activity)
    case .toBudget, .income: self
    }
  }

  /// Whether it is a figure of To Budget, not of categories.
  var isToBudget: Bool {
    switch self {
    case .toBudget, .income: true
    case .category, .sum: false
    }
  }

  /// Whether the figure depends on a category. Without a category it is money that came in.
  func concerns(_ category: String?) -> Bool {
    switch self {
    case .toBudget: true
    case .income: category == nil
    case .category(let key, _): category == key
    case .sum(.all, _): category != nil
    case .sum(.only(let keys), _): category.map(keys.contains) ?? false
    case .sum(.allBut(let keys), _): category.map { !keys.contains($0) } ?? false
    }
  }
}

extension StoredEvent {
  /// Whether it is a choice for the category of a figure. For To Budget, all choices are.
  fileprivate func isChoice(of figure: WhyBudget.Figure) -> Bool {
    guard case .budget(let event) = decoded else { return false }
    switch event {
    case .categoryBudgeted(let budgeted): return figure.concerns(budgeted.category)
    case .categoryCarriesOver(let choice): return figure.concerns(choice.category)
    }
  }
}
