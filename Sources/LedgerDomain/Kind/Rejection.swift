/// The reason why a command was refused, and nothing was appended.
///
/// It is data. Each surface writes its own sentences: `ScreenWords` those of an app, the command line tool those that name
/// its commands.
public enum Rejection: Error, Hashable, Sendable {
  case unknownTransaction(TransactionID)
  case unknownGroup(GroupID)
  case alreadyExists(String)
  case isDeleted(what: String)
  case isNotDeleted(what: String)
  case isNotDraft(TransactionState.Stage)
  /// `recording` means that there is no draft, so that there is nothing to correct yet.
  case missingToSave([Field], recording: Bool = false)
  case zeroAmount
  case noReading(field: Field, number: Int, available: Int)
  case readingIsNoValue(field: Field, reading: String, why: String)
  case nothingToConfirm(Field)
  /// The command does not set this field. Another one does.
  case setOtherwise(Field)
  case required(Field)
  case unknownCategory(key: String, known: [String])
  case inactiveCategory(String)
  case fixedCategory(String)
  case invalid(field: Field, value: String, expected: String)
  case fewerDigits(amount: Money, currency: Currency)
  case amountTooLarge(Money, limitedIn: Currency)
  case unknownCurrency(Currency)
  case emptyName
  case reservedName(String)
  case tooLong(what: String, limit: Int)
  case invalidTag(String)
  case invalidColor(String)
  case invalidQuantity(String)
  case unknownItem(LineItemID)
  case itemCurrency(item: Currency, total: Currency)
  case nothingProposed(Field)
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
  case unknownAccount(String)
  case accountIsClosed(String)
  case accountHoldsMoney(String, [Money])
  case accountCurrency(account: String, currency: Currency, given: Currency)
  case budgetCurrency(Currency, given: Currency)
  case budgetTooLarge(Money)
  case incomeCategory(String)
  case sameCategory(String)
  case notPositive(Money)
  case notAvailable(category: String, available: Money, wanted: Money)
  case notOverspent(category: String, available: Money)
  case tooLittleToBudget(Money, wanted: Money)
  case nothingToFill(category: String, CivilMonth)
  case sameAccount(String)
  case sameCurrency(Currency)
  case receivedIsMissing(account: String, currency: Currency)
  case transferNeedsCategory(from: String, to: String)
  case backwardsTransfer
  case notATransfer
  case unknownHeader(String)
  case unknownGoal(String)
  case unknownContribution(String)
  case goalTarget(Money)
  case goalCurrency(Currency, given: Currency)
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
      .unknownHeader, .unknownGoal, .unknownContribution, .unknownCopy, .noCopyConflict:
      .notFound
    case .unknownCurrency, .setOtherwise, .receivedIsMissing, .transferNeedsCategory: .misuse
    case .budgetCurrency, .budgetTooLarge, .notPositive, .amountTooLarge, .goalTarget, .goalCurrency,
      .invalid, .required, .emptyName, .tooLong, .invalidTag, .invalidInterval, .endsBeforeStart,
      .invalidColor, .invalidQuantity, .backwardsTransfer:
      .invalidValue
    case .alreadyExists, .isDeleted, .isNotDeleted, .isNotDraft, .missingToSave, .zeroAmount, .noReading,
      .readingIsNoValue, .nothingToConfirm, .inactiveCategory, .fixedCategory, .fewerDigits, .reservedName,
      .draftAsTemplate, .alreadyRecurring, .notRecurring, .alreadySplit, .splitOutside, .resumesBeforePause,
      .nothingToUndo, .itemCurrency, .nothingProposed, .notAlike, .accountIsClosed, .accountHoldsMoney,
      .accountCurrency, .incomeCategory, .sameCategory, .notAvailable, .notOverspent, .tooLittleToBudget,
      .nothingToFill, .sameAccount, .sameCurrency, .notATransfer, .goalIsCompleted, .goalHoldsLess,
      .copyIsFrozen, .notCopyable:
      .refused
    }
  }
}
