internal import LedgerDomain
internal import LedgerProjections

/// Buffers the output of an export, and counts transactions and bytes.
final class ExportOutput {
  private(set) var report = ExportReport()
  private var bytes: [UInt8] = []
  private let write: ([UInt8]) throws -> Void
  private let progress: (Int) throws -> Void

  private static let pieceSize = 64 << 10

  init(progress: @escaping (Int) throws -> Void, _ write: @escaping ([UInt8]) throws -> Void) {
    self.write = write
    self.progress = progress
    bytes.reserveCapacity(Self.pieceSize * 2)
  }

  /// Adds text that belongs to no transaction.
  func text(_ text: String) { bytes.append(contentsOf: text.utf8) }

  /// Adds a transaction's text.
  func transaction(_ text: String) throws {
    bytes.append(contentsOf: text.utf8)
    try counted()
  }

  /// Adds a transaction's line, which gets its line feed here.
  func line(_ line: [UInt8]) throws {
    bytes.append(contentsOf: line)
    bytes.append(UInt8(ascii: "\n"))
    try counted()
  }

  /// Notes that a transaction cannot be written in this format.
  func leaveOut(_ listed: ListedTransaction) {
    report.leftOut += 1
    if report.firstLeftOut.count < 10 { report.firstLeftOut.append(listed.row.id) }
  }

  /// Notes the accounts that were given another name.
  func renamed(_ accounts: [RenamedAccount]) { report.renamedAccounts = accounts }

  /// Writes the rest of the buffer.
  func flush() throws {
    guard !bytes.isEmpty else { return }
    report.bytes += Int64(bytes.count)
    try write(bytes)
    bytes.removeAll(keepingCapacity: true)
  }

  private func counted() throws {
    report.count += 1
    try progress(report.count)
    if bytes.count >= Self.pieceSize { try flush() }
  }
}
