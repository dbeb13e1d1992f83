package import LedgerBytes
package import LedgerPlatform
internal import LedgerSQLite

/// The immutable log of one ledger, in `log.sqlite` of its folder.
///
/// Events are appended in `write(_:)` and read at any time. One log is owned by one place (explicitly not
/// `Sendable`); other threads and processes open their own. Knows no domain event.
///
///     let log = try LedgerLog.open(folder, mode: .readWrite)
///     let stored = try log.write { writer in
///       try writer.append(drafts, correlation: command, clock: .now(), salts: LedgerLog.randomSalt)
///     }
package final class LedgerLog {
  let files: LedgerFolder
  let connection: Connection
  let reader: LogReader
  /// Open for as long as the log is, where it may be written: what writers lock, and write the head into.
  var headFile: OpenFile?
  /// The file that `headFile` is.
  var headIdentity: FileIdentity?
  /// Keeps `log.head` and `device` from being opened by name as something else.
  private var ownFiles: HeldFiles?
  /// Whether it was written into since it was synced.
  var isHeadUnsynced = false
  /// The folder with the marks of this machine's devices, or `nil` if the caller named no folder.
  let state: StateFolder?
  let busyTimeoutMilliseconds: Int32

  /// The ledger that this log is of.
  package let ledgerID: UniqueID
  /// When it was made, by the wall clock of the device that made it (UTC).
  package let createdAtMilliseconds: Int64
  /// How it is open.
  package let access: Access
  /// The device in whose name it writes. It changes when a write adopts a device.
  package internal(set) var identity: DeviceIdentity
  /// The state of `log.head` when the log was opened.
  ///
  /// The next write mends `.missing`, `.unreadable` and `.behind`. With `.ahead` it is refused.
  package let headAtOpening: HeadState
  /// Why `log.head` or `device` could not be written after the last commit. The events are on record all the same.
  package internal(set) var lastUpkeepFailure: FileError?
  /// The stamp of the folder when its files were last found in place, or `nil` if it was not settled.
  ///
  /// The files are the log, its -wal, `log.head` and `device`.
  var inPlace: FolderStamp?
  /// The inode of the `device` file that `identity` comes from.
  var deviceInode: UInt64?
  var isWriting = false
  /// Whether `holding` runs: reads are of one snapshot, and nothing is written.
  package internal(set) var isHeld = false
  /// The number of events that were recorded or received through this connection.
  package internal(set) var recordedCount: Int64 = 0
  var knownRowWriter: RowWriter?
  var knownRowReader: RowReader?
  /// The reader that looks streams up while a large batch is inserted. The first such batch opens it.
  var lookupReader: LedgerLog?
  var knownPageReader: PageReader?
  /// The pages in which tables begin, as of a version of the schema, or `nil` if that is not as expected.
  var checkedRoots: (version: Int64, roots: Roots?)?
  /// The bytes that this log wrote into `log.head` last, and their content.
  var lastHead: (bytes: [UInt8], head: LogHead)?
  /// The end of the log after this connection's last write.
  var knownEnd: KnownEnd?

  /// How a log is open.
  package enum Access: Hashable, Sendable {
    /// For reading and writing.
    case readWrite
    /// For reading.
    case readOnly
    /// On a medium that nothing changes.
    case readOnlyMedium
  }

  init(
    files: LedgerFolder, connection: Connection, headFile: OpenFile?, busyTimeoutMilliseconds: Int32,
    ledgerID: UniqueID, createdAtMilliseconds: Int64, access: Access, headAtOpening: HeadState,
    stateFolder: String?
  ) {
    precondition(headFile == nil || access == .readWrite, "only a log that can be written locks log.head")
    self.files = files
    self.connection = connection
    reader = LogReader(connection)
    self.headFile = headFile
    headIdentity = headFile?.identity
    self.busyTimeoutMilliseconds = busyTimeoutMilliseconds
    self.ledgerID = ledgerID
    self.createdAtMilliseconds = createdAtMilliseconds
    self.access = access
    self.headAtOpening = headAtOpening
    state = stateFolder.map { StateFolder($0, ledger: ledgerID) }
    do throws(FileError) {
      identity = try DeviceFile.read(files, state)
      deviceInode = DurableFile.inode(files.device)
    } catch {
      // Reading continues without it. A write reads it again, and fails if it still cannot be read.
      identity = .foreign(previous: nil)
    }
    holdOwnFiles()
  }

  /// Holds the files that have these names now.
  func holdOwnFiles() { ownFiles = HeldFiles(others: [files.head, files.device]) }

  deinit { try? close() }

  /// The ledger's folder.
  package var folder: String { files.path }

  /// Syncs the head, where it was written, and closes. The last to close copies the -wal into the log. Closing twice is
  /// fine.
  package func close() throws {
    precondition(!isWriting, "a log is closed after its write has ended")
    let synchronized = Result { () throws(FileError) in
      if isHeadUnsynced { try headFile?.synchronize() }
      isHeadUnsynced = false
    }
    state?.synchronize()
    try lookupReader?.close()
    lookupReader = nil
    ownFiles = nil
    try connection.close()
    try synchronized.get()
  }
}

@available(*, unavailable)
extension LedgerLog: Sendable {}
