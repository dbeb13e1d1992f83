package import LedgerBook
package import LedgerBytes
package import LedgerDomain

extension CommandAnswer {
  /// Returns the result of a command on a rule: the rule, what was done, and its transactions.
  ///
  /// - Parameters:
  ///   - done: The result of the command.
  ///   - words: What was done.
  ///   - transaction: The receipt that the command was about, too.
  ///   - rest: The blocks after it.
  package static func rule(
    _ done: Done, _ words: String, transaction: TransactionID? = nil,
    rest: @escaping (Notation) throws -> [Block] = { _ in [] }
  ) -> CommandAnswer {
    guard let rule = done.rule else { return CommandAnswer(nil) { _ in [] } }
    var facts: [String: JSONValue] = ["rule": .string("\(rule)")]
    if let transaction { facts["transaction"] = .string("\(transaction)") }
    var answer = CommandAnswer(done.document(facts, done.allPositions)) { notation in
      // The events are on record: the rule is not shown if it cannot be read now.
      let row = try? notation.book.ruleRow(rule)
      var blocks: [Block] = [
        .fitted("\(notation.shown(rule))  \(row.map { notation.label($0.terms) } ?? "")"),
        .paragraph("  \(words)"),
      ]
      if let row { blocks.append(.fitted("  \(notation.title(row))")) }
      if let generated = done.generated, generated.worked > 0 {
        blocks.append(.paragraph("  \(notation.words(generated))"))
      }
      return blocks + (try rest(notation))
    }
    if done.generated == nil, !done.isUnchanged, !done.repeated { answer.remarks = [.notGenerated] }
    return answer
  }

  /// Returns the first receipt of a new rule, and the rule.
  package static func firstOfRule(_ done: Done, _ words: String) -> CommandAnswer {
    let id = done.transaction
    return rule(done, words, transaction: id).preceded(by: { notation in
      try id.map { [notation.line($0, try done.receipt($0, notation.book).row)] } ?? []
    })
  }

  package static func generation(_ report: GenerationReport, isDryRun: Bool) -> CommandAnswer {
    CommandAnswer([
      "changed": .count(report.changed), "dryRun": .boolean(isDryRun),
      "events": .array(report.positions.map { .integer($0) }), "kept": .count(report.kept),
      "made": .count(report.made), "removed": .count(report.removed), "restored": .count(report.restored),
      "rules": .count(report.series), "through": .string(report.through.iso),
    ]) { notation in
      let words = notation.words(report)
      if report.series == 0 { return [.paragraph("There are no rules yet; make one with \(step: .addRule).")] }
      let sentence = words.capitalizedFirst + "."
      if isDryRun { return [.paragraph("Would generate: \(words).")] }
      return [.paragraph(Line(sentence))] + undo(report.batches)
    }
  }

  /// Returns the way back from a generation, whose batches are undone one by one.
  package static func undo(_ batches: [Position]) -> [Block] {
    guard batches.count > 1 else { return batches.map { .remedy("Undo", .undo($0)) } }
    let count = grouped(Int64(batches.count))
    return [.paragraph("It has \(count) parts, which are undone one by one, the last first.")]
      + batches.reversed().map { .remedy("Undo", .undo($0)) }
  }
}

extension Remark {
  /// The transactions of a rule could not be made after a command.
  static let notGenerated = Remark.line(
    "events: the rule's transactions could not be made now; \(step: .generate()) makes them")
}

extension Notation {
  fileprivate func words(_ report: GenerationReport) -> String {
    if report.series == 0 { return "there are no rules yet" }
    let rules = counted(report.series, "rule")
    let dates = report.dates.map { " (\(range($0.lowerBound, $0.upperBound)))" } ?? ""
    return "\(rules) through \(words(report.through)): "
      + GenerationWords(report).words(past: true, dates: dates)
  }
}

/// The result of a generation as counts and in words.
struct GenerationWords {
  private var made = 0
  private var changed = 0
  private var removed = 0
  private var restored = 0
  private var kept = 0

  init(_ plans: [GenerationPlan]) {
    for plan in plans {
      made += plan.made.count
      changed += plan.changed.count
      removed += plan.removed.count
      restored += plan.restored.count
      kept += plan.kept.count
    }
  }

  fileprivate init(_ report: GenerationReport) {
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

  /// Returns the counts in words: `11 transactions made, 2 changed, 1 kept as a person left it`.
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
