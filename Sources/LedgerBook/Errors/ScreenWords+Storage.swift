internal import EventLog
internal import LedgerBytes
internal import LedgerPlatform
internal import LedgerProjections
internal import LedgerSQLite

// Sentences for errors of the log, the disk and the models.

extension EventLogError {
  var screenWords: ScreenWords {
    switch self {
    case .noLedger: ScreenWords("There is no ledger here yet.", "Begin a new one, or restore a backup.")
    case .logMissing:
      ScreenWords(
        "A part of the ledger is missing here.",
        "If the folder is in a cloud, wait until it is downloaded. Otherwise restore a backup.")
    case .secondName:
      ScreenWords("The ledger's file is shared with another folder.", "Open a copy of the ledger.")
    case .displaced:
      ScreenWords(
        "The ledger was moved or deleted while it was open.", "Nothing was recorded. Open it where it is now.")
    case .otherWriteAheadLog:
      ScreenWords(
        "The ledger's file was replaced by another copy, and a part of the old one is left.",
        "Restore the whole folder from a backup.")
    case .ledgerExists:
      ScreenWords("There is a ledger here already.", "Open that one, or choose another place.")
    case .notALedger: ScreenWords("This is not a ledger.", "Choose another place.")
    case .newerVersion:
      ScreenWords(
        "This ledger was written by a newer version of the app.", "Update the app. Nothing was changed.")
    case .damaged:
      ScreenWords(
        "The ledger's file is damaged.", "Keep it as it is, and go on with a backup.")
    case .damagedCopy:
      ScreenWords(
        "No backup was made, because the ledger's file is damaged.",
        "Keep the backups that you have. The latest good one brings the ledger back.")
    case .readOnly: ScreenWords("The ledger can only be read here.", "Nothing was recorded.")
    case .busy:
      ScreenWords("The ledger is in use by another app or process.", "Nothing was recorded. Try again.")
    case .lostEvents:
      ScreenWords(
        "Some of what was recorded here is missing, so nothing new is recorded.",
        "Take it back from a backup or from another device.")
    case .otherLedger: ScreenWords("This is a copy of another ledger.", "Choose a copy of this one.")
    case .foreignFolder, .deviceExists:
      ScreenWords("This ledger was copied from another device.", "Open it again. It goes on as a new device.")
    case .wrongVersion:
      ScreenWords("This was changed meanwhile.", "Look at it again, then repeat your change.")
    case .commandReused:
      ScreenWords(
        "This was recorded before, with other content.", "Nothing was recorded now. Look at what is there.")
    case .noSuchEvent: ScreenWords("What this is about is not in this ledger.", "Load the screen again.")
    case .alreadyRedacted: ScreenWords("This was removed for good before.", nil)
    case .tooLarge: ScreenWords("This is too large to be recorded.", "Make it shorter or smaller.")
    case .invalidPayload, .invalidDraft:
      ScreenWords("This cannot be recorded.", "Nothing was changed. Report it to the makers of the app.")
    case .gap:
      ScreenWords("The data from another device is not complete.", "Nothing was imported. Try again later.")
    case .fork:
      ScreenWords(
        "Two devices record in the same name.",
        "Nothing was imported. Open the ledger on the copied device again.")
    case .invalidEvent, .timeTooLate:
      ScreenWords("The data from another device is damaged.", "Nothing was imported. Fetch it again.")
    }
  }
}

extension ModelError {
  var screenWords: ScreenWords {
    switch self {
    case .damaged:
      ScreenWords("The figures cannot be shown.", "Compute them again. Everything that was recorded is safe.")
    case .removed:
      ScreenWords("The figures cannot be computed now.", "Everything that was recorded is safe. Try again.")
    case .unreadable:
      ScreenWords(
        "A record cannot be read, so the figures were not computed again.",
        "The figures from before stay. Update the app.")
    case .overflow:
      ScreenWords("A total is too large to be counted.", "Look for an amount with too many digits.")
    }
  }
}

extension FileError {
  var screenWords: ScreenWords {
    if heldAs != nil { return ScreenWords("This file belongs to the ledger itself.", "Choose another file.") }
    if isFull { return .fullDisk }
    if isMissing { return ScreenWords("A file is not there.", "Choose it again.") }
    if isExisting { return ScreenWords("There is a file of that name already.", "Choose another name.") }
    if isForbidden { return ScreenWords("A file cannot be used.", "Look at its permissions.") }
    return ScreenWords.brokenDisk
  }
}

extension SQLiteError {
  var screenWords: ScreenWords {
    switch kind {
    case .busy: EventLogError.busy(milliseconds: 0).screenWords
    case .full: ScreenWords.fullDisk
    case .corrupt: EventLogError.damaged("").screenWords
    case .notADatabase: EventLogError.notALedger(path: "").screenWords
    case .readOnly: EventLogError.readOnly(folder: "").screenWords
    case .cannotOpen: ScreenWords("A file of the ledger cannot be opened.", "Look at its permissions.")
    case .io: ScreenWords.brokenDisk
    case .noMemory: ScreenWords("There is not enough memory.", "Close other apps, then try again.")
    case .interrupted: ScreenWords("This was cancelled.", nil)
    case .constraint, .tooBig, .other:
      ScreenWords("The ledger cannot do this.", "Nothing was changed. Open the ledger again.")
    }
  }
}

extension GenerationStopped {
  /// The error that stopped it. It also mentions that a part is on record.
  var screenWords: ScreenWords {
    ScreenWords(
      ScreenWords(reason).message,
      "Part of the transactions were made. Generate again: it goes on where it stopped.")
  }
}

extension ScreenWords {
  fileprivate static let fullDisk = ScreenWords(
    "The disk is full.", "Make room, then try again. What was recorded before is kept.")
  fileprivate static let brokenDisk = ScreenWords(
    "Reading or writing a file of the ledger failed.", "Try again. If it goes on, look at the disk.")
}
