internal import LedgerAnswers
internal import LedgerBook
internal import LedgerBytes
internal import LedgerDomain

// Making, changing and deleting rules.
extension Command {
  static func addRule(_ ledger: OpenLedger) throws -> ExitCode {
    guard let cadence = try ledger.cadence() else {
      throw Failure.usage("“rule add” needs --every, for example --every month", command: "rule add")
    }
    let done: Done
    if let text = ledger.arguments[RuleOptions.template] {
      let template = try ledger.book.resolveTransaction(text)
      let row = try ledger.book.transaction(template).row
      let edits = try ledger.ruleEdits(
        currency: row.amount?.currency ?? ledger.settings.currency, toAccount: row.toAccount, cadence: false)
      done = try ledger.book.createRule(from: template, cadence, edits: edits)
    } else {
      done = try ledger.book.createRule(try ledger.ruleRequest(cadence))
    }
    return try ledger.show(.rule(done, "A new rule"))
  }

  static func changeRule(_ ledger: OpenLedger) throws -> ExitCode {
    let rule = try ledger.namedRule()
    let row = try ledger.livingRule(rule)
    let edits = try ledger.ruleEdits(currency: row.terms.money.currency, toAccount: row.terms.toAccount)
    guard !edits.isEmpty else {
      throw Failure.usage("name what to change, for example --amount 2600", command: "rule change")
    }
    return try ledger.perform(.change(edits), on: rule, asking: "Change the rule", done: "Changed")
  }

  static func splitRule(_ ledger: OpenLedger) throws -> ExitCode {
    let rule = try ledger.namedRule()
    let row = try ledger.livingRule(rule)
    guard let date = try ledger.date(RuleOptions.from) else {
      throw Failure.usage(
        "“rule split” needs --from DATE, the first date of the new rule", command: "rule split")
    }
    let edits = try ledger.ruleEdits(currency: row.terms.money.currency, toAccount: row.terms.toAccount)
    return try ledger.perform(
      .split(on: date, edits), on: rule, asking: "Split the rule from \(ledger.notation.words(date)) on",
      done: "A new rule from \(ledger.notation.words(date)) on")
  }

  static func pauseRule(_ ledger: OpenLedger) throws -> ExitCode {
    let rule = try ledger.namedRule()
    _ = try ledger.livingRule(rule)
    let date = try ledger.date(RuleOptions.pauseFrom) ?? ledger.book.today
    return try ledger.perform(
      .pause(from: date), on: rule, asking: "Pause the rule from \(ledger.notation.words(date)) on",
      done: "Paused from \(ledger.notation.words(date)) on: nothing is generated until events rule resume")
  }

  static func resumeRule(_ ledger: OpenLedger) throws -> ExitCode {
    let rule = try ledger.namedRule()
    let row = try ledger.livingRule(rule)
    let date = try ledger.date(RuleOptions.pauseFrom) ?? max(ledger.book.today, row.pausedFrom ?? .first)
    let gap = row.pausedFrom.map { $0 < date ? ledger.notation.range($0, date.adding(days: -1)) : "" } ?? ""
    return try ledger.perform(
      .resume(from: date), on: rule, asking: "Resume the rule from \(ledger.notation.words(date)) on",
      done: "Resumed from \(ledger.notation.words(date)) on"
        + (gap.isEmpty ? "" : "; nothing was generated for \(gap), and nothing is"))
  }

  static func restoreRule(_ ledger: OpenLedger) throws -> ExitCode {
    let rule = try ledger.namedRule()
    let done = try ledger.book.perform(.restore, on: rule)
    return try ledger.show(.rule(done, "Restored"))
  }

  static func deleteRule(_ ledger: OpenLedger) throws -> ExitCode {
    let rule = try ledger.namedRule()
    guard let row = try ledger.book.ruleRow(rule) else {
      throw BookError.unknown(what: "rule", text: ledger.arguments.operands[0])
    }
    let scope: RuleDeletionScope = ledger.arguments.has(RuleOptions.withFuture) ? .future : .rule
    let future = try ledger.book.preview(.delete(.future), on: rule).decision.consequences.count
    let label = ledger.notation.label(row.terms)
    let consequence =
      future == 0
      ? "delete the rule \(label), which has no transactions from \(ledger.notation.words(ledger.book.today)) on"
      : scope == .future
        ? "delete the rule \(label) and its \(counted(future, "transaction")) from "
          + "\(ledger.notation.words(ledger.book.today)) on"
        : "delete the rule \(label) and keep what it made, \(counted(future, "transaction")) from "
          + "\(ledger.notation.words(ledger.book.today)) on included"
    if ledger.arguments.has(.dryRun) {
      return try ledger.show(
        .dryRun(
          row.isDeleted ? "The rule is deleted already." : "Would \(consequence).",
          [
            "rule": .string("\(rule)"), "scope": .string(scope.rawValue),
            "transactions": .count(scope == .future ? future : 0),
          ]))
    }
    if try !row.isDeleted && !ledger.invocation.agrees(to: "This will \(consequence). Go on?") { return .no }
    let done = try ledger.book.perform(.delete(scope), on: rule)
    let words =
      scope == .future
        && done.positions.count > 1
      ? "Deleted, with \(counted(done.positions.count - 1, "transaction"))" : "Deleted"
    return try ledger.show(
      .rule(done, done.isUnchanged ? "It is deleted already" : words) { notation in
        [.remedy("Undo", .restore(.rule, notation.shown(rule)))]
      })
  }

  static func generateRules(_ ledger: OpenLedger) throws -> ExitCode {
    let year = try ledger.arguments.number(RuleOptions.through, in: 1_970...2_199)
    let through = year.flatMap { CivilDate(year: $0, month: 12, day: 31) }
    let named = try ledger.arguments.operands.map { text in
      let rule = try ledger.book.resolveRule(text)
      _ = try ledger.livingRule(rule)
      return rule
    }
    let rules = named.isEmpty ? nil : named
    if ledger.arguments.has(.dryRun) {
      let report = try ledger.book.previewGeneration(rules: rules, through: through)
      return try ledger.show(.generation(report, isDryRun: true))
    }
    let progress = Progress(
      "Rules generated:", on: ledger.invocation.errors, terminal: ledger.invocation.errorTerminal)
    defer { progress.finish() }
    let report = try ledger.book.generate(rules: rules, through: through) { progress.update($0, of: $1) }
    progress.finish()
    return try ledger.show(.generation(report, isDryRun: false))
  }
}

extension OpenLedger {
  /// Returns a rule that can be changed.
  fileprivate func livingRule(_ rule: RuleID) throws -> RuleRow {
    guard let row = try book.ruleRow(rule) else {
      throw BookError.unknown(what: "rule", text: rule.description)
    }
    guard !row.isDeleted else { throw Rejection.isDeleted(what: "rule") }
    return row
  }

  /// Carries out a command on a rule, after a summary of its effect on the rule's transactions.
  func perform(
    _ command: RuleCommand, on rule: RuleID, asking question: String, done: String
  ) throws -> ExitCode {
    let preview = try book.preview(command, on: rule)
    let would = GenerationWords(preview.plans)
    if arguments.has(.dryRun) {
      guard !preview.decision.events.isEmpty else {
        return try show(.dryRun("Nothing would change.", ["rule": .string("\(rule)")]))
      }
      let command = question.prefix(1).lowercased() + question.dropFirst()
      return try show(.dryRun(command, would, of: rule))
    }
    if would.isDestructive, try !invocation.agrees(to: "\(question): \(would.words(past: false)). Go on?") {
      return .no
    }
    let recorded = try book.perform(command, on: rule)
    return try show(
      .rule(recorded, recorded.isUnchanged ? "It is so already" : done) { _ in recorded.undo })
  }
}
