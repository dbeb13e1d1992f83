public import EventLog
public import LedgerBytes
internal import LedgerDomain
internal import LedgerPlatform
public import LedgerProjections

/// The state of a ledger in a few figures.
public struct LedgerStatus: Hashable, Sendable {
  /// Its folder.
  public let folder: String
  /// Its identifier.
  public let ledger: UniqueID
  /// In whose name this folder writes.
  package let identity: DeviceIdentity
  /// Whether nothing is written.
  public let isReadOnly: Bool
  /// Events in the log.
  public let events: Int64
  /// Saved transactions.
  public let transactions: Int
  /// Drafts that wait.
  public let drafts: Int
  /// Groups that are not deleted.
  public let groups: Int
  /// Files of pages, and their bytes.
  public let attachments: FileCount
  /// The devices that have recorded events.
  public let devices: [DeviceStatus]
  /// The state of the read models at that moment.
  public let models: ModelsState
  /// The fingerprint of the models' program and schema.
  package let fingerprint: String
  /// The models' file.
  package let modelsPath: String?
  /// The state of the history at that moment.
  public let history: HistoryState
  /// The coverage of the search index, or `nil` if nobody has searched yet.
  public let search: SearchResults.Coverage?
  /// Events that could not be applied, by type.
  public let problems: [ModelProblem]
  /// The state of `log.head` when the log was opened.
  package let head: HeadState
  /// The events that this folder's devices have recorded on this machine and that are missing here.
  ///
  /// The folder was then restored from an older copy, or is one.
  public let missing: [LostEvents]
  /// Whether this machine notes, outside the folder, how much its devices record.
  package let marks: MarkState
  /// The events that a request to skip names in vain, because this program can read them.
  public let skippedInVain: [Position]
  /// The places in the folder that may still have erased content. The next command removes it if it can.
  public let redactionRemains: [Redaction.Remains]
  /// The automatic backup, or `nil` if it is off.
  public let automaticBackup: AutomaticBackup?
}

/// Files and their bytes.
public struct FileCount: Hashable, Sendable {
  /// How many.
  public let count: Int
  /// In all.
  public let bytes: Int64

  /// So many files, with so many bytes in all.
  package init(count: Int, bytes: Int64) {
    self.count = count
    self.bytes = bytes
  }
}

/// A device that has recorded events.
public struct DeviceStatus: Hashable, Sendable {
  /// Which.
  public let device: UniqueID
  /// Its name, if it gave one.
  public let name: String?
  /// How many.
  public let size: UInt64
  /// The root of its tree.
  public let root: SHA256Digest
  /// The latest time among them.
  public let lastTime: HybridTime
}

extension Book {
  /// Returns the state of the ledger. The models are looked at first, then brought to the end.
  ///
  /// - Complexity: O(attachments), and catching up.
  public func status() throws -> LedgerStatus {
    let state = try models.state()
    let history = try models.historyState()
    let search = try models.searchCoverage()
    let isReadOnly = settings.isReadOnly || log.access != .readWrite
    return try models.read { reader in
      var drafts = TransactionFilter()
      drafts.stages = [.draft]
      let recorded = Dictionary(
        try reader.participants().compactMap { part in UniqueID(bytes: part.device).map { ($0, part.name) } }
      ) { first, _ in first }
      let names = recorded.merging(try log.adoptedNames(recorded)) { name, _ in name }
      return LedgerStatus(
        folder: settings.folder, ledger: log.ledgerID, identity: log.identity, isReadOnly: isReadOnly,
        events: try log.lastPosition().rawValue, transactions: try reader.count(TransactionFilter()),
        drafts: try reader.count(drafts), groups: try reader.groupRows().filter { !$0.isDeleted }.count,
        attachments: try attachments.count(),
        devices: try log.devices().map { head in
          DeviceStatus(
            device: head.device, name: names[head.device], size: head.size, root: head.root,
            lastTime: head.lastTime)
        },
        models: state, fingerprint: ReadModels.fingerprint, modelsPath: models.path,
        history: history, search: search, problems: try reader.problems(), head: log.headAtOpening,
        missing: try log.missingByMarks(includingEarlier: true), marks: log.marks,
        skippedInVain: try log.skips().compactMap { reference in
          try log.event(reference).flatMap { $0.isSkippedInVain ? $0.position : nil }
        },
        redactionRemains: redactionRemains(), automaticBackup: automaticBackup)
    }
  }

  /// Returns the events that this folder's device has recorded on this machine and that are missing here.
  ///
  /// In a copied folder it looks for the events of every device that has recorded in it. If any are missing, the folder
  /// was restored from an older copy, and continues as a new device with its next change.
  public func missing() throws -> [LostEvents] { try log.missingByMarks() }
}

extension AttachmentStore {
  /// Returns the files that exist.
  package func count() throws -> FileCount {
    var count = 0
    var bytes: Int64 = 0
    try forEachFile { _, path in
      count += 1
      bytes += Int64(try DurableFile.size(path) ?? 0)
    }
    return FileCount(count: count, bytes: bytes)
  }

  /// Calls `body` with every file that is named like an attachment, and with its digest.
  package func forEachFile(_ body: (SHA256Digest, String) throws -> Void) throws {
    guard DurableFile.exists(folder) else { return }
    for subfolder in try DurableFile.list(folder).sorted() where subfolder.utf8.count == 2 {
      for name in try DurableFile.list("\(folder)/\(subfolder)").sorted() {
        guard let digest = SHA256Digest(hexadecimal: name) else { continue }
        try body(digest, "\(folder)/\(subfolder)/\(name)")
      }
    }
  }
}
