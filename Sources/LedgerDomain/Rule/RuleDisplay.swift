internal import LedgerBytes

// Rules and their events in words for a person.

extension RuleTerms {
  /// `monthly`, `every 2 weeks`, as a list of rules ends (ET-13).
  public var cadenceWord: String {
    if interval == 1 { return frequency.rawValue }
    let unit =
      switch frequency {
      case .daily: "days"
      case .weekly: "weeks"
      case .monthly: "months"
      case .yearly: "years"
      }
    return "every \(interval) \(unit)"
  }

  /// `Monthly (1st)`, `Every 2 weeks (Monday)`, `Yearly (29 Feb)`, `Monthly (last day)` (ET-13).
  public var cadenceTitle: String {
    let word = cadenceWord.prefix(1).uppercased() + cadenceWord.dropFirst()
    let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
    let days = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"]
    let isLast = monthEnd == .lastDay
    switch frequency {
    case .daily: return word
    case .weekly: return "\(word) (\(days[start.weekday - 1]))"
    case .monthly: return isLast ? "\(word) (last day)" : "\(word) (\(Self.ordinal(start.day)))"
    case .yearly:
      return isLast
        ? "\(word) (last day of \(months[start.month - 1]))"
        : "\(word) (\(start.day) \(months[start.month - 1]))"
    }
  }

  private static func ordinal(_ day: Int) -> String {
    switch (day, day % 10) {
    case (11...13, _): "\(day)th"
    case (_, 1): "\(day)st"
    case (_, 2): "\(day)nd"
    case (_, 3): "\(day)rd"
    case (_, _): "\(day)th"
    }
  }
}

extension RuleTerms {
  /// `Checking → Savings` for a transfer between two accounts, or `nil` otherwise.
  fileprivate var accountWords: String? { toAccount.map { "\(account ?? "?") → \($0)" } }

  /// Returns the amount, and of a transfer between currencies the one that arrives too.
  fileprivate func amountWords(computedAs expression: String?) -> String {
    money.description.computed(as: expression) + (received.map { " → \($0)" } ?? "")
  }
}

extension RuleEvent {
  var summary: String {
    switch self {
    case .ruleCreated(let event):
      [
        event.terms.accountWords ?? event.terms.vendor ?? event.terms.category,
        event.terms.amountWords(computedAs: event.expression),
        event.terms.cadenceWord,
        "from \((event.since ?? event.terms.start).iso)", event.enabled ? nil : "paused",
      ].compactMap { $0 }.joined(separator: ", ")
    case .ruleChanged(let event): event.summary
    case .recurrenceGenerated(let event):
      [
        "through \(event.through.iso), revision \(event.revision.number)", Self.count(event.made, "made"),
        Self.count(event.changed, "changed"), Self.count(event.removed, "taken back"),
        Self.count(event.restored, "brought back"),
      ].compactMap { $0 }.joined(separator: ", ")
    case .ruleSplit(let event):
      "from \(event.date.iso) on rule \(event.rule.description.prefix(8))"
    case .ruleDeleted(let event):
      event.scope == .rule
        ? "the rule alone" : "with \(event.transactions) transactions from \(event.on.iso) on"
    case .ruleRestored: ""
    }
  }

  private static func count(_ instances: [RuleInstance], _ word: String) -> String? {
    instances.isEmpty ? nil : "\(instances.count) \(word)"
  }
}

extension RuleChanged {
  /// Each member that changed, with its value before and after.
  fileprivate var summary: String {
    func words<Value>(_ name: String, _ change: Change<Value>?, _ text: (Value) -> String) -> String? {
      change.map { "\(name) \($0.from.map(text) ?? "none") → \($0.to.map(text) ?? "none")" }
    }
    func flag(_ change: FlagChange?, _ name: String) -> String? {
      change.map { $0.to.map { $0 ? name : "un\(name)" } ?? "\(name): nothing said" }
    }
    let parts: [String?] = [
      words("frequency", frequency, \.rawValue), words("interval", interval, { String($0) }),
      words("start", start, \.iso), words("end", end, \.iso), words("month end", monthEnd, \.rawValue),
      words("kind", kind, \.rawValue), words("amount", money, \.description)?.computed(as: expression),
      words("vendor", vendor, { $0 }),
      words("category", category, { $0 }), words("payment", payment, \.rawValue),
      words("group", group, { String($0.description.prefix(8)) }), words("note", note, { $0 }),
      words("account", account, { $0 }), words("to-account", toAccount, { $0 }),
      received.map { "received \($0.from?.description ?? "as sent") → \($0.to?.description ?? "as sent")" },
      tags.map { ($0.added.map { "+\($0)" } + $0.removed.map { "-\($0)" }).joined(separator: " ") },
      flag(paid, "paid"), flag(reimbursed, "reimbursed"),
      enabled.map { enabled in
        enabled.pause == nil
          ? "\(enabled.to ? "resumed" : "paused") from \(enabled.since.iso)"
          : "a pause \(enabled.to ? "ends" : "goes on") from \(enabled.since.iso)"
      },
      rejoined.map { "the split of \($0.date.iso) taken back" },
    ]
    return parts.compactMap { $0 }.joined(separator: ", ")
  }
}
