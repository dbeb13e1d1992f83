package import EventLog
internal import LedgerBytes
package import LedgerDomain
package import LedgerPlatform
package import LedgerSQLite

// The explanations of failures of the log and of files.

extension EventLogError: Explained {
  /// Returns the explanation.
  package func refusal(in locale: LedgerLocale?) -> Refusal {
    switch self {
    case .noLedger(let folder):
      Refusal(.notFound, "there is no ledger in this folder", detail: folder, .begin(folder: folder), .open())
    case .logMissing(let folder, let found): Self.logMissing(folder, found)
    case .secondName(let path):
      Refusal(
        .forbidden,
        "the ledger's file has a second name (a hard link), which could lose events",
        detail: path, .separate(path: path))
    case .otherWriteAheadLog(let path):
      Refusal(
        .unreadable, "log.sqlite-wal was written for another copy of the log",
        detail: path, recordedNothing: true, .recover)
    case .displaced(let path, let isWritten):
      Refusal(
        .failed, "the ledger's folder was moved, deleted or replaced while it was open",
        detail: isWritten ? "\(path), and with it what was being recorded" : path, recordedNothing: !isWritten,
        .open())
    case .notALedger(let path):
      Refusal(.notFound, "log.sqlite in this folder is not a ledger", detail: path, .open(), .recover)
    case .ledgerExists(let folder):
      Refusal(.forbidden, "there is already a ledger in this folder", detail: folder, .open(folder: folder))
    case .newerVersion:
      Refusal(
        .unreadable, "this ledger was written by a newer version of this program", recordedNothing: true,
        .update)
    case .damaged(let words): Refusal(.unreadable, "the log is damaged", detail: words, .recover)
    case .readOnly(let folder): Refusal(.forbidden, "the ledger is open for reading only", detail: folder)
    case .inSnapshot:
      Refusal(.forbidden, "this is not possible in a read at one position", .enter("Do it after the read"))
    case .busy(let milliseconds):
      Refusal(
        .busy, "another program has been writing to the ledger for \((milliseconds + 500) / 1_000) s",
        recordedNothing: true, .tryAgain)
    case .wrongVersion:
      Refusal(.busy, "this record was changed meanwhile", .enter("Look at it, then try again"))
    case .lostEvents(let lost):
      Refusal(
        .refused, "the log has lost events, so nothing is recorded",
        detail: lost.prefix(3).map(\.description).joined(separator: "; ")
          + (lost.count > 3 ? "; and \(lost.count - 3) devices more" : ""), .takeBack, .acceptLoss)
    case .damagedCopy:
      Refusal(.refused, "the log is damaged, so no copy of it was kept", detail: copyFinding, .takeBack)
    case .commandReused: Refusal(.invalidValue, "this id was already used for a different command")
    case .noSuchEvent(let reference):
      Refusal(.notFound, "there is no such event in this ledger", detail: "\(reference)")
    case .foreignFolder, .deviceExists:
      Refusal(.refused, "this ledger was copied from another device", detail: "\(self)", .tryAgain)
    case .alreadyRedacted(let reference):
      Refusal(.refused, "this event was redacted before", detail: "\(reference)")
    case .otherLedger: Refusal(.invalidValue, "this is a copy of another ledger", detail: "\(self)")
    case .tooLarge(let what, let bytes, let limit):
      Refusal(.invalidValue, "\(what) has \(bytes) bytes, more than the limit of \(limit)")
    case .invalidPayload, .invalidDraft:
      Refusal(.invalidValue, "this cannot be recorded", detail: "\(self)", .report)
    case .gap(let reference, let expected):
      Refusal(
        .invalidValue, "expected event \(expected) of this device, got event \(reference.sequence)",
        detail: "\(reference)", .enter("Import the events before it first"))
    case .fork(let reference, _, _):
      Refusal(.invalidValue, "two devices use the same id", detail: "two different events \(reference)")
    case .invalidEvent(let reference, let reason):
      Refusal(.invalidValue, "an event is not valid", detail: "\(reference): \(reason)")
    case .timeTooLate(let reference, _):
      Refusal(.invalidValue, "an event is dated too far in the future", detail: "\(reference)")
    }
  }

  private static func logMissing(_ folder: String, _ found: [String]) -> Refusal {
    let remedy: Remedy =
      found.contains(LedgerLog.erasingMark)
      ? .finishErasing(folder: folder)
      : LedgerLog.isWaitingForCloud(found)
        ? .enter("Have the cloud service download the folder, then try again") : .takeBack
    return Refusal(
      .notFound, "there is no log in this folder, which has other files of a ledger",
      detail: "\(folder) has \(found.joined(separator: ", "))", recordedNothing: true, remedy, .begin())
  }

  /// The first finding about a copy of the log.
  private var copyFinding: String? {
    guard case .damagedCopy(let report) = self else { return nil }
    return report.firstDamaged.map { "\($0): \($0.words)" } ?? report.findings.first?.words
  }
}

extension FileError: Explained {
  /// Returns the explanation. The path is in the detail.
  package func refusal(in locale: LedgerLocale?) -> Refusal {
    if heldAs != nil {
      return Refusal(
        operation == "read" ? .notFound : .forbidden, "this is a file of the ledger itself",
        detail: description, .enter("Name another file"), .backUp)
    }
    if isMissing { return Refusal(.notFound, "a file or folder is missing", detail: description) }
    if isInFile {
      return Refusal(
        operation == "create" ? .forbidden : .notFound, "a file is in the place of a folder",
        detail: description, .enter("Name a folder"))
    }
    if isFolder {
      return Refusal(
        operation == "create" ? .forbidden : .notFound, "a folder is in the place of a file",
        detail: description, .enter("Name a file"))
    }
    if isExisting { return Refusal(.forbidden, "a file of this name exists already", detail: description) }
    if isFull {
      return Refusal(.failed, "the disk is full", detail: description, recordedNothing: true, .makeRoom)
    }
    return System.forbids(code)
      ? Refusal(.forbidden, "permission was denied", detail: description)
      : Refusal(.failed, "reading or writing a file failed", detail: description)
  }
}

extension SystemError: Explained {
  /// Returns the explanation.
  package func refusal(in locale: LedgerLocale?) -> Refusal {
    Refusal(.failed, "the operating system reported an error", detail: reason)
  }
}

extension SQLiteError: Explained {
  /// Returns the explanation. The texts of SQLite are for its log.
  package func refusal(in locale: LedgerLocale?) -> Refusal {
    switch kind {
    case .busy:
      Refusal(.busy, "another program is writing to the ledger", recordedNothing: true, .tryAgain)
    case .full: Refusal(.failed, "the disk is full", recordedNothing: true, .makeRoom)
    case .corrupt: Refusal(.unreadable, "a file of the ledger is damaged", .recover)
    case .notADatabase: Refusal(.notFound, "log.sqlite in this folder is not a ledger", .open(), .recover)
    case .readOnly: Refusal(.forbidden, "the ledger's folder cannot be written")
    case .cannotOpen:
      Refusal(.failed, "a file of the ledger cannot be opened", .enter("Look at the folder's permissions"))
    case .io: Refusal(.failed, "reading or writing a file of the ledger failed")
    case .noMemory: Refusal(.failed, "there is not enough memory")
    case .interrupted: Refusal(.interrupted, "this was interrupted")
    case .constraint, .tooBig, .other:
      Refusal(.defect, "unexpected error of SQLite", detail: message, .report)
    }
  }
}
