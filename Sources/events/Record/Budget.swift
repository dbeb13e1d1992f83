internal import LedgerAnswers
internal import LedgerBook
internal import LedgerDomain

/// The options of the budget commands.
enum BudgetOptions {
  static let month = Option.value(
    "month", "MONTH", "The month: 2026-06, october, last or next (default: this month)")
  static let currency = Option.value("currency", "C", "The currency of the budget (default: the ledger's)")
  static let spoken = Option.flag("spoken", "Describe each category in a sentence")
  static let collapsed = Option.flag("collapsed", "Show only header groups with their sums")
  static let with = Option.value(
    "with", "AMOUNT", "The amount to budget",
    choices: BudgetFill.choices.map(\.choice))
  static let from = Option.value("from", "CATEGORY", "The category to take it from (default: To Budget)")

  static let scope = [month, currency]
}

extension Command {
  static let budget = Command(
    path: ["budget"], section: .record, summary: "Show or change the monthly budget",
    operands: [.month],
    options: BudgetOptions.scope + [BudgetOptions.spoken, BudgetOptions.collapsed, .through, .names],
    shared: Option.looking,
    subcommands: [
      Command(
        path: ["budget", "set"], section: .record, summary: "Budget an amount for a category",
        operands: [
          .budgeted, Operand("AMOUNT", "The amount: 300, +20, -20, 300 - 12.50 or 1536p for 15.36"),
        ],
        options: BudgetOptions.scope,
        run: onLedger(setBudget)),
      Command(
        path: ["budget", "fill"], section: .record,
        summary: "Budget an earlier amount for a category",
        operands: [.budgeted], options: BudgetOptions.scope + [BudgetOptions.with],
        run: onLedger(fillBudget)),
      Command(
        path: ["budget", "auto-fill"], section: .record,
        summary: "Budget all categories that have no amount yet",
        options: BudgetOptions.scope + [BudgetOptions.with], shared: Option.reading + [.dryRun],
        run: onLedger(autoFillBudget)),
      Command(
        path: ["budget", "move"], section: .record, summary: "Move Available money between categories",
        operands: [
          Operand("AMOUNT", "The amount"), Operand("FROM", "The category to take it from"),
          Operand("TO", "The category to give it to"),
        ], options: BudgetOptions.scope,
        run: onLedger(moveBudget)),
      Command(
        path: ["budget", "cover"], section: .record, summary: "Cover the Overspent amount of a category",
        operands: [.budgeted], options: BudgetOptions.scope + [BudgetOptions.from],
        run: onLedger(coverBudget)),
      Command(
        path: ["budget", "carry-over"], section: .record,
        summary: "Carry the Overspent amount of a category into later months",
        operands: [.budgeted, Operand("on|off", "Turn carry-over on or off, from the month on")],
        options: BudgetOptions.scope,
        run: onLedger(carryOverBudget)),
    ], runsItself: true, run: onLedger { try showBudget($0.throughDay()) })

  private static func showBudget(_ ledger: OpenLedger) throws -> ExitCode {
    let month = try ledger.askedMonth()
    let isAsked = ledger.arguments.has(BudgetOptions.currency)
    let own = try ledger.budgetCurrency()
    let others = isAsked ? [] : try ledger.book.budgetCurrencies().filter { $0 != own }
    var isFirst = true
    for currency in [own] + others {
      let figures = try ledger.book.budgetSheet(currency).month(month)
      if currency != own, figures.categories.isEmpty, figures.toBudget == 0 { continue }
      if !isFirst { try ledger.tell([.gap]) }
      let form: BudgetAnswer.Form =
        ledger.arguments.has(BudgetOptions.spoken)
        ? .sentences : ledger.arguments.has(BudgetOptions.collapsed) ? .collapsed : .table
      _ = try ledger.show(BudgetAnswer(figures, form, in: ledger.book))
      isFirst = false
    }
    return .ok
  }

  private static func setBudget(_ ledger: OpenLedger) throws -> ExitCode {
    let scope = try ledger.budgetScope()
    let category = try ledger.category(ledger.arguments.operands[0])
    let outcome = try ledger.book.budget(
      ledger.arguments.operands[1], for: category, in: scope, locale: ledger.locale)
    return try ledger.show(
      .budget(outcome, [category], scope, "Budgeted", unchanged: "That is budgeted already"))
  }

  private static func fillBudget(_ ledger: OpenLedger) throws -> ExitCode {
    let scope = try ledger.budgetScope()
    let category = try ledger.category(ledger.arguments.operands[0])
    guard let choice = try ledger.fillChoice() else {
      let fill = try ledger.book.budgetSheet(scope.currency).fill(
        category, in: scope.month, today: ledger.book.today)
      return try ledger.show(.fills(fill, of: category, scope))
    }
    let outcome = try ledger.book.fillBudget(category, with: choice, in: scope)
    return try ledger.show(
      .budget(outcome, [category], scope, "Budgeted", unchanged: "That is budgeted already"))
  }

  private static func autoFillBudget(_ ledger: OpenLedger) throws -> ExitCode {
    let scope = try ledger.budgetScope()
    let choice = try ledger.fillChoice() ?? .lastBudgeted
    if ledger.arguments.has(.dryRun) {
      let toBudget = try ledger.book.budgetSheet(scope.currency).month(scope.month).toBudget
      return try ledger.show(
        .autoFill(ledger.book.autoFill(with: choice, in: scope), scope, toBudget: toBudget))
    }
    let categories = try ledger.book.autoFill(with: choice, in: scope).map(\.category)
    let outcome = try ledger.book.autoFillBudget(with: choice, in: scope)
    return try ledger.show(
      .budget(
        outcome, categories, scope, "Budgeted for \(counted(categories.count, "category", "categories"))",
        unchanged:
          "There is nothing to fill: each category has an amount, or nothing was budgeted or spent before"))
  }

  private static func moveBudget(_ ledger: OpenLedger) throws -> ExitCode {
    let scope = try ledger.budgetScope()
    let operands = ledger.arguments.operands
    let money = try Values.amount(sum: operands[0], scope.currency, ledger.locale)
    let (source, target) = (try ledger.category(operands[1]), try ledger.category(operands[2]))
    let outcome = try ledger.book.moveBudget(money, from: source, to: target, in: scope)
    return try ledger.show(
      .budget(outcome, [source, target], scope, "Moved", unchanged: "Nothing had to move"))
  }

  private static func coverBudget(_ ledger: OpenLedger) throws -> ExitCode {
    let scope = try ledger.budgetScope()
    let category = try ledger.category(ledger.arguments.operands[0])
    let source = try ledger.arguments[BudgetOptions.from].map { try ledger.category($0) }
    let outcome = try ledger.book.coverBudget(category, from: source, in: scope)
    return try ledger.show(
      .budget(outcome, [category] + (source.map { [$0] } ?? []), scope, "Covered", unchanged: "It is covered"))
  }

  private static func carryOverBudget(_ ledger: OpenLedger) throws -> ExitCode {
    let scope = try ledger.budgetScope()
    let category = try ledger.category(ledger.arguments.operands[0])
    let word = ledger.arguments.operands[1]
    guard word == "on" || word == "off" else {
      throw Failure(.usage, "“\(word)” is neither on nor off", advice: "events budget carry-over food on")
    }
    let outcome = try ledger.book.carryOverBudget(category, word == "on", in: scope)
    return try ledger.show(
      .budget(
        outcome, [category], scope,
        word == "on"
          ? "Keeps what is Overspent, from this month on"
          : "No longer keeps what is Overspent, from this month on",
        unchanged: "That is how it is already"))
  }
}

extension Operand {
  fileprivate static let budgeted = Operand("CATEGORY", "The category, by its key, name or emoji")
}

extension OpenLedger {
  /// Returns the month that the options ask for.
  func budgetMonth() throws -> CivilMonth {
    try arguments[BudgetOptions.month].map { try Values.nearestMonth($0, self) } ?? book.day.civilMonth
  }

  fileprivate func budgetCurrency() throws -> CurrencyCode {
    try arguments[BudgetOptions.currency].map { try Values.currency($0) } ?? settings.currency
  }

  /// Returns the month and the currency that the options ask for.
  fileprivate func budgetScope() throws -> BudgetScope { BudgetScope(try budgetMonth(), try budgetCurrency()) }

  fileprivate func fillChoice() throws -> BudgetOrigin? {
    guard let text = arguments[BudgetOptions.with] else { return nil }
    if let choice = BudgetFill.choices.first(where: { $0.choice == text }) { return choice }
    throw Failure(
      .usage, "there is no amount “\(text)” to fill with",
      advice: "There is \(alternatives(BudgetFill.choices.map(\.choice)))")
  }
}
