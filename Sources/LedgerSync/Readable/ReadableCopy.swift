internal import LedgerBook
internal import LedgerBytes
internal import LedgerDomain
internal import LedgerExchange
internal import LedgerPlatform
internal import LedgerProjections

/// A copy of a ledger in its shared folder that people read without this program (ET-26).
///
///     Data/Transactions.csv …                                     a table for each kind of record
///     Receipts/2026-06-14/2026-06-14_Lufthansa_EUR-420.00.jpg     the scans of saved transactions
///
/// The copy is written after a sync, and no sync reads it. The same ledger gives the same bytes, and what is the same is
/// not written again. So two devices that write it do not disturb each other.
struct ReadableCopy {
  let book: Book
  let root: SharedPlace
  /// Whether the bytes of scans are compared too. Otherwise a file of the right name and size is left as it is.
  let checksBytes: Bool
  /// The pages that erased events had named, which no event names any more.
  let erasedPages: Set<SHA256Digest>

  static let dataName = "Data"
  static let receiptsName = "Receipts"
  /// A larger table is written without a look at the one that is there.
  private static let comparedBytesMax = 64 << 20
  private static let filesMax = 1_000_000
  private static let leftNamesMax = 100

  /// Writes what has changed.
  func write() throws -> SyncReport.ReadableCopy {
    var report = SyncReport.ReadableCopy()
    var filter = TransactionFilter()
    filter.stages = [.saved]
    let data = try root.makeFolder(Self.dataName)
    var scans = Scans(
      book: book, place: try root.makeFolder(Self.receiptsName), checksBytes: checksBytes,
      erasedPages: erasedPages)
    var files: [SharedFile] = []
    do {
      let tables = RecordTables(hasNames: false) { name, columns in
        let file = try data.begin(Self.fileName(name))
        files.append(file)
        return try CSVRecords(columns.map(\.name)) { try file.write($0) }
      }
      for (_, table) in try tables.write(book, filter, body: { try scans.add($0.row, &report) }) {
        var table = table
        try table.flush()
      }
    } catch {
      for file in files { file.discard() }
      throw error
    }
    for file in files where try replace(file, in: data) { report.tablesWritten += 1 }
    if report.tablesWritten > 0 { try data.synchronize() }
    try scans.removeOthers(&report)
    return report
  }

  static func fileName(_ table: RecordTableName) -> String { table.rawValue + ".csv" }

  /// Gives a table its name, unless the same bytes have it already. Returns whether it was written.
  private func replace(_ file: SharedFile, in data: SharedPlace) throws -> Bool {
    let isSame =
      if case .file(file.byteCount, _)? = data.kind(file.name), file.byteCount <= Self.comparedBytesMax {
        try data.read(file.name, limit: file.byteCount) == data.read(file.temporary, limit: file.byteCount)
      } else {
        false
      }
    if isSame {
      file.discard()
    } else {
      try file.synchronize()
      try file.rename()
    }
    return !isSame
  }

  /// The scans of the copy.
  private struct Scans {
    let book: Book
    let place: SharedPlace
    let checksBytes: Bool
    let erasedPages: Set<SHA256Digest>
    private var names = ReceiptNames()
    /// The files of the copy, by folder.
    private var wanted: [String: Set<String>] = [:]

    init(book: Book, place: SharedPlace, checksBytes: Bool, erasedPages: Set<SHA256Digest>) {
      self.book = book
      self.place = place
      self.checksBytes = checksBytes
      self.erasedPages = erasedPages
    }

    mutating func add(_ row: TransactionRow, _ report: inout SyncReport.ReadableCopy) throws {
      guard !row.attachments.isEmpty else { return }
      let base = names.base(of: row)
      for (index, page) in row.attachments.enumerated() {
        let path = base + ReceiptNames.suffix(of: page, place: index, pages: row.attachments.count)
        let parts = path.split(separator: "/").map(String.init)
        try add(page, parts[0], parts[1], &report)
      }
    }

    private mutating func add(
      _ page: ReceiptPage, _ folder: String, _ name: String, _ report: inout SyncReport.ReadableCopy
    ) throws {
      wanted[folder, default: []].insert(name)
      if let there = try place.folder(folder), case .file(let bytes, _)? = there.kind(name),
        bytes == Int(page.byteCount), try !checksBytes || digest(name, in: there) == page.digest
      {
        return
      }
      guard let bytes = try? book.attachments.read(page.digest), SHA256.hash(bytes) == page.digest else {
        report.scansMissing += 1
        return
      }
      try place.makeFolder(folder).publish(name, bytes)
      report.scansWritten += 1
    }

    private func digest(_ name: String, in folder: SharedPlace) throws -> SHA256Digest {
      SHA256.hash(try folder.read(name, limit: AttachmentStore.pageBytesMax))
    }

    /// Removes scans that have another name by now, or whose transaction is gone.
    ///
    /// Only a file that is a scan of this ledger by its bytes is removed. Everything else is named in the report.
    func removeOthers(_ report: inout SyncReport.ReadableCopy) throws {
      var scans: Set<SHA256Digest>?
      for folder in try place.names(max: ReadableCopy.filesMax) where !FolderListing.isLeftover(folder) {
        guard case .folder? = place.kind(folder), let inner = try place.folder(folder) else {
          report.leave(folder, max: ReadableCopy.leftNamesMax)
          continue
        }
        for name in try inner.names(max: ReadableCopy.filesMax)
        where wanted[folder]?.contains(name) != true && !FolderListing.isLeftover(name) {
          let known = try scans ?? PageImport(book: book, root: place).namedByLog().union(erasedPages)
          scans = known
          if case .file? = inner.kind(name), let digest = try? digest(name, in: inner), known.contains(digest) {
            try inner.remove(name)
            report.scansRemoved += 1
          } else {
            report.leave("\(folder)/\(name)", max: ReadableCopy.leftNamesMax)
          }
        }
        if wanted[folder] == nil { _ = try place.removeFolder(folder) }
      }
    }
  }
}

extension SyncReport {
  /// The result of writing the readable copy.
  public struct ReadableCopy: Hashable, Sendable {
    /// The tables that have changed.
    public internal(set) var tablesWritten = 0
    /// The scans that were written.
    public internal(set) var scansWritten = 0
    /// The scans that were removed, because they have another name now or their transaction is gone.
    public internal(set) var scansRemoved = 0
    /// The scans that are not here, and so not in the copy.
    public internal(set) var scansMissing = 0
    /// Files among the scans that this ledger does not know, and that stay, at most 100 of them.
    public internal(set) var left: [String] = []
    /// The reason why the copy could not be written, or `nil` if it was. The sync itself is complete.
    public internal(set) var problem: String?

    mutating func leave(_ name: String, max: Int) { if left.count < max { left.append(name) } }
  }
}
