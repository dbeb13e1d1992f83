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
    return try ledger.perform(.change(edits), on: rule)
  }

  static func splitRule(_ ledger: OpenLedger) throws -> ExitCode {
    let rule = try ledger.namedRule()
    let row = try ledger.livingRule(rule)
    guard let date = try ledger.date(RuleOptions.from) else {
      throw Failure.usage(
        "“rule split” needs --from DATE, the first date of the new rule", command: "rule split")
    }
    let edits = try ledger.ruleEdits(currency: row.terms.money.currency, toAccount: row.terms.toAccount)
    return try ledger.perform(.split(on: date, edits), on: rule)
  }

  static func pauseRule(_ ledger: OpenLedger) throws -> ExitCode {
    let rule = try ledger.namedRule()
    _ = try ledger.livingRule(rule)
    return try ledger.perform(
      .pause(from: try ledger.date(RuleOptions.pauseFrom) ?? ledger.book.today), on: rule)
  }

  static func resumeRule(_ ledger: OpenLedger) throws -> ExitCode {
    let rule = try ledger.namedRule()
    let row = try ledger.livingRule(rule)
    let date = try ledger.date(RuleOptions.pauseFrom) ?? max(ledger.book.today, row.pausedFrom ?? .first)
    return try ledger.perform(.resume(from: date), on: rule)
  }

  static func restoreRule(_ ledger: OpenLedger) throws -> ExitCode {
    let rule = try ledger.namedRule()
    let done = try ledger.book.perform(.restore, on: rule)
    return try ledger.show(.rule(done, "Restored"))
  }

  static func deleteRule(_ ledger: OpenLedger) throws -> ExitCode {
    let scope: RuleDeletionScope = ledger.arguments.has(RuleOptions.withFuture) ? .future : .rule
    return try ledger.perform(.delete(scope), on: try ledger.namedRule())
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
    let report = try ledger.book.generate(rules: rules, through: through, isByPerson: true) {
      progress.update($0, of: $1)
    }
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

  fileprivate func perform(_ command: RuleCommand, on rule: RuleID) throws -> ExitCode {
    try perform(try book.plan(command, on: rule))
  }
}
