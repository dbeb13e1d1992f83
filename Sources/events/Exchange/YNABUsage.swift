internal import LedgerBook
internal import LedgerBytes
internal import LedgerDomain
internal import LedgerProjections

extension OpenLedger {
  /// Prints the scans and the receipts sent, by month (RY-22).
  func showUsage() throws -> ExitCode {
    var months: [CivilMonth: (scans: Int, sent: Int)] = [:]
    var filter = TransactionFilter.everything
    filter.stages = [.draft, .saved, .deleted]
    try book.forEachTransaction(filter) { listed in
      guard ["scan", "photo", "file"].contains(listed.row.origin) else { return }
      months[listed.row.on.civilMonth, default: (0, 0)].scans += 1
    }
    for row in try book.copies() {
      if let on = row.sentOn { months[on.civilMonth, default: (0, 0)].sent += 1 }
    }
    var table = Table([.left("month"), .right("scans"), .right("sent")], indent: 2)
    for (month, usage) in months.sorted(by: { $0.key < $1.key }) {
      if invocation.isJSON {
        try invocation.print(json: [
          "month": .string(month.iso), "scans": .count(usage.scans), "sent": .count(usage.sent),
        ])
      }
      table.row([.init(locale.month(month)), .init("\(usage.scans)"), .init("\(usage.sent)")])
    }
    if !invocation.isJSON { try invocation.print(table) }
    return .ok
  }
}
