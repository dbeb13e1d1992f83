public import LedgerBook
internal import LedgerDomain
public import LedgerProjections

/// The content of an export before it is made.
public struct ExportPreview: Hashable, Sendable {
  /// The number of transactions.
  public internal(set) var count = 0
  /// The number of pages.
  public internal(set) var images = 0
  /// The bytes of these pages, as their events have them.
  public internal(set) var imageBytes: Int64 = 0
}

extension Exporter {
  /// Counts the transactions that match a filter, and their pages.
  ///
  /// - Complexity: O(rows).
  public static func preview(_ book: Book, filter: TransactionFilter) throws -> ExportPreview {
    var preview = ExportPreview()
    var filter = filter
    filter.stages = [.saved]
    try book.journal(filter) { listed in
      preview.count += 1
      preview.images += listed.row.attachments.count
      preview.imageBytes += listed.row.attachments.reduce(0) { $0 + $1.byteCount }
    }
    return preview
  }

  /// Returns a name for the file of an export, such as `Berlin-June-2026.zip`.
  ///
  /// It is made of the group's name if the filter has one group, and of the filter's dates. Without both it has the dates
  /// of the first and the last receipt.
  public static func fileName(_ book: Book, format: Format, filter: TransactionFilter) throws -> String {
    var parts: [String] = []
    if filter.groups.count == 1, let group = filter.groups.first {
      let name = try group.map { try book.group($0).name } ?? "Unfiled"
      parts.append(PortableName.title(name, bytesMax: PortableName.bytesMax - 50))
      parts.removeAll { $0.isEmpty }
    }
    if let dates = try dates(of: filter, book) {
      parts = (parts.isEmpty ? ["Receipts"] : parts) + [dates]
    } else if parts.isEmpty {
      var filter = filter
      filter.stages = [.saved]
      var first: CivilDate?
      var last: CivilDate?
      try book.journal(filter) { listed in
        if first == nil { first = listed.row.date }
        last = listed.row.date ?? last
      }
      parts = ["Receipts"] + [first, last].compactMap { $0?.iso }
    }
    return parts.joined(separator: "-") + format.fileEnding
  }

  /// Returns the dates of a filter: a month by its name, a year, or the days.
  private static func dates(of filter: TransactionFilter, _ book: Book) throws -> String? {
    switch (filter.from, filter.through) {
    case (nil, nil): return nil
    case (let from?, nil): return "from-\(from.iso)"
    case (nil, let through?): return "through-\(through.iso)"
    case (let from?, let through?):
      let month = from.civilMonth
      if from == month.first, through == month.last {
        let name = try book.ledgerRow().locale.inEnglish.formats.monthNames[month.month - 1]
        return PortableName.title("\(name)-\(month.year)", bytesMax: 40)
      }
      let isYear = from.year == through.year && from == month.first && month.month == 1
      if isYear, through == through.civilMonth.last, through.civilMonth.month == 12 { return String(from.year) }
      return "\(from.iso)-\(through.iso)"
    }
  }
}

extension Exporter.Format {
  /// Whether the format is bytes that a terminal cannot show.
  public var isBinary: Bool {
    switch self {
    case .hledger, .beancount, .csv, .items, .ndjson, .html: false
    case .zip, .xlsx, .pdf: true
    }
  }

  /// The end of a file's name, with its extension.
  var fileEnding: String {
    switch self {
    case .hledger: ".journal"
    case .beancount: ".beancount"
    case .csv: ".csv"
    case .items: "-items.csv"
    case .ndjson: ".ndjson"
    case .zip: ".zip"
    case .xlsx: ".xlsx"
    case .html: ".html"
    case .pdf: ".pdf"
    }
  }
}
