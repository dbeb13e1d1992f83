package import LedgerBook
internal import LedgerBytes
package import LedgerDomain

extension CommandAnswer {
  /// Returns the figures of the categories after a command on a budget, and To Budget.
  package static func budget(
    _ done: Done, _ categories: [String], _ scope: BudgetScope, _ words: String, unchanged: String
  ) -> CommandAnswer {
    CommandAnswer(
      facts: { notation in
        let month = try notation.book.budgetSheet(scope.currency).month(scope.month)
        return done.document([
          "budget": .string(scope.id.description),
          "categories": .array(categories.map { month[$0].json(scope.currency) }),
          "currency": .string(scope.currency.code), "month": .string(scope.month.iso),
          "toBudget": scope.money(month.toBudget).json,
        ])
      },
      text: { notation in
        let month = try notation.book.budgetSheet(scope.currency).month(scope.month)
        let rest =
          month.toBudget < 0
          ? "Overbudgeted by \(notation.words(scope.money(0 - month.toBudget)))"
          : "To Budget \(notation.words(scope.money(month.toBudget)))"
        return categories.map { category in
          let name = notation.categoryName(category)
          return .fitted(Line(month[category].sentence(name: name, scope.currency, notation.locale)))
        } + [
          .fitted("\(notation.locale.month(scope.month)), \(rest)"),
          .fitted("  \(done.isUnchanged ? unchanged : words)"),
        ]
      })
  }

  /// Returns the amounts that a category can be filled with.
  package static func fills(_ fill: BudgetFill, of category: String, _ scope: BudgetScope) -> CommandAnswer {
    let offers = BudgetFill.choices.compactMap { choice in fill[choice].map { (choice, scope.money($0)) } }
    return CommandAnswer([
      "category": .string(category), "currency": .string(scope.currency.code),
      "month": .string(scope.month.iso), "months": .count(fill.monthCount),
      "offers": .array(offers.map { ["amount": $1.json, "with": .string($0.choice)] }),
    ]) { notation in
      var table = AnswerTable([.left(), .right(), .left()], indent: 2)
      for (choice, money) in offers {
        let isAverage = choice == .averageBudgeted || choice == .averageSpent
        let note = isAverage ? "of \(counted(fill.monthCount, "completed month"))" : ""
        table.row([.init(choice.choice), .init(notation.words(money), .strong), .init(note, .quiet)])
      }
      let title = Line(notation.categoryName(category), .strong)
      return [
        .title(title + Line(", \(notation.locale.month(scope.month))")), .table(table),
        .fitted("To take one: \(step: .fill(category: category))"),
      ]
    }
  }

  /// Returns the amounts that filling a budget would give, and the rest.
  ///
  /// - Parameters:
  ///   - amounts: The amount of each category.
  ///   - scope: The month and the currency.
  ///   - toBudget: The minor units that are to be budgeted before.
  package static func autoFill(
    _ amounts: [(category: String, money: Money)], _ scope: BudgetScope, toBudget: Int64
  ) throws(AmountError) -> CommandAnswer {
    let sum = amounts.reduce(Int128(0)) { $0 + Int128($1.money.minorUnits) }
    guard let units = Int64(exactly: sum), let rest = Int64(exactly: Int128(toBudget) - sum) else {
      throw AmountError.overflow
    }
    let facts: [String: JSONValue] = [
      "categories": .array(amounts.map { ["budgeted": $0.money.json, "category": .string($0.category)] }),
      "currency": .string(scope.currency.code), "month": .string(scope.month.iso),
      "toBudget": scope.money(rest).json,
    ]
    return dryRun(facts) { notation in
      var table = AnswerTable([.name(), .right()], indent: 2)
      for (category, money) in amounts {
        table.row([.init(notation.categoryName(category)), .init(notation.words(money))])
      }
      let (all, left) = (notation.words(scope.money(units)), notation.words(scope.money(rest)))
      let count = counted(amounts.count, "category", "categories")
      return [.table(table), .paragraph("Would budget \(all) for \(count). To Budget would be \(left).")]
    }
  }
}

extension BudgetOrigin {
  /// The word of a choice on the command line: `lastBudgeted` is `last-budgeted`.
  package var choice: String {
    rawValue.reduce(into: "") { $0 += $1.isUppercase ? "-" + $1.lowercased() : String($1) }
  }
}
