internal import LedgerBook
package import LedgerBytes
internal import LedgerDomain
public import LedgerProjections

/// The accounts with their balances.
package struct AccountsAnswer: Answer {
  let accounts: [AccountSummary]

  package init(_ accounts: [AccountSummary]) { self.accounts = accounts }

  package func document(_ notation: Notation) -> Document { .lines(accounts.flatMap(\.documents)) }

  package func blocks(_ notation: Notation) -> [Block] {
    guard !accounts.isEmpty else {
      return [.step("There are no accounts yet. Open one", .openAccount)]
    }
    let hasUpcoming = accounts.contains { $0.balances.contains(where: \.hasUpcoming) }
    var table = AnswerTable(
      [.name(), .left(), .right("balance"), .right("cleared")] + (hasUpcoming ? [.right("to come")] : []),
      indent: 2)
    for kind in AccountKind.allCases {
      let ofKind = accounts.filter { $0.kind == kind }
      if ofKind.isEmpty { continue }
      table.span(.init(kind.title, .strong))
      for account in ofKind {
        for (index, balance) in account.balances.enumerated() {
          table.row(
            [
              .init(index == 0 ? account.name : ""), .init(index == 0 ? account.note : "", .quiet),
              .init(notation.words(balance.balance)), .init(notation.words(balance.cleared), .quiet),
            ] + (balance.hasUpcoming ? [.init(notation.words(balance.upcoming), .quiet)] : []))
        }
      }
    }
    return [.table(table)]
  }

  package func figures(_ notation: Notation) -> [ShownFigure] { accounts.flatMap(\.figures) }
}

extension AccountSummary {
  /// The balances with their names. An account is named by its key, which no other account has.
  var figures: [ShownFigure] {
    balances.flatMap { balance in
      let end = [key, balance.balance.currency.code]
      return [
        ShownFigure(name, balance.balance, ["balance"] + end),
        ShownFigure(name, balance.cleared, ["cleared"] + end),
      ]
    }
  }
}

extension AccountKind {
  /// The heading of a list (FF-02).
  fileprivate var title: String {
    switch self {
    case .budget: "Budget Accounts"
    case .tracking: "Tracking Accounts"
    }
  }
}

extension AccountSummary {
  fileprivate var note: String { row == nil ? "not opened" : isClosed ? "closed" : "" }

  /// The account as `account list` prints it: a document for each of its currencies.
  package var documents: [JSONValue] { balances.map(json) }

  /// Returns the account in one of its currencies. `upcoming` is left out if nothing is dated after the day.
  package func json(_ balance: AccountBalance) -> JSONValue {
    let document: JSONValue = [
      "account": .string(id.description), "balance": balance.balance.json, "cleared": balance.cleared.json,
      "closed": .boolean(isClosed), "kind": .string(kind.rawValue), "name": .string(name),
    ]
    return document.adding(balance.hasUpcoming ? ["upcoming": balance.upcoming.json] : [:])
  }

  /// Returns the lines that `events account list --json` prints for the account: one for each currency.
  public func jsonLines() -> String { documents.map(\.line).joined() }
}
