internal import EventLog
internal import LedgerBook
internal import LedgerBytes
internal import LedgerDomain

/// The one place where errors become words and an exit code.
func explanation(of error: any Error) -> Failure {
  switch error {
  case let failure as Failure: failure
  case OutputFailure.failed(let name, let reason): Failure(.ioError, "cannot write to \(name): \(reason)")
  case let rejection as Rejection: Failure(rejection.exitCode, rejection.message)
  case let error as FileError: Failure(.ioError, error.description)
  case let error as AmountError: Failure(.dataError, error.message)
  default: Failure(.software, "something went wrong that the tool has no words for: \(error)")
  }
}

extension Rejection {
  /// A rule of the ledger says no, unless what was named is not there or is no value.
  fileprivate var exitCode: ExitCode {
    switch self {
    case .unknownTransaction, .unknownGroup, .unknownCategory: .noInput
    case .unknownCurrency, .setOtherwise: .usage
    case .invalid, .required, .emptyName, .tooLong, .invalidTag: .dataError
    case .alreadyExists, .isDeleted, .isNotDeleted, .isNotDraft, .missingToSave, .zeroAmount, .noReading,
      .readingIsNoValue, .nothingToConfirm, .inactiveCategory, .fixedCategory, .fewerDigits, .reservedName:
      .no
    }
  }
}
