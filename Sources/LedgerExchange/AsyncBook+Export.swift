internal import EventLog
public import LedgerBook
internal import LedgerBytes
internal import LedgerDomain
internal import LedgerPlatform
public import LedgerProjections

extension AsyncBook {
  /// Writes the transactions that match a filter into a file, in a format for other programs.
  ///
  /// All of it is of one position, and commands go on meanwhile. The file gets its name once it is whole. If the export is
  /// cancelled or fails, a file of that name stays as it was.
  ///
  /// - Parameters:
  ///   - format: The format of the file.
  ///   - filter: The transactions to write. Its stages are ignored.
  ///   - table: The parts of a table that a person chooses.
  ///   - pictures: Makes the thumbnails of a report. Without it a report has no pictures.
  ///   - path: The file.
  /// - Throws: The errors of `Exporter.export`, and `StorageError` if the file cannot be written.
  public nonisolated func export(
    _ format: Exporter.Format, _ filter: TransactionFilter = TransactionFilter(),
    table: TableOptions = TableOptions(), pictures: PictureMaker? = nil, to path: String
  ) -> LongWork<WorkProgress, ExportReport> {
    exporting { book, tell in
      try Self.export(book, format, filter, table: table, pictures: pictures, to: path, progress: tell)
    }
  }

  static func export(
    _ book: Book, _ format: Exporter.Format, _ filter: TransactionFilter = TransactionFilter(),
    table: TableOptions = TableOptions(), pictures: PictureMaker? = nil, to path: String,
    progress: (WorkProgress) throws -> Void
  ) throws -> ExportReport {
    try book.read { book in
      var saved = filter
      saved.stages = [.saved]
      let all = Int64(try book.count(saved))
      let file = try NewFile(path)
      let report = try Exporter.export(
        book, format: format, filter: filter, table: table, pictures: pictures,
        progress: { try progress(WorkProgress(done: Int64($0), all: all)) }, to: file.write)
      try file.finish()
      return report
    }
  }
}

/// A file that gets its name once it is whole and on the disk.
final class NewFile {
  private let path: String
  private let file: OpenFile
  private var byteCount = 0
  private var isFinished = false

  init(_ path: String) throws {
    self.path = path
    try HeldFiles.check("write", path)
    guard LedgerPart.description(of: path) == nil, DurableFile.isReplaceable(path) else {
      throw FileError(operation: "replace", path: path, code: System.permissionDenied)
    }
    file = try Self.temporary(for: path)
    try file.truncate()
  }

  /// Returns a hidden file in the folder, locked. One that a killed process left is used again, because it is not locked.
  private static func temporary(for path: String) throws -> OpenFile {
    let folder = path.lastIndex(of: "/").map { String(path[...$0]) } ?? ""
    // A name has at most 255 bytes.
    let name = String(decoding: path.utf8.dropFirst(folder.utf8.count).prefix(60), as: UTF8.self)
    for number in 0..<8 {
      let file = try OpenFile("\(folder).\(name).\(number).tmp", .readWriteOrCreate, operation: "create")
      if file.tryLock(), FileIdentity(file.path) == file.identity { return file }
    }
    // Some drives of others have no locks.
    return try OpenFile("\(folder).\(name).\(UniqueID.random()).tmp", .readWriteOrCreate, operation: "create")
  }

  deinit { if !isFinished { try? DurableFile.remove(file.path) } }

  func write(_ bytes: [UInt8]) throws {
    try bytes.withUnsafeBytes { try file.write($0, at: byteCount) }
    byteCount += bytes.count
  }

  func finish() throws {
    try file.synchronize()
    try DurableFile.move(file.path, to: path)
    isFinished = true
  }
}
