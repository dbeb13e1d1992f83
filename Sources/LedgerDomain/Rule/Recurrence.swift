/// The unit of time in which something recurs.
public enum RecurrenceFrequency: String, CaseIterable, Hashable, Sendable {
  case daily
  case weekly
  case monthly
  case yearly
}

extension Recurrence {
  /// The rule for a month that lacks the anchor's day.
  ///
  /// It concerns monthly and yearly recurrences.
  public enum MonthEndPolicy: String, CaseIterable, Hashable, Sendable {
    /// The month's last day: 31 Jan, 28 Feb, 31 Mar.
    case clamp
    /// No occurrence in that month (RFC 5545).
    case skip
    /// The month's last day, whatever the anchor's: 28 Feb, 31 Mar, 30 Apr.
    case lastDay = "last-day"
  }
}

/// The dates on which something recurs: civil dates, no time zone.
///
/// Occurrence `k` is computed from the anchor and never from the one before, so that nothing drifts. Monthly from 31
/// Jan gives 28 Feb and then 31 Mar, not 28 Mar. Occurrence 0 is the anchor itself, unless the policy moves it
/// (`last-day`).
///
///     let rent = CivilDate(iso: "2026-01-31").flatMap { Recurrence(frequency: .monthly, anchor: $0) }
///     let second = rent?.occurrence(1)?.iso  // "2026-02-28"
///     let third = rent?.occurrence(2)?.iso  // "2026-03-31"
public struct Recurrence: Hashable, Sendable {
  /// The unit of time.
  public let frequency: RecurrenceFrequency
  /// How many units there are from one occurrence to the next, from 1.
  public let interval: Int
  /// The date of occurrence 0.
  public let anchor: CivilDate
  /// The last possible date, or `nil` if it never ends.
  public let end: CivilDate?
  /// The rule for months that lack the anchor's day.
  public let monthEnd: Recurrence.MonthEndPolicy

  /// Creates a recurrence, or `nil` if the interval is not at least 1 or the end is before the anchor.
  public init?(
    frequency: RecurrenceFrequency, interval: Int = 1, anchor: CivilDate, end: CivilDate? = nil,
    monthEnd: Recurrence.MonthEndPolicy = .clamp
  ) {
    guard interval >= 1, interval <= 10_000, end.map({ $0 >= anchor }) ?? true else { return nil }
    self.frequency = frequency
    self.interval = interval
    self.anchor = anchor
    self.end = end
    self.monthEnd = monthEnd
  }

  /// Returns the date of occurrence `k`, from 0.
  ///
  /// The result is `nil` if the policy skips it or the calendar ends before it.
  ///
  /// `end` is ignored.
  public func occurrence(_ k: Int) -> CivilDate? {
    guard k >= 0 else { return nil }
    let (steps, overflow) = k.multipliedReportingOverflow(by: interval)
    guard !overflow, steps <= 4_000_000 else { return nil }
    switch frequency {
    case .daily: return day(steps)
    case .weekly: return day(steps * 7)
    case .monthly: return inMonth(steps)
    case .yearly: return inMonth(steps * 12)
    }
  }

  private func day(_ days: Int) -> CivilDate? {
    let number = Int(anchor.dayNumber) + days
    return number <= Int(CivilDate.last.dayNumber) ? anchor.adding(days: days) : nil
  }

  private func inMonth(_ months: Int) -> CivilDate? {
    let index = anchor.year * 12 + (anchor.month - 1) + months
    guard let month = CivilMonth(year: index / 12, month: index % 12 + 1) else { return nil }
    switch monthEnd {
    case .clamp: return CivilDate(year: month.year, month: month.month, day: min(anchor.day, month.dayCount))
    case .skip: return CivilDate(year: month.year, month: month.month, day: anchor.day)
    case .lastDay: return month.last
    }
  }

  /// Returns the dates within a stretch, in order, `end` respected.
  ///
  /// - Complexity: O(dates): the first is found by division.
  public func dates(in stretch: ClosedRange<CivilDate>) -> [CivilDate] {
    let last = end.map { min($0, stretch.upperBound) } ?? stretch.upperBound
    guard stretch.lowerBound <= last else { return [] }
    var dates: [CivilDate] = []
    var k = firstCandidate(from: stretch.lowerBound)
    while let earliest = earliestDate(of: k), earliest <= last {
      if let date = occurrence(k), date >= stretch.lowerBound, date <= last { dates.append(date) }
      k += 1
    }
    precondition(
      zip(dates, dates.dropFirst()).allSatisfy { $0 < $1 }, "the dates of a recurrence ascend, each once")
    return dates
  }

  /// Returns an occurrence that is not after the first within a stretch that begins at `date`.
  private func firstCandidate(from date: CivilDate) -> Int {
    let steps: Int
    switch frequency {
    case .daily: steps = anchor.days(to: date)
    case .weekly: steps = anchor.days(to: date) / 7
    case .monthly, .yearly:
      let months = (date.year - anchor.year) * 12 + date.month - anchor.month
      steps = frequency == .monthly ? months : months / 12
    }
    precondition(interval > 0, "a recurrence moves on from one date to the next")
    return max(0, steps / interval - 1)
  }

  /// Returns a date that no occurrence from `k` on precedes, or `nil` after the calendar's end.
  private func earliestDate(of k: Int) -> CivilDate? {
    switch frequency {
    case .daily, .weekly: return occurrence(k)
    case .monthly, .yearly:
      let (steps, overflow) = k.multipliedReportingOverflow(by: interval * (frequency == .monthly ? 1 : 12))
      let index = anchor.year * 12 + (anchor.month - 1) + (overflow ? 200_000 : min(steps, 200_000))
      return CivilMonth(year: index / 12, month: index % 12 + 1)?.first
    }
  }
}
