public import EventLog
public import LedgerBook
public import LedgerBytes

/// The result of a sync.
public struct SyncReport: Hashable, Sendable {
  /// The dataset of the shared folder.
  public var dataset: Dataset
  /// The events that were written into the folder.
  public var sent = 0
  /// The events that came from the folder, by the device that recorded them.
  public var received: [UniqueID: Int] = [:]
  /// The positions of the events that came, or `nil` if no event came.
  public var positions: ClosedRange<Position>?
  /// Events that had come without their content and have it now.
  public var healed = 0
  /// The events whose contents were erased here, because another device had redacted them.
  public var erased = 0
  /// The places in the ledger's folder that may still have erased content. The next command or sync removes it.
  public var remains: [Redaction.Remains] = []
  /// The files of other devices in the folder that still have erased content. Their next sync replaces them.
  public var holders: [UniqueID: Int] = [:]
  /// The events that cannot be imported before others have come.
  public var waiting: [Waiting] = []
  /// The files that are not imported, and why.
  public var quarantined: [QuarantinedFile] = []
  /// Events that are here and in no file of the folder, although their device should have written them.
  public var missingInFolder: [DeviceRange] = []
  /// Pages that events name and that have not come yet.
  public var missingPages: [SHA256Digest] = []
  /// The pages that came.
  public var pagesReceived = 0
  /// The pages that were written into the folder.
  public var pagesSent = 0
  /// Files that the drive has announced and not downloaded yet.
  public var placeholders = 0
  /// Names in the folder that do not belong there.
  public var strangers: [String] = []
  /// Copies that a drive made of files there, and whose content is another one. Nothing reads them.
  public var differingCopies: [String] = []
  /// The first event of each fork: its device has recorded two different events of that number.
  public var forks: [EventReference] = []
  /// New events of known devices that other devices published, and that no third device has seen.
  public var unwitnessed: [DeviceRange] = []
  /// The events that this device's log has lost. Nothing can be recorded before they are back or given up.
  public var lost: [LostEvents] = []
  /// Whether this folder's device has ended, because the folder was restored from an older copy.
  public var isRestored = false
  /// The readable copy that was written, or `nil` if it was not asked for.
  public var readable: ReadableCopy?

  /// The events that came.
  public var receivedCount: Int { received.values.reduce(0, +) }

  /// Whether everything that the folder tells of is here.
  public var isComplete: Bool {
    waiting.isEmpty && lost.isEmpty && quarantined.allSatisfy(\.isBranch) && missingPages.isEmpty
      && placeholders == 0
  }

  /// Events of a device, by their numbers there.
  public struct DeviceRange: Hashable, Sendable {
    /// The device.
    public let device: UniqueID
    /// The numbers of the events.
    public let sequences: ClosedRange<UInt64>
  }

  /// Events that wait for earlier ones of their device.
  public struct Waiting: Hashable, Sendable {
    /// The events that are missing.
    public let missing: DeviceRange
    /// The events that wait for them.
    public let held: Int
  }

  /// A file that is not imported.
  public struct QuarantinedFile: Hashable, Sendable {
    /// Its path below `devices`.
    public let file: String
    /// Why, in one sentence without a full stop.
    public let reason: String
    /// The reason in a word that does not change. It is `nil` if an earlier version noted the file.
    public let reasonCode: String?
    /// Whether its events are kept as a branch of their device, so that nothing of it is missing.
    public let isBranch: Bool
  }
}
