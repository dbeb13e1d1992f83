internal import LedgerBook
internal import LedgerBytes
internal import LedgerDomain

// The change of a rule in words: before it, instead of it, and after it.
extension ChangePlan.RuleChange {
  /// Returns the question before it.
  func question(_ notation: Notation) -> String {
    isDeletion
      ? "This will \(consequence(notation)). Go on?"
      : "\(title(notation)): \(counts.words(past: false)). Go on?"
  }

  /// Returns what it would do.
  func dryRun(_ receipt: TransactionRow?, _ notation: Notation) throws -> CommandAnswer {
    var facts: [String: JSONValue] = ["rule": .string("\(row.id)")]
    if let receipt { facts["transaction"] = .string("\(receipt.id)") }
    switch command {
    case .delete(let scope):
      facts["scope"] = .string(scope.rawValue)
      facts["transactions"] = .count(scope == .future ? later : 0)
      return .dryRun(row.isDeleted ? "The rule is deleted already." : "Would \(consequence(notation)).", facts)
    case .stop(let date):
      facts["end"] = .string(date.adding(days: -1).iso)
      facts["transactions"] = .count(later)
      let sentences = ["Would \(consequence(notation))."] + following(notation)
      return .dryRun(sentences.joined(separator: " "), facts)
    case .change, .split, .pause, .resume, .restore:
      if receipt != nil || changesRule { facts.merge(counts.members) { $1 } }
      let title = title(notation)
      let words =
        changesRule
        ? "Would \(title.prefix(1).lowercased())\(title.dropFirst()): \(counts.words(past: false))."
        : correctsReceipt
          ? "The rule has this value already. Would correct only this receipt." : "Nothing would change."
      return .dryRun(words, facts)
    }
  }

  /// Returns the result after it.
  func answer(_ done: Done, _ receipt: TransactionID?, _ notation: Notation) -> CommandAnswer {
    let words = done.isUnchanged ? unchanged : result(done, receipt, notation)
    return .rule(done, words, transaction: receipt) { notation in
      switch command {
      case .delete: [.remedy("Undo", .restore(.rule, notation.shown(row.id)))]
      case .stop: done.isUnchanged ? [] : following(notation).map { .paragraph("  \($0)") } + done.undo
      case .change, .split, .pause, .resume, .restore:
        try (receipt.map { [notation.line($0, try done.receipt($0, notation.book).row)] } ?? []) + done.undo
      }
    }
  }

  private var isDeletion: Bool {
    switch command {
    case .delete, .stop: true
    case .change, .split, .pause, .resume, .restore: false
    }
  }

  private var unchanged: String {
    if case .delete = command { "It is deleted already" } else { "It is so already" }
  }

  /// The effect on the rule's receipts, and on the one that was named.
  private var counts: GenerationWords {
    var counts = GenerationWords(preview.plans)
    if correctsReceipt { counts.countCorrection() }
    return counts
  }

  private func title(_ notation: Notation) -> String {
    switch command {
    case .split(let date, _): "Split the rule from \(notation.words(date)) on"
    case .pause(let date): "Pause the rule from \(notation.words(date)) on"
    case .resume(let date): "Resume the rule from \(notation.words(date)) on"
    case .restore: "Restore the rule"
    case .change, .stop, .delete: "Change the rule"
    }
  }

  private func result(_ done: Done, _ receipt: TransactionID?, _ notation: Notation) -> String {
    switch command {
    case .change, .split:
      if !changesRule { return "The rule has this value already: only this receipt was changed" }
      guard case .split(let date, _) = command else { return receipt == nil ? "Changed" : "The whole rule" }
      let new = "new rule from \(notation.words(date)) on"
      return receipt == nil ? "A \(new)" : "This one and the future ones: a \(new)"
    case .pause(let date):
      return "Paused from \(notation.words(date)) on: nothing is generated until it is resumed"
    case .resume(let date):
      let paused = row.pausedFrom.flatMap { $0 < date ? notation.range($0, date.adding(days: -1)) : nil }
      return "Resumed from \(notation.words(date)) on"
        + (paused.map { "; nothing was generated for \($0), and nothing is" } ?? "")
    case .stop(let date):
      return "Ended before \(notation.words(date)), and deleted \(counted(later, "transaction"))"
    case .delete(let scope):
      let others = done.positions.count - 1
      return scope == .future && others > 0 ? "Deleted, with \(counted(others, "transaction"))" : "Deleted"
    case .restore: return "Restored"
    }
  }

  /// Returns what a deletion does.
  private func consequence(_ notation: Notation) -> String {
    let label = notation.label(row.terms)
    let transactions = counted(later, "transaction")
    if case .stop(let date) = command {
      return "end the rule \(label) before \(notation.words(date)) and delete \(transactions) from then on"
    }
    let today = notation.words(notation.book.today)
    if later == 0 { return "delete the rule \(label), which has no transactions from \(today) on" }
    return command == .delete(.future)
      ? "delete the rule \(label) and its \(transactions) from \(today) on"
      : "delete the rule \(label) and keep what it made, \(transactions) from \(today) on included"
  }

  /// Returns a sentence for each rule that follows.
  private func following(_ notation: Notation) -> [String] {
    following.map {
      "The rule \(notation.shown($0.id)), which follows on \(notation.words($0.firstDate)), stays."
    }
  }
}
