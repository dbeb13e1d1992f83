internal import LedgerAnswers
internal import LedgerBook
internal import LedgerBytes
internal import LedgerDomain

// What the commands on a budget print after they are done.
extension OpenLedger {
  /// Returns the figures of the categories after a command, and To Budget.
  func report(
    _ outcome: Done, _ categories: [String], _ scope: BudgetScope, _ words: String, unchanged: String
  ) throws -> ExitCode {
    let month = try book.budgetSheet(scope.currency).month(scope.month)
    if invocation.isJSON {
      try invocation.print(json: [
        "budget": .string(scope.id.description),
        "categories": .array(categories.map { month[$0].json(scope.currency) }),
        "currency": .string(scope.currency.code), "events": events(outcome),
        "month": .string(scope.month.iso), "toBudget": scope.money(month.toBudget).json,
      ])
      return .ok
    }
    for category in categories {
      try invocation.print(
        fitted: month[category].sentence(name: categoryName(category), scope.currency, locale))
    }
    let rest =
      month.toBudget < 0
      ? "Overbudgeted by \(self.words(scope.money(0 - month.toBudget)))"
      : "To Budget \(self.words(scope.money(month.toBudget)))"
    try invocation.print(fitted: "\(locale.month(scope.month)), \(rest)")
    try invocation.print(fitted: "  \(outcome.isUnchanged ? unchanged : words)")
    return .ok
  }

  /// Returns the amounts that a category can be filled with, and the command for each.
  func offerFill(_ category: String, _ scope: BudgetScope) throws -> ExitCode {
    let fill = try book.budgetSheet(scope.currency).fill(category, in: scope.month, today: book.today)
    let offers = BudgetFill.choices.compactMap { choice in fill[choice].map { (choice, scope.money($0)) } }
    if invocation.isJSON {
      try invocation.print(json: [
        "category": .string(category), "currency": .string(scope.currency.code),
        "month": .string(scope.month.iso), "months": .count(fill.monthCount),
        "offers": .array(offers.map { ["amount": $1.json, "with": .string($0.choice)] }),
      ])
      return .ok
    }
    try invocation.print(title: categoryName(category), ", \(locale.month(scope.month))")
    var table = Table([.left(), .right(), .left()], indent: 2)
    for (choice, money) in offers {
      let isAverage = choice == .averageBudgeted || choice == .averageSpent
      let note = isAverage ? "of \(counted(fill.monthCount, "completed month"))" : ""
      table.row([.init(choice.choice), .init(words(money), .strong), .init(note, .quiet)])
    }
    try invocation.print(table)
    try invocation.print(
      fitted: "To take one: events budget fill \(FigureWords.quoted(category)) --with last-spent")
    return .ok
  }

  /// Returns the amounts that filling the budget would give.
  func reportAutoFill(
    _ amounts: [(category: String, money: Money)], _ scope: BudgetScope
  ) throws -> ExitCode {
    let sum = amounts.reduce(Int128(0)) { $0 + Int128($1.money.minorUnits) }
    let now = try book.budgetSheet(scope.currency).month(scope.month).toBudget
    guard let units = Int64(exactly: sum), let rest = Int64(exactly: Int128(now) - sum) else {
      throw AmountError.overflow
    }
    if !invocation.isJSON {
      var table = Table([.name(), .right()], indent: 2)
      for (category, money) in amounts { table.row([.init(categoryName(category)), .init(words(money))]) }
      try invocation.print(table)
    }
    let count = counted(amounts.count, "category", "categories")
    return try reportDryRun(
      "Would budget \(words(scope.money(units))) for \(count). To Budget would be \(words(scope.money(rest))).",
      [
        "categories": .array(
          amounts.map { ["budgeted": $0.money.json, "category": .string($0.category)] }),
        "currency": .string(scope.currency.code), "month": .string(scope.month.iso),
        "toBudget": scope.money(rest).json,
      ])
  }
}
