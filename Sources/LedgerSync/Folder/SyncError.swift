public import LedgerBook
public import LedgerBytes
public import LedgerDomain

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
  /// Events of other devices erase or delete more than `SyncOptions.lossesMax`, so a person decides.
  case losesMuch(erased: Int, deleted: Int)
  /// Another process syncs this ledger.
  case busy
  /// The ledger was opened for reading only.
  case readOnly
}

extension SyncError: Explained {
  /// Returns the explanation.
  public func refusal(in locale: LedgerLocale?) -> Refusal {
    switch self {
    case .noFolder(let folder):
      Refusal(
        .notFound, "there is no such folder", detail: folder,
        .enter("Connect the drive, or create the folder first"))
    case .ownFolder(let folder):
      Refusal(
        .misuse, "this is the ledger's own folder, or inside it", detail: folder,
        .enter("Name a folder of its own that your drive copies"))
    case .otherLedger(let folder, let found, let own):
      Refusal(
        .unreadable,
        "this is the folder of another ledger, which began on \(found.name), not on \(own.name)",
        detail: "\(folder), \(found.ledger.description.prefix(8)) and \(own.ledger.description.prefix(8))",
        .sync, .join(folder: folder))
    case .datasetUnreadable(let folder, let reason):
      Refusal(
        .unreadable, "dataset.json in this folder cannot be read", detail: "\(folder): \(reason)",
        .enter("If your drive is still downloading, try again later"))
    case .foreignEvents(let folder, let file, let ledger):
      Refusal(
        .unreadable, "this folder has events of another ledger, so nothing was written there",
        detail: "\(folder), in devices/\(file) of \(ledger.description.prefix(8))", .sync,
        .enter("If only that file is there by mistake, move it out of the folder"))
    case .datasetMissing(let folder):
      Refusal(
        .unreadable, "dataset.json of this shared folder is not on this device yet",
        detail: folder, .enter("Wait until your drive has downloaded the folder, then try again"))
    case .newerDataset(let folder, let format):
      Refusal(
        .unreadable, "a newer version of this program wrote the folder", detail: "\(folder) (\(format))",
        .update)
    case .noDataset(let folder):
      Refusal(
        .notFound, "there is no ledger in this shared folder", detail: folder,
        .enter("Sync a device that has the ledger with this folder first"))
    case .noBeginning(let folder, let waiting, let reason):
      Refusal(
        .notFound, "the beginning of the ledger is not in this folder yet",
        detail: folder
          + (waiting > 0 ? ", where \(waiting) file\(waiting == 1 ? " waits" : "s wait") for it" : "")
          + (reason.map { ": \($0)" } ?? ""),
        .enter("Wait until your drive has copied the files of all devices, then try again"))
    case .losesMuch(let erased, let deleted):
      Refusal(
        .refused,
        "events of other devices "
          + [
            erased > 0 ? "erase the content of \(erased) event\(erased == 1 ? "" : "s")" : nil,
            deleted > 0 ? "delete \(deleted) record\(deleted == 1 ? "" : "s")" : nil,
          ].compactMap { $0 }.joined(separator: " and ") + " that \(erased + deleted == 1 ? "is" : "are") here",
        .enter("If this is intended, run the command again with --yes"), .backUp)
    case .busy: Refusal(.busy, "another process is syncing this ledger", .tryAgain)
    case .readOnly: Refusal(.forbidden, "the ledger is open for reading only")
    }
  }
}
