internal import LedgerBytes
internal import LedgerDomain

// What a rule of the ledger refuses, and what a question asks in vain. The tool's words name its commands; a screen
// has none.

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
        "\(isRecording ? "This" : "This receipt") can't be saved without \(Self.list(fields)).",
        "Fill in \(fields.count == 1 ? "this field" : "these fields").")
    case .noReading(let field, _, let available):
      available == 0
        ? ScreenWords("Nothing was read for \(field.rawValue).", "Type it in.")
        : ScreenWords(
          "There is no such reading of \(field.rawValue).", "Choose one of those shown, or type it in.")
    case .readingIsNoValue(let field, let reading, _):
      ScreenWords("“\(reading)” can't be the \(field.rawValue).", "Type it in.")
    case .nothingToConfirm(let field):
      ScreenWords("There is no \(field.rawValue) to confirm.", "Type it in.")
    case .setOtherwise(let field, _):
      ScreenWords("The \(field.rawValue) is not set here.", "Choose it in its own place.")
    case .fewerDigits(let amount, let currency):
      ScreenWords(
        "\(amount) can't be in \(currency.code), which has fewer decimals.",
        "Change the total and its currency together.")
    case .nothingToUndo(let reasons):
      // A reason that names a command of the tool's is none for a screen.
      ScreenWords(
        "Nothing of it is left to undo.",
        reasons.first { !$0.contains("`") }.map { ScreenWords.sentences($0).description })
    case .inactiveCategory(let key):
      ScreenWords("The category “\(key)” is not active.", "Activate it again, or choose another.")
    case .unknownItem: ScreenWords("This item is not on this receipt.", "Load the receipt again.")
    case .nothingProposed(let field):
      ScreenWords("Nothing is proposed for \(field.rawValue).", "Type it in.")
    case .alreadyExists, .isDeleted, .isNotDeleted, .zeroAmount, .required, .fixedCategory,
      .invalid, .unknownCurrency, .emptyName, .reservedName, .tooLong, .invalidTag, .invalidColor,
      .invalidQuantity, .itemCurrency, .notAlike, .invalidInterval, .endsBeforeStart, .draftAsTemplate,
      .alreadyRecurring, .notRecurring, .alreadySplit, .splitOutside, .resumesBeforePause:
      ScreenWords.sentences(message)
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
      ScreenWords("“\(text)” can't be the name of a \(what).", "Type another.")
    case .past:
      ScreenWords("This is a view of the past.", "Go back to today to change something.")
    case .readable:
      ScreenWords("Nothing is wrong with this event.", "Only one that can't be read is passed over.")
    case .closed:
      ScreenWords("The ledger is closed.", "Open it again.")
    }
  }
}
