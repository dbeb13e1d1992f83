public import LedgerBytes
public import LedgerDomain
internal import LedgerProjections

// Budgets: what money is meant for. A `Rejection` explains why a command was refused. Then nothing was appended.
extension Book {
  /// Gives a category an amount, as a person types it (FF-10, FF-11).
  ///
  /// - Parameters:
  ///   - typed: The amount, such as `300`, `+20`, `300 - 12.50` or `1536p`. Plus and minus change the present amount.
  ///   - category: The category's key or name.
  ///   - budget: The month and the currency.
  ///   - locale: The notation of amounts.
  ///   - id: The caller's id of the command, for a try that may come twice.
  /// - Throws: `AmountError` if the text is no such amount.
  @discardableResult
  public func budget(
    _ typed: String, for category: String, in budget: BudgetScope, locale: LedgerLocale, id: UniqueID? = nil
  ) throws -> Done {
    try perform("budget", budget, ["category": .string(category), "amount": .string(typed)], id: id) { desk in
      let category = try desk.key(of: category)
      let now = desk.amount(of: category)
      let money = try BudgetAmount.parse(typed, now: now, locale: locale)
      try desk.decide(
        .budget(category: category, to: money, .typed, expression: BudgetAmount.expression(typed)))
    }
  }

  /// Gives a category an amount, also if it has that amount already and devices disagree about it.
  package func budget(
    _ money: Money, for category: String, in budget: BudgetScope, id: UniqueID? = nil
  ) throws -> Done {
    let content: [String: JSONValue] = ["category": .string(category), "amount": .string(money.description)]
    return try perform("budget", budget, content, id: id) { desk in
      try desk.decide(.budget(category: try desk.key(of: category), to: money, .typed))
    }
  }

  /// Fills a category with what was budgeted or spent before (FF-08).
  ///
  /// - Parameters:
  ///   - category: The category's key or name.
  ///   - choice: One of `BudgetFill.choices`.
  ///   - budget: The month and the currency.
  ///   - id: The caller's id of the command, for a try that may come twice.
  @discardableResult
  public func fillBudget(
    _ category: String, with choice: BudgetOrigin, in budget: BudgetScope, id: UniqueID? = nil
  ) throws -> Done {
    let content: [String: JSONValue] = ["category": .string(category), "with": .string(choice.rawValue)]
    return try perform("fill budget", budget, content, id: id) { desk in
      let category = try desk.key(of: category)
      let fill = try desk.sheet.fill(category, in: budget.month, today: self.today)
      guard let units = fill[choice], units != 0 else {
        throw Rejection.nothingToFill(category: category, budget.month)
      }
      try desk.decide(.budget(category: category, to: budget.money(units), choice))
    }
  }

  /// Fills every category of a month for which nothing is budgeted (FF-09). Categories with an amount stay as they are.
  ///
  /// - Parameters:
  ///   - choice: One of `BudgetFill.choices`.
  ///   - budget: The month and the currency.
  ///   - id: The caller's id of the command, for a try that may come twice.
  @discardableResult
  public func autoFillBudget(
    with choice: BudgetOrigin, in budget: BudgetScope, id: UniqueID? = nil
  ) throws -> Done {
    try perform("auto-fill budget", budget, ["with": .string(choice.rawValue)], id: id) { desk in
      for (category, money) in try self.autoFill(with: choice, in: budget) {
        try desk.decide(.budget(category: category, to: money, .autoFill))
      }
    }
  }

  /// Returns the amounts that `autoFillBudget` would give, by the category's key.
  public func autoFill(
    with choice: BudgetOrigin, in budget: BudgetScope
  ) throws -> [(category: String, money: Money)] {
    let sheet = try budgetSheet(budget.currency)
    let now = try sheet.month(budget.month).categories.filter { $0.budgeted != 0 }.map(\.category)
    var amounts: [(category: String, money: Money)] = []
    for row in try categories() where row.isActive && row.isBudgeted && !now.contains(row.key) {
      let units = try sheet.fill(row.key, in: budget.month, today: today)[choice] ?? 0
      if units != 0 { amounts.append((row.key, budget.money(units))) }
    }
    return amounts
  }

  /// Moves money that is Available from one category to another.
  ///
  /// - Parameters:
  ///   - money: The amount, above zero.
  ///   - source: The key or the name of the category that it comes from.
  ///   - target: The key or the name of the category that it goes to.
  ///   - budget: The month and the currency.
  ///   - id: The caller's id of the command, for a try that may come twice.
  @discardableResult
  public func moveBudget(
    _ money: Money, from source: String, to target: String, in budget: BudgetScope, id: UniqueID? = nil
  ) throws -> Done {
    let content: [String: JSONValue] = [
      "amount": .integer(money.minorUnits), "of": .string(money.currency.code), "from": .string(source),
      "to": .string(target),
    ]
    return try perform("move budget", budget, content, id: id) { desk in
      guard money.currency == budget.currency else {
        throw Rejection.budgetCurrency(budget.currency, given: money.currency)
      }
      guard money.minorUnits > 0 else { throw Rejection.notPositive(money) }
      try desk.move(money, from: try desk.key(of: source), to: try desk.key(of: target), .move)
    }
  }

  /// Covers the overspending of a category, from To Budget or from another category (FF-06).
  ///
  /// - Parameters:
  ///   - category: The key or the name of the category that is overspent.
  ///   - source: The key or the name of the category that the money comes from, or `nil` for To Budget.
  ///   - budget: The month and the currency.
  ///   - id: The caller's id of the command, for a try that may come twice.
  @discardableResult
  public func coverBudget(
    _ category: String, from source: String? = nil, in budget: BudgetScope, id: UniqueID? = nil
  ) throws -> Done {
    let content: [String: JSONValue] = ["category": .string(category), "from": .text(source)]
    return try perform("cover budget", budget, content, id: id) { desk in
      let category = try desk.key(of: category)
      let month = try desk.sheet.month(budget.month)
      let available = month[category].available
      guard available < 0 else {
        throw Rejection.notOverspent(category: category, available: budget.money(available))
      }
      let money = budget.money(0 - available)
      if let source {
        return try desk.move(money, from: try desk.key(of: source), to: category, .cover)
      }
      guard month.toBudget >= money.minorUnits else {
        throw Rejection.tooLittleToBudget(budget.money(month.toBudget), wanted: money)
      }
      try desk.decide(.budget(category: category, to: try desk.adding(money, to: category), .cover))
    }
  }

  /// Keeps the negative Available of a category from a month on, or no longer.
  @discardableResult
  public func carryOverBudget(
    _ category: String, _ carries: Bool, in budget: BudgetScope, id: UniqueID? = nil
  ) throws -> Done {
    let content: [String: JSONValue] = ["category": .string(category), "carries": .boolean(carries)]
    return try perform("carry over budget", budget, content, id: id) { desk in
      let category = try desk.key(of: category)
      if try desk.sheet.month(budget.month)[category].carriesOver == carries,
        desk.state.carriesOver(category).conflicts.isEmpty
      {
        return
      }
      try desk.decide(.carryOver(category: category, carries))
    }
  }

  private func perform(
    _ word: String, _ budget: BudgetScope, _ content: [String: JSONValue], id: UniqueID?,
    _ body: (inout BudgetDesk) throws -> Void
  ) throws -> Done {
    var members = content
    members["command"] = .string(word)
    members["month"] = .string(budget.month.iso)
    members["currency"] = .string(budget.currency.code)
    return try execute(id: id, content: .object(members), about: budget.id.stream) { batch in
      guard budget.currency.minorUnitDigits != nil else { throw Rejection.unknownCurrency(budget.currency) }
      var desk = BudgetDesk(
        budget: budget, state: try self.fold(budget.id.stream).budget,
        sheet: try self.budgetSheet(budget.currency), context: try self.decisionContext(groups: []))
      try body(&desk)
      for event in desk.events { batch.append(event, to: budget.id) }
    }
  }
}

/// The month and the currency of a budget.
///
///     try book.budget("300", for: "food", in: BudgetScope(month, .eur), locale: .default)
public struct BudgetScope: Hashable, Sendable {
  /// The month.
  public let month: CivilMonth
  /// The currency.
  public let currency: CurrencyCode

  /// Creates a scope.
  public init(_ month: CivilMonth, _ currency: CurrencyCode) {
    self.month = month
    self.currency = currency
  }

  /// The identifier of the budget.
  public var id: BudgetID { BudgetID(month, currency) }

  /// Returns an amount in its currency.
  public func money(_ minorUnits: Int64) -> Money { Money(minorUnits: minorUnits, currency: currency) }
}

/// One command on a budget under way: what it looks at, and the events so far.
private struct BudgetDesk {
  let budget: BudgetScope
  let state: BudgetState
  let sheet: BudgetSheet
  let context: DecisionContext
  var events: [BudgetEvent] = []

  mutating func decide(_ command: BudgetCommand) throws {
    events += try state.decide(command, budget.month, budget.currency, context)
  }

  /// Returns the key of the category that a name means.
  func key(of category: String) throws -> String {
    try CategoryRow.named(category, among: Array(context.categories.values)).key
  }

  /// Returns the amount that is budgeted for a category now.
  func amount(of category: String) -> Money { state.amount(of: category).value?.money ?? budget.money(0) }

  /// Returns the budgeted amount of a category with more money.
  func adding(_ money: Money, to category: String) throws -> Money {
    guard let sum = amount(of: category).adding(money) else { throw AmountError.overflow }
    return sum
  }

  /// Takes money from one category and gives it to another.
  mutating func move(_ money: Money, from source: String, to target: String, _ origin: BudgetOrigin) throws {
    guard source != target else { throw Rejection.sameCategory(source) }
    let available = try sheet.month(budget.month)[source].available
    guard available >= money.minorUnits else {
      throw Rejection.notAvailable(category: source, available: budget.money(available), wanted: money)
    }
    // An amount above zero has a negative.
    let less = try adding(budget.money(0 - money.minorUnits), to: source)
    try decide(.budget(category: source, to: less, origin, other: target))
    try decide(.budget(category: target, to: try adding(money, to: target), origin, other: source))
  }
}
