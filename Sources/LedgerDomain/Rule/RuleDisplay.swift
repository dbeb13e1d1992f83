extension Cadence {
  /// How often: `monthly`, `every 2 weeks`.
  public var word: String {
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
}

extension RuleTerms {
  /// `monthly`, `every 2 weeks`, as a list of rules ends (ET-13).
  public var cadenceWord: String { Cadence(frequency: frequency, interval: interval).word }

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

  /// `Checking → Savings` for a transfer between two accounts, or `nil` otherwise.
  var accountWords: String? { toAccount.map { "\(account ?? "?") → \($0)" } }

  /// Returns the amount, and of a transfer between currencies the one that arrives too.
  func amountWords(computedAs expression: String?) -> String {
    money.description.computed(as: expression) + (received.map { " → \($0)" } ?? "")
  }
}
