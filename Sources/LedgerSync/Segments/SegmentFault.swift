internal import EventLog
internal import LedgerBytes

/// Why the events of a segment file are not imported.
enum SegmentFault: Error, Hashable, Sendable {
  /// The content does not have the digest in the file's name: a partial download, or a change.
  case notItsName(bytes: Int)
  /// The file has more bytes than any segment.
  case tooLarge(bytes: Int)
  /// It is a link, a folder, a pipe or a device.
  case notAFile
  /// The system refuses to read it.
  case unreadable(String)
  /// The content is no segment.
  case malformed(String)
  /// A line is no event.
  case line(Int, String)
  /// A newer program wrote it.
  case newer
  /// It has events of another ledger.
  case otherLedger(UniqueID)
  /// It has events of another device than its folder and name tell.
  case otherDevice(UniqueID)
  /// The log refuses one of its events.
  case refused(String)
  /// The device has recorded two different events of this number.
  case fork(EventReference)
  /// Another event must come first: an earlier one, or the one that redacts an event without its content.
  case waits(String)
  /// An event claims a time that no clock has reached.
  case clockAhead(EventReference, milliseconds: UInt64)

  /// Whether a later sync may import the same bytes.
  var mayHeal: Bool {
    switch self {
    case .waits, .unreadable, .clockAhead, .newer: true
    case .notItsName, .tooLarge, .notAFile, .malformed, .line, .otherLedger, .otherDevice, .refused, .fork:
      false
    }
  }

  /// The reason in a word that stays when the sentence is changed.
  var code: String {
    switch self {
    case .notItsName: "notItsName"
    case .tooLarge: "tooLarge"
    case .notAFile: "notAFile"
    case .unreadable: "unreadable"
    case .malformed: "malformed"
    case .line: "line"
    case .newer: "newer"
    case .otherLedger: "otherLedger"
    case .otherDevice: "otherDevice"
    case .refused: "refused"
    case .fork: "fork"
    case .waits: "waits"
    case .clockAhead: "clockAhead"
    }
  }

  /// The reason, in one sentence without a full stop.
  var words: String {
    switch self {
    case .notItsName(let bytes):
      "its \(bytes) bytes are not those that its name tells: it is incomplete, or was changed"
    case .tooLarge(let bytes): "it has \(bytes) bytes, more than any segment"
    case .notAFile: "it is not a file but a link, a folder or a device"
    case .unreadable(let reason): reason
    case .malformed(let reason): reason
    case .line(let number, let reason): "line \(number): \(reason)"
    case .newer: "a newer version of the program wrote it"
    case .otherLedger(let ledger): "it is of another ledger, \(ledger)"
    case .otherDevice(let device): "it has events of device \(device), not of the one its name tells"
    case .refused(let reason): reason
    case .fork(let reference):
      "device \(reference.device) has recorded two different events \(reference.sequence), and this file has those "
        + "of the other branch"
    case .waits(let reason): reason
    case .clockAhead(let reference, let milliseconds):
      "event \(reference) claims the time \(InstantText.text(Int64(clamping: milliseconds)) ?? "far ahead"): the "
        + "clock of its device is ahead"
    }
  }
}

// MARK: - The errors of the log

extension SegmentFault {
  /// The fault of a file whose events the log refuses.
  init(_ error: EventLogError) {
    if case .timeTooLate(let reference, let milliseconds) = error {
      self = .clockAhead(reference, milliseconds: milliseconds)
    } else if case .gap = error {
      self = .waits(error.description)
    } else if case .invalidEvent(_, let reason) = error, reason.hasPrefix("its content is missing") {
      self = .waits(error.description)
    } else {
      self = .refused(error.description)
    }
  }
}

extension EventLogError {
  /// Whether the error is about the events, so that others may still be imported.
  var isAboutEvents: Bool {
    switch self {
    case .gap, .fork, .invalidEvent, .timeTooLate, .tooLarge, .otherLedger: true
    case .noLedger, .ledgerExists, .logMissing, .secondName, .otherWriteAheadLog, .displaced, .notALedger,
      .newerVersion, .damaged, .damagedCopy, .readOnly, .inSnapshot, .busy, .lostEvents, .foreignFolder,
      .deviceExists, .wrongVersion, .invalidPayload, .invalidDraft, .commandReused, .noSuchEvent,
      .alreadyRedacted:
      false
    }
  }
}
