internal import LedgerDomain

// The explanations of refused commands on rules, accounts, budgets and goals.

extension Rejection {
  /// Returns the explanation of an account with an opening balance or receipts that are still to come.
  private func hasUpcoming(_ name: String, _ count: Int) -> Refusal {
    guard count > 0 else {
      return explained(
        "the opening balance of the account “\(name)” is dated after today",
        .enter("Close the account on that day or later, or undo its opening"))
    }
    return explained(
      "the account “\(name)” has \(count) \(count == 1 ? "receipt" : "receipts") dated after today",
      .enter("Delete what is still to come or move it to another account, and end the rules that make it"))
  }

  func accountRefusal(_ notation: RefusalNotation) -> Refusal {
    switch self {
    case .invalidInterval(let interval):
      explained("“every \(interval)” is not an interval", .enter("Enter a whole number from 1 to 10,000"))
    case .endsBeforeStart(let start, let end):
      explained(
        "a rule that starts on \(notation.date(start)) cannot end on \(notation.date(end))",
        .enter("Enter an end that is not before its start"))
    case .draftAsTemplate: explained("a draft cannot be made recurring", .save())
    case .alreadyRecurring: explained("this transaction belongs to a rule already", .detach(.rule))
    case .notRecurring: explained("this transaction does not belong to a rule")
    case .alreadySplit(let date):
      explained("the series was split on \(notation.date(date)) already", .choose(.rule))
    case .splitOutside(let date, let first, let last):
      explained(
        "the rule applies from \(notation.date(first))" + (last.map { " to \(notation.date($0))" } ?? " on")
          + ", so it cannot be split on \(notation.date(date))",
        .enter("Enter a later date within that, or change the whole rule"))
    case .resumesBeforePause(let date):
      explained(
        "the rule is paused from \(notation.date(date)), and cannot resume before that",
        .enter("Enter a later date to resume"))
    case .unknownAccount(let name, let known):
      explained(
        "there is no account “\(name)” in this ledger", Remedy.unknown(.account, named: name, among: known))
    case .accountIsClosed(let name):
      explained("the account “\(name)” is closed", .reopen(.account, named: name), .choose(.account))
    case .accountHoldsMoney(let name, let balances):
      explained(
        "the account “\(name)” holds \(balances.map { notation.money($0) }.joinedByAnd)",
        .moveMoney(from: name))
    case .accountHasUpcoming(let name, let count): hasUpcoming(name, count)
    case .closesLater(let name, let date):
      explained(
        "the account “\(name)” cannot be closed today as of \(notation.date(date)), which is still to come",
        .enter("Close it on that day, or leave the date out to close it now"))
    case .accountCurrency(let account, let currency, let given):
      explained("the account “\(account)” is kept in \(currency.code), not in \(given.code)", .choose(.account))
    case .sameAccount(let name):
      explained("a transfer needs two accounts, and both are “\(name)”", .choose(.account))
    case .sameCurrency(let currency):
      explained(
        "both accounts are in \(currency.code), so the amount received equals the amount sent",
        .enter("Leave the received amount out, and record a fee as an expense"))
    case .receivedIsMissing(let account, let currency):
      explained(
        "the amount received in \(currency.code), the currency of “\(account)”, is missing", .set([.received]))
    case .transferNeedsCategory(let from, let to):
      explained(
        "a transfer from the budget account “\(from)” to the tracking account “\(to)” needs a category",
        .enter("Choose a category, such as “other”"))
    case .backwardsTransfer:
      explained(
        "the amounts of a transfer must be above zero", .enter("Swap the accounts for the other direction"))
    case .notATransfer: explained("only a transfer has a second account", .set([.kind]))
    case .unknownTransaction, .unknownGroup, .alreadyExists, .isDeleted, .isNotDeleted, .isNotDraft,
      .missingToSave, .zeroAmount, .noReading, .readingIsNoValue, .nothingToConfirm, .setOtherwise, .required,
      .unknownCategory, .ambiguousName, .inactiveCategory, .fixedCategory, .invalid, .fewerDigits,
      .amountTooLarge,
      .unknownCurrency, .emptyName, .emptyReason, .notRedactable, .reservedName, .tooLong, .invalidTag,
      .invalidColor, .invalidQuantity, .unknownItem, .itemCurrency, .nothingProposed, .notAlike, .unknownRule,
      .budgetCurrency, .budgetTooLarge, .incomeCategory, .sameCategory, .notPositive, .notAvailable,
      .notOverspent, .tooLittleToBudget, .nothingToFill, .unknownHeader, .unknownGoal, .unknownContribution,
      .goalTarget, .goalCurrency, .goalIsCompleted, .goalHoldsLess, .unknownCopy, .noCopyConflict,
      .copyIsFrozen, .notCopyable, .nothingToUndo:
      refusal(in: notation.locale)
    }
  }

  func budgetRefusal(_ notation: RefusalNotation) -> Refusal {
    switch self {
    case .budgetCurrency(let currency, let given):
      explained(
        "this is the budget in \(currency.code), not in \(given.code)",
        .openBudget(given))
    case .budgetTooLarge(let money):
      explained("\(notation.money(money)) cannot be budgeted", .enter(Self.atMost(money, notation)))
    case .incomeCategory(let key):
      explained("“\(key)” is an income category, so nothing is budgeted for it", .choose(.category))
    case .sameCategory(let key): explained("money cannot be moved from “\(key)” to itself", .choose(.category))
    case .notPositive(let money):
      explained("\(notation.money(money)) cannot be moved", .enter("Enter an amount above zero"))
    case .notAvailable(let category, let available, let wanted):
      explained(
        "“\(category)” has \(notation.money(available)) Available, less than \(notation.money(wanted))",
        .enter("Enter less, or choose another category"))
    case .notOverspent(let category, let available):
      explained(
        "“\(category)” is not Overspent: \(notation.money(available)) is Available",
        .budget(category: category))
    case .tooLittleToBudget(let rest, let wanted):
      explained("To Budget is \(notation.money(rest)), less than \(notation.money(wanted))", .cover)
    case .nothingToFill(let category, let month):
      explained(
        "there is no earlier amount to fill “\(category)” with in \(notation.month(month))",
        .budget(category: category))
    case .unknownHeader(let name):
      explained("there is no category in the header group “\(name)”", .header(named: name))
    case .unknownGoal(let name):
      explained("there is no goal “\(name)” in this ledger", .choose(.goal), .create(.goal, named: name))
    case .unknownContribution(let id):
      explained("this goal has no contribution \(id)", .choose(.goal))
    case .goalTarget(let money):
      explained(
        "\(notation.money(money)) is not a valid amount for a goal",
        .enter("Enter an amount above zero, at most \(notation.money(.largest(in: money.currency)))"))
    case .goalCurrency(let currency, let given):
      explained(
        "this goal is in \(currency.code), not in \(given.code)", .enter("Enter an amount in \(currency.code)"))
    case .goalHoldsLess(let name, let saved):
      explained(
        "from that day on, the goal “\(name)” has only \(notation.money(saved)) saved",
        .enter("Take out at most \(notation.money(saved))"))
    case .goalIsCompleted(let name): explained("the goal “\(name)” is completed", .reopen(.goal, named: name))
    case .unknownTransaction, .unknownGroup, .alreadyExists, .isDeleted, .isNotDeleted, .isNotDraft,
      .missingToSave, .zeroAmount, .noReading, .readingIsNoValue, .nothingToConfirm, .setOtherwise, .required,
      .unknownCategory, .ambiguousName, .inactiveCategory, .fixedCategory, .invalid, .fewerDigits,
      .amountTooLarge,
      .unknownCurrency, .emptyName, .emptyReason, .notRedactable, .reservedName, .tooLong, .invalidTag,
      .invalidColor, .invalidQuantity, .unknownItem, .itemCurrency, .nothingProposed, .notAlike, .unknownRule,
      .invalidInterval, .endsBeforeStart, .draftAsTemplate, .alreadyRecurring, .notRecurring, .alreadySplit,
      .splitOutside, .resumesBeforePause, .unknownAccount, .accountIsClosed, .accountHoldsMoney,
      .accountHasUpcoming, .closesLater, .accountCurrency, .sameAccount, .sameCurrency, .receivedIsMissing,
      .transferNeedsCategory,
      .backwardsTransfer, .notATransfer, .unknownCopy, .noCopyConflict, .copyIsFrozen, .notCopyable,
      .nothingToUndo:
      refusal(in: notation.locale)
    }
  }

  private static func atMost(_ money: Money, _ notation: RefusalNotation) -> String {
    "Enter at most \(notation.money(.largest(in: money.currency)))"
  }
}
