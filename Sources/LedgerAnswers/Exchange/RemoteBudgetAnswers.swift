internal import LedgerBytes
package import LedgerDomain
package import LedgerYNAB

/// The plans in YNAB.
package struct RemotePlansAnswer: PlainAnswer {
  let plans: [RemoteCatalog.Plan]
  /// The id of the usual plan.
  let chosen: String?

  package init(_ plans: [RemoteCatalog.Plan], chosen: String?) { (self.plans, self.chosen) = (plans, chosen) }

  package var document: Document {
    .lines(
      plans.map { plan in
        [
          "chosen": .boolean(plan.id == chosen), "currency": .optional(plan.currency),
          "name": .string(plan.name), "plan": .string(plan.id),
        ]
      })
  }

  package var blocks: [Block] {
    var table = AnswerTable([.name(), .left("currency"), .left("id")], indent: 2)
    for plan in plans {
      table.row([
        .init(plan.name, plan.id == chosen ? .strong : .plain), .init(plan.currency ?? ""),
        .init(plan.id, .quiet),
      ])
    }
    return [.table(table)]
  }
}

/// The accounts of a plan in YNAB.
package struct RemoteAccountsAnswer: Answer {
  let accounts: [RemoteCatalog.Account]
  /// The id of the usual account.
  let chosen: String?
  let currency: CurrencyCode?

  package init(_ accounts: [RemoteCatalog.Account], chosen: String?, in currency: CurrencyCode?) {
    (self.accounts, self.chosen, self.currency) = (accounts, chosen, currency)
  }

  private func balance(_ account: RemoteCatalog.Account) -> Money? {
    currency.flatMap { Milliunits.money(account.balance, $0) }
  }

  package func document(_ notation: Notation) -> Document {
    .lines(
      accounts.map { account in
        [
          "account": .string(account.id), "balance": balance(account).map(\.json) ?? .null,
          "chosen": .boolean(account.id == chosen), "closed": .boolean(account.isClosed),
          "name": .string(account.name), "type": .string(account.type),
        ]
      })
  }

  package func blocks(_ notation: Notation) -> [Block] {
    var table = AnswerTable([.name(), .right("balance"), .left("type")], indent: 2)
    for account in accounts {
      table.row([
        .init(account.name, account.id == chosen ? .strong : .plain),
        .init(balance(account).map { notation.words($0) } ?? ""),
        .init(account.isClosed ? "closed" : account.type, .quiet),
      ])
    }
    return [.table(table)]
  }
}

/// The categories of a plan in YNAB, with the categories of the ledger that are linked to them.
package struct RemoteCategoriesAnswer: PlainAnswer {
  let categories: [RemoteCatalog.Category]
  /// The id of the category in YNAB by the key of the category here.
  let links: [String: String]

  package init(_ categories: [RemoteCatalog.Category], links: [String: String]) {
    (self.categories, self.links) = (categories, links)
  }

  private func linked(_ category: RemoteCatalog.Category) -> [String] {
    links.filter { $0.value == category.id }.map(\.key).sorted()
  }

  package var document: Document {
    .lines(
      categories.map { category in
        [
          "category": .string(category.id), "group": .string(category.group),
          "hidden": .boolean(category.isHidden), "linked": .strings(linked(category)),
          "name": .string(category.name),
        ]
      })
  }

  package var blocks: [Block] {
    var table = AnswerTable([.name(), .left("group"), .left("linked to")], indent: 2)
    for category in categories where !category.isHidden {
      table.row([
        .init(category.name), .init(category.group, .quiet),
        .init(linked(category).joined(separator: ", ")),
      ])
    }
    return [.table(table)]
  }
}
