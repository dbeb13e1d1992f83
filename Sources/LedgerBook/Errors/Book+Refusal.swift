internal import BankFiles
public import LedgerBytes
public import LedgerDomain
public import LedgerProjections

// The explanations of questions without an answer, of figures, and of values that people type.

extension BookError: Explained {
  /// Returns the explanation.
  public func refusal(in locale: LedgerLocale?) -> Refusal {
    switch self {
    case .unknown(let what, let text, let known):
      text.isEmpty || UniqueID(text) != nil
        ? Self.unknown(what, "there is no such \(what) in this ledger", detail: text)
        : Self.unknown(
          what, "there is no \(what) “\(text)” in this ledger",
          Remedy.nearName(to: text, among: known).map { .use(name: $0) })
    case .ambiguous(let what, let text, let candidates, let others):
      Refusal(
        .notFound, "“\(text)” could be \(candidates.count + others) \(what)s", detail: nil,
        recordedNothing: false,
        remedies: [
          .choose(
            Remedy.Subject(what: what) ?? .transaction,
            among: candidates.map { Remedy.Choice($0.key, $0.words(in: locale)) })
        ] + (others > 0 ? [.enter("Older ones: \(others). Name one by its id")] : []))
    case .past:
      Refusal(
        .misuse, "this is a view of the past or of another day, in which nothing can be changed",
        .enter("Change the ledger as it is now, without a time or a day"))
    case .readable(let position):
      Refusal(.refused, "event \(position) can be read, so it is not skipped")
    case .closed: Refusal(.defect, "the ledger is closed", .enter("Open it again"))
    case .changedMeanwhile(let field):
      Refusal(
        .refused, "\(field.rawValue) was changed on this device meanwhile",
        .enter("Look at the record again, then repeat your change"))
    case .versionAhead(let given, let newest):
      Refusal(
        .refused, "the record has \(newest) versions, and version \(given) is not one of them",
        .enter("Look at the record again, then repeat your change"))
    case .otherLog(let position):
      Refusal(
        .refused, "event \(position) is not the one that was read before: the folder has another log now",
        .enter("Read the events again from the first one"))
    case .backupFolder(let folder, .inUse):
      Refusal(.busy, "another backup is being made in this folder", detail: folder, .tryAgain)
    case .backupFolder(let folder, .isGone):
      Refusal(
        .forbidden, "the folder is missing or has lost its backups: the drive may not be connected",
        detail: folder, .enter("Connect the drive, or name another folder for the backups"))
    case .backupFolder(let folder, let place):
      Refusal(
        .forbidden, "a backup cannot be kept in a folder that \(place.words)", detail: folder,
        .enter("Name another folder for the backup"))
    }
  }

  private static func unknown(
    _ what: String, _ sentence: String, detail: String = "", _ near: Remedy? = nil
  ) -> Refusal {
    Refusal(
      .notFound, sentence, detail: detail.isEmpty ? nil : detail, recordedNothing: false,
      remedies: [near, .choose(Remedy.Subject(what: what) ?? .transaction)].compactMap { $0 })
  }
}

extension RefusedCommand: Explained {
  /// Returns the explanation, with the transaction's id in the detail.
  public func refusal(in locale: LedgerLocale?) -> Refusal {
    let refusal = rejection.refusal(in: locale)
    let detail = ["receipt \(transaction.description.prefix(8))", refusal.detail].compactMap { $0 }
    return Refusal(
      refusal.sort, refusal.sentence, detail: detail.joined(separator: ", "), recordedNothing: true,
      remedies: refusal.about(record: "\(transaction)").remedies)
  }
}

extension PlanError: Explained {
  /// Returns the explanation.
  public func refusal(in locale: LedgerLocale?) -> Refusal {
    switch self {
    case .ruleIsDeleted(let rule):
      Refusal(.refused, "the rule of this receipt is deleted", .restore(.rule, rule))
    case .oneReceiptOnly(let field, let rule):
      Refusal(
        .misuse, "\(field.rawValue) cannot be corrected for several receipts of a rule at once",
        .changeRule(rule))
    case .isFirstOfRule(let rule):
      Refusal(.refused, "this receipt is the first of its rule, which cannot end before it", .deleteRule(rule))
    case .changed(let field, let transaction):
      Refusal(
        .refused, "the \(field.rawValue) of the receipt was changed meanwhile",
        detail: transaction.description, recordedNothing: true,
        .enter("Look at the receipt again, then repeat your change"))
    case .ruleChanged(let rule):
      Refusal(
        .refused, "the rule of the receipts was changed meanwhile", detail: rule.description,
        recordedNothing: true, .enter("Look at the rule again, then repeat your change"))
    case .recordChanged(let subject, let id):
      Refusal(
        .refused, "the \(subject.rawValue) was changed meanwhile", detail: id, recordedNothing: true,
        .enter("Look at the \(subject.rawValue) again, then repeat your change"))
    }
  }
}

extension GenerationStopped: Explained {
  /// Returns the explanation of the error that stopped it, and how much is on record.
  public func refusal(in locale: LedgerLocale?) -> Refusal {
    Refusal(reason, in: locale).afterRecording(
      .enter("Generate again: it continues after the \(report.positions.count) events on record"))
  }
}

extension RestoreError: Explained {
  /// Returns the explanation.
  public func refusal(in locale: LedgerLocale?) -> Refusal {
    switch self {
    case .noFolder(let folder): Refusal(.notFound, "there is no folder", detail: folder, .restoreBackup())
    case .noBackup(let folder):
      Refusal(.notFound, "there is no backup in the folder", detail: folder, .restoreBackup())
    case .ledgerExists(let folder):
      Refusal(.forbidden, "there is already a ledger in the folder", detail: folder, .takeBack)
    case .damaged(let backup, let finding, let good):
      Refusal(
        .refused, "the backup is damaged, so nothing was restored",
        detail: "\(backup); the first finding: \(finding)", .restoreBackup(folder: good))
    }
  }
}

extension MatchRefusal: Explained {
  /// Returns the explanation.
  public func refusal(in locale: LedgerLocale?) -> Refusal {
    switch self {
    case .notARow: Refusal(.refused, "the second transaction is not a row of a statement")
    case .isARow:
      Refusal(
        .refused, "the first transaction is a row of a statement itself", .enter("Name the receipt first"))
    case .otherAmount:
      Refusal(.refused, "the receipt and the bank's row differ in amount or kind", .set([.total]))
    case .hasRow:
      Refusal(
        .refused, "the receipt is linked with another row", .enter("Unmatch that row first, or leave both"))
    case .notMatched: Refusal(.refused, "the receipt is not linked with a row of a statement")
    case .isDeleted: Refusal(.refused, "one of the two is deleted", .restore(.transaction))
    }
  }
}

extension ModelError: Explained {
  /// Returns the explanation.
  public func refusal(in locale: LedgerLocale?) -> Refusal {
    switch self {
    case .damaged(let what): Refusal(.unreadable, "the computed figures are damaged", detail: what, .rebuild)
    case .removed:
      Refusal(
        .unreadable, "the folder of the computed figures was removed again and again", .tryAgain
      )
    case .unreadable(let position, let type, let reason):
      Refusal(
        .unreadable, "event \(position) cannot be read, so the figures stay as they were",
        detail: "\(type): \(reason)", .update)
    case .overflow(let what):
      Refusal(
        .unreadable, "the total of \(what) is too large to be shown",
        .enter("Choose fewer receipts, or look for an amount with too many digits"))
    }
  }
}

extension CursorError: Explained {
  /// Returns the explanation.
  package func refusal(in locale: LedgerLocale?) -> Refusal {
    Refusal(
      .invalidValue, "the cursor is not valid", .enter("Use the cursor of the previous page, or start again"))
  }
}

extension QueryError: Explained {
  /// Returns the explanation.
  package func refusal(in locale: LedgerLocale?) -> Refusal {
    switch self {
    case .writes:
      Refusal(.misuse, "a query must be a single SELECT that reads", recordedNothing: true)
    case .wrong(let reason): Refusal(.invalidValue, "this query cannot be run", detail: reason)
    }
  }
}

extension AmountError: Explained {
  /// Returns the explanation, with examples in the locale's notation.
  public func refusal(in locale: LedgerLocale?) -> Refusal {
    let sort: Refusal.Sort = if case .unknownCurrency = self { .misuse } else { .invalidValue }
    return .value(sort, reason(in: locale ?? .default), advice(in: locale ?? .default))
  }
}

extension DateError: Explained {
  /// Returns the explanation.
  public func refusal(in locale: LedgerLocale?) -> Refusal { .value(.invalidValue, reason, advice) }
}

extension EntryProblem: Explained {
  /// Returns the explanation, with examples in the locale's notation.
  public func refusal(in locale: LedgerLocale?) -> Refusal {
    switch self {
    case .amount(let error): error.refusal(in: locale)
    case .date(let error): .value(.invalidValue, error.reason, error.advice, advice)
    case .several, .unclear, .repeated, .notUnderstood, .endWithoutCadence, .oneSidedTransfer, .openQuote,
      .tooLong, .split:
      .value(.invalidValue, message(in: locale ?? .default), advice)
    }
  }
}

extension BankFileError: Explained {
  /// Returns the explanation.
  package func refusal(in locale: LedgerLocale?) -> Refusal {
    switch self {
    case .empty, .tooLarge, .notRecognized, .truncated, .malformed:
      Refusal(.invalidValue, message, .enter("Nothing was imported"))
    case .undecided(let questions):
      Refusal(
        .invalidValue, "the file leaves questions open", detail: nil, recordedNothing: false,
        remedies: questions.map { .next(.answer(ImportQuestion($0, in: ""))) } + [
          .enter("Nothing was imported")
        ])
    }
  }
}

extension JSONError: Explained {
  /// Returns the explanation.
  public func refusal(in locale: LedgerLocale?) -> Refusal {
    Refusal(.invalidValue, "this is not the expected JSON", detail: description)
  }
}

extension Refusal {
  /// An explanation of a wrong value, with the advice how to write it.
  fileprivate static func value(_ sort: Sort, _ sentence: String, _ advice: String?...) -> Refusal {
    Refusal(
      sort, sentence, detail: nil, recordedNothing: false,
      remedies: advice.compactMap { $0.map { .enter($0) } })
  }
}
