public import LedgerBook
public import LedgerDomain

/// The reason that an export ended before its end.
public enum ExportFailure: Error, Hashable, Sendable {
  /// A file of the ledger changed while it was copied.
  case changedWhileRead(path: String)
  /// The page with that digest is missing or damaged.
  case pageMissing(String)
  /// A report could not be printed as PDF, for this reason.
  case notPrinted(String)
  /// The person cancelled for a picture or for a PDF.
  case interrupted
  /// A sheet cannot have as many rows.
  case tooManyRows(max: Int)
}

extension ExportFailure: Explained {
  /// Returns the explanation.
  public func refusal(in locale: LedgerLocale?) -> Refusal {
    switch self {
    case .changedWhileRead(let path):
      Refusal(.failed, "a file of the ledger changed while it was read", detail: path, .tryAgain)
    case .pageMissing(let digest):
      Refusal(.failed, "a page is missing or damaged", detail: digest, .takeBack)
    case .notPrinted(let reason):
      Refusal(
        .failed, "the report could not be printed as PDF", detail: reason,
        .enter("Install Chromium, or export as html and print that in a browser"))
    case .interrupted: Refusal(.interrupted, "this was interrupted")
    case .tooManyRows(let max):
      Refusal(
        .failed, "a sheet has at most \(max) rows", .enter("Choose fewer receipts, or another format"))
    }
  }
}
