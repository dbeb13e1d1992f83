/// The figures of a goal on one day (FF-17).
public struct GoalProgress: Hashable, Sendable {
  /// The sum of the contributions that are dated up to the day.
  public let saved: Money
  /// The sum of those that are dated later. They count in no other figure.
  public let upcoming: Money
  /// How many are dated later.
  public let upcomingCount: Int
  /// The part of the target that is saved, in whole percent, rounded down. It may exceed 100.
  public let percent: Int64
  /// The amount that each month must bring from this one on, rounded up.
  ///
  /// `nil` if the goal has no date, or if it is saved.
  ///
  /// On the last month, and after it, it is all that is missing.
  public let perMonth: Money?
  /// The month in which the goal is reached at the pace of the last months, or `nil` without a pace.
  public let projected: CivilMonth?

  /// The greatest number of completed months whose mean gives the pace.
  package static let pacedMonthsMax = 6

  /// Computes the figures.
  ///
  /// The pace is the mean of the completed months, the last six at most. They begin with the month of the creation or of
  /// the first contribution, whichever is earlier. Months are projected as the remaining amount divided by the pace,
  /// rounded up. A pace of zero or less gives no projection.
  ///
  /// - Parameters:
  ///   - row: The goal.
  ///   - contributions: The amounts in the goal's currency, with their dates.
  ///   - today: The day as of which the figures are.
  /// - Throws: `AmountError.overflow` if a figure needs more than 64 bits.
  package init(
    _ row: GoalRow, _ contributions: [(units: Int64, date: CivilDate)], today: CivilDate
  ) throws(AmountError) {
    let currency = row.target.currency
    func money(_ units: Int128) throws(AmountError) -> Money {
      guard let units = Int64(exactly: units) else { throw .overflow }
      return Money(minorUnits: units, currency: currency)
    }
    let target = Int128(row.target.minorUnits)
    let later = contributions.filter { $0.date > today }
    upcoming = try money(later.reduce(Int128(0)) { $0 + Int128($1.units) })
    upcomingCount = later.count
    let contributions = contributions.filter { $0.date <= today }
    let sum = contributions.reduce(Int128(0)) { $0 + Int128($1.units) }
    saved = try money(sum)
    let (quotient, rest) = (sum * 100).quotientAndRemainder(dividingBy: max(1, target))
    guard let percent = Int64(exactly: rest < 0 ? quotient - 1 : quotient) else { throw .overflow }
    self.percent = percent
    let missing = target - sum
    let now = today.civilMonth
    guard missing > 0, !row.isCompleted else {
      (perMonth, projected) = (nil, nil)
      return
    }
    if let by = row.by {
      let months = Int128(max(1, by.civilMonth.index - now.index + 1))
      perMonth = try money((missing + months - 1) / months)
    } else {
      perMonth = nil
    }
    let began = min(row.createdOn.civilMonth, contributions.map(\.date.civilMonth).min() ?? now)
    let count = min(Int128(Self.pacedMonthsMax), Int128(now.index - began.index))
    let paced = contributions.filter {
      $0.date.civilMonth < now && Int128(now.index - $0.date.civilMonth.index) <= count
    }.reduce(Int128(0)) { $0 + Int128($1.units) }
    guard count > 0, paced > 0 else {
      projected = nil
      return
    }
    let months = (missing * count + paced - 1) / paced
    projected =
      Int128(now.index) + months <= Int128(CivilMonth(index: .max).index)
      ? now.adding(months: Int(months)) : nil
  }
}
