internal import EventLog
public import LedgerBook
public import LedgerBytes
internal import LedgerPlatform

/// The state of a ledger's syncs: what waits, where, since when and why.
///
/// It is what this device remembers and what its log has. Of the shared folder it tells only whether it is there.
public struct SyncStatus: Hashable, Sendable {
  /// A shared folder.
  public struct Folder: Hashable, Sendable {
    /// Its path.
    public let folder: String
    /// When the last complete sync ended, by this device's clock, or `nil` if there was no sync.
    public let syncedAtMilliseconds: Int64?
    /// The files that were not imported then.
    public let quarantined: [SyncReport.QuarantinedFile]
    /// The files of other devices that still had erased content then. Their next sync replaces them.
    public let holders: [UniqueID: Int]
    /// The events and files that wait for a sync with this folder.
    public let waits: [SyncWait]
  }

  /// A device that has recorded events.
  public struct Device: Hashable, Sendable {
    /// The device.
    public let device: UniqueID
    /// Whether it is this folder's.
    public let isOwn: Bool
    /// The number of its events here.
    public let size: UInt64
    /// The last number that an event here names, which may be beyond `size`.
    public let awaited: UInt64
    /// When it recorded the last of its events, by its own wall clock.
    public let lastRecordedMilliseconds: Int64
    /// The time between its clock and this device's when its last event came, if its clock was ahead.
    public let aheadMilliseconds: Int64
  }

  /// The folders that were synced with, by their paths.
  public let folders: [Folder]
  /// The devices, in the order of their first arrival.
  public let devices: [Device]
  /// The pages that events name and that have not come.
  public let missingPages: Int

  /// The branches about which nobody has decided.
  public let branches: [SyncWait]

  /// The folder of the last sync, which the next one uses, or `nil` if there was no sync.
  public var lastFolder: Folder? {
    folders.max { ($0.syncedAtMilliseconds ?? 0) < ($1.syncedAtMilliseconds ?? 0) }
  }

  /// The events and files that wait for the next sync, here and on other devices.
  ///
  /// Folders that are no longer used have no part in it.
  public var waits: [SyncWait] { (lastFolder?.waits ?? []) + branches }

  /// Whether nothing waits, here or on another device.
  public var isComplete: Bool { waits.isEmpty && missingPages == 0 }
}

/// A file of a shared folder that brought events.
public struct SyncArrival: Hashable, Sendable {
  /// When, by this device's wall clock.
  public let atMilliseconds: Int64
  /// The device that recorded the events.
  public let device: UniqueID
  /// The numbers of the events.
  public let sequences: ClosedRange<UInt64>
  /// The file's path below `devices`.
  public let file: String
}

/// The state of a log and of a shared folder, to notice changes.
public struct SyncTrace: Hashable, Sendable {
  let position: Position
  /// The names in the folder, which change when files are added.
  let names: [String]
}

extension Book {
  /// Returns the state of this ledger's syncs.
  ///
  /// - Complexity: O(devices), and a look at the last event of each.
  public func syncStatus() -> SyncStatus {
    let memory = SyncMemory(ledgerFolder: log.folder)
    let folders = memory.folders.sorted { $0.key < $1.key }.map { path, folder in
      SyncStatus.Folder(
        folder: path, syncedAtMilliseconds: folder.syncedAtMilliseconds,
        quarantined: folder.quarantined.map(\.reported), holders: folder.holders, waits: waits(memory, path))
    }
    let devices = ((try? log.devices()) ?? []).compactMap { head -> SyncStatus.Device? in
      let last = EventReference(device: head.device, sequence: head.size)
      guard let event = try? log.event(last) else { return nil }
      return SyncStatus.Device(
        device: head.device, isOwn: log.identity == .own(head.device), size: head.size, awaited: head.size,
        lastRecordedMilliseconds: event.recordedAtMilliseconds,
        aheadMilliseconds: max(0, event.aheadMilliseconds ?? 0))
    }
    return SyncStatus(
      folders: folders, devices: devices, missingPages: memory.missingPages?.count ?? 0,
      branches: branchWaits())
  }

  /// Returns the files that brought events, the oldest first. The list is bounded: old entries go.
  public func syncArrivals() -> [SyncArrival] {
    SyncJournal.read(log.folder).map { entry in
      SyncArrival(
        atMilliseconds: entry.at, device: entry.name.device, sequences: entry.name.sequences, file: entry.file)
    }
  }

  /// Returns the state of the log and of a shared folder, which differs once there is something to sync.
  public func syncTrace(with folder: String) throws -> SyncTrace {
    let listing = (try? SharedPlace(root: folder)).flatMap { try? FolderListing($0) }
    return SyncTrace(position: try lastPosition(), names: listing?.trace ?? [])
  }
}
