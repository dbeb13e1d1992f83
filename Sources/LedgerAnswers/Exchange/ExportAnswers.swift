internal import LedgerBook
internal import LedgerBytes
internal import LedgerDomain
package import LedgerExchange
package import LedgerProjections

/// The receipts that are not in an exported file, or not under their own name.
package struct ExportAnswer: PlainAnswer {
  let report: ExportReport
  let filters: [String]
  /// Whether the filters are shown.
  let showsFilters: Bool

  package init(_ report: ExportReport, filters: [String], showsFilters: Bool) {
    (self.report, self.filters, self.showsFilters) = (report, filters, showsFilters)
  }

  package var document: Document { .none }
  package var blocks: [Block] { showsFilters ? Block.filters(filters) : [] }

  package var remarks: [Remark] {
    var lines = report.count == 0 ? [Self.nothing(filters)] : []
    if report.leftOut > 0 {
      let ids = report.firstLeftOut.map(\.description).joined(separator: ", ")
      lines.append("\(counted(report.leftOut, "receipt")) without date or amount left out: \(ids)")
    }
    for page in report.missing.prefix(10) {
      lines.append(
        "page \(page.attachment.page) of \(page.transaction.description.prefix(8)) is \(page.reason.rawValue): "
          + page.attachment.digest.description)
    }
    if report.missing.count > 10 {
      lines.append("\(counted(report.missing.count, "page")) in all are listed in manifest.json")
    }
    lines += report.renamedAccounts.map { "“\($0.text)” is called \($0.name) in this format" }
    return lines.map { .text($0) }
  }

  fileprivate static func nothing(_ filters: [String]) -> String {
    filters.isEmpty
      ? "There are no saved receipts yet"
      : "No receipt matches these filters: \(filters.joined(separator: " · "))"
  }
}

/// The content of an export, the totals per currency, and whether a file would be overwritten.
package struct ExportPreviewAnswer: Answer {
  let preview: ExportPreview
  let format: Exporter.Format
  let filter: TransactionFilter
  let filters: [String]
  /// The end of the sentence: where the file would be written.
  let place: String

  package init(
    _ preview: ExportPreview, _ format: Exporter.Format, _ filter: TransactionFilter, filters: [String],
    to path: String?, overwrites: Bool
  ) {
    (self.preview, self.format, self.filter, self.filters) = (preview, format, filter, filters)
    place = path.map { " to \($0)" + (overwrites ? ", over what is there" : "") } ?? ""
  }

  package func document(_ notation: Notation) -> Document { .none }

  package func blocks(_ notation: Notation) throws -> [Block] {
    var content = counted(preview.count, "receipt")
    if format == .zip {
      content += " · \(counted(preview.images, "image")) · summary.csv · \(byteSize(preview.imageBytes))"
    }
    let sums = try notation.book.totalsThatFit(filter)
    return [.paragraph(Line("Would write \(content) as \(format.rawValue)\(place)."))] + Block.filters(filters)
      + notation.totals(sums.totals, sums.tooLarge).map { .line(Line("  \($0)")) }
  }

  package var remarks: [Remark] { preview.count == 0 ? [.text(ExportAnswer.nothing(filters))] : [] }
}
