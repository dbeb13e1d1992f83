internal import LedgerDomain

/// Instants as `2026-06-14T10:31:05.123Z`, the form of `tail --json`.
enum InstantText {
  private static let dayMilliseconds: Int64 = 86_400_000

  /// Writes an instant, or returns `nil` for one outside the years 0 to 9999.
  static func text(_ milliseconds: Int64) -> String? {
    let day = floor(milliseconds)
    guard let number = Int32(exactly: day) else { return nil }
    let date = CivilDate(dayNumber: number)
    guard date.dayNumber == number, date.iso.utf8.count == 10 else { return nil }
    let rest = milliseconds - day * dayMilliseconds
    return "\(date.iso)T\(digits(rest / 3_600_000, 2)):\(digits(rest / 60_000 % 60, 2)):"
      + "\(digits(rest / 1_000 % 60, 2)).\(digits(rest % 1_000, 3))Z"
  }

  /// Reads an instant of exactly this form, or returns `nil` for any other text.
  static func milliseconds(_ text: UnsafeRawBufferPointer) -> Int64? {
    guard text.count == 24, text[10] == UInt8(ascii: "T"), text[13] == UInt8(ascii: ":"),
      text[16] == UInt8(ascii: ":"), text[19] == UInt8(ascii: "."), text[23] == UInt8(ascii: "Z"),
      let date = CivilDate(iso: UnsafeRawBufferPointer(rebasing: text[..<10])),
      let hour = number(text[11..<13]), hour < 24, let minute = number(text[14..<16]), minute < 60,
      let second = number(text[17..<19]), second < 60, let thousandth = number(text[20..<23])
    else { return nil }
    return ((Int64(date.dayNumber) * 24 + hour) * 60 + minute) * 60_000 + second * 1_000 + thousandth
  }

  private static func floor(_ milliseconds: Int64) -> Int64 {
    let day = milliseconds / dayMilliseconds
    return milliseconds % dayMilliseconds < 0 ? day - 1 : day
  }

  private static func digits(_ number: Int64, _ count: Int) -> String {
    let text = String(number)
    return String(repeating: "0", count: max(0, count - text.utf8.count)) + text
  }

  private static func number(_ digits: Slice<UnsafeRawBufferPointer>) -> Int64? {
    var number: Int64 = 0
    for digit in digits {
      guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(digit) else { return nil }
      number = number * 10 + Int64(digit - UInt8(ascii: "0"))
    }
    return number
  }
}
