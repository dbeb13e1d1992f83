internal import LedgerBook
internal import LedgerBytes
internal import LedgerDomain
internal import LedgerScreens

extension OpenLedger {
  /// Prints the scans and the receipts sent, by month (RY-22).
  func showUsage() throws -> ExitCode {
    var table = TextTable([.left("month"), .right("scans"), .right("sent")], indent: 2)
    for usage in try book.usage() {
      if invocation.isJSON {
        try invocation.print(json: [
          "month": .string(usage.month.iso), "scans": .count(usage.scanCount), "sent": .count(usage.sentCount),
        ])
      }
      table.row([.init(locale.month(usage.month)), .init("\(usage.scanCount)"), .init("\(usage.sentCount)")])
    }
    if !invocation.isJSON { try invocation.print(table) }
    return .ok
  }
}
