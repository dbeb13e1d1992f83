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
    return try ledger.report(done, "A new rule")
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
      .split(on: date, edits), on: rule, asking: "Split the rule from \(ledger.words(date)) on",
      done: "A new rule from \(ledger.words(date)) on")
  }

  static func pauseRule(_ ledger: OpenLedger) throws -> ExitCode {
    let rule = try ledger.namedRule()
    _ = try ledger.livingRule(rule)
    let date = try ledger.date(RuleOptions.pauseFrom) ?? ledger.book.today
    return try ledger.perform(
      .pause(from: date), on: rule, asking: "Pause the rule from \(ledger.words(date)) on",
      done: "Paused from \(ledger.words(date)) on: nothing is generated until events rule resume")
  }

  static func resumeRule(_ ledger: OpenLedger) throws -> ExitCode {
    let rule = try ledger.namedRule()
    let row = try ledger.livingRule(rule)
    let date = try ledger.date(RuleOptions.pauseFrom) ?? max(ledger.book.today, row.pausedFrom ?? .first)
    let gap = row.pausedFrom.map { $0 < date ? ledger.range($0, date.adding(days: -1)) : "" } ?? ""
    return try ledger.perform(
      .resume(from: date), on: rule, asking: "Resume the rule from \(ledger.words(date)) on",
      done: "Resumed from \(ledger.words(date)) on"
        + (gap.isEmpty ? "" : "; nothing was generated for \(gap), and nothing is"))
  }

  static func restoreRule(_ ledger: OpenLedger) throws -> ExitCode {
    let rule = try ledger.namedRule()
    let done = try ledger.book.perform(.restore, on: rule)
    return try ledger.report(done, "Restored")
  }

  static func deleteRule(_ ledger: OpenLedger) throws -> ExitCode {
    let rule = try ledger.namedRule()
    guard let row = try ledger.book.ruleRow(rule) else {
      throw BookError.unknown(what: "rule", text: ledger.arguments.operands[0])
    }
    let scope: RuleDeletionScope = ledger.arguments.has(RuleOptions.withFuture) ? .future : .rule
    let future = try ledger.book.preview(.delete(.future), on: rule).decision.consequences.count
    let label = ledger.label(row.terms)
    let consequence =
      future == 0
      ? "delete the rule \(label), which has no transactions from \(ledger.words(ledger.book.today)) on"
      : scope == .future
        ? "delete the rule \(label) and its \(counted(future, "transaction")) from "
          + "\(ledger.words(ledger.book.today)) on"
        : "delete the rule \(label) and keep what it made, \(counted(future, "transaction")) from "
          + "\(ledger.words(ledger.book.today)) on included"
    if ledger.arguments.has(.dryRun) {
      return try ledger.reportDryRun(
        row.isDeleted ? "The rule is deleted already." : "Would \(consequence).",
        [
          "rule": .string("\(rule)"), "scope": .string(scope.rawValue),
          "transactions": .count(scope == .future ? future : 0),
        ])
    }
    if try !row.isDeleted && !ledger.invocation.agrees(to: "This will \(consequence). Go on?") { return .no }
    let done = try ledger.book.perform(.delete(scope), on: rule)
    let words =
      scope == .future
        && done.positions.count > 1
      ? "Deleted, with \(counted(done.positions.count - 1, "transaction"))" : "Deleted"
    let code = try ledger.report(
      done, done.isUnchanged ? "It is deleted already" : words)
    if !ledger.invocation.isJSON {
      try ledger.invocation.print("Undo: events rule restore \(try ledger.short(rule))")
    }
    return code
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
      guard !ledger.invocation.isJSON else {
        try ledger.invocation.print(json: ledger.json(report, isDryRun: true))
        return .ok
      }
      let words = ledger.words(report)
      try ledger.invocation.print(
        paragraph: report.series == 0
          ? words.prefix(1).uppercased() + words.dropFirst() + "." : "Would generate: \(words).")
      return .ok
    }
    let progress = Progress(
      "Rules generated:", on: ledger.invocation.errors, terminal: ledger.invocation.errorTerminal)
    defer { progress.finish() }
    let report = try ledger.book.generate(rules: rules, through: through) { progress.update($0, of: $1) }
    progress.finish()
    guard !ledger.invocation.isJSON else {
      try ledger.invocation.print(json: ledger.json(report, isDryRun: false))
      return .ok
    }
    let words = ledger.words(report)
    try ledger.invocation.print(paragraph: words.prefix(1).uppercased() + words.dropFirst() + ".")
    if let undo = undoWords(report.batches) { try ledger.invocation.print(paragraph: undo) }
    return .ok
  }

  /// Returns how to undo a generation whose batches are undone one by one.
  ///
  /// The result is `nil` if nothing was generated.
  static func undoWords(_ batches: [Position]) -> String? {
    guard batches.count > 1 else { return batches.first.map { "Undo: events undo \($0)" } }
    return
      "Undo, each of \(grouped(Int64(batches.count))) parts by itself, the last first: events undo P, with P "
      + batches.reversed().map(\.description).joined(separator: ", ")
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
    var would = GenerationWords()
    for plan in preview.plans { would.count(plan) }
    if arguments.has(.dryRun) {
      guard !preview.decision.events.isEmpty else {
        return try reportDryRun("Nothing would change.", ["rule": .string("\(rule)")])
      }
      let members: [String: JSONValue] = ["rule": .string("\(rule)")]
      return try reportDryRun(
        "Would \(question.prefix(1).lowercased() + question.dropFirst()): \(would.words(past: false)).",
        members.merging(would.members) { $1 })
    }
    let destroys = would.changed + would.removed > 0
    if destroys, try !invocation.agrees(to: "\(question): \(would.words(past: false)). Go on?") { return .no }
    let recorded = try book.perform(command, on: rule)
    let code = try report(recorded, recorded.isUnchanged ? "It is so already" : done)
    if !invocation.isJSON, let first = recorded.positions.first {
      try invocation.print("Undo: events undo \(first)")
    }
    return code
  }

  /// Prints `{"events":[…],"rule":…}`, or for people the rule, the change, and the transactions.
  func report(_ done: Done, _ words: String, transaction: TransactionID? = nil) throws -> ExitCode {
    let positions = done.positions + (done.generated?.positions ?? [])
    guard let rule = done.rule else { return .ok }
    guard !invocation.isJSON else {
      var members: [String: JSONValue] = [
        "events": .array(positions.map { .integer($0) }), "rule": .string("\(rule)"),
      ]
      if let transaction { members["transaction"] = .string("\(transaction)") }
      try invocation.print(json: .object(members))
      return .ok
    }
    // The events are on record: the rule is not shown if it cannot be read now.
    let row = try? book.ruleRow(rule)
    try invocation.print(fitted: "\(shown(rule))  \(row.map { label($0.terms) } ?? "")")
    try invocation.print(paragraph: "  \(words)")
    if let row { try invocation.print(fitted: "  \(title(row))") }
    if let generated = done.generated {
      if generated.worked > 0 { try invocation.print(paragraph: "  \(self.words(generated))") }
    } else if !done.isUnchanged, !done.repeated {
      invocation.remark("events: its transactions could not be made now; events rule generate makes them")
    }
    return .ok
  }

  func json(_ report: GenerationReport, isDryRun: Bool) -> JSONValue {
    [
      "changed": .count(report.changed), "dryRun": .boolean(isDryRun),
      "events": .array(report.positions.map { .integer($0) }), "kept": .count(report.kept),
      "made": .count(report.made), "removed": .count(report.removed), "restored": .count(report.restored),
      "rules": .count(report.series), "through": .string(report.through.iso),
    ]
  }

  /// Returns the result of a generation in words.
  func words(_ report: GenerationReport) -> String {
    if report.series == 0 { return "there are no rules yet; make one with events rule add" }
    var counts = GenerationWords()
    counts.count(report)
    let rules = counted(report.series, "rule")
    let dates = report.dates.map { " (\(range($0.lowerBound, $0.upperBound)))" } ?? ""
    return "\(rules) through \(words(report.through)): \(counts.words(past: true, dates: dates))"
  }
}

/// The result of a generation as counts and in words.
struct GenerationWords {
  private(set) var made = 0
  private(set) var changed = 0
  private(set) var removed = 0
  private(set) var restored = 0
  private(set) var kept = 0

  mutating func count(_ plan: GenerationPlan) {
    made += plan.made.count
    changed += plan.changed.count
    removed += plan.removed.count
    restored += plan.restored.count
    kept += plan.kept.count
  }

  mutating func count(_ report: GenerationReport) {
    (made, changed, removed, restored, kept) = (
      report.made, report.changed, report.removed, report.restored, report.kept
    )
  }

  /// Counts a transaction that is corrected without its rule.
  mutating func countCorrection() { changed += 1 }

  /// The counts, for programs.
  var members: [String: JSONValue] {
    [
      "changed": .count(changed), "kept": .count(kept), "made": .count(made), "removed": .count(removed),
      "restored": .count(restored),
    ]
  }

  /// `11 transactions made, 2 changed, 1 kept as a person left it`.
  func words(past: Bool, dates: String = "") -> String {
    var parts: [String] = []
    if made > 0 { parts.append("\(counted(made, "transaction")) made\(dates)") }
    if changed > 0 { parts.append("\(counted(changed, "transaction")) changed") }
    if removed > 0 { parts.append("\(counted(removed, "transaction")) taken back") }
    if restored > 0 { parts.append("\(counted(restored, "transaction")) brought back") }
    if kept > 0 { parts.append("\(grouped(Int64(kept))) kept as a person left \(kept == 1 ? "it" : "them")") }
    if parts.isEmpty { return past ? "nothing new" : "no transaction changes" }
    return parts.joined(separator: ", ")
  }
}
