/// The reason why a typed date is refused. A date is never guessed.
///
/// The cases carry what was typed, for the person who typed it: not for a log.
public enum DateError: Error, Hashable, Sendable {
  /// The text does not have the shape of a date.
  case notADate(String)
  /// The text is a month or a year without its day.
  case noDay(String)
  /// The text has the shape of a date, but the calendar has no such day.
  case noSuchDay(String)
  /// The text can be two days. `readings` are both in the locale's notation, `instead` is what to write for each.
  case ambiguous(String, readings: [String], instead: [String])
}

extension DateError: CustomStringConvertible {
  /// The error and what to write instead, in a sentence without a full stop at the end.
  public var message: String { [reason, advice].compactMap { $0 }.joined(separator: "; ") }

  /// The problem in a clause.
  package var reason: String {
    switch self {
    case .notADate(let text): "“\(Self.shortened(text))” is not a date"
    case .noDay(let text): "“\(Self.shortened(text))” has no day"
    case .noSuchDay(let text): "“\(Self.shortened(text))” is not a day of the calendar"
    case .ambiguous(let text, let readings, _):
      "“\(Self.shortened(text))” can be \(readings.joined(separator: " or "))"
    }
  }

  /// The instruction for typing the date differently, or `nil` if no spelling helps.
  package var advice: String? {
    switch self {
    case .notADate: "write 2026-06-14, 14 jun, 14.06., today, tuesday or -3d"
    case .noDay: "write one such as 2026-06-14"
    case .noSuchDay: nil
    case .ambiguous(_, _, let instead): "write \(instead.joined(separator: " or "))"
    }
  }

  /// The message.
  public var description: String { message }

  private static func shortened(_ text: String) -> String {
    text.unicodeScalars.count <= 40
      ? text : String(String.UnicodeScalarView(text.unicodeScalars.prefix(40))) + "…"
  }
}
