/// A month of a year, 0001-01 to 9999-12.
///
///     let june = CivilMonth(iso: "2026-06")
///     let next = june?.next.iso  // "2026-07"
///     let last = june?.last.iso  // "2026-06-30"
public struct CivilMonth: Hashable, Comparable, Sendable {
  /// The number of months since the beginning of year 0.
  public let index: Int32

  /// Creates the month of a number, kept within 0001-01…9999-12.
  package init(index: Int32) { self.index = min(max(index, 12), 9999 * 12 + 11) }

  /// Creates a month, or `nil` if the year or the month is out of range.
  public init?(year: Int, month: Int) {
    guard (1...9999).contains(year), (1...12).contains(month) else { return nil }
    self.init(index: Int32(year * 12 + month - 1))
  }

  /// The year, 1…9999.
  public var year: Int { Int(index) / 12 }
  /// The month, 1…12.
  public var month: Int { Int(index) % 12 + 1 }

  /// Its first day.
  public var first: CivilDate {
    CivilDate(dayNumber: CivilDate.dayNumber(year: year, month: month, day: 1))
  }

  /// Its last day.
  public var last: CivilDate {
    CivilDate(dayNumber: CivilDate.dayNumber(year: year, month: month, day: dayCount))
  }

  /// How many days it has, 28…31.
  public var dayCount: Int { CivilDate.daysIn(month: month, year: year) }

  /// The month after it. 9999-12 is followed by itself.
  public var next: CivilMonth { adding(months: 1) }
  /// The month before it. 0001-01 is preceded by itself.
  public var previous: CivilMonth { adding(months: -1) }

  /// Returns the month that many months later, kept within 0001-01…9999-12.
  public func adding(months: Int) -> CivilMonth {
    let (sum, overflow) = Int(index).addingReportingOverflow(months)
    return CivilMonth(index: overflow ? (months < 0 ? .min : .max) : Int32(clamping: sum))
  }

  /// Orders as time does.
  public static func < (left: CivilMonth, right: CivilMonth) -> Bool { left.index < right.index }
}

extension CivilMonth: CustomStringConvertible {
  /// Creates the month of exactly `YYYY-MM`, or `nil` for any other text.
  public init?(iso: String) {
    guard iso.utf8.count == 7, let date = CivilDate(iso: iso + "-01") else { return nil }
    self = date.civilMonth
  }

  /// `YYYY-MM`.
  public var iso: String { String(first.iso.dropLast(3)) }

  /// `YYYY-MM`.
  public var description: String { iso }
}
