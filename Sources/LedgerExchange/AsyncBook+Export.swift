internal import EventLog
public import LedgerBook
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
    reading { book, tell in
      try book.read { book in
        var saved = filter
        saved.stages = [.saved]
        let all = Int64(try book.count(saved))
        let file = try NewFile(path)
        let report = try Exporter.export(
          book, format: format, filter: filter, table: table, pictures: pictures,
          progress: { try tell(WorkProgress(done: Int64($0), all: all)) }, to: file.write)
        try file.finish()
        return report
      }
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
    let number = String(UInt64.random(in: 0...UInt64.max), radix: 16)
    let folder = path.lastIndex(of: "/").map { path[...$0] } ?? ""
    let name = path.dropFirst(folder.count)
    file = try OpenFile("\(folder)/.\(name.prefix(60)).\(number).tmp", .createNew, operation: "create")
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
