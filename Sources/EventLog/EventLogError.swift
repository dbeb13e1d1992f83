public import LedgerBytes

/// The reasons why the log refuses something, with a description for a person.
///
/// Failures of SQLite and of the file system come as `SQLiteError` and `FileError`.
package enum EventLogError: Error, Hashable, Sendable {
  /// The folder holds no ledger.
  case noLedger(folder: String)
  /// The folder already holds a ledger.
  case ledgerExists(folder: String)
  /// The folder holds files of a ledger, and no log to go with them: what was found.
  case logMissing(folder: String, found: [String])
  /// The file has a second name: programs that open it by different names would destroy it.
  case secondName(path: String)
  /// The -wal at that path was written for another copy of the log.
  case otherWriteAheadLog(path: String)
  /// The file at that path is no longer the one that was opened. `isWritten`: the command's events are in the file that
  /// was moved or deleted, and were never acknowledged.
  case displaced(path: String, isWritten: Bool)
  /// `log.sqlite` is something else.
  case notALedger(path: String)
  /// A newer program wrote the log.
  case newerVersion(found: Int64, known: Int64)
  /// The file contradicts itself. `verify` finds where.
  case damaged(String)
  /// A copy of the log was verified and is not sound, so it was not kept.
  case damagedCopy(VerificationReport)
  /// The log was opened for reading only.
  case readOnly(folder: String)
  /// The call is not possible in the closure of `Book.read`, which reads a snapshot and records nothing.
  case inSnapshot
  /// Another program held the write lock for `milliseconds`, or changed a log on a read-only medium (0).
  case busy(milliseconds: Int64)
  /// The log is shorter than it was, or has become another: nothing is appended.
  case lostEvents([LostEvents])
  /// A copy of another ledger, where one of this is needed.
  case otherLedger(expected: UniqueID, found: UniqueID)
  /// The folder was copied or restored: it needs a device id of its own before it writes.
  case foreignFolder(previous: UniqueID?)
  /// A new device id that the log already knows.
  case deviceExists(UniqueID)
  /// The stream is not at the version it was expected to be.
  case wrongVersion(stream: StreamID, expected: StreamVersion, actual: StreamVersion)
  /// The payload of a draft is not JSON as the log takes it.
  case invalidPayload(draft: Int, offset: Int, reason: String)
  /// A draft or an event is over a limit.
  case tooLarge(what: String, bytes: Int, limit: Int)
  /// A draft that no envelope can hold: its cause comes later, or its name is empty.
  case invalidDraft(draft: Int, reason: String)
  /// The same command id with other content.
  case commandReused(UniqueID)
  /// No such event here.
  case noSuchEvent(EventReference)
  /// The event was redacted before.
  case alreadyRedacted(EventReference)
  /// Events of the device before this one are missing.
  case gap(EventReference, expected: UInt64)
  /// Two different events of one number: the device's id is used twice.
  case fork(EventReference, here: SHA256Digest, other: SHA256Digest)
  /// The event's parts do not give its leaf hash, or are no event.
  case invalidEvent(EventReference, reason: String)
  /// The event claims to be from after 2200.
  case timeTooLate(EventReference, milliseconds: UInt64)
}

/// The number of one device's events that are missing.
public struct LostEvents: Hashable, Sendable {
  /// The device.
  public let device: UniqueID
  /// The number of events that the device had recorded.
  public let expected: UInt64
  /// The number of events that are left. If it equals `expected`, they are other events.
  public let found: UInt64
}

extension EventLogError: CustomStringConvertible {
  /// A sentence for a person: the failure, where it is, and the remedy if there is one.
  package var description: String {
    switch self {
    case .noLedger(let folder): "no ledger in \(folder)"
    case .ledgerExists(let folder): "there is already a ledger in \(folder)"
    case .logMissing(let folder, let found):
      "there is no log in \(folder), but there is what a ledger leaves: \(found.joined(separator: ", "))"
    case .secondName(let path):
      "\(path) has a second name (a hard link), and opened by both names it would lose events"
    case .otherWriteAheadLog(let path):
      "\(path) was written for another copy of the log: the log was replaced after a process had ended without closing it"
    case .displaced(let path, let isWritten):
      "\(path) is no longer the file that was opened: the folder was moved, deleted or replaced"
        + (isWritten ? ", and with it what was being recorded" : "")
    case .notALedger(let path): "\(path) is not the log of a ledger"
    case .newerVersion(let found, let known):
      "the log was written by a newer program (its schema is \(found), this program knows \(known))"
    case .damaged(let words): "the log is damaged: \(words)"
    case .damagedCopy(let report): report.copyWords
    case .readOnly(let folder): "the ledger in \(folder) is open for reading only"
    case .inSnapshot: "this is not possible in a read at one position"
    case .busy(let milliseconds): "another program has been writing for \(milliseconds) ms"
    case .lostEvents(let lost):
      "the log has lost events, so nothing is appended: "
        + lost.prefix(3).map(\.description).joined(separator: "; ")
        + (lost.count > 3 ? "; and \(lost.count - 3) devices more" : "")
    case .otherLedger(let expected, let found): "it is a copy of ledger \(found), not of \(expected)"
    case .foreignFolder(let previous):
      "this folder is a copy" + (previous.map { " of device \($0)" } ?? "")
        + " and needs a device id of its own"
    case .deviceExists(let device): "the log already knows a device \(device)"
    case .wrongVersion(let stream, let expected, let actual):
      "\(stream) is at version \(actual), not \(expected): someone changed it meanwhile"
    case .invalidPayload(let draft, let offset, let reason):
      "the payload of draft \(draft) is not valid at byte \(offset): \(reason)"
    case .tooLarge(let what, let bytes, let limit):
      "\(what) has \(bytes) bytes, more than the limit of \(limit)"
    case .invalidDraft(let draft, let reason): "draft \(draft): \(reason)"
    case .commandReused(let id): "command \(id) was given before, with other content"
    case .noSuchEvent(let reference): "no event \(reference) here"
    case .alreadyRedacted(let reference): "event \(reference) was redacted before"
    case .gap(let reference, let expected):
      "event \(reference) is not the next of its device, which is \(expected): some are missing in between"
    case .fork(let reference, let here, let other):
      "two different events \(reference): \(here) here, \(other) there. The device's id is used twice"
    case .invalidEvent(let reference, let reason): "event \(reference) is not valid: \(reason)"
    case .timeTooLate(let reference, let milliseconds):
      "event \(reference) claims a time that no clock has reached (\(milliseconds) ms since 1970)"
    }
  }
}

extension LostEvents: CustomStringConvertible {
  /// `device …: 12 of 15 events left`.
  public var description: String {
    found == expected
      ? "device \(device): its \(found) events are not the ones there were"
      : "device \(device): \(found) of \(expected) events left"
  }
}

extension VerificationReport {
  /// The first finding about a copy of the log, for a person.
  fileprivate var copyWords: String {
    let first = firstDamaged.map { "\($0): \($0.words)" } ?? findings.first.map(\.words) ?? "it is not sound"
    return "the log is damaged, so no copy of it was kept; the first finding: \(first)"
  }
}
