public import LedgerBook
public import LedgerDomain
public import LedgerProjections

/// Writes a ledger's transactions in a format that other programs read.
///
/// Saved, undeleted transactions, oldest first: by date, then by when they were captured, then by id. The same
/// ledger gives the same bytes. Rows are written as they are read, so that memory does not grow with the ledger.
///
///     let report = try Exporter.export(book, format: .hledger) { try output.write($0) }
public enum Exporter {
  /// What can be written.
  public enum Format: String, CaseIterable, Hashable, Sendable {
    /// A journal for hledger, which ledger reads too.
    case hledger
    /// A file for beancount 2 and 3.
    case beancount
    /// The canonical table of CHECKLIST 1.5.4: RFC 4180, UTF-8 with BOM.
    case csv
    /// An object per line, as `receipts --all --json` prints them.
    case ndjson
  }

  /// Writes the transactions that match.
  ///
  /// - `filter`: which; its stages are not looked at.
  /// - `progress`: called after each with how many are done; what it throws ends the export.
  /// - `write`: takes the next bytes, some 64 KiB at a time; what it throws ends the export.
  /// - Complexity: O(rows) in time; for the journals also memory for the accounts.
  public static func export(
    _ book: Book, format: Format, filter: TransactionFilter = TransactionFilter(),
    progress: (Int) throws -> Void = { _ in }, to write: ([UInt8]) throws -> Void
  ) throws -> ExportReport {
    var filter = filter
    filter.stages = [.saved]
    return try withoutActuallyEscaping(write) { write in
      try withoutActuallyEscaping(progress) { progress in
        let output = ExportOutput(progress: progress, write)
        switch format {
        case .hledger: try HledgerJournal.export(book, filter, to: output)
        case .beancount: try BeancountFile.export(book, filter, to: output)
        case .csv: try CSVTable.export(book, filter, to: output)
        case .ndjson: try book.journal(filter) { try output.line(TransactionJSON.bytes($0)) }
        }
        try output.flush()
        return output.report
      }
    }
  }
}

/// What an export wrote.
public struct ExportReport: Hashable, Sendable {
  /// How many transactions.
  public internal(set) var count = 0
  /// How many bytes.
  public internal(set) var bytes: Int64 = 0
  /// Saved transactions that a journal can't hold because date or amount is not known (an event was redacted): how
  /// many.
  public internal(set) var leftOut = 0
  /// The first of them, ten at the most.
  public internal(set) var firstLeftOut: [TransactionID] = []
  /// Accounts whose name had to be told from another that is spelled alike in this format.
  public internal(set) var renamedAccounts: [RenamedAccount] = []
}

/// An account that a format can't call what the ledger calls it without mixing it up with another.
public struct RenamedAccount: Hashable, Sendable {
  /// The category's key, or the account, as the ledger has it.
  public let text: String
  /// What it is called in the file.
  public let name: String
}
