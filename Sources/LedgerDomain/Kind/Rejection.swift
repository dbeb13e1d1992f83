/// The reason why a command was refused, and nothing was appended.
///
/// It is data. `Refusal` explains it to a person.
///
///     do {
///       try book.perform(.save, on: receipt)
///     } catch Rejection.missingToSave(let fields, _) {
///       missing = fields
///     }
public enum Rejection: Error, Hashable, Sendable {
  case unknownTransaction(TransactionID)
  case unknownGroup(GroupID)
  case alreadyExists(String)
  case isDeleted(what: String)
  case isNotDeleted(what: String)
  case isNotDraft(TransactionRow.Stage)
  /// `recording` means that there is no draft, so that there is nothing to correct yet.
  case missingToSave([TransactionField], recording: Bool = false)
  case zeroAmount
  case noReading(field: TransactionField, number: Int, available: Int)
  case readingIsNoValue(field: TransactionField, reading: String, why: String)
  case nothingToConfirm(TransactionField)
  /// The command does not set this field. Another one does.
  case setOtherwise(TransactionField)
  case required(TransactionField)
  /// No category is called that. `known` has the keys and the names of all categories, for a suggestion.
  case unknownCategory(key: String, known: [String])
  /// Several accounts or categories are called that.
  case ambiguousName(what: String, String, keys: [String])
  case inactiveCategory(String)
  case fixedCategory(String)
  case invalid(field: TransactionField, value: String, expected: String)
  case fewerDigits(amount: Money, currency: CurrencyCode)
  case amountTooLarge(Money, limitedIn: CurrencyCode)
  case unknownCurrency(CurrencyCode)
  case emptyName
  /// A reason is missing that stays on record in place of what is removed.
  case emptyReason
  /// The ledger rests on events of this type, which keep their content.
  case notRedactable(type: String)
  case reservedName(String)
  case tooLong(what: String, limit: Int)
  case invalidTag(String)
  case invalidColor(String)
  case invalidQuantity(String)
  case unknownItem(LineItemID)
  case itemCurrency(item: CurrencyCode, total: CurrencyCode)
  case nothingProposed(TransactionField)
  case notAlike
  case unknownRule(RuleID)
  case invalidInterval(Int)
  case endsBeforeStart(start: CivilDate, end: CivilDate)
  case draftAsTemplate
  case alreadyRecurring
  case notRecurring
  case alreadySplit(CivilDate)
  case splitOutside(date: CivilDate, first: CivilDate, last: CivilDate?)
  case resumesBeforePause(CivilDate)
  /// No account is called that. `known` has the names of all accounts, for a suggestion.
  case unknownAccount(String, known: [String] = [])
  case accountIsClosed(String)
  case accountHoldsMoney(String, [Money])
  /// As many transactions of the account are dated after today. Zero if only its opening balance is.
  case accountHasUpcoming(String, count: Int)
  /// The account cannot be closed on a day that is still to come.
  case closesLater(String, CivilDate)
  case accountCurrency(account: String, currency: CurrencyCode, given: CurrencyCode)
  case budgetCurrency(CurrencyCode, given: CurrencyCode)
  case budgetTooLarge(Money)
  case incomeCategory(String)
  case sameCategory(String)
  case notPositive(Money)
  case notAvailable(category: String, available: Money, wanted: Money)
  case notOverspent(category: String, available: Money)
  case tooLittleToBudget(Money, wanted: Money)
  case nothingToFill(category: String, CivilMonth)
  case sameAccount(String)
  case sameCurrency(CurrencyCode)
  case receivedIsMissing(account: String, currency: CurrencyCode)
  case transferNeedsCategory(from: String, to: String)
  case backwardsTransfer
  case notATransfer
  case unknownHeader(String)
  case unknownGoal(String)
  case unknownContribution(String)
  case goalTarget(Money)
  case goalCurrency(CurrencyCode, given: CurrencyCode)
  case goalIsCompleted(String)
  case goalHoldsLess(String, saved: Money)
  /// There is no copy in a remote budget that is followed.
  case unknownCopy
  /// No such field of the copy waits for a decision.
  case noCopyConflict(String)
  /// The remote budget ignores changes of this after the copy was sent.
  case copyIsFrozen(String)
  /// The transaction cannot be copied, for this reason.
  case notCopyable(String)
  /// Nothing of an action is left to undo, for these reasons.
  case nothingToUndo([PlacedRemark])

  /// The sort of reason, which decides what a caller does next.
  public enum Sort: Hashable, Sendable {
    /// Something was named that does not exist.
    case notFound
    /// A value is not valid, such as a date that the calendar does not have.
    case invalidValue
    /// An argument is missing, or is set elsewhere.
    case misuse
    /// A rule of the ledger refuses it.
    case refused
  }

  /// The sort of reason.
  public var sort: Sort {
    switch self {
    case .unknownTransaction, .unknownGroup, .unknownCategory, .unknownRule, .unknownItem, .unknownAccount,
      .ambiguousName, .unknownHeader, .unknownGoal, .unknownContribution, .unknownCopy, .noCopyConflict:
      .notFound
    case .unknownCurrency, .setOtherwise, .receivedIsMissing, .transferNeedsCategory: .misuse
    case .budgetCurrency, .budgetTooLarge, .notPositive, .amountTooLarge, .goalTarget, .goalCurrency,
      .invalid, .required, .emptyName, .emptyReason, .tooLong, .invalidTag, .invalidInterval, .endsBeforeStart,
      .invalidColor, .invalidQuantity, .backwardsTransfer:
      .invalidValue
    case .alreadyExists, .isDeleted, .isNotDeleted, .isNotDraft, .missingToSave, .zeroAmount, .noReading,
      .readingIsNoValue, .nothingToConfirm, .inactiveCategory, .fixedCategory, .fewerDigits, .reservedName,
      .draftAsTemplate, .alreadyRecurring, .notRecurring, .alreadySplit, .splitOutside, .resumesBeforePause,
      .nothingToUndo, .itemCurrency, .nothingProposed, .notAlike, .accountIsClosed, .accountHoldsMoney,
      .accountHasUpcoming, .closesLater,
      .accountCurrency, .incomeCategory, .sameCategory, .notAvailable, .notOverspent, .tooLittleToBudget,
      .nothingToFill, .sameAccount, .sameCurrency, .notATransfer, .goalIsCompleted, .goalHoldsLess,
      .copyIsFrozen, .notCopyable, .notRedactable:
      .refused
    }
  }
}
