internal import EventLog
internal import LedgerAudit
internal import LedgerBook
internal import LedgerBytes
internal import LedgerDomain
internal import LedgerExchange
internal import LedgerMirror
internal import LedgerPlatform
internal import LedgerProjections
internal import LedgerSQLite
internal import LedgerScreens
internal import LedgerSync
internal import LedgerYNAB

/// Advice that several errors have in common.
enum Advice {
  static let tryAgain = "Nothing was recorded; try again"
  static let makeRoom = "Make room and try again; nothing was recorded"
  static let recover = "Repair it: events recover"
  static let recoverFrom = "Bring them back: events recover --from FOLDER"
  static let acceptLoss = "Or go on without them: events recover --accept-loss"
}

/// Returns the one place where errors become words and an exit code.
///
/// - Parameters:
///   - error: The error.
///   - locale: The ledger's notation of amounts, or `nil` for the canonical one.
func explanation(of error: any Error, in locale: LedgerLocale? = nil) -> Failure {
  switch error {
  case let failure as Failure: failure
  case OutputFailure.failed(let name, let reason): Failure(.ioError, "cannot write to \(name): \(reason)")
  case let rejection as Rejection: Failure(rejection.exitCode, rejection.text(in: locale))
  case let refused as RefusedCommand:
    Failure(
      refused.rejection.exitCode,
      "\(refused.transaction.description.prefix(8)): \(refused.rejection.text(in: locale))",
      advice: "Nothing was recorded of the others either")
  case let error as BookError: error.failure
  case let stopped as GenerationStopped: stopped.failure(in: locale)
  case let stopped as PartlyDone: stopped.failure(in: locale)
  case let error as EventLogError: error.failure
  case let error as ModelError: Failure(.dataError, error.message)
  case let error as CursorError: Failure(.dataError, error.message)
  case let error as AmountError: Failure(.dataError, error.message(in: locale ?? .default))
  case let error as FileError: error.failure
  case let error as SQLiteError: error.failure
  case let error as SyncError: error.failure
  case let error as YNABError: error.failure
  case let error as MirrorError: error.failure
  case let error as ProofRefusal: error.failure
  case ExportFailure.interrupted: Failure(.interrupted, "interrupted")
  case let error as ExportFailure: Failure(.ioError, error.description)
  case let error as UnreadableText:
    Failure(.dataError, "\(error.name) \(error.reason)", advice: "Save it as UTF-8 and try again")
  case let error as EraseError: Failure(.cannotCreate, error.message)
  default: Failure(.software, "something went wrong that the tool has no words for: \(error)")
  }
}

/// Whether the words for an error claim that nothing was recorded.
func saysNothingWasRecorded(_ error: any Error) -> Bool {
  if error is PartlyDone || error is GenerationStopped { return false }
  return explanation(of: error).advice.contains { $0 == Advice.tryAgain || $0 == Advice.makeRoom }
}

/// Whether an error is about one of several lines only, so that the others can still be tried.
func concernsOneLine(_ error: any Error) -> Bool {
  // A log that has lost events refuses every line alike.
  if case EventLogError.lostEvents? = error as? EventLogError { return false }
  return switch explanation(of: error).code {
  case .no, .usage, .dataError, .noInput: !(error is OutputFailure)
  case .ok, .unhealthy, .software, .cannotCreate, .ioError, .tryAgain, .interrupted: false
  }
}

extension SyncError {
  fileprivate var failure: Failure {
    let code: ExitCode =
      switch self {
      case .noFolder, .noDataset, .noBeginning: .noInput
      case .ownFolder: .usage
      case .otherLedger, .foreignEvents, .datasetMissing, .datasetUnreadable, .newerDataset: .dataError
      case .busy: .tryAgain
      case .readOnly: .cannotCreate
      }
    return Failure(code, message, advice: advice.map { [$0] } ?? [])
  }
}

extension YNABError {
  fileprivate var failure: Failure {
    switch self {
    case .notConnected:
      Failure(.no, message, advice: "Make a token in YNAB’s settings, then: events ynab connect")
    case .forbidden, .refused, .duplicate, .redirected: Failure(.no, message)
    case .notFound:
      Failure(.noInput, message, advice: "See what there is: events ynab plans, events ynab accounts")
    case .unavailable: Failure(.tryAgain, message, advice: "Nothing is lost; try again: events ynab push")
    case .invalidAnswer: Failure(.dataError, message, advice: "Nothing of it was recorded")
    case .invalidAddress: Failure(.usage, message)
    case .otherAddress:
      Failure(.no, message, advice: "Unset EVENTS_YNAB_URL, or enter a token for it: events ynab connect")
    case .missing(let program): Failure(.no, message, advice: "Install \(program), and try again")
    case .interrupted: Failure(.interrupted, message)
    case .unknown(let what, let text, let known):
      Failure(
        text == nil ? .usage : .noInput, message,
        advice: known.isEmpty
          ? "See what there is: events ynab plans" : "Choose a \(what): \(known.joined(separator: ", "))")
    }
  }
}

extension Rejection {
  fileprivate var exitCode: ExitCode {
    switch sort {
    case .notFound: .noInput
    case .invalidValue: .dataError
    case .misuse: .usage
    case .refused: .no
    }
  }
}

extension BookError {
  fileprivate var failure: Failure {
    switch self {
    case .unknown(let what, _), .notAName(let what, _):
      let lists = [
        "group": "events groups", "rule": "events rule list --deleted", "account": "events account list",
        "goal": "events goal list --all",
      ]
      let list = lists[what] ?? "events receipts --all"
      return Failure(.noInput, message, advice: "See what there is: \(list)")
    case .backupFolder(_, .inUse): return Failure(.tryAgain, message, advice: "Try again in a while")
    case .backupFolder:
      return Failure(.cannotCreate, message, advice: "Name another folder: events backup FOLDER")
    case .readable, .changedMeanwhile, .versionAhead: return Failure(.no, message)
    case .past:
      return Failure(.usage, "this is a view of the past; leave out `--at` to change the ledger as it is now")
    case .closed: return Failure(.software, message)
    case .ambiguous(let what, let text, let candidates):
      return Failure(
        .noInput, "“\(text)” could be \(counted(candidates.count, what)); say which by its id",
        advice: candidates.map { "\($0.id)  \($0.words)" })
    }
  }
}

/// The error that stopped a command of several parts, after some of them were recorded.
struct PartlyDone: Error {
  let reason: any Error
  /// The parts that are recorded, and how to go on.
  let advice: String

  /// Returns the failure of the reason, without the remark that nothing was recorded.
  fileprivate func failure(in locale: LedgerLocale?) -> Failure {
    let failure = explanation(of: reason, in: locale)
    let others = failure.advice.compactMap { advice -> String? in
      switch advice {
      case Advice.tryAgain: nil
      case Advice.makeRoom: "Make room first"
      case _: advice
      }
    }
    return Failure(failure.code, failure.message, advice: others + [advice])
  }
}

extension GenerationStopped {
  fileprivate func failure(in locale: LedgerLocale?) -> Failure {
    let count = counted(report.positions.count, "event")
    return PartlyDone(
      reason: reason, advice: "On record before that: \(count); run it again, and it goes on there"
    ).failure(in: locale)
  }
}

extension EventLogError {
  fileprivate var failure: Failure {
    switch self {
    case .noLedger(let folder):
      Failure(
        .noInput, "there is no ledger in \(folder)",
        advice: [
          "Begin one there: events --ledger '\(folder)' init", "Or name another folder: events --ledger DIR …",
        ])
    case .logMissing(let folder, let found):
      Failure(
        .noInput, "\(self)",
        advice: [
          found.contains(LedgerLog.erasingMark)
            ? "Its erasing was interrupted; finish it: events --ledger \(FigureWords.quoted(folder)) erase --local"
            : LedgerLog.isWaitingForCloud(found)
              ? "Have the cloud service download the folder, then try again"
              : Advice.recoverFrom,
          "Or begin a ledger in another folder: events --ledger DIR init; nothing was changed in \(folder)",
        ])
    case .secondName(let path):
      Failure(
        .cannotCreate, "\(self)",
        advice: "Where nothing has it open, give it a file of its own: "
          + "cp '\(path)' '\(path).copy' && mv '\(path).copy' '\(path)'")
    case .otherWriteAheadLog:
      Failure(
        .dataError, "\(self)",
        advice: [
          Advice.recover, "Nothing was changed",
        ])
    case .displaced(_, let isWritten):
      Failure(
        .ioError, "\(self)",
        advice: (isWritten ? [] : ["Nothing was recorded"]) + [
          "Open the ledger where it is now: events --ledger DIR …"
        ])
    case .notALedger(let path):
      Failure(
        .noInput, "\(path) is not the log of a ledger", advice: "Name another folder: events --ledger DIR …")
    case .ledgerExists(let folder):
      Failure(
        .cannotCreate, "there is already a ledger in \(folder)",
        advice: "Its state: events --ledger '\(folder)'")
    case .newerVersion:
      Failure(
        .dataError, "this ledger was written by a newer version of events",
        advice: "Install that version; nothing was changed")
    case .damaged(let words):
      Failure(
        .dataError, "the log is damaged: \(words)",
        advice: [Advice.recover])
    case .readOnly(let folder):
      Failure(.cannotCreate, "nothing can be written to the ledger in \(folder): it is open for reading only")
    case .busy(let milliseconds):
      Failure(
        .tryAgain,
        "another program has been writing to the ledger for \((milliseconds + 500) / 1_000) s",
        advice: Advice.tryAgain)
    case .wrongVersion:
      Failure(.tryAgain, "somebody changed this record meanwhile", advice: "Look at it and try again")
    case .lostEvents:
      Failure(.no, "\(self)", advice: [Advice.recoverFrom, Advice.acceptLoss])
    case .damagedCopy: Failure(.no, "\(self)", advice: Advice.recoverFrom)
    case .commandReused: Failure(.dataError, "this id was captured before, with another content")
    case .noSuchEvent: Failure(.noInput, "\(self)")
    case .foreignFolder, .deviceExists, .alreadyRedacted: Failure(.no, "\(self)")
    case .invalidPayload, .tooLarge, .invalidDraft, .gap, .fork, .otherLedger, .invalidEvent, .timeTooLate:
      Failure(.dataError, "\(self)")
    }
  }
}

extension FileError {
  fileprivate var failure: Failure {
    if heldAs != nil {
      return Failure(
        operation == "read" ? .noInput : .cannotCreate, description,
        advice: "Name another file; a copy of the ledger is made by events backup FOLDER")
    }
    if isMissing { return Failure(.noInput, description) }
    if isExisting { return Failure(.cannotCreate, description) }
    if isFull { return Failure(.ioError, description, advice: Advice.makeRoom) }
    return Failure(System.forbids(code) ? .cannotCreate : .ioError, description)
  }
}

extension SQLiteError {
  /// The failure in our own words, because the library's words are for its log.
  fileprivate var failure: Failure {
    switch kind {
    case .busy:
      Failure(.tryAgain, "another program is writing to the ledger", advice: Advice.tryAgain)
    case .full: Failure(.ioError, "the disk is full", advice: Advice.makeRoom)
    case .corrupt:
      Failure(
        .dataError, "a file of the ledger is damaged",
        advice: [
          Advice.recover
        ])
    case .notADatabase: Failure(.noInput, "the folder holds a log.sqlite that is no ledger's")
    case .readOnly: Failure(.cannotCreate, "the ledger's folder cannot be written")
    case .cannotOpen:
      Failure(.ioError, "a file of the ledger cannot be opened", advice: "Look at the folder's permissions")
    case .io: Failure(.ioError, "reading or writing a file of the ledger failed")
    case .noMemory: Failure(.ioError, "there is not enough memory")
    case .interrupted: Failure(.interrupted, "interrupted")
    case .constraint, .tooBig, .other:
      Failure(.software, "the ledger's database refused what the tool asked: \(message)")
    }
  }
}
