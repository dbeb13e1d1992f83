internal import EventLog
public import LedgerDomain
internal import LedgerPlatform
internal import LedgerSQLite

/// A failure of the files of a ledger, from an `AsyncBook`.
///
/// `Refusal` has the sentence for a person.
public struct StorageError: Error, Sendable, CustomStringConvertible {
  /// The reason, as far as an app may want to act on it.
  public enum Reason: String, CaseIterable, Hashable, Sendable {
    /// There is no ledger in the folder.
    case noLedger
    /// There is a ledger already where one was to be made.
    case ledgerExists
    /// The folder has something else, or another ledger.
    case otherLedger
    /// A newer version of the app has written the ledger.
    case newerVersion
    /// Another process had the ledger for too long. Try again.
    case busy
    /// The disk is full.
    case diskFull
    /// A file is damaged, missing or was replaced. Restore a backup.
    case damaged
    /// Events of this device are missing, so that nothing new is recorded.
    case lostEvents
    /// Nothing may be written, or a file may not be opened.
    case forbidden
    /// The record was changed meanwhile, or the command's identifier was used for another command.
    case conflict
    /// The content is too large or not valid.
    case invalid
    /// Reading or writing failed.
    case failed
  }

  /// The reason.
  public let reason: Reason
  /// The explanation for a person.
  public let refusal: Refusal
  /// The text for a log of the app: what was being done, and with which file.
  public let description: String

  /// Returns the error that an app gets for one of the package's own, or the same error.
  static func visible(_ error: any Error) -> any Error {
    switch error {
    case let error as EventLogError: StorageError(error.reason, error)
    case let error as SQLiteError: StorageError(error.reason, error)
    case let error as FileError: StorageError(error.reason, error)
    default: error
    }
  }

  private init(_ reason: Reason, _ error: some Explained & CustomStringConvertible) {
    self.reason = reason
    refusal = error.refusal(in: nil)
    description = error.description
  }
}

extension StorageError: Explained {
  /// Returns the explanation.
  public func refusal(in locale: LedgerLocale?) -> Refusal { refusal }
}

extension EventLogError {
  fileprivate var reason: StorageError.Reason {
    switch self {
    case .noLedger: .noLedger
    case .ledgerExists: .ledgerExists
    case .otherLedger, .notALedger, .foreignFolder, .deviceExists, .secondName: .otherLedger
    case .newerVersion: .newerVersion
    case .busy: .busy
    case .logMissing, .displaced, .otherWriteAheadLog, .damaged, .damagedCopy: .damaged
    case .lostEvents: .lostEvents
    case .readOnly, .inSnapshot: .forbidden
    case .wrongVersion, .commandReused: .conflict
    case .noSuchEvent, .alreadyRedacted, .tooLarge, .invalidPayload, .invalidDraft, .gap, .fork, .invalidEvent,
      .timeTooLate:
      .invalid
    }
  }
}

extension SQLiteError {
  fileprivate var reason: StorageError.Reason {
    switch kind {
    case .busy: .busy
    case .full: .diskFull
    case .corrupt: .damaged
    case .notADatabase: .otherLedger
    case .readOnly, .cannotOpen: .forbidden
    case .io, .noMemory, .interrupted, .constraint, .tooBig, .other: .failed
    }
  }
}

extension FileError {
  fileprivate var reason: StorageError.Reason {
    if isFull { return .diskFull }
    if isForbidden || heldAs != nil { return .forbidden }
    return .failed
  }
}
