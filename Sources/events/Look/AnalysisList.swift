internal import LedgerBook
internal import LedgerBytes
internal import LedgerDomain
internal import LedgerExchange
internal import LedgerProjections

/// Prints the receipts of an analysis, newest bucket first (ET-21).
///
/// The buckets of a year are months, those of a month weeks, and those of a week days. A line has the date, category,
/// vendor, tags, number of pages, and amount.
struct AnalysisList {
  let ledger: OpenLedger
  let kind: TransactionKind
  let analysis: Analysis
  let filter: TransactionFilter

  /// The number of lines whose columns are aligned together.
  private static let chunk = 1_000

  /// Prints the receipts of each bucket under the bucket's label, without empty buckets.
  func print(label: (AnalysisBucket) -> String) throws {
    let names = try ledger.categoryNames()
    for bucket in analysis.buckets.reversed() where bucket.count > 0 {
      try ledger.invocation.print()
      var header = TextTable([.left(), .right(minimum: 12)], indent: 2)
      for (index, total) in ledger.totals(bucket.totals, bucket.tooLarge).enumerated() {
        let title = "\(label(bucket)) · \(counted(bucket.count, "receipt"))"
        header.row([.init(index == 0 ? title : "", .strong), .init(total, .strong)])
      }
      try ledger.invocation.print(header)
      var lines: [ListedTransaction] = []
      try forEach(in: bucket) { listed in
        lines.append(listed)
        if lines.count == Self.chunk {
          try ledger.invocation.print(table(lines, names))
          lines.removeAll(keepingCapacity: true)
        }
      }
      if !lines.isEmpty { try ledger.invocation.print(table(lines, names)) }
    }
  }

  private func table(_ lines: [ListedTransaction], _ names: CategoryNames) -> TextTable {
    var table = TextTable(
      [.left(), .name(shrinksTo: 8), .name(), .name(shrinksTo: 6), .right(), .right(minimum: 12)], indent: 2)
    for listed in lines {
      let row = listed.row
      let pages = row.attachments.count
      table.row([
        .init(ledger.words(row.date), .quiet),
        .init(names[row, filter.categories, orElse: "no category"]), .init(ledger.vendor(row)),
        .init(row.tags.map { "#" + visible($0) }.joined(separator: " "), .quiet),
        .init(pages == 0 ? "" : counted(pages, "page"), .quiet), .init(amount(row)),
      ])
    }
    return table
  }

  /// Returns the amount that counts, which is a part of a receipt in an analysis of some categories.
  private func amount(_ row: TransactionRow) -> String {
    let counted = row.money(in: filter.categories)
    return counted == row.money
      ? ledger.words(counted) : "\(ledger.words(counted)) of \(ledger.words(row.money))"
  }

  private func forEach(in bucket: AnalysisBucket, _ body: (ListedTransaction) throws -> Void) throws {
    var filter = filter
    filter.kinds = [kind]
    filter.from = max(filter.from ?? bucket.from, bucket.from)
    filter.through = min(filter.through ?? bucket.through, bucket.through)
    try ledger.book.forEachTransaction(filter, body)
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
