public import LedgerBytes

/// Why a ledger cannot be synced with a folder.
public enum SyncError: Error, Hashable, Sendable {
  /// There is no such folder.
  case noFolder(String)
  /// The folder is, or is inside, the ledger's own folder.
  case ownFolder(String)
  /// The folder is of another ledger.
  case otherLedger(folder: String, found: Dataset, own: Dataset)
  /// `dataset.json` is there and cannot be read.
  case datasetUnreadable(folder: String, reason: String)
  /// A file in the folder has events of another ledger than `dataset.json`, or this ledger, names.
  case foreignEvents(folder: String, file: String, ledger: UniqueID)
  /// The folder has files of a ledger. `dataset.json`, which names the ledger, has not come yet.
  case datasetMissing(folder: String)
  /// A newer program wrote `dataset.json`.
  case newerDataset(folder: String, format: String)
  /// There is no dataset in the folder.
  case noDataset(folder: String)
  /// The folder does not have the beginning of the ledger yet. The reason is that of the first file that waits.
  case noBeginning(folder: String, waiting: Int, reason: String?)
  /// Another process syncs this ledger.
  case busy
  /// The ledger was opened for reading only.
  case readOnly
}

extension SyncError {
  /// The reason, in one sentence without a full stop.
  public var message: String {
    switch self {
    case .noFolder(let folder): "there is no folder \(folder)"
    case .ownFolder(let folder): "\(folder) is the ledger's own folder, or inside it"
    case .otherLedger(let folder, let found, let own):
      "\(folder) is the folder of another ledger: it has the one that began on \(found.name) "
        + "(\(found.ledger.description.prefix(8))), and this is the one that began on \(own.name) "
        + "(\(own.ledger.description.prefix(8)))"
    case .datasetUnreadable(let folder, let reason):
      "dataset.json in \(folder) cannot be read: \(reason)"
    case .foreignEvents(let folder, let file, let ledger):
      "\(folder) has events of another ledger (\(ledger.description.prefix(8))), in devices/\(file); nothing was "
        + "written there"
    case .datasetMissing(let folder):
      "\(folder) has files of a ledger, and dataset.json, which names it, is not on this device yet"
    case .newerDataset(let folder, let format): "a newer version of the program wrote \(folder) (\(format))"
    case .noDataset(let folder): "there is no ledger in the shared folder \(folder)"
    case .noBeginning(let folder, let waiting, let reason):
      "the beginning of the ledger is not in \(folder) yet"
        + (waiting > 0 ? "; \(waiting) file\(waiting == 1 ? " there waits" : "s there wait") for it" : "")
        + (reason.map { ": \($0)" } ?? "")
    case .busy: "another process is syncing this ledger"
    case .readOnly: "the ledger is open for reading only"
    }
  }

  /// The next thing to do, or `nil` if there is no advice.
  public var advice: String? {
    switch self {
    case .noFolder: "Is the drive connected? If the folder is new, create it first"
    case .ownFolder: "Name a folder of its own that your drive copies, such as one in your cloud drive"
    case .otherLedger:
      "Name another folder, or make a ledger of that one: events --ledger NEW init --from FOLDER"
    case .datasetUnreadable: "If your drive is still downloading, try again later"
    case .foreignEvents:
      "Sync this ledger with a folder of its own: events sync OTHER-FOLDER. If only that file came there by mistake, "
        + "move it out of the folder"
    case .datasetMissing:
      "Wait until your drive has downloaded the folder, or open dataset.json there once, then try again"
    case .newerDataset: "Update the program"
    case .noDataset: "Begin on a device that has the ledger: events sync FOLDER"
    case .noBeginning: "Wait until your drive has copied the files of all devices, then try again"
    case .busy: "Try again when it is done"
    case .readOnly: nil
    }
  }
}
