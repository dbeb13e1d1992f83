internal import LedgerDomain
internal import LedgerProjections

/// Buffers the output of an export, and counts transactions and bytes.
final class ExportOutput {
  private(set) var report: ExportReport
  private var buffer: [UInt8] = []
  private let write: ([UInt8]) throws -> Void
  private let progress: (Int) throws -> Void

  private static let pieceSize = 64 << 10

  /// Creates the output of an export.
  ///
  /// - Parameters:
  ///   - categories: The categories that the export is filtered by.
  ///   - progress: Is called with the number of transactions after each.
  ///   - write: Takes the bytes.
  init(
    of categories: Set<String>, progress: @escaping (Int) throws -> Void,
    _ write: @escaping ([UInt8]) throws -> Void
  ) {
    report = ExportReport(totals: ExportTotals(of: categories))
    self.write = write
    self.progress = progress
    buffer.reserveCapacity(Self.pieceSize * 2)
  }

  /// Adds text that belongs to no transaction.
  func text(_ text: String) { buffer.append(contentsOf: text.utf8) }

  /// Adds bytes that belong to no transaction.
  func bytes(_ bytes: [UInt8]) { buffer += bytes }

  /// Adds a transaction's text.
  func transaction(_ text: String, _ row: TransactionRow) throws {
    buffer.append(contentsOf: text.utf8)
    try counted(row)
  }

  /// Adds a transaction's bytes.
  func transaction(_ bytes: [UInt8], _ row: TransactionRow) throws {
    buffer += bytes
    try counted(row)
  }

  /// Notes that a transaction cannot be written in this format.
  func leaveOut(_ listed: ListedTransaction) {
    report.leftOut += 1
    if report.firstLeftOut.count < 10 { report.firstLeftOut.append(listed.row.id) }
  }

  /// Notes the accounts that were given another name.
  func renamed(_ accounts: [RenamedAccount]) { report.renamedAccounts = accounts }

  /// Writes bytes without copying them, after those in the buffer.
  func whole(_ bytes: [UInt8]) throws {
    try flush()
    report.bytes += Int64(bytes.count)
    try write(bytes)
  }

  /// Writes a report that was printed, whose transactions are those of `source`.
  func printed(_ bytes: [UInt8], of source: ExportOutput) throws {
    report = source.report
    report.bytes = 0
    try whole(bytes)
  }

  /// Notes that a page is in the export.
  func image() { report.images += 1 }

  /// Notes a page that the export cannot contain.
  func missing(_ page: MissingPage) { report.missing.append(page) }

  /// Reports progress within a transaction, so that the caller can end the export.
  func checkProgress() throws { try progress(report.count) }

  /// Writes the rest of the buffer.
  func flush() throws {
    guard !buffer.isEmpty else { return }
    report.bytes += Int64(buffer.count)
    try write(buffer)
    buffer.removeAll(keepingCapacity: true)
  }

  private func counted(_ row: TransactionRow) throws {
    report.count += 1
    report.totals.add(row)
    try progress(report.count)
    if buffer.count >= Self.pieceSize { try flush() }
  }
}
