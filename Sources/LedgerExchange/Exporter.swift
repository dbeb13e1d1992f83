public import LedgerBook
public import LedgerDomain
public import LedgerProjections

/// Writes a ledger's transactions in a format for other programs.
///
/// The export has the saved transactions that are not deleted, ordered by date, then time of capture, then id. The same
/// ledger gives the same bytes. Rows are written while they are read, so that memory does not grow with the ledger.
///
///     let report = try Exporter.export(book, format: .hledger) { try output.write($0) }
public enum Exporter {
  /// The format of an export.
  public enum Format: String, CaseIterable, Hashable, Sendable {
    /// A journal for hledger that ledger can read too.
    case hledger
    /// A file for beancount 2 and 3.
    case beancount
    /// The canonical table: RFC 4180, UTF-8 with BOM.
    case csv
    /// The table of line items, in the same form.
    case items
    /// One JSON object per line, as `receipts --all --json` prints them.
    case ndjson
    /// A ZIP archive with the paper of each receipt and a summary.
    case zip
    /// A workbook for spreadsheets.
    case xlsx
    /// A report for people, which a browser shows and prints.
    case html
    /// The same report as PDF, printed by a program that is installed.
    case pdf
  }

  /// Writes the transactions that match a filter.
  ///
  /// - Parameters:
  ///   - book: The book to export from.
  ///   - format: The format of the file.
  ///   - filter: The transactions to write. Its stages are ignored.
  ///   - table: The parts of a table that a person chooses.
  ///   - pictures: Makes the thumbnails of a report. Without it a report has no pictures.
  ///   - printer: Prints a report as PDF.
  ///   - progress: Called after each transaction with the number done. An error that it throws ends the export.
  ///   - write: Called with the next bytes, about 64 KiB each time. An error that it throws ends the export.
  /// - Complexity: O(rows) in time, and for the journals memory for the accounts.
  public static func export(
    _ book: Book, format: Format, filter: TransactionFilter = TransactionFilter(),
    table: TableOptions = TableOptions(), pictures: PictureMaker? = nil,
    printer: PagePrinter = PagePrinter(path: nil), progress: (Int) throws -> Void = { _ in },
    to write: ([UInt8]) throws -> Void
  ) throws -> ExportReport {
    var filter = filter
    filter.stages = [.saved]
    return try withoutActuallyEscaping(write) { write in
      try withoutActuallyEscaping(progress) { progress in
        let output = ExportOutput(of: filter.categories, progress: progress, write)
        switch format {
        case .hledger: try HledgerJournal.export(book, filter, to: output)
        case .beancount: try BeancountFile.export(book, filter, to: output)
        case .csv: try TransactionCSV.export(book, filter, table, to: output)
        case .items: try LineItemTable.export(book, filter, table, to: output)
        case .ndjson:
          try book.journal(filter) {
            try output.transaction(TransactionJSON.bytes($0) + [UInt8(ascii: "\n")], $0.row)
          }
        case .zip: try ReceiptArchive.export(book, filter, to: output)
        case .html: try HTMLReport.export(book, filter, pictures, to: output)
        case .pdf:
          var report: [UInt8] = []
          let html = ExportOutput(of: filter.categories, progress: progress) { report += $0 }
          try HTMLReport.export(book, filter, pictures, to: html)
          try html.flush()
          try output.printed(printer.pdf(of: report), of: html)
        case .xlsx: try Workbook.export(book, filter, to: output)
        }
        try output.flush()
        return output.report
      }
    }
  }
}

/// The result of an export.
public struct ExportReport: Hashable, Sendable {
  /// The number of transactions written.
  public internal(set) var count = 0
  /// The number of bytes written.
  public internal(set) var bytes: Int64 = 0
  /// The sums of the transactions written.
  public internal(set) var totals: ExportTotals
  /// The number of pages written.
  public internal(set) var images = 0
  /// The pages that are missing or damaged.
  public internal(set) var missing: [MissingPage] = []
  /// The number of saved transactions that a journal cannot contain.
  ///
  /// Their date or amount is unknown, because an event was redacted.
  public internal(set) var leftOut = 0
  /// The first ten transactions of those left out.
  public internal(set) var firstLeftOut: [TransactionID] = []
  /// The accounts that got another name, because another account has the same spelling in this format.
  public internal(set) var renamedAccounts: [RenamedAccount] = []
}

/// An account with another name in the file, to distinguish it from one with the same spelling.
public struct RenamedAccount: Hashable, Sendable {
  /// The category's key or the account's name in the ledger.
  public let text: String
  /// The name in the file.
  public let name: String
}
