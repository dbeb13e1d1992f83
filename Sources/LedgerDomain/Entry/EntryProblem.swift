/// A field that a line of text can fill.
public enum EntryField: String, CaseIterable, Hashable, Sendable {
  case amount
  case date
  case category
  case payment
  case kind
  case vendor
  case tag
  case group
  case note
  case account
  case flag
  case cadence
  case end
  case split
}

/// The reason why a line of text cannot be recorded as it is.
public enum EntryProblem: Error, Hashable, Sendable {
  /// The line has several values for one field, each in the words of the ledger's locale.
  case several(EntryField, values: [String])
  /// The line can be read in several ways, each in the words of the ledger's locale.
  case unclear(readings: [String])
  /// A word is meant as an amount but cannot be read as one.
  case amount(AmountError)
  /// A word is meant as a date but cannot be read as one.
  case date(DateError)
  /// Some words look like a part of a date, a cadence, a computation or a flag, and are not understood.
  case notUnderstood(String)
  /// The line has the end of something that recurs, without how often, or with a later beginning.
  case endWithoutCadence(CivilDate)
  /// The amounts by category do not add up to the total, or leave nothing of it.
  case split(sum: Money, total: Money)
  /// A field with a marker of its own is given twice.
  case repeated(EntryField)
  /// A line is a transfer, which needs two accounts.
  case oneSidedTransfer
  /// A quotation mark is not closed.
  case openQuote
  /// The line has too many words with a meaning to be one transaction.
  case tooLong
}

extension EntryProblem: CustomStringConvertible {
  /// The problem in a sentence without a full stop at the end.
  public var message: String { message(in: .default) }

  /// Returns the message with the amounts that it gives as examples in the writing of a locale.
  public func message(in locale: LedgerLocale) -> String {
    switch self {
    case .several(let field, let values):
      let plural = field == .category ? "categories" : "\(field.rawValue)s"
      let count = values.count == 2 ? "two" : "\(values.count)"
      return "the line has \(count) \(plural): \(values.joined(separator: " or "))"
    case .unclear(let readings):
      return "the line can be read in several ways: \(readings.joined(separator: "; or "))"
    case .amount(let error): return error.message(in: locale)
    case .date(let error): return error.message
    case .notUnderstood(let words): return "“\(words)” is not understood"
    case .endWithoutCadence(let date):
      return "the line ends on \(locale.date(date)), and nothing in it recurs until then"
    case .split(let sum, let total):
      return "the parts add up to \(locale.money(sum)), and the total is \(locale.money(total))"
    case .repeated(let field): return "the line has two values for the \(field.rawValue)"
    case .oneSidedTransfer: return "a transfer needs two accounts, and a line has one"
    case .openQuote: return "a quotation mark is not closed"
    case .tooLong: return "the line has too many words with a meaning to be one transaction"
    }
  }

  /// A way to write it instead, or `nil` if the message contains that already.
  public var advice: String? {
    switch self {
    case .several(.amount, _): "Write the amount with its currency (300 EUR), or quote a name (“Level 42”)"
    case .several, .unclear, .date: "Quote what belongs to a name, such as “Level 42” or “TGI Friday”"
    case .notUnderstood(let words) where words.contains("+"):
      "Write “income” if the amount was received, and the amount without its plus if it was spent"
    case .notUnderstood(let words) where words.hasPrefix("(") || words.hasPrefix("["):
      "Write the price and then the amount charged: 180 CHF =94.20 EUR"
    case .notUnderstood(let words):
      "Write it in other words, such as “on 5 june” or “every month”, or quote the whole name that “\(words)” belongs to"
    case .endWithoutCadence: "Write how often, such as “every month until december”"
    case .split: "The part “rest” takes what the others leave, such as “food 60, household rest”"
    case .oneSidedTransfer:
      "Move it with the command for transfers, from one account to another, or quote the name that has the word"
    case .amount, .repeated, .openQuote, .tooLong: nil
    }
  }

  /// The message.
  public var description: String { message }
}
