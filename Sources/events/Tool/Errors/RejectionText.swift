internal import LedgerDomain

extension Rejection {
  /// Returns the text for a person at a terminal: what was refused, why, and the command that helps.
  ///
  /// - Parameter locale: The notation of amounts and dates, or `nil` for the canonical one.
  func text(in locale: LedgerLocale? = nil) -> String {
    func words(_ money: Money) -> String { locale?.money(money) ?? money.description }
    return switch self {
    case .unknownTransaction(let id):
      "there is no transaction \(id) in this ledger"
    case .unknownGroup(let id):
      "there is no group \(id) in this ledger"
    case .alreadyExists(let what):
      "\(what) exists already"
    case .isDeleted(let what):
      "this \(what) is deleted; restore it first"
    case .isNotDeleted(let what):
      "this \(what) is not deleted, so there is nothing to restore"
    case .isNotDraft(let stage):
      stage == .saved
        ? "this receipt is saved already; use `correct` to change it, or `delete`"
        : "this receipt is deleted; restore it first"
    case .missingToSave(let fields, recording: true):
      "a transaction cannot be recorded without \(Self.list(fields.map(\.rawValue))); give "
        + (fields.count == 1 ? "it" : "them") + ", e.g. `--\(fields[0].rawValue) \(fields[0].example)`"
    case .missingToSave(let fields, recording: false):
      "this receipt cannot be saved yet: \(Self.list(fields.map(\.rawValue))) "
        + (fields.count == 1 ? "is missing" : "are missing")
        + "; set \(fields.count == 1 ? "it" : "them") with `correct`, e.g. `correct R \(fields[0].rawValue) "
        + "\(fields[0].example)`"
    case .noReading(let field, let number, let available):
      switch available {
      case 0: "nothing was read for \(field.rawValue), so there is no reading \(number); set it with `correct`"
      case 1: "\(field.rawValue) has one reading only; there is no reading \(number)"
      default: "\(field.rawValue) has \(available) readings, numbered from 1; there is no reading \(number)"
      }
    case .readingIsNoValue(let field, let reading, let why):
      "the reading “\(reading)” cannot be the \(field.rawValue): \(why); set it with `correct`"
    case .nothingToConfirm(let field):
      "\(field.rawValue) has no value to confirm; set it with `correct`"
    case .setOtherwise(let field):
      "\(field.rawValue) is set with `\(field == .group ? "file" : "correct")`"
    case .unknownCategory(let key, let known):
      "there is no category “\(key)”; "
        + (known.isEmpty ? "add it" : "there are \(Self.list(known)), or add one") + " with `category add`"
    case .inactiveCategory(let key):
      "the category “\(key)” is not active; reactivate it with `category reactivate`, or take another"
    case .fixedCategory(let key):
      "“\(key)” is one of the five categories that every ledger keeps; give it another name, if you like"
    case .unknownItem(let id):
      "this receipt has no item \(id)"
    case .nothingProposed(let field):
      "nothing is proposed for \(field.rawValue); set it with `correct`"
    case .notAlike:
      "these two do not look like one receipt, so there is nothing to dismiss"
    case .nothingToUndo(let remarks):
      "nothing of it is left to undo" + (remarks.isEmpty ? "" : ": " + Self.reasons(remarks))
    case .zeroAmount, .required, .invalid, .fewerDigits, .amountTooLarge, .unknownCurrency, .emptyName,
      .emptyReason, .notRedactable, .reservedName, .tooLong, .invalidTag, .invalidColor, .invalidQuantity,
      .itemCurrency:
      valueText(words)
    case .unknownRule, .invalidInterval, .endsBeforeStart, .draftAsTemplate, .alreadyRecurring,
      .notRecurring, .alreadySplit, .splitOutside, .resumesBeforePause:
      ruleText { locale?.date($0) ?? $0.iso }
    case .unknownAccount, .accountIsClosed, .accountHoldsMoney, .accountCurrency, .sameAccount,
      .sameCurrency, .receivedIsMissing, .transferNeedsCategory, .backwardsTransfer, .notATransfer:
      accountText(words)
    case .budgetCurrency, .budgetTooLarge, .incomeCategory, .sameCategory, .notPositive, .notAvailable,
      .notOverspent, .tooLittleToBudget, .nothingToFill, .unknownHeader, .unknownGoal, .unknownContribution,
      .goalTarget, .goalCurrency, .goalIsCompleted, .goalHoldsLess, .unknownCopy, .noCopyConflict,
      .copyIsFrozen,
      .notCopyable:
      budgetText(words) { locale?.month($0) ?? $0.iso }
    }
  }

  private func valueText(_ words: (Money) -> String) -> String {
    switch self {
    case .zeroAmount:
      "an amount of zero cannot be saved; give the amount that was paid"
    case .required(let field):
      "\(field.rawValue) cannot be empty; give it a value, e.g. \(field.example)"
    case .invalid(let field, let value, let expected):
      "“\(value)” is not a \(field.rawValue); expected \(expected)"
    case .fewerDigits(let amount, let currency):
      "\(words(amount)) cannot be in \(currency.code), which has "
        + "\(currency.minorUnitDigits.map { $0 == 0 ? "no" : String($0) } ?? "fewer") decimals; "
        + "correct the total and its currency together, e.g. `correct R total \"84 \(currency.code)\"`"
    case .amountTooLarge(let money, let currency):
      "\(words(money)) is too large; give at most \(words(Money.largest(in: currency)))"
    case .unknownCurrency(let currency):
      "\(currency.code) is not a currency this program knows; give one of ISO 4217, such as EUR"
    case .emptyName:
      "a name cannot be empty; give at least one character"
    case .emptyReason:
      "a reason is needed, which stays on record; give it with --why"
    case .notRedactable(let type):
      "the content of a \(type) cannot be erased, because the ledger rests on it"
    case .reservedName(let name):
      "“\(name)” is reserved for what is in no group; choose another name"
    case .tooLong(let what, let limit):
      "this \(what) is too long; \(limit) bytes at most"
    case .invalidTag(let tag):
      "“\(tag)” cannot be a tag; a tag has at least one character, and no comma, line break or "
        + "other control character"
    case .invalidColor(let color):
      "“\(color)” is not a colour; expected six hexadecimal digits, such as #c0392b"
    case .invalidQuantity(let quantity):
      "“\(quantity)” is not a quantity; expected a number above zero such as 2 or 0.792"
    case .itemCurrency(let item, let total):
      "an item in \(item.code) cannot be part of a receipt in \(total.code); give its amount in \(total.code)"
    default: "this is refused"
    }
  }

  private func ruleText(_ words: (CivilDate) -> String) -> String {
    switch self {
    case .unknownRule(let id):
      "there is no rule \(id) in this ledger"
    case .invalidInterval(let interval):
      "“every \(interval)” is no interval; give a whole number from 1 to 10,000"
    case .endsBeforeStart(let start, let end):
      "a rule that starts on \(words(start)) cannot end on \(words(end)); give an end that is not before its start"
    case .draftAsTemplate:
      "a draft cannot be made recurring; save it first"
    case .alreadyRecurring:
      "this transaction belongs to a rule already; change that rule, or detach the transaction first"
    case .notRecurring:
      "this transaction belongs to no rule"
    case .alreadySplit(let date):
      "the series was split on \(words(date)) already; change the rule that begins there, restored first if it is deleted"
    case .splitOutside(let date, let first, let last):
      "the rule cannot be split on \(words(date)): it governs from \(words(first))"
        + (last.map { " to \(words($0))" } ?? " on")
        + "; give a later date within that, or change the whole rule"
    case .resumesBeforePause(let date):
      "the rule pauses from \(words(date)) on; it cannot resume before that"
    default: "this is refused"
    }
  }

  private func accountText(_ words: (Money) -> String) -> String {
    switch self {
    case .unknownAccount(let name):
      "there is no account “\(name)” in this ledger; open it with `account open`"
    case .accountIsClosed(let name):
      "the account “\(name)” is closed; open it again with `account reopen`, or take another"
    case .accountHoldsMoney(let name, let balances):
      "the account “\(name)” holds \(Self.list(balances.map(words))); record where that goes first"
    case .accountCurrency(let account, let currency, let given):
      "the account “\(account)” is kept in \(currency.code); take another account for \(given.code)"
    case .sameAccount(let name):
      "a transfer needs two accounts, and both are “\(name)”; name another one"
    case .sameCurrency(let currency):
      "both accounts are kept in \(currency.code), so the amount that leaves is the amount that arrives; leave the "
        + "received amount out, and record a fee as an expense"
    case .receivedIsMissing(let account, let currency):
      "the account “\(account)” is kept in \(currency.code); give the amount that arrived there, "
        + "e.g. `received \"84.50 \(currency.code)\"`"
    case .transferNeedsCategory(let from, let to):
      "money that goes from the budget account “\(from)” to the tracking account “\(to)” needs a category, "
        + "such as “other”"
    case .backwardsTransfer:
      "the amounts of a transfer are above zero; for the other direction, swap the accounts"
    case .notATransfer:
      "only a transfer has an account that the money went to; set its kind to transfer first"
    default: "this is refused"
    }
  }

  private func budgetText(_ words: (Money) -> String, _ month: (CivilMonth) -> String) -> String {
    switch self {
    case .budgetCurrency(let currency, let given):
      "this is the budget in \(currency.code); give `--currency \(given.code)` for the one in \(given.code)"
    case .budgetTooLarge(let money):
      "\(words(money)) cannot be budgeted; give at most \(words(Money.largest(in: money.currency)))"
    case .incomeCategory(let key):
      "“\(key)” is a category of income, which is there to be budgeted; take a category that money is spent from"
    case .sameCategory(let key):
      "money cannot be moved from “\(key)” to itself; give two categories"
    case .notPositive(let money):
      "\(words(money)) cannot be moved; give an amount above zero"
    case .notAvailable(let category, let available, let wanted):
      "“\(category)” has \(words(available)) Available, less than \(words(wanted)); move less, or take another category"
    case .notOverspent(let category, let available):
      "“\(category)” is not Overspent: \(words(available)) is Available; budget more with `budget set`"
    case .tooLittleToBudget(let rest, let wanted):
      "To Budget is \(words(rest)), less than \(words(wanted)); cover it from a category with `--from CATEGORY`"
    case .nothingToFill(let category, let empty):
      "nothing was budgeted or spent that could fill “\(category)” in \(month(empty)); use `budget set`"
    case .unknownHeader(let name):
      "no category is in a header group “\(name)”; give one with `category change CATEGORY --header \"\(name)\"`"
    case .unknownGoal(let name):
      "there is no goal “\(name)” in this ledger; begin it with `goal add`"
    case .unknownContribution(let id):
      "this goal has no contribution \(id)"
    case .goalTarget(let money):
      "\(words(money)) cannot be saved for or put towards a goal; give an amount above zero, at most "
        + words(Money.largest(in: money.currency))
    case .goalCurrency(let currency, let given):
      "this goal is in \(currency.code), not in \(given.code); give an amount in \(currency.code)"
    case .goalHoldsLess(let name, let saved):
      "the goal “\(name)” has only \(words(saved)) saved; take out at most that"
    case .unknownCopy:
      "this receipt has no copy in YNAB that is followed; send it with `ynab push`"
    case .noCopyConflict(let field):
      "nothing about “\(field)” waits for a decision; see `ynab conflicts`"
    case .copyIsFrozen(let what):
      "YNAB ignores changes of the \(what) after a receipt was sent; change it there and `ynab pull`, or "
        + "`ynab detach` the receipt, delete it in YNAB and push it again"
    case .notCopyable(let why): why
    case .goalIsCompleted(let name):
      "the goal “\(name)” is completed; open it again with `goal reopen`"
    default: "this is refused"
    }
  }

  /// Returns the first three reasons, and how many others there are.
  private static func reasons(_ remarks: [PlacedRemark]) -> String {
    let others = remarks.count - 3
    return (remarks.prefix(3).map(\.text) + (others > 0 ? ["and \(others) more like these"] : []))
      .joined(separator: "; ")
  }

  private static func list(_ words: [String]) -> String {
    guard let last = words.last, words.count > 1 else { return words.first ?? "" }
    return words.dropLast().joined(separator: ", ") + " and " + last
  }
}
