internal import LedgerBook
internal import LedgerDomain
internal import LedgerProjections

/// Writes a journal that hledger, also in strict mode, and ledger can read.
///
///     2026-06-14 * REWE City
///         ; transaction:4fc1a8de-…
///         ; group:Berlin
///         expenses:food                             84.50 EUR
///         assets:card                              -84.50 EUR
///
/// Tags contain everything else about a transaction: `group`, `note`, and a `tag` or `flag` line for each one. `payment`
/// is a tag if the transaction has an account, and `category` if it is a transfer or split. `account` is a tag if an account
/// has the name of a payment. Cleared transactions are marked `*`.
/// The budget of each month becomes a periodic transaction.
enum HledgerJournal {
  static func export(_ book: Book, _ filter: TransactionFilter, to output: ExportOutput) throws {
    var accounts: JournalAccounts?
    try book.journal(
      filter,
      begin: { head in
        let openings = JournalOpening.all(head.accounts, of: filter)
        let budgets = JournalBudget.all(head.budgets, of: filter)
        let declared = JournalAccounts(head.uses, openings, budgets, spell: spelled)
        output.text(header(declared))
        for opening in openings { output.text(entry(opening, declared)) }
        for budget in budgets { output.text(entry(budget, declared)) }
        output.renamed(declared.renamed)
        accounts = declared
      },
      { listed in
        guard let accounts, let text = entry(listed, accounts) else { return output.leaveOut(listed) }
        try output.transaction(text, listed.row)
      })
  }

  /// Returns the declarations of commodities and accounts, which strict mode requires.
  private static func header(_ accounts: JournalAccounts) -> String {
    var text = ""
    for currency in accounts.currencies {
      text += "commodity \(currency.code)\n"
      // The sample number defines the decimal separator. Ledger rejects a sample without decimals.
      let digits = currency.minorUnitDigits ?? 0
      if digits > 0 { text += "    format 1000.\(String(repeating: "0", count: digits)) \(currency.code)\n" }
    }
    for declaration in accounts.declarations { text += "account \(declaration.name)\n" }
    return text
  }

  private static func entry(_ opening: JournalOpening, _ accounts: JournalAccounts) -> String {
    let (decimal, currency) = (opening.money.decimal, opening.money.currency)
    let tag =
      JournalAccount.isLikePayment(opening.account.text) ? "    ; account:\(opening.account.text)\n" : ""
    return "\n\(opening.date.iso) * opening balance\n" + tag
      + posting(indent: 4, accounts.name(opening.account), decimal, currency)
      + posting(indent: 4, accounts.name(.openings), negated(decimal), currency)
  }

  /// Returns the periodic transaction of a month's budget.
  ///
  /// `hledger balance --budget` compares it with what was spent. Its postings are virtual, so that it balances nothing and no other report counts it.
  private static func entry(_ budget: JournalBudget, _ accounts: JournalAccounts) -> String {
    var text = "\n~ monthly from \(budget.month.first.iso) to \(budget.month.next.first.iso)\n"
    for row in budget.rows {
      let name = "(\(accounts.name(.expenses(row.category))))"
      text += posting(indent: 4, name, row.money.decimal, row.currency)
    }
    return text
  }

  /// Returns the entry of a transaction, or `nil` if its date or amount is unknown.
  private static func entry(_ listed: ListedTransaction, _ accounts: JournalAccounts) -> String? {
    let row = listed.row
    guard let date = row.date, let money = row.money, let price = row.price else { return nil }
    var text = "\n\(date.iso)\(row.isCleared ? " *" : "")"
    let description = HledgerText.description(row.vendor ?? "")
    if !description.isEmpty { text += " " + description }
    text += "\n"
    func tag(_ name: String, _ value: String?) {
      let value = HledgerText.tagValue(value ?? "")
      if !value.isEmpty { text += "    ; \(name):\(value)\n" }
    }
    tag("transaction", row.id.description)
    tag("group", listed.groupName)
    for name in row.tags { tag("tag", name) }
    for name in row.flags.names { tag("flag", name) }
    if row.account != nil { tag("payment", row.payment?.rawValue) }
    for account in row.accountsLikePayments { tag("account", account) }
    if row.kind == .transfer || !row.parts.isEmpty { tag("category", row.category) }
    tag("note", row.note)
    let postings = JournalAccount.postings(row, money)
    for to in postings.to {
      text += posting(indent: 4, accounts.name(to.account), to.decimal, to.currency, price)
    }
    for from in postings.from {
      text += posting(indent: 4, accounts.name(from.account), from.decimal, from.currency)
    }
    return text
  }

  /// Returns the name of an account, as long as no other account has the same spelling.
  static func spelled(_ account: JournalAccount) -> String {
    let root =
      switch account {
      case .expenses: "expenses"
      case .income: "income"
      case .assets: "assets"
      case .transfers, .openings: "equity"
      }
    let part = HledgerText.accountPart(account.text)
    return root + ":" + (part.isEmpty ? "unknown" : part)
  }
}
