/// The amounts that a category can be filled with quickly (FF-08).
public struct BudgetFill: Hashable, Sendable {
  /// The most months that an average is taken of.
  package static let monthsMax = 12

  /// The amount budgeted the month before.
  public let lastBudgeted: Int64
  /// The amount spent the month before, or 0 if more came back than was spent.
  public let lastSpent: Int64
  /// The average budgeted in the completed months, rounded to the nearest minor unit.
  public let averageBudgeted: Int64
  /// The average spent in the completed months, or 0 if more came back than was spent.
  public let averageSpent: Int64
  /// The number of months that the averages are of.
  public let monthCount: Int

  /// The amount of a choice, or `nil` if the choice is none of these.
  public subscript(origin: BudgetOrigin) -> Int64? {
    switch origin {
    case .lastBudgeted: lastBudgeted
    case .lastSpent: lastSpent
    case .averageBudgeted: averageBudgeted
    case .averageSpent: averageSpent
    case .typed, .goal, .autoFill, .move, .cover, .undo: nil
    }
  }

  /// The choices, in the order in which they are offered.
  package static let choices: [BudgetOrigin] = [.lastBudgeted, .lastSpent, .averageBudgeted, .averageSpent]
}

extension BudgetSheet {
  /// Returns the amounts that a category can be filled with in a month.
  ///
  /// Averages are of up to twelve completed months before it. They begin with the first month in which money was
  /// budgeted, or in which money was spent if it was never budgeted.
  ///
  /// - Parameters:
  ///   - category: The category's key.
  ///   - month: The month to fill.
  ///   - today: The present date, whose month is not completed.
  package func fill(
    _ category: String, in month: CivilMonth, today: CivilDate
  ) throws(AmountError) -> BudgetFill {
    guard let course = amounts(of: category) else {
      return BudgetFill(lastBudgeted: 0, lastSpent: 0, averageBudgeted: 0, averageSpent: 0, monthCount: 0)
    }
    let before = course.sums(from: month.previous, before: month)
    let end = min(month, today.civilMonth)
    let first = max(course.firstMonth ?? end, end.adding(months: -BudgetFill.monthsMax))
    let count = max(0, end.months(since: first))
    let sums = course.sums(from: first, before: end)
    return BudgetFill(
      lastBudgeted: try Self.fitting(before.budgeted), lastSpent: try Self.fitting(max(0, 0 - before.activity)),
      averageBudgeted: try Self.average(sums.budgeted, count),
      averageSpent: try Self.average(max(0, 0 - sums.activity), count), monthCount: count)
  }

  /// Returns the average, rounded to the nearest unit, halves away from zero.
  private static func average(_ sum: Int128, _ count: Int) throws(AmountError) -> Int64 {
    if count == 0 { return 0 }
    let half = sum < 0 ? 0 - Int128(count / 2) : Int128(count / 2)
    return try fitting((sum + half) / Int128(count))
  }
}

extension CivilMonth {
  /// Returns the number of months from an earlier month to this one.
  func months(since other: CivilMonth) -> Int { Int(index) - Int(other.index) }
}
