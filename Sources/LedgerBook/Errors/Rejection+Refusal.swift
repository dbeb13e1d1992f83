public import LedgerDomain

// The explanations of commands that a rule of the ledger refuses. Each function has the texts of one family of cases. It
// lists the other cases and hands them to `refusal(in:)`, so that the compiler finds a case without a text.

extension Rejection: Explained {
  /// Returns the explanation.
  ///
  /// - Parameter locale: The notation of amounts and dates, or `nil` for the canonical one.
  public func refusal(in locale: LedgerLocale?) -> Refusal {
    switch self {
    case .unknownTransaction(let id): missing("transaction", id, .choose(.transaction))
    case .unknownGroup(let id): missing("group", id, .choose(.group))
    case .unknownRule(let id): missing("rule", id, .choose(.rule))
    case .unknownItem(let id):
      explained("this receipt has no such item", detail: id.description, .choose(.item))
    case .alreadyExists(let what): explained("\(what) exists already")
    case .isDeleted(let what):
      explained("this \(what) is deleted", Remedy.Subject(what: what).map { .restore($0) })
    case .isNotDeleted(let what):
      explained("this \(what) is not deleted, so there is nothing to restore")
    case .isNotDraft(.deleted): explained("this receipt is deleted", .restore(.transaction))
    case .isNotDraft(.saved), .isNotDraft(.draft): explained("this receipt is saved already", .set([]))
    case .missingToSave(let fields, recording: true):
      explained("a transaction cannot be recorded without \(Self.names(fields))", .fillIn(fields))
    case .missingToSave(let fields, recording: false):
      explained(
        "this receipt cannot be saved yet: \(Self.names(fields)) \(fields.count == 1 ? "is" : "are") missing",
        .set(fields))
    case .noReading(let field, _, 0): explained("nothing was read for \(field.rawValue)", .set([field]))
    case .noReading(let field, let number, 1):
      explained("\(field.rawValue) has 1 reading, so there is no reading \(number)")
    case .noReading(let field, let number, let count):
      explained("\(field.rawValue) has \(count) readings, so there is no reading \(number)")
    case .readingIsNoValue(let field, let reading, let why):
      explained("the reading “\(reading)” is not a valid \(field.rawValue): \(why)", .set([field]))
    case .nothingToConfirm(let field):
      explained("\(field.rawValue) has no value to confirm", .set([field]))
    case .setOtherwise(let field):
      explained("this command cannot set \(field.rawValue)", field == .group ? .file() : .set([field]))
    case .unknownCategory(let key, let known):
      explained("there is no category “\(key)”", Remedy.unknown(.category, named: key, among: known))
    case .ambiguousName(let what, let text, let keys):
      explained(
        "“\(text)” could be several: \(keys.joinedByAnd)", Remedy.Subject(what: what).map { .choose($0) })
    case .inactiveCategory(let key):
      explained("the category “\(key)” is not active", .reopen(.category, named: key), .choose(.category))
    case .fixedCategory(let key):
      explained(
        "“\(key)” is one of the five categories that every ledger keeps", .rename(.category, named: key))
    case .nothingProposed(let field): explained("there is no proposal for \(field.rawValue)", .set([field]))
    case .notAlike: explained("these two receipts do not look alike, so there is nothing to dismiss")
    case .nothingToUndo(let remarks): Self.nothingToUndo(remarks)
    case .unknownCopy: explained("this receipt was not sent to YNAB", .send)
    case .noCopyConflict(let field): explained("there is no conflict about “\(field)”", .choose(.copy))
    case .copyIsFrozen(let what):
      explained("YNAB ignores changes to the \(what) of a receipt that was sent", .pull, .detach(.copy))
    case .notCopyable(let why): explained(why)
    case .zeroAmount, .required, .invalid, .fewerDigits, .amountTooLarge, .unknownCurrency, .emptyName,
      .emptyReason, .notRedactable, .reservedName, .tooLong, .invalidTag, .invalidColor, .invalidQuantity,
      .itemCurrency:
      valueRefusal(RefusalNotation(locale: locale))
    case .invalidInterval, .endsBeforeStart, .draftAsTemplate, .alreadyRecurring, .notRecurring, .alreadySplit,
      .splitOutside, .resumesBeforePause, .unknownAccount, .accountIsClosed, .accountHoldsMoney,
      .accountHasUpcoming, .closesLater, .accountCurrency, .sameAccount, .sameCurrency, .receivedIsMissing,
      .transferNeedsCategory, .backwardsTransfer, .notATransfer:
      accountRefusal(RefusalNotation(locale: locale))
    case .budgetCurrency, .budgetTooLarge, .incomeCategory, .sameCategory, .notPositive, .notAvailable,
      .notOverspent, .tooLittleToBudget, .nothingToFill, .unknownHeader, .unknownGoal, .unknownContribution,
      .goalTarget, .goalCurrency, .goalIsCompleted, .goalHoldsLess:
      budgetRefusal(RefusalNotation(locale: locale))
    }
  }

  /// Returns an explanation of this sort.
  func explained(_ sentence: String, detail: String? = nil, _ remedies: Remedy?...) -> Refusal {
    explained(sentence, detail: detail, remedies.compactMap { $0 })
  }

  func explained(_ sentence: String, detail: String? = nil, _ remedies: [Remedy]) -> Refusal {
    let sort: Refusal.Sort =
      switch sort {
      case .notFound: .notFound
      case .invalidValue: .invalidValue
      case .misuse: .misuse
      case .refused: .refused
      }
    return Refusal(sort, sentence, detail: detail, recordedNothing: false, remedies: remedies)
  }

  private func missing(_ what: String, _ id: some CustomStringConvertible, _ remedy: Remedy) -> Refusal {
    explained("there is no such \(what) in this ledger", detail: id.description, remedy)
  }

  static func names(_ fields: [TransactionField]) -> String { fields.map(\.rawValue).joinedByAnd }

  /// The first reason is in the sentence, the next two are in the detail.
  private static func nothingToUndo(_ remarks: [PlacedRemark]) -> Refusal {
    let others = remarks.dropFirst().prefix(2).map(\.sentence)
    let more = remarks.count > 3 ? ["and \(remarks.count - 3) more like these"] : []
    return Refusal(
      .refused, "nothing of this action can be undone" + (remarks.first.map { ": \($0.sentence)" } ?? ""),
      detail: others.isEmpty ? nil : (others + more).joined(separator: "; "), recordedNothing: false,
      remedies: remarks.prefix(1).compactMap(\.remedy))
  }
}

extension Rejection {
  private func valueRefusal(_ notation: RefusalNotation) -> Refusal {
    switch self {
    case .zeroAmount: explained("an amount of zero cannot be saved", .enter("Enter the amount that was paid"))
    case .required(.toAccount):
      explained("a transfer needs the account that the money arrives in", .set([.kind, .account, .toAccount]))
    case .required(.account):
      explained("a transfer needs the account that the money leaves", .enter("Name both accounts"))
    case .required(let field):
      explained("\(field.rawValue) cannot be empty", .enter("Enter a value, such as \(field.example)"))
    case .invalid(let field, let value, let expected):
      explained("“\(value)” is not a valid \(field.rawValue)", .enter("Enter \(expected)"))
    case .fewerDigits(let amount, let currency):
      explained(
        "\(notation.money(amount)) cannot be in \(currency.code), which has "
          + "\(currency.minorUnitDigits.map { $0 == 0 ? "no" : String($0) } ?? "fewer") decimals",
        .enter("Correct the total and its currency together, such as “84 \(currency.code)”"))
    case .amountTooLarge(let money, let currency):
      explained(
        "\(notation.money(money)) is too large",
        .enter("Enter at most \(notation.money(.largest(in: currency)))"))
    case .unknownCurrency(let currency):
      explained(
        "\(currency.code) is not a currency this program knows",
        .enter("Enter a code of ISO 4217, such as EUR"))
    case .emptyName: explained("a name cannot be empty", .enter("Enter at least one character"))
    case .emptyReason:
      explained("a reason is required, and stays on record", .giveReason)
    case .notRedactable(let type):
      explained("the content of a \(type) cannot be erased, because the ledger depends on it")
    case .reservedName(let name):
      explained("“\(name)” is reserved for receipts without a group", .enter("Choose another name"))
    case .tooLong(let what, let limit):
      explained("this \(what) is too long", .enter("Enter at most \(limit) bytes"))
    case .invalidTag(let tag):
      explained(
        "“\(tag)” cannot be a tag",
        .enter("Enter at least one character, and no comma, line break or other control character"))
    case .invalidColor(let color):
      explained("“\(color)” is not a colour", .enter("Enter six hexadecimal digits, such as #c0392b"))
    case .invalidQuantity(let quantity):
      explained("“\(quantity)” is not a quantity", .enter("Enter a number above zero, such as 2 or 0.792"))
    case .itemCurrency(let item, let total):
      explained(
        "an item in \(item.code) cannot be part of a receipt in \(total.code)",
        .enter("Enter its amount in \(total.code)"))
    case .unknownTransaction, .unknownGroup, .alreadyExists, .isDeleted, .isNotDeleted, .isNotDraft,
      .missingToSave, .noReading, .readingIsNoValue, .nothingToConfirm, .setOtherwise, .unknownCategory,
      .ambiguousName,
      .inactiveCategory, .fixedCategory, .unknownItem, .nothingProposed, .notAlike, .unknownRule,
      .invalidInterval, .endsBeforeStart, .draftAsTemplate, .alreadyRecurring, .notRecurring, .alreadySplit,
      .splitOutside, .resumesBeforePause, .unknownAccount, .accountIsClosed, .accountHoldsMoney,
      .accountHasUpcoming, .closesLater, .accountCurrency, .budgetCurrency, .budgetTooLarge, .incomeCategory,
      .sameCategory, .notPositive,
      .notAvailable, .notOverspent, .tooLittleToBudget, .nothingToFill, .sameAccount, .sameCurrency,
      .receivedIsMissing, .transferNeedsCategory, .backwardsTransfer, .notATransfer, .unknownHeader,
      .unknownGoal, .unknownContribution, .goalTarget, .goalCurrency, .goalIsCompleted, .goalHoldsLess,
      .unknownCopy, .noCopyConflict, .copyIsFrozen, .notCopyable, .nothingToUndo:
      refusal(in: notation.locale)
    }
  }
}
