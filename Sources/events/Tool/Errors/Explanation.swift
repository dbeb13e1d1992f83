internal import EventLog
internal import LedgerAudit
internal import LedgerBook
internal import LedgerDomain
internal import LedgerPlatform
internal import LedgerProjections
internal import LedgerSQLite

/// Returns the text and the exit code of an error.
///
/// - Parameters:
///   - error: The error.
///   - locale: The ledger's notation of amounts, or `nil` for the canonical one.
func explanation(of error: any Error, in locale: LedgerLocale? = nil) -> Failure {
  (error as? Failure) ?? Failure(Refusal(error, in: locale), in: locale)
}

extension Explained {
  /// Whether the error is about files. Its text has no amounts, and the ledger's settings may be unreadable.
  var isOfStorage: Bool {
    self is EventLogError || self is SQLiteError || self is FileError || self is ModelError
      || self is OutputFailure || self is MovedLog
  }
}

/// Whether the text of an error claims that nothing was recorded.
func saysNothingWasRecorded(_ error: any Error) -> Bool { Refusal(error).recordedNothing }

/// Whether an error is about one of several lines only, so that the others can still be tried.
func concernsOneLine(_ error: any Error) -> Bool {
  // A log that has lost events refuses every line alike.
  if case EventLogError.lostEvents? = error as? EventLogError { return false }
  return switch explanation(of: error).code {
  case .no, .usage, .dataError, .noInput: !(error is OutputFailure)
  case .ok, .unhealthy, .software, .cannotCreate, .ioError, .tryAgain, .interrupted: false
  }
}

extension Failure {
  /// Creates the failure with the sentence of an explanation, and its remedies as command lines.
  init(_ refusal: Refusal, in locale: LedgerLocale? = nil) {
    self.init(
      ExitCode(refusal.sort), refusal.line,
      advice: (refusal.recordedNothing ? ["Nothing was recorded"] : [])
        + refusal.remedies.flatMap { $0.advice(in: locale) })
  }
}

extension ExitCode {
  init(_ sort: Refusal.Sort) {
    self =
      switch sort {
      case .notFound: .noInput
      case .invalidValue, .unreadable: .dataError
      case .misuse: .usage
      case .refused: .no
      case .forbidden: .cannotCreate
      case .failed: .ioError
      case .busy: .tryAgain
      case .interrupted: .interrupted
      case .defect: .software
      }
  }
}

/// The error that stopped a command of several parts, after some of them were recorded.
struct PartlyDone: Error, Explained {
  let reason: any Error
  /// The parts that are recorded, and how to go on.
  let advice: String

  func refusal(in locale: LedgerLocale?) -> Refusal {
    Refusal(reason, in: locale).afterRecording(.enter(advice))
  }
}

extension OutputFailure: Explained {
  func refusal(in locale: LedgerLocale?) -> Refusal {
    switch self {
    case .closed: Refusal(.failed, "the reader has closed its end")
    case .failed(let name, let reason): Refusal(.failed, "cannot write to \(name)", detail: reason)
    }
  }
}

extension UnreadableText: Explained {
  func refusal(in locale: LedgerLocale?) -> Refusal {
    Refusal(.invalidValue, "\(name) \(reason)", .enter("Save it as UTF-8 and try again"))
  }
}
