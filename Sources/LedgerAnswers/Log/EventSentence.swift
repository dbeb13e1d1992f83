package import EventLog
internal import LedgerBook
package import LedgerDomain

/// Describes an event in a sentence, with amounts in the notation of a locale. It needs no ledger.
package struct EventSentence {
  /// The locale, which is asked for only if the sentence has an amount.
  private let locale: () -> LedgerLocale

  package init(locale: @escaping @autoclosure () -> LedgerLocale) { self.locale = locale }

  /// Returns the event in words, such as `total 8.45 → €84.50, picked, bottom line SUMME`.
  ///
  /// - Parameters:
  ///   - event: The event.
  ///   - decoded: Its values, or `nil` if they cannot be read.
  ///   - reason: The extractor's reason for a reading that was picked, if it is known.
  package func words(_ event: StoredEvent, _ decoded: LedgerEvent?, reason: String? = nil) -> String {
    if case .transaction(.alternatePicked(let picked)) = decoded {
      return change(picked.field, picked.from, picked.to) + ", picked" + (reason.map { ", \($0)" } ?? "")
    }
    if case .transaction(.fieldCorrected(let corrected)) = decoded {
      let how = EventActor.isRemote(event.actor) ? "changed in YNAB" : "typed"
      return change(corrected.field, corrected.from, corrected.to) + ", \(how)"
        + (corrected.expression.map { " as \($0)" } ?? "")
    }
    let words = decoded?.words ?? event.words
    return words.problem ?? words.summary
  }

  private func change(_ field: TransactionField, _ from: FieldValue?, _ to: FieldValue?) -> String {
    "\(field.rawValue) \(before(field, from, to)) → \(words(field, to))"
  }

  /// Returns the old value. An amount has no currency if the new value after the arrow has the same one.
  private func before(_ field: TransactionField, _ from: FieldValue?, _ to: FieldValue?) -> String {
    guard field == .total, let money = from?.amount?.money, let currency = to?.amount?.currency,
      money.currency == currency, to?.amount?.money != nil
    else { return words(field, from) }
    return locale().decimal(money)
  }

  private func words(_ field: TransactionField, _ value: FieldValue?) -> String {
    guard let value else { return "none" }
    guard field == .total, let money = value.amount?.money else { return value.words(of: field) }
    return locale().money(money)
  }
}
