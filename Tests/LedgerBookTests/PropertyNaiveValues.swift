import LedgerBytes

// Dates, amounts and readings as the naive model has them.

/// A calendar day as a number, counted day by day.
enum NaiveDate {
  /// Days since 1970-01-01, or `nil` if the text is no date.
  static func day(_ text: String) -> Int? {
    let bytes = Array(text.utf8)
    guard bytes.count == 10, bytes[4] == 45, bytes[7] == 45 else { return nil }
    let parts = text.split(separator: "-").compactMap { Int($0) }
    guard parts.count == 3, (1...12).contains(parts[1]), parts[0] > 0 else { return nil }
    let months = [31, isLeap(parts[0]) ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
    guard (1...months[parts[1] - 1]).contains(parts[2]) else { return nil }
    var day = months.prefix(parts[1] - 1).reduce(0, +) + parts[2] - 1
    for year in stride(from: 1970, to: parts[0], by: 1) { day += isLeap(year) ? 366 : 365 }
    for year in stride(from: 1969, through: parts[0], by: -1) { day -= isLeap(year) ? 366 : 365 }
    return day
  }

  private static func isLeap(_ year: Int) -> Bool { year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) }
}

/// What is known of an amount.
struct NaiveAmount: Equatable {
  let currency: String
  let units: Int64?

  init(currency: String, units: Int64?) {
    self.currency = currency
    self.units = units
  }

  init?(_ value: JSONValue?) {
    guard let value, let currency = value["currency"]?.text else { return nil }
    self.init(currency: currency, units: value["minorUnits"]?.number)
  }

  /// The digits of the currencies that histories use.
  static func digits(_ currency: String) -> Int {
    switch currency {
    case "JPY": 0
    case "KWD": 3
    case "CLF": 4
    case "QQQ": 0
    default: 2
    }
  }

  /// A code of three letters, else nothing.
  static func currency(_ text: String?) -> String? {
    guard let text, text.utf8.count == 3, text.utf8.allSatisfy({ $0 >= 65 && $0 <= 90 }) else { return nil }
    return text
  }

  /// A canonical decimal in minor units, or `nil` if it is invalid or has more digits than the currency.
  static func units(_ decimal: String, _ currency: String) -> Int64? {
    var parts = decimal.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    guard parts.count <= 2, !parts[0].isEmpty else { return nil }
    let isNegative = parts[0].hasPrefix("-")
    if isNegative { parts[0].removeFirst() }
    let fraction = parts.count == 2 ? parts[1] : ""
    guard !parts[0].isEmpty, parts.count == 1 || !fraction.isEmpty, fraction.count <= digits(currency) else {
      return nil
    }
    let all = parts[0] + fraction + String(repeating: "0", count: digits(currency) - fraction.count)
    guard all.utf8.allSatisfy({ $0 >= 48 && $0 <= 57 }), let number = Int64(all), number < 1 << 53
    else { return nil }
    return isNegative ? -number : number
  }

  /// `84.50`.
  var decimal: String? {
    guard let units else { return nil }
    var text = String(units.magnitude)
    let digits = Self.digits(currency)
    while text.count <= digits { text = "0" + text }
    if digits > 0 { text.insert(".", at: text.index(text.endIndex, offsetBy: -digits)) }
    return (units < 0 ? "-" : "") + text
  }
}

/// What one extraction read.
struct NaiveExtraction {
  let payload: JSONValue

  /// The readings of a field in the payload.
  func readings(_ field: String) -> [JSONValue] { payload["fields"]?[field]?["readings"]?.elements ?? [] }

  func first(_ field: String) -> String? { readings(field).first?["value"]?.text }

  /// The currency that totals are in: the first read, else the one assumed.
  var currency: String? { NaiveAmount.currency(first("currency")) ?? payload["assumedCurrency"]?.text }

  /// What stands for total and currency.
  var amount: NaiveAmount? {
    currency.map { currency in
      NaiveAmount(currency: currency, units: first("total").flatMap { NaiveAmount.units($0, currency) })
    }
  }
}
