internal import LedgerBytes
internal import LedgerDomain

// The refusals by a rule of the ledger, and questions without an answer. The tool's text names its commands. A
// screen has no commands to name.

extension Rejection {
  /// Returns the text for a screen.
  ///
  /// - Parameter locale: The notation of amounts and dates, or `nil` for the canonical one.
  func screenWords(in locale: LedgerLocale?) -> ScreenWords {
    let (message, suggestion) = sentences(
      money: { locale?.money($0) ?? $0.description }, date: { locale?.date($0) ?? $0.iso })
    return ScreenWords(message, suggestion)
  }

  private func sentences(money: (Money) -> String, date: (CivilDate) -> String) -> (String, String?) {
    switch self {
    case .unknownTransaction: ("This receipt is not in this ledger.", "Load the list again.")
    case .unknownGroup: ("This group is not in this ledger.", "Load the groups again.")
    case .unknownCategory(let key, _): ("There is no category “\(key)”.", "Choose another, or add it.")
    case .unknownRule: ("This rule is not in this ledger.", "Load the rules again.")
    case .unknownItem: ("This item is not on this receipt.", "Load the receipt again.")
    case .alreadyExists(let what): ("\(what.sentenceStart) exists already.", nil)
    case .isDeleted(let what): ("This \(what) is deleted.", "Restore it first.")
    case .isNotDeleted(let what): ("This \(what) is not deleted, so there is nothing to restore.", nil)
    case .isNotDraft(.saved): ("This receipt is saved already.", "Change its fields one by one, or delete it.")
    case .isNotDraft: ("This receipt is deleted.", "Restore it first.")
    case .missingToSave(let fields, let isRecording):
      (
        "\(isRecording ? "This" : "This receipt") cannot be saved without \(Self.list(fields.map(\.rawValue))).",
        "Fill in \(fields.count == 1 ? "this field" : "these fields")."
      )
    case .noReading(let field, _, 0): ("Nothing was read for \(field.rawValue).", "Type it in.")
    case .noReading(let field, _, _):
      ("There is no such reading of \(field.rawValue).", "Choose one of those shown, or type it in.")
    case .readingIsNoValue(let field, let reading, _):
      ("“\(reading)” cannot be the \(field.rawValue).", "Type it in.")
    case .nothingToConfirm(let field): ("There is no \(field.rawValue) to confirm.", "Type it in.")
    case .setOtherwise(let field): ("The \(field.rawValue) is not set here.", "Choose it in its own place.")
    case .inactiveCategory(let key):
      ("The category “\(key)” is not active.", "Activate it again, or choose another.")
    case .fixedCategory(let key):
      ("“\(key)” is one of the five categories that every ledger keeps.", "Give it another name, if you like.")
    case .nothingProposed(let field): ("Nothing is proposed for \(field.rawValue).", "Type it in.")
    case .notAlike: ("These two do not look like one receipt.", "There is nothing to dismiss.")
    case .unknownCopy: ("This receipt has no copy in YNAB.", "Send it first.")
    case .noCopyConflict(let field): ("Nothing about \(field) waits for a decision.", "Load the receipt again.")
    case .copyIsFrozen(let what):
      ("YNAB ignores changes of the \(what) after a receipt was sent.", "Change it there, or detach the copy.")
    case .notCopyable(let why): ("\(why.sentenceStart).", nil)
    case .nothingToUndo(let remarks):
      ("Nothing of it is left to undo.", remarks.lazy.compactMap(\.remark.sentence).first)
    case .zeroAmount, .required, .invalid, .fewerDigits, .amountTooLarge, .unknownCurrency, .emptyName,
      .emptyReason, .notRedactable, .reservedName, .tooLong, .invalidTag, .invalidColor, .invalidQuantity,
      .itemCurrency:
      valueSentences(money)
    case .invalidInterval, .endsBeforeStart, .draftAsTemplate, .alreadyRecurring, .notRecurring, .alreadySplit,
      .splitOutside, .resumesBeforePause:
      ruleSentences(date)
    case .unknownAccount, .accountIsClosed, .accountHoldsMoney, .accountCurrency, .sameAccount, .sameCurrency,
      .receivedIsMissing, .transferNeedsCategory, .backwardsTransfer, .notATransfer:
      accountSentences(money)
    case .budgetCurrency, .budgetTooLarge, .incomeCategory, .sameCategory, .notPositive, .notAvailable,
      .notOverspent, .tooLittleToBudget, .nothingToFill, .unknownHeader, .unknownGoal, .unknownContribution,
      .goalTarget,
      .goalCurrency, .goalIsCompleted, .goalHoldsLess:
      budgetSentences(money)
    }
  }

  private func valueSentences(_ money: (Money) -> String) -> (String, String?) {
    switch self {
    case .zeroAmount: ("An amount of zero cannot be saved.", "Give the amount that was paid.")
    case .required(let field):
      ("The \(field.rawValue) cannot be empty.", "Give it a value, for example \(field.example).")
    case .invalid(let field, let value, let expected):
      ("“\(value)” is not a \(field.rawValue).", "Expected \(expected).")
    case .fewerDigits(let amount, let currency):
      (
        "\(money(amount)) cannot be in \(currency.code), which has fewer decimals.",
        "Change the total and its currency together."
      )
    case .amountTooLarge(let amount, let currency):
      ("\(money(amount)) is too large.", "Give at most \(money(.largest(in: currency))).")
    case .unknownCurrency(let currency):
      ("This app does not know the currency \(currency.code).", "Choose one of ISO 4217, such as EUR.")
    case .emptyName: ("A name cannot be empty.", "Give at least one character.")
    case .emptyReason: ("A reason is needed.", "It stays in place of what is removed.")
    case .notRedactable: ("This entry cannot be removed, because the ledger rests on it.", nil)
    case .reservedName(let name): ("“\(name)” is reserved for what is in no group.", "Choose another name.")
    case .tooLong(let what, let limit): ("This \(what) is too long.", "Give \(limit) bytes at most.")
    case .invalidTag(let tag):
      ("“\(tag)” cannot be a tag.", "Give at least one character, and no comma or line break.")
    case .invalidColor(let color):
      ("“\(color)” is not a colour.", "Give six hexadecimal digits, such as #c0392b.")
    case .invalidQuantity(let quantity):
      ("“\(quantity)” is not a quantity.", "Give a number above zero, such as 2 or 0.792.")
    case .itemCurrency(let item, let total):
      (
        "An item in \(item.code) cannot be part of a receipt in \(total.code).",
        "Give its amount in \(total.code)."
      )
    default: Self.refused
    }
  }

  private func ruleSentences(_ words: (CivilDate) -> String) -> (String, String?) {
    switch self {
    case .invalidInterval(let interval):
      ("“Every \(interval)” is no interval.", "Give a whole number from 1 to 10,000.")
    case .endsBeforeStart(let start, let end):
      (
        "A rule that starts on \(words(start)) cannot end on \(words(end)).",
        "Give an end that is not before its start."
      )
    case .draftAsTemplate: ("A draft cannot be made recurring.", "Save it first.")
    case .alreadyRecurring:
      ("This transaction belongs to a rule already.", "Change that rule, or detach the transaction first.")
    case .notRecurring: ("This transaction belongs to no rule.", nil)
    case .alreadySplit(let date):
      ("The series was split on \(words(date)) already.", "Change the rule that begins there.")
    case .splitOutside(let date, let first, let last):
      (
        "The rule cannot be split on \(words(date)): it governs from \(words(first))"
          + (last.map { " to \(words($0))." } ?? " on."),
        "Choose a later date within that, or change the whole rule."
      )
    case .resumesBeforePause(let date):
      ("The rule pauses from \(words(date)) on.", "Choose a later date to resume.")
    default: Self.refused
    }
  }

  private func accountSentences(_ money: (Money) -> String) -> (String, String?) {
    switch self {
    case .unknownAccount(let name): ("There is no account “\(name)”.", "Choose another, or open it.")
    case .accountIsClosed(let name): ("The account “\(name)” is closed.", "Open it again, or choose another.")
    case .accountHoldsMoney(let name, let balances):
      (
        "The account “\(name)” holds \(Self.list(balances.map(money))).",
        "Choose the account that the money goes to."
      )
    case .accountCurrency(let account, let currency, let given):
      ("The account “\(account)” is kept in \(currency.code).", "Choose another account for \(given.code).")
    case .sameAccount(let name): ("Both accounts are “\(name)”.", "Choose another account.")
    case .sameCurrency(let currency):
      (
        "Both accounts are kept in \(currency.code), so the amount that leaves is the amount that arrives.",
        "Leave the received amount out, and record a fee as an expense."
      )
    case .receivedIsMissing(let account, let currency):
      ("The account “\(account)” is kept in \(currency.code).", "Type the amount that arrived there.")
    case .transferNeedsCategory(_, let to):
      ("Money that goes to “\(to)” leaves the budget.", "Choose a category.")
    case .backwardsTransfer:
      ("The amounts of a transfer are above zero.", "For the other direction, swap the accounts.")
    case .notATransfer: ("Only a transfer goes to another account.", "Make it a transfer first.")
    default: Self.refused
    }
  }

  private func budgetSentences(_ money: (Money) -> String) -> (String, String?) {
    switch self {
    case .budgetCurrency(let currency, _):
      ("This is the budget in \(currency.code).", "Open the budget of the other currency.")
    case .budgetTooLarge(let amount):
      ("\(money(amount)) cannot be budgeted.", "Give at most \(money(.largest(in: amount.currency))).")
    case .incomeCategory(let key):
      ("“\(key)” is a category of income.", "Choose a category that money is spent from.")
    case .sameCategory(let key): ("Money cannot be moved from “\(key)” to itself.", "Choose two categories.")
    case .notPositive(let amount): ("\(money(amount)) cannot be moved.", "Give an amount above zero.")
    case .notAvailable(let category, let available, let wanted):
      (
        "“\(category)” has \(money(available)) Available, less than \(money(wanted)).",
        "Move less, or choose another category."
      )
    case .notOverspent(let category, _): ("“\(category)” is not Overspent.", "Budget more for it instead.")
    case .tooLittleToBudget(let rest, let wanted):
      ("To Budget is \(money(rest)), less than \(money(wanted)).", "Choose a category to take it from.")
    case .nothingToFill(let category, _):
      ("Nothing was budgeted or spent that could fill “\(category)”.", "Type an amount.")
    case .unknownHeader(let name): ("There is no header group “\(name)”.", "Choose another.")
    case .unknownGoal(let name): ("There is no goal “\(name)”.", "Choose another, or begin it.")
    case .unknownContribution: ("This contribution is not part of the goal.", "Load the goal again.")
    case .goalTarget(let amount):
      (
        "\(money(amount)) cannot be saved for or put towards a goal.",
        "Give an amount above zero, at most \(money(.largest(in: amount.currency)))."
      )
    case .goalCurrency(let currency, let given):
      ("This goal is in \(currency.code), not in \(given.code).", "Give an amount in \(currency.code).")
    case .goalHoldsLess(let name, let saved):
      ("“\(name)” has \(money(saved)) saved.", "Take out less.")
    case .goalIsCompleted(let name): ("The goal “\(name)” is completed.", "Open it again first.")
    default: Self.refused
    }
  }

  /// The text for a reason that has none of its own.
  private static let refused: (String, String?) = ("This is not possible.", nil)

  private static func list(_ words: [String]) -> String {
    guard let last = words.last, words.count > 1 else { return words.first ?? "" }
    return words.dropLast().joined(separator: ", ") + " and " + last
  }
}

extension UndoRemark {
  /// The reason for a screen why something stays as it is, or `nil` if a screen has nothing to add.
  fileprivate var sentence: String? {
    switch self {
    case .overwritten(let what, _): "\(what.sentenceStart) was changed again since."
    case .disputed(let what, _):
      "\(what.sentenceStart) was set on another device too. Choose one of the values."
    case .undone: "It was undone already."
    case .broughtBack: "It was undone and brought back."
    case .isDeleted(let what, _): "The \(what) was deleted. Restore it first."
    case .needed(let field): "What is saved needs its \(field.rawValue)."
    case .groupIsGone: "The group where it was before is deleted."
    case .touched: "It was changed by hand since."
    case .notUndoable(.exported): "A file that was exported cannot be taken back."
    case .notUndoable(.redaction), .notUndoable(.redacted): "What was redacted is gone for good."
    case .notUndoable(.fixedCategory(let key)):
      "“\(key)” is one of the five categories that every ledger keeps."
    case .notUndoable(.wasThereBefore), .notUndoable(.itemWasThereBefore):
      "It was there before, from another device."
    case .notUndoable, .followsRule, .generatedAfter, .generated, .staysDeleted, .followed, .holds, .inUse: nil
    }
  }
}

extension String {
  /// The text with a capital at its beginning.
  fileprivate var sentenceStart: String { prefix(1).uppercased() + dropFirst() }
}

extension BookError {
  var screenWords: ScreenWords {
    switch self {
    case .unknown(let what, let text):
      text.isEmpty || UniqueID(text) != nil
        ? ScreenWords("This \(what) is not in this ledger.", "Load the screen again.")
        : ScreenWords("There is no \(what) “\(text)” in this ledger.", "Load the screen again.")
    case .ambiguous(let what, let text, let candidates):
      ScreenWords("“\(text)” could be \(candidates.count) different \(what)s.", "Choose one of them.")
    case .notAName(let what, let text):
      ScreenWords("“\(text)” cannot be the name of a \(what).", "Type another.")
    case .past:
      ScreenWords("This is a view of the past.", "Go back to today to change something.")
    case .readable:
      ScreenWords("Nothing is wrong with this event.", "Only an event that cannot be read can be skipped.")
    case .closed:
      ScreenWords("The ledger is closed.", "Open it again.")
    case .backupFolder(_, .inUse):
      ScreenWords("Another backup is being made.", "Try again in a while.")
    case .backupFolder(_, let place):
      ScreenWords("A backup cannot be kept there: the folder \(place.words).", "Choose another folder.")
    case .changedMeanwhile, .versionAhead:
      ScreenWords("This was changed meanwhile.", "Look at it again, then repeat your change.")
    }
  }
}
