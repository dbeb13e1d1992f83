/// The reason why a typed amount is refused. Nothing is ever rounded or guessed.
///
/// The cases carry what was typed, for the person who typed it: not for a log.
public enum AmountError: Error, Hashable, Sendable {
  /// The text is empty.
  case empty
  /// The text is no amount, or more than one: letters within, two signs, separators in unusual places.
  case notANumber(String)
  /// One separator with three digits after it, which could group digits or be the decimal point.
  ///
  /// `readings` are both meanings in the locale's notation, the decimal one first. `instead` is what to write for the
  /// larger one.
  case ambiguous(String, readings: [String], instead: String, digits: Int)
  /// More digits after the point than the currency has, zeros too.
  case tooManyDigits(CurrencyCode, digits: Int)
  /// More than 64 bits of minor units.
  case overflow
  /// A code that the table does not know: how many digits it has is not known either.
  case unknownCurrency(CurrencyCode)
  /// A sign that is no currency's: `84.50 pts`.
  case unknownSign(String)
  /// A sign of several currencies, none of them the expected one: `$`. The likeliest first.
  case ambiguousSign(String, candidates: [CurrencyCode])
  /// The amount names another currency than the expected one.
  case otherCurrency(String, expected: CurrencyCode)
}

extension AmountError: CustomStringConvertible {
  /// The problem and what to write instead, in a sentence without a full stop at the end.
  public var message: String { message(in: .default) }

  /// Returns the message with the amounts that it gives as examples in the writing of a locale.
  public func message(in locale: LedgerLocale) -> String {
    [reason(in: locale), advice(in: locale)].compactMap { $0 }.joined(separator: "; ")
  }

  /// Returns the problem in a clause.
  package func reason(in locale: LedgerLocale) -> String {
    switch self {
    case .empty: "no amount"
    case .notANumber(let text): "“\(Self.shortened(text))” is not an amount"
    case .ambiguous(let text, let readings, _, _):
      "“\(Self.shortened(text))” can be read as \(readings.joined(separator: " or as "))"
    case .tooManyDigits(let currency, 0): "\(currency.code) has no digits after the decimal separator"
    case .tooManyDigits(let currency, let digits):
      "\(currency.code) has only \(digits) digits after the decimal separator"
    case .overflow: "the amount is larger than the ledger can hold"
    case .unknownCurrency(let currency):
      "\(currency.code) is not a currency this program knows (ISO 4217 of \(CurrencyCode.tableVersion))"
    case .unknownSign(let sign): "“\(Self.shortened(sign))” is not a currency"
    case .ambiguousSign(let sign, let candidates):
      "“\(Self.shortened(sign))” is the sign of several currencies ("
        + candidates.prefix(3).map(\.code).joined(separator: ", ") + (candidates.count > 3 ? " …)" : ")")
    case .otherCurrency(let sign, let expected):
      "the amount is in “\(Self.shortened(sign))”, and \(expected.code) is expected"
    }
  }

  /// Returns the instruction for typing the amount differently, or `nil` if no spelling helps.
  package func advice(in locale: LedgerLocale) -> String? {
    func example(_ minorUnits: Int64) -> String {
      locale.decimal(Money(minorUnits: minorUnits, currency: .eur))
    }
    return switch self {
    case .empty: "write one like \(example(8_450))"
    case .notANumber: "write one like \(example(8_450)) or \(example(128_450))"
    case .ambiguous(_, _, let instead, let digits):
      "write \(instead)"
        + (digits == 0 ? "" : ", or no more than \(digits) digits after the decimal separator")
    case .tooManyDigits(_, 0): "write a whole number"
    case .tooManyDigits(_, let digits): "write at most \(digits) of them, because nothing is rounded"
    case .overflow, .unknownCurrency: nil
    case .unknownSign: "write its three letters, such as EUR"
    case .ambiguousSign: "write the three letters instead"
    case .otherCurrency: "change the currency first"
    }
  }

  /// The message.
  public var description: String { message }

  private static func shortened(_ text: String) -> String {
    text.unicodeScalars.count <= 40
      ? text : String(String.UnicodeScalarView(text.unicodeScalars.prefix(40))) + "…"
  }
}
