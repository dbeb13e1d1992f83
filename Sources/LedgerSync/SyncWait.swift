public import LedgerBook
public import LedgerBytes

/// Events, scans or files that a sync has still to bring, here or into the shared folder.
public struct SyncWait: Hashable, Sendable {
  /// The reason for waiting. A program can rely on its name.
  public enum Reason: String, CaseIterable, Hashable, Sendable {
    /// Events of this device are not in the shared folder yet.
    case unsent
    /// The shared folder cannot be found: its drive is not connected, or it was moved.
    case folderMissing
    /// The shared folder lost events that are here.
    case folderLacksEvents
    /// Events came, and earlier events of their device did not.
    case earlierEventsMissing
    /// Scans of receipts did not come with their events.
    case scansMissing
    /// Files in the shared folder are incomplete or damaged.
    case filesUnreadable
    /// The drive has announced files that it has not downloaded.
    case notDownloaded
    /// Events of other devices erase or delete so much that a person decides first.
    case manyLosses
    /// A device recorded twice with one id, and nobody has decided about the second branch.
    case branch
    /// The log has lost events. Nothing can be recorded before they are back or given up.
    case eventsLost
  }

  /// The reason.
  public let reason: Reason
  /// The number of events, scans or files.
  public let count: Int
  /// The device whose events wait or are missing, or `nil` if several do or it is unknown.
  public let device: UniqueID?
  /// The missing events of that device, by their numbers.
  public let sequences: ClosedRange<UInt64>?
  /// The shared folder, or `nil` if the reason is not about one.
  public let folder: String?
  /// When it began, by this device's clock, or `nil` if that is unknown.
  public let sinceMilliseconds: Int64?

  /// Whether something waits on this device to be sent, not on another one.
  public var waitsHere: Bool {
    switch reason {
    case .unsent, .folderMissing, .folderLacksEvents, .branch: true
    case .earlierEventsMissing, .scansMissing, .filesUnreadable, .notDownloaded, .manyLosses, .eventsLost: false
    }
  }

  /// Returns the state in one sentence without a full stop.
  ///
  /// - Parameter name: Returns the name of a device.
  public func words(_ name: (UniqueID) -> String) -> String {
    let other = device.map(name) ?? "another device"
    let one = count == 1
    switch reason {
    case .unsent:
      return "\(events) recorded here \(one ? "is" : "are") not in the shared folder yet"
    case .folderMissing:
      return "the shared folder \(folder ?? "") cannot be found: its drive is not connected, or it was moved"
    case .folderLacksEvents:
      return "the shared folder has lost \(events) of \(other)\(range), which \(one ? "is" : "are") still here"
    case .earlierEventsMissing:
      return "\(events) from \(other) \(one ? "waits" : "wait"), as earlier ones\(range) have not come"
    case .scansMissing:
      return "\(count) scan\(one ? " has" : "s have") not come yet"
    case .filesUnreadable:
      return "\(count) file\(one ? "" : "s") in the shared folder \(one ? "is" : "are") incomplete or damaged"
    case .notDownloaded:
      return "your drive has not downloaded \(count) file\(one ? "" : "s") of the shared folder"
    case .manyLosses:
      return "events of other devices wait, as they would erase or delete \(count) contents and records here"
    case .branch:
      return
        "\(other) was used twice under one id, so \(events) \(one ? "is" : "are") kept aside and in no figure"
    case .eventsLost:
      return "the log has lost \(events) of \(other)\(range), so nothing can be recorded"
    }
  }

  /// The next thing to do before the step, in one sentence without a full stop, such as `Send them`.
  public var advice: String {
    switch reason {
    case .unsent: "Send \(count == 1 ? "it" : "them")"
    case .folderMissing: "Connect the drive, or name the folder's new place"
    case .folderLacksEvents: "Write them again"
    case .earlierEventsMissing: "Sync on the device that recorded them, then here"
    case .scansMissing, .filesUnreadable: "Wait until your drive has copied everything, then"
    case .notDownloaded: "Open the folder so that your drive downloads it, then"
    case .manyLosses: "Decide at the next sync"
    case .branch: "See what they are"
    case .eventsLost: "Bring \(count == 1 ? "it" : "them") back, or accept the loss"
    }
  }

  /// The step that follows the advice.
  public var remedy: Remedy {
    switch reason {
    case .folderMissing: .sync
    case .folderLacksEvents: .next(.repairFolder)
    case .branch: .next(.branches)
    case .eventsLost: .recover
    case .unsent, .earlierEventsMissing, .scansMissing, .filesUnreadable, .notDownloaded, .manyLosses:
      .next(.sync())
    }
  }

  private var events: String { "\(count) event\(count == 1 ? "" : "s")" }

  private var range: String {
    guard let sequences else { return "" }
    let (first, last) = (sequences.lowerBound, sequences.upperBound)
    return first == last ? " (number \(first))" : " (numbers \(first) to \(last))"
  }
}

extension SyncWait {
  /// The value as the memory of syncs keeps it.
  var stored: JSONValue {
    [
      "count": .integer(Int64(count)), "device": device.map { .string($0.description) } ?? .null,
      "first": sequences.map { .integer(Int64(clamping: $0.lowerBound)) } ?? .null,
      "last": sequences.map { .integer(Int64(clamping: $0.upperBound)) } ?? .null,
      "reason": .string(reason.rawValue), "since": sinceMilliseconds.map { .integer($0) } ?? .null,
    ]
  }

  /// Reads a kept value, or returns `nil` if it is damaged.
  init?(stored value: JSONValue, folder: String) {
    guard case .string(let name)? = value["reason"], let reason = Reason(rawValue: name),
      case .integer(let count)? = value["count"]
    else { return nil }
    var (device, sequences, since): (UniqueID?, ClosedRange<UInt64>?, Int64?)
    if case .string(let text)? = value["device"] { device = UniqueID(text) }
    if case .integer(let first)? = value["first"], case .integer(let last)? = value["last"], first > 0,
      last >= first
    {
      sequences = UInt64(first)...UInt64(last)
    }
    if case .integer(let instant)? = value["since"] { since = instant }
    self.init(
      reason: reason, count: Int(clamping: count), device: device, sequences: sequences, folder: folder,
      sinceMilliseconds: since)
  }
}
