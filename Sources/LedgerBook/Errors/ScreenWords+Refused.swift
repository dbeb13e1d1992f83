internal import LedgerBytes
internal import LedgerDomain

// The refusals by a rule of the ledger, and questions without an answer. The tool's text names its commands. A
// screen has no commands to name.

extension Rejection {
  var screenWords: ScreenWords {
    switch self {
    case .unknownTransaction:
      ScreenWords("This receipt is not in this ledger.", "Load the list again.")
    case .unknownGroup:
      ScreenWords("This group is not in this ledger.", "Load the groups again.")
    case .unknownCategory(let key, _):
      ScreenWords("There is no category “\(key)”.", "Choose another, or add it.")
    case .unknownRule:
      ScreenWords("This rule is not in this ledger.", "Load the rules again.")
    case .isNotDraft(let stage):
      stage == .saved
        ? ScreenWords("This receipt is saved already.", "Change its fields one by one, or delete it.")
        : ScreenWords("This receipt is deleted.", "Restore it first.")
    case .missingToSave(let fields, let isRecording):
      ScreenWords(
        "\(isRecording ? "This" : "This receipt") cannot be saved without \(Self.list(fields)).",
        "Fill in \(fields.count == 1 ? "this field" : "these fields").")
    case .noReading(let field, _, let available):
      available == 0
        ? ScreenWords("Nothing was read for \(field.rawValue).", "Type it in.")
        : ScreenWords(
          "There is no such reading of \(field.rawValue).", "Choose one of those shown, or type it in.")
    case .readingIsNoValue(let field, let reading, _):
      ScreenWords("“\(reading)” cannot be the \(field.rawValue).", "Type it in.")
    case .nothingToConfirm(let field):
      ScreenWords("There is no \(field.rawValue) to confirm.", "Type it in.")
    case .setOtherwise(let field, _):
      ScreenWords("The \(field.rawValue) is not set here.", "Choose it in its own place.")
    case .fewerDigits(let amount, let currency):
      ScreenWords(
        "\(amount) cannot be in \(currency.code), which has fewer decimals.",
        "Change the total and its currency together.")
    case .nothingToUndo(let reasons):
      // A reason that names a command of the tool is useless on a screen.
      ScreenWords(
        "Nothing of it is left to undo.",
        reasons.first { !$0.contains("`") }.map { ScreenWords.sentences($0).description })
    case .inactiveCategory(let key):
      ScreenWords("The category “\(key)” is not active.", "Activate it again, or choose another.")
    case .unknownItem: ScreenWords("This item is not on this receipt.", "Load the receipt again.")
    case .nothingProposed(let field):
      ScreenWords("Nothing is proposed for \(field.rawValue).", "Type it in.")
    case .unknownAccount, .accountIsClosed, .accountHoldsMoney, .budgetCurrency, .notOverspent,
      .tooLittleToBudget, .nothingToFill, .sameAccount, .receivedIsMissing, .transferNeedsCategory,
      .notATransfer, .transferAsTemplate, .unknownGoal, .goalIsCompleted:
      accountWords
    case .alreadyExists, .isDeleted, .isNotDeleted, .zeroAmount, .amountTooLarge, .required, .fixedCategory,
      .invalid, .unknownCurrency, .emptyName, .reservedName, .tooLong, .invalidTag, .invalidColor,
      .invalidQuantity, .itemCurrency, .notAlike, .invalidInterval, .endsBeforeStart, .draftAsTemplate,
      .alreadyRecurring, .notRecurring, .alreadySplit, .splitOutside, .resumesBeforePause, .accountCurrency,
      .budgetTooLarge, .incomeCategory, .sameCategory, .notPositive, .notAvailable, .sameCurrency,
      .backwardsTransfer, .unknownContribution, .goalTarget, .goalCurrency:
      ScreenWords.sentences(message)
    }
  }

  /// The words for the refusals that are about accounts, transfers and budgets.
  private var accountWords: ScreenWords {
    switch self {
    case .unknownGoal(let name):
      ScreenWords("There is no goal “\(name)”.", "Choose another, or begin it.")
    case .goalIsCompleted(let name):
      ScreenWords("The goal “\(name)” is completed.", "Open it again first.")
    case .unknownAccount(let name):
      ScreenWords("There is no account “\(name)”.", "Choose another, or open it.")
    case .accountIsClosed(let name):
      ScreenWords("The account “\(name)” is closed.", "Open it again, or choose another.")
    case .accountHoldsMoney(let name, _):
      ScreenWords("The account “\(name)” holds money.", "Choose the account that it goes to.")
    case .budgetCurrency(let currency, _):
      ScreenWords("This is the budget in \(currency.code).", "Open the budget of the other currency.")
    case .notOverspent(let category, _):
      ScreenWords("“\(category)” is not Overspent.", "Budget more for it instead.")
    case .tooLittleToBudget(let rest, let wanted):
      ScreenWords("To Budget is \(rest), less than \(wanted).", "Choose a category to take it from.")
    case .nothingToFill(let category, _):
      ScreenWords("Nothing was budgeted or spent that could fill “\(category)”.", "Type an amount.")
    case .sameAccount(let name):
      ScreenWords("Both accounts are “\(name)”.", "Choose another account.")
    case .receivedIsMissing(let account, let currency):
      ScreenWords(
        "The account “\(account)” is kept in \(currency.code).", "Type the amount that arrived there.")
    case .transferNeedsCategory(_, let to):
      ScreenWords("Money that goes to “\(to)” leaves the budget.", "Choose a category.")
    case .notATransfer:
      ScreenWords("Only a transfer goes to another account.", "Make it a transfer first.")
    case .transferAsTemplate:
      ScreenWords("A transfer between two accounts cannot repeat itself yet.", "Record it each time.")
    default: ScreenWords.sentences(message)
    }
  }

  private static func list(_ fields: [Field]) -> String {
    let words = fields.map(\.rawValue)
    guard let last = words.last, words.count > 1 else { return words.first ?? "" }
    return words.dropLast().joined(separator: ", ") + " and " + last
  }
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
    }
  }
}
