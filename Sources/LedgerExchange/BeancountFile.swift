internal import LedgerBook
internal import LedgerDomain
internal import LedgerProjections

/// Writes a file that beancount 2 and 3 read without errors.
///
///     2026-06-14 open Expenses:Food
///
///     2026-06-14 * "REWE City" "for the trip" #berlin
///       transaction: "4fc1a8de-…"
///       Expenses:Food                             84.50 EUR
///       Assets:Card                              -84.50 EUR
///
/// If an account's name had to be changed, the metadata `name` contains the ledger's text.
enum BeancountFile {
  static func export(_ book: Book, _ filter: TransactionFilter, to output: ExportOutput) throws {
    var accounts: JournalAccounts?
    let currency = try book.ledgerRow().currency
    try book.journal(
      filter,
      begin: { head in
        let openings = JournalOpening.all(head.accounts, of: filter)
        let declared = JournalAccounts(head.uses, openings, spell: BeancountText.spelled)
        let isExchanged = head.uses.contains { $0.received != nil && $0.received != $0.currency }
        output.text(header(declared, currency: currency, isExchanged: isExchanged))
        for opening in openings { output.text(entry(opening, declared)) }
        output.renamed(declared.renamed)
        accounts = declared
      },
      { listed in
        guard let accounts, let text = entry(listed, accounts) else { return output.leaveOut(listed) }
        try output.transaction(text, listed.row)
      })
  }

  private static func header(_ accounts: JournalAccounts, currency: CurrencyCode, isExchanged: Bool) -> String {
    var text = "option \"operating_currency\" \"\(currency.code)\"\n"
    // A price is divided by the amount when it is read. Without decimals, no difference would be tolerated then.
    for currency in accounts.currencies where isExchanged && currency.minorUnitDigits == 0 {
      text += "option \"inferred_tolerance_default\" \"\(currency.code):0.005\"\n"
    }
    text += "\n"
    for declaration in accounts.declarations {
      text += "\(declaration.first.iso) open \(declaration.name)\n"
      let called = declaration.account.text
      if !called.isEmpty, BeancountText.isChanged(declaration.account, in: declaration.name) {
        text += "  name: \(BeancountText.string(called))\n"
      }
    }
    return text
  }

  private static func entry(_ opening: JournalOpening, _ accounts: JournalAccounts) -> String {
    let (decimal, currency) = (opening.money.decimal, opening.money.currency)
    let text = opening.account.text
    let name = JournalAccount.isLikePayment(text) ? "  account: \(BeancountText.string(text))\n" : ""
    return "\n\(opening.date.iso) * \"opening balance\"\n" + name
      + posting(indent: 2, accounts.name(opening.account), decimal, currency)
      + posting(indent: 2, accounts.name(.openings), negated(decimal), currency)
  }

  /// Returns the entry of a transaction, or `nil` if its date or amount is unknown.
  private static func entry(_ listed: ListedTransaction, _ accounts: JournalAccounts) -> String? {
    let row = listed.row
    guard let date = row.date, let money = row.money, let price = row.price else { return nil }
    var text = "\n\(date.iso) *"
    if let vendor = row.vendor { text += " " + BeancountText.string(vendor) }
    text += " " + BeancountText.string(row.note ?? "")
    for tag in row.tags {
      if let word = BeancountText.tag(tag) { text += " #" + word }
    }
    text += "\n"
    func metadata(_ key: String, _ value: String?) {
      if let value { text += "  \(key): \(BeancountText.string(value))\n" }
    }
    metadata("transaction", row.id.description)
    metadata("group", listed.groupName)
    if row.tags.contains(where: { BeancountText.tag($0) != $0 }) {
      metadata("tags", row.tags.joined(separator: ", "))
    }
    if !row.flags.names.isEmpty { metadata("flags", row.flags.names.joined(separator: ", ")) }
    if row.account != nil { metadata("payment", row.payment?.rawValue) }
    if let account = row.accountsLikePayments.first { metadata("account", account) }
    if row.kind == .transfer || !row.parts.isEmpty { metadata("category", row.category) }
    if row.isCleared { text += "  cleared: TRUE\n" }
    let postings = JournalAccount.postings(row, money)
    for to in postings.to {
      text += posting(indent: 2, accounts.name(to.account), to.decimal, to.currency, price)
    }
    for from in postings.from {
      text += posting(indent: 2, accounts.name(from.account), from.decimal, from.currency)
    }
    return text
  }
}
