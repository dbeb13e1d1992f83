internal import LedgerBook
internal import LedgerDomain
internal import LedgerProjections

// Names that people type for categories and accounts. The book looks them up.
extension OpenLedger {
  /// Returns the key of the category with that key, name or emoji.
  func category(_ text: String) throws -> String { try book.resolveCategory(text).key }

  /// Returns the words that an entry may have.
  func vocabulary(currency: CurrencyCode) throws -> QuickEntry.Vocabulary {
    QuickEntry.Vocabulary(
      today: book.today, categories: try book.categories(), currency: currency, locale: locale)
  }

  /// Returns the account with that name or key.
  func account(_ text: String) throws -> AccountSummary { try book.resolveAccount(text) }

  /// Returns a date of a receipt, which a person confirms if it is far from today.
  func nearDate(_ text: String) throws -> CivilDate {
    let date = try Values.date(text, self)
    try confirm(book.doubt(about: date))
    return date
  }

  /// Asks whether an unusual entry is right. Without a terminal and without `--yes` it is refused.
  func confirm(_ doubt: Doubt?) throws {
    guard let doubt else { return }
    try confirm(Refusal(doubt, in: locale).sentence, else: advice(about: doubt))
  }

  /// Returns the advice about an unusual entry if nobody can be asked.
  func advice(about doubt: Doubt) -> String {
    switch doubt {
    case .longAgo, .farAhead: "If it is right, agree with --yes"
    case .categoryOfOtherKind(let row, _):
      "Write \(row.kinds[0].rawValue) in the line or --kind \(row.kinds[0].rawValue), or agree with --yes"
    case .groupOfSameName: "If you want two of them, agree with --yes"
    }
  }

  /// Asks whether something unusual is right. Without a terminal and without `--yes` it is refused.
  ///
  /// - Parameters:
  ///   - words: The unusual fact.
  ///   - advice: The advice if nobody can be asked.
  func confirm(_ words: String, else advice: String) throws {
    if arguments.has(.yes) { return }
    guard invocation.canAsk else { throw Failure(.dataError, "\(words); nothing was recorded", advice: advice) }
    if try !invocation.agrees(to: "\(words). Is that right?") {
      throw Failure(.no, "\(words); nothing was recorded")
    }
  }
}
