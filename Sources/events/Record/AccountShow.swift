internal import LedgerBook
internal import LedgerBytes
internal import LedgerDomain
internal import LedgerExchange
internal import LedgerProjections
internal import LedgerScreens

/// `account show`.
enum AccountShowing {
  static let after = Option.value("after", "CURSOR", "Go on after this place of the last page")
  static let limit = Option.value("limit", "N", "How many to a page; 50 unless given", short: "n")
  static let options = [after, limit]

  static func show(_ ledger: OpenLedger) throws -> ExitCode {
    try ledger.readAccountNames()
    let account = try ledger.account(ledger.arguments.operands[0])
    var filter = TransactionFilter()
    filter.accounts = try ledger.usedAccount(account.key)
    let list = try ledger.book.list(
      filter,
      page: PageRequest(
        limit: try ledger.arguments.number(limit, in: 1...10_000) ?? 50, after: ledger.arguments[after]))
    if ledger.invocation.isJSON {
      for document in account.documents { try ledger.invocation.print(json: document) }
      for listed in list.page.rows { try ledger.invocation.print(json: ledger.naming(listed)) }
    } else {
      try printTitle(account, ledger)
      try ReceiptList(ledger: ledger, filter: filter, showsGroup: true).printSections(list)
    }
    if let next = list.page.next {
      try ledger.invocation.output.flush()
      ledger.invocation.remark("More of \(counted(list.page.matching, "receipt")): --after \(visible(next))")
    }
    return .ok
  }

  private static func printTitle(_ account: AccountSummary, _ ledger: OpenLedger) throws {
    try ledger.invocation.print(title: visible(account.name))
    var words = ["\(account.kind.rawValue) account in \(account.currency.code)"]
    if let terms = account.row?.terms {
      words.append("opened on \(ledger.locale.date(terms.on)) with \(ledger.words(terms.opening))")
    } else {
      words.append("not opened; receipts mention it")
    }
    if account.isClosed { words.append("closed") }
    try ledger.invocation.print(paragraph: words.joined(separator: " · "))
    var table = TextTable([.left(), .right()], indent: 2)
    for balance in account.balances {
      table.row([.init("balance", .quiet), .init(ledger.words(balance.balance))])
      table.row([.init("cleared", .quiet), .init(ledger.words(balance.cleared))])
    }
    try ledger.invocation.print(table)
  }
}
