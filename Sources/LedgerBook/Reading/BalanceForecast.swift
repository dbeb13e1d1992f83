public import LedgerDomain
internal import LedgerProjections

/// The expected balances of accounts at the end of each month.
///
/// They count what is entered and what rules will generate.
public struct BalanceForecast: Hashable, Sendable {
  /// The last day whose balance is known: the book's day.
  public let day: CivilDate
  /// The months, of which the first one contains the day.
  public let months: ClosedRange<CivilMonth>
  /// The balances of each account in each of its currencies.
  public let accounts: [AccountCourse]
  /// The sum of all accounts in each currency, in the order of the accounts.
  public let totals: [BalanceCourse]
  /// The number of rules whose transactions are of no account, so that no balance counts them.
  public let rulesWithoutAccount: Int
}

/// The expected balances of one account in one currency.
public struct AccountCourse: Hashable, Sendable {
  /// The account's key.
  public let key: String
  /// The name people see.
  public let name: String
  /// Its balances.
  public let course: BalanceCourse
}

/// Expected balances in one currency.
public struct BalanceCourse: Hashable, Sendable {
  /// A balance at the end of a day.
  public struct Point: Hashable, Sendable {
    /// The day.
    public let date: CivilDate
    /// The balance at its end.
    public let balance: Money
  }

  /// The balance on the last day of a month, and the lowest one within the month.
  public struct Month: Hashable, Sendable {
    /// The month.
    public let month: CivilMonth
    /// The balance at its end.
    public let balance: Money
    /// Its first day with the lowest balance. In the first month no day before the forecast's day counts.
    public let lowest: Point
  }

  /// The balance at the end of the forecast's day.
  public let now: Money
  /// The months, in order.
  public let months: [Month]

  /// The first day with the lowest balance of all.
  public var lowest: Point {
    months.reduce(Point(date: .last, balance: now)) { lowest, month in
      (month.lowest.balance.minorUnits, month.lowest.date) < (lowest.balance.minorUnits, lowest.date)
        ? month.lowest : lowest
    }
  }
}

/// The changes of balances in one currency, by date.
struct BalanceChanges {
  private let currency: CurrencyCode
  private let day: CivilDate
  private var now: Int128
  private var later: [CivilDate: Int128] = [:]

  /// Whether the balance is not zero, or becomes something else.
  var isWorthShowing: Bool { now != 0 || !later.isEmpty }

  init(_ now: Int128, _ currency: CurrencyCode, on day: CivilDate) {
    (self.now, self.currency, self.day) = (now, currency, day)
  }

  /// Adds a change. One that is not dated later than the day is a part of the day's balance.
  mutating func add(_ units: Int128, on date: CivilDate?) {
    if let date, date > day { later[date, default: 0] += units } else { now += units }
  }

  mutating func add(_ other: BalanceChanges) {
    now += other.now
    later.merge(other.later) { $0 + $1 }
  }

  /// Returns the balances at the end of months.
  ///
  /// - Throws: An error if one of them has no room in an amount.
  func course(over months: ClosedRange<CivilMonth>) throws -> BalanceCourse {
    var units = now
    let start = try money(units)
    var course: [BalanceCourse.Month] = []
    var dates = later.keys.sorted()[...]
    var month = months.lowerBound
    while month <= months.upperBound {
      var lowest = (date: max(month.first, day), units: units)
      while let date = dates.first, date <= month.last {
        dates.removeFirst()
        units += later[date] ?? 0
        if date == lowest.date || units < lowest.units { lowest = (date, units) }
      }
      course.append(
        BalanceCourse.Month(
          month: month, balance: try money(units),
          lowest: BalanceCourse.Point(date: lowest.date, balance: try money(lowest.units))))
      month = month.next
    }
    return BalanceCourse(now: start, months: course)
  }

  private func money(_ units: Int128) throws -> Money {
    guard let units = Int64(exactly: units) else { throw ModelError.overflow(currency.code) }
    return Money(minorUnits: units, currency: currency)
  }
}
