internal import LedgerBytes
internal import LedgerDomain
internal import LedgerExchange
package import LedgerProjections

/// One account with its balances and a page of its receipts.
package struct AccountAnswer: Answer {
  let account: AccountSummary
  let list: ModelReader.List
  let filter: TransactionFilter

  package init(_ account: AccountSummary, _ list: ModelReader.List, _ filter: TransactionFilter) {
    (self.account, self.list, self.filter) = (account, list, filter)
  }

  package var remarks: [Remark] { list.remarks }

  package func document(_ notation: Notation) throws -> Document {
    let upcoming = try list.upcoming.documents(notation)
    return .encoded(
      account.documents.map { $0.encoded() }
        + list.page.rows.map { TransactionJSON.bytes(notation.naming($0)) } + upcoming.map { $0.encoded() })
  }

  package func blocks(_ notation: Notation) throws -> [Block] {
    var words = ["\(account.kind.rawValue) account in \(account.currency.code)"]
    if let terms = account.row?.terms {
      words.append("opened on \(notation.locale.date(terms.on)) with \(notation.words(terms.opening))")
    } else {
      words.append("not opened; receipts mention it")
    }
    if account.isClosed { words.append("closed") }
    var table = AnswerTable([.left(), .right()], indent: 2)
    for balance in account.balances {
      table.row([.init("balance", .quiet), .init(notation.words(balance.balance))])
      table.row([.init("cleared", .quiet), .init(notation.words(balance.cleared))])
      if balance.hasUpcoming {
        table.row([.init("still to come", .quiet), .init(notation.words(balance.upcoming))])
      }
    }
    return [
      .title(Line(account.name, .strong)), .paragraph(Line(words.joined(separator: " · "))), .table(table),
      .table(try ReceiptTable(notation: notation, filter: filter).sections(list, showsGroup: true)),
    ]
  }

  package func figures(_ notation: Notation) -> [ShownFigure] {
    let opening = account.row.map { row in
      ShownFigure(account.name, row.terms.opening, ["opening", account.key, row.terms.opening.currency.code])
    }
    return account.figures + (opening.map { [$0] } ?? [])
  }
}
