internal import LedgerAnswers
internal import LedgerBook
internal import LedgerBytes
internal import LedgerDomain
internal import LedgerProjections

private enum Options {
  static let by = Option.value("by", "DATE", "The date to reach the goal by; “none” removes it")
  static let emoji = Option.value("emoji", "EMOJI", "An emoji; an empty text removes it")
  static let name = Option.value("name", "NAME", "The new name")
  static let target = Option.value("target", "AMOUNT", "The amount to save")
  static let on = Option.value("on", "DATE", "The date of the contribution (default: today)")
  static let transaction = Option.value("transaction", "R", "Count this receipt instead of an amount")
  static let remove = Option.value("remove", "N", "Remove the contribution with this number in goal show")
  static let all = Option.flag("all", "List deleted goals, too")
}

extension Command {
  static let goal = Command(
    path: ["goal"], section: .record, summary: "Save for goals: targets, contributions and progress",
    subcommands: [
      Command(
        path: ["goal", "add"], section: .record, summary: "Add a goal",
        operands: [Operand("NAME", "The name of the goal"), Operand("TARGET", "The amount to save")],
        options: [Options.by, Options.emoji],
        run: onLedger(addGoal)),
      Command(
        path: ["goal", "list"], section: .look, summary: "List the goals with their progress",
        options: [Options.all, .through, .names], shared: Option.looking,
        run: onLedger { try listGoals($0.throughDay()) }),
      Command(
        path: ["goal", "show"], section: .look, summary: "Show a goal with its figures and contributions",
        operands: [.goal], options: [.through, .names], shared: Option.looking,
        run: onLedger {
          let ledger = try $0.throughDay()
          return try ledger.show(GoalAnswer(try ledger.namedGoal()))
        }),
      Command(
        path: ["goal", "contribute"], section: .record,
        summary: "Contribute an amount or a receipt to a goal, or remove a contribution",
        operands: [.goal, Operand("AMOUNT", "The amount; negative takes it out", isOptional: true)],
        options: [Options.on, Options.transaction, Options.remove],
        run: onLedger(contribute)),
      Command(
        path: ["goal", "change"], section: .record, summary: "Change the name, target or date of a goal",
        operands: [.goal], options: [Options.name, Options.target, Options.by, Options.emoji],
        run: onLedger(changeGoal)),
      Command(
        path: ["goal", "complete"], section: .record, summary: "Complete a goal", operands: [.goal],
        run: onLedger { ledger in
          let goal = try ledger.namedGoal()
          return try ledger.show(
            .goal(try ledger.book.completeGoal(goal.id), goal.id, "Completed", unchanged: "It is completed"))
        }),
      Command(
        path: ["goal", "reopen"], section: .record, summary: "Reopen a completed goal", operands: [.goal],
        run: onLedger { ledger in
          let goal = try ledger.namedGoal()
          return try ledger.show(
            .goal(try ledger.book.reopenGoal(goal.id), goal.id, "Open again", unchanged: "It is open"))
        }),
      Command(
        path: ["goal", "delete"], section: .record, summary: "Delete a goal; its receipts are kept",
        operands: [.goal], shared: Option.destroying,
        run: onLedger { ledger in
          try ledger.perform(ledger.book.plan(deleting: try ledger.namedGoal()))
        }),
      Command(
        path: ["goal", "restore"], section: .record, summary: "Restore a deleted goal", operands: [.goal],
        run: onLedger { ledger in
          let goal = try ledger.namedGoal()
          return try ledger.show(
            .goal(try ledger.book.restoreGoal(goal.id), goal.id, "Restored", unchanged: "It is not deleted"))
        }),
    ])

  private static func addGoal(_ ledger: OpenLedger) throws -> ExitCode {
    let arguments = ledger.arguments
    let target = try Values.amount(sum: arguments.operands[1], ledger.settings.currency, ledger.locale)
    let outcome = try ledger.book.createGoal(
      name: arguments.operands[0], emoji: arguments[Options.emoji], target: target,
      by: try arguments[Options.by].map { try Values.date($0, ledger, isInFuture: true) })
    guard let goal = outcome.goal else { return .ok }
    return try ledger.show(.goal(outcome, goal, "A new goal", unchanged: ""))
  }

  private static func changeGoal(_ ledger: OpenLedger) throws -> ExitCode {
    let arguments = ledger.arguments
    let goal = try ledger.namedGoal()
    var edit = GoalEdit(name: arguments[Options.name])
    if let emoji = arguments[Options.emoji] { edit.emoji = .set(emoji) }
    edit.target = try arguments[Options.target].map {
      try Values.amount(sum: $0, goal.row.target.currency, ledger.locale)
    }
    if let text = arguments[Options.by] {
      edit.by = text == "none" ? .remove : .set(try Values.date(text, ledger, isInFuture: true))
    }
    guard edit != GoalEdit() else {
      throw Failure.usage("“goal change” needs --name, --target, --by or --emoji", command: "goal change")
    }
    return try ledger.show(
      .goal(
        try ledger.book.changeGoal(goal.id, edit), goal.id, "Changed", unchanged: "That is how it is already"))
  }

  private static func contribute(_ ledger: OpenLedger) throws -> ExitCode {
    let arguments = ledger.arguments
    let goal = try ledger.namedGoal()
    let amount = arguments.operand(1)
    let given = [amount, arguments[Options.transaction], arguments[Options.remove]].compactMap { $0 }
    guard given.count == 1 else {
      throw Failure.usage(
        "“goal contribute” takes one of an amount, --transaction R and --remove N", command: "goal contribute")
    }
    if let text = arguments[Options.transaction] {
      let id = try ledger.book.resolveTransaction(text)
      return try ledger.show(
        .goal(try ledger.book.contribute(id, to: goal.id), goal.id, "Counted", unchanged: "It counts already"))
    }
    if let number = try arguments.number(Options.remove, in: 1...1_000_000) {
      guard number <= goal.parts.count else {
        throw Failure(
          .noInput, "\(goal.row.name) has no contribution \(number)",
          advice: "See its contributions: " + printedCommand("goal show", goal.row.name))
      }
      let contribution = goal.parts[number - 1].contribution.id
      return try ledger.show(
        .goal(
          try ledger.book.removeContribution(contribution, from: goal.id), goal.id, "Removed",
          unchanged: "It is removed"))
    }
    let money = try Values.amount(sum: amount ?? "", goal.row.target.currency, ledger.locale)
    let date = try arguments[Options.on].map { try Values.date($0, ledger) }
    return try ledger.show(
      .goal(
        try ledger.book.contribute(money, to: goal.id, on: date), goal.id, "Contributed",
        unchanged: "Nothing was contributed"))
  }

  private static func listGoals(_ ledger: OpenLedger) throws -> ExitCode {
    let goals = try ledger.book.goals(withDeleted: ledger.arguments.has(Options.all))
    return try ledger.show(GoalsAnswer(goals))
  }
}

extension Operand {
  fileprivate static let goal = Operand("GOAL", "The goal, by its name or id")
}

extension OpenLedger {
  fileprivate func namedGoal() throws -> GoalSummary { try book.resolveGoal(arguments.operands[0]) }
}
