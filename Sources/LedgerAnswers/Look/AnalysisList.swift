internal import LedgerBook
internal import LedgerBytes
internal import LedgerDomain
internal import LedgerExchange
internal import LedgerProjections

/// The receipts of an analysis, newest bucket first (ET-21).
///
/// The buckets of a year are months, those of a month weeks, and those of a week days. A line has the date, category,
/// vendor, tags, number of pages, and amount.
struct AnalysisList {
  let notation: Notation
  let kind: TransactionKind
  let analysis: Analysis
  let filter: TransactionFilter

  /// The number of lines whose columns are aligned together.
  private static let linesMax = 1_000

  /// Returns the receipts of each bucket under the bucket's label, without empty buckets.
  func blocks(label: (Analysis.Bucket) -> String) throws -> [Block] {
    let names = try notation.categoryNames()
    var blocks: [Block] = []
    for bucket in analysis.buckets.reversed() where bucket.count > 0 {
      var header = AnswerTable([.left(), .right(minimum: 12)], indent: 2)
      for (index, total) in notation.totals(bucket.totals, bucket.tooLarge).enumerated() {
        let title = "\(label(bucket)) · \(counted(bucket.count, "receipt"))"
        header.row([.init(index == 0 ? title : "", .strong), .init(total, .strong)])
      }
      blocks += [.gap, .table(header)]
      var lines: [ListedTransaction] = []
      try forEach(in: bucket) { listed in
        lines.append(listed)
        if lines.count == Self.linesMax {
          blocks.append(.table(table(lines, names)))
          lines.removeAll(keepingCapacity: true)
        }
      }
      if !lines.isEmpty { blocks.append(.table(table(lines, names))) }
    }
    return blocks
  }

  private func table(_ lines: [ListedTransaction], _ names: CategoryNames) -> AnswerTable {
    var table = AnswerTable(
      [.left(), .name(shrinksTo: 8), .name(), .name(shrinksTo: 6), .right(), .right(minimum: 12)], indent: 2)
    for listed in lines {
      let row = listed.row
      let pages = row.attachments.count
      table.row([
        .init(notation.words(row.date), .quiet),
        .init(names[row, filter.categories, orElse: "no category"]), .init(notation.vendor(row)),
        .init(row.tags.map { "#" + $0 }.joined(separator: " "), .quiet),
        .init(pages == 0 ? "" : counted(pages, "page"), .quiet), .init(amount(row)),
      ])
    }
    return table
  }

  /// Returns the amount that counts, which is a part of a receipt in an analysis of some categories.
  private func amount(_ row: TransactionRow) -> String {
    let counted = row.money(in: filter.categories)
    return counted == row.money
      ? notation.words(counted) : "\(notation.words(counted)) of \(notation.words(row.money))"
  }

  private func forEach(in bucket: Analysis.Bucket, _ body: (ListedTransaction) throws -> Void) throws {
    var filter = filter
    filter.kinds = [kind]
    filter.from = max(filter.from ?? bucket.from, bucket.from)
    filter.through = min(filter.through ?? bucket.through, bucket.through)
    try notation.book.forEachTransaction(filter, body)
  }

  /// Adds `transactions` to every bucket of an analysis's document, in the form of `receipts --json`.
  func adding(to document: JSONValue) throws -> JSONValue {
    guard case .object(var members) = document, case .array(let buckets)? = members["buckets"] else {
      return document
    }
    members["buckets"] = .array(
      try zip(buckets, analysis.buckets).map { value, bucket in
        guard case .object(var parts) = value else { return value }
        var transactions: [JSONValue] = []
        try forEach(in: bucket) { transactions.append(.object(try TransactionJSON.members($0))) }
        parts["transactions"] = .array(transactions)
        return .object(parts)
      })
    return .object(members)
  }
}
