internal import LedgerBook
internal import LedgerDomain
internal import LedgerProjections

/// Writes the line items of transactions as a table: one row per item, with the id of its transaction.
enum LineItemTable {
  /// The columns in their order. New ones may be appended, and existing ones are never removed.
  static let columns = [
    "Date", "Vendor", "Item", "Quantity", "Amount", "Currency", "Category", "Transaction", "Line",
  ]

  /// Writes the table.
  ///
  /// - Complexity: O(events of the transactions) in time, and 16 bytes of memory per transaction.
  static func export(
    _ book: Book, _ filter: TransactionFilter, _ options: TableOptions, to output: ExportOutput
  ) throws {
    var line = CSVLine(separator: options.separator)
    output.bytes(TransactionCSV.mark)
    for column in columns { line.cell(column) }
    line.end()
    output.bytes(line.bytes)
    var ids: [TransactionID] = []
    try book.journal(filter) { ids.append($0.row.id) }
    for id in ids {
      let detail = try book.transaction(id)
      line.removeAll()
      for item in detail.state.items where item.isPresent {
        guard let content = item.content else { continue }
        line.cell(detail.row.date?.iso ?? "")
        line.text(detail.row.vendor)
        line.text(content.name)
        line.cell(content.quantity ?? "")
        line.cell(options.decimal(content.money))
        line.cell(content.money.currency.code)
        line.text(content.category ?? detail.row.category)
        line.cell(id.description)
        line.cell(item.id.description)
        line.end()
      }
      try output.transaction(line.bytes, detail.row)
    }
  }
}
