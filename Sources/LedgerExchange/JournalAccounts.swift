internal import LedgerBytes
internal import LedgerDomain
internal import LedgerProjections

/// One side of a transaction in a double-entry journal.
enum JournalAccount: Hashable {
  /// The category of an expense, empty if it has no category.
  case expenses(String)
  /// The category of an income, empty if it has no category.
  case income(String)
  /// The account, or the payment method of a transaction without an account. Empty if both are unknown.
  case assets(String)
  /// The other side of transfers of which one half is not known.
  case transfers
  /// The other side of opening balances.
  case openings

  /// The text that the ledger has for it, or an empty text.
  var text: String {
    switch self {
    case .expenses(let text), .income(let text), .assets(let text): text
    case .transfers: "transfers"
    case .openings: "opening balances"
    }
  }

  /// Returns the sides of a transaction: its amount is added to the first, subtracted from the second.
  static func sides(
    kind: TransactionKind, category: String?, account: String?, toAccount: String?, payment: PaymentMethod?
  ) -> (to: JournalAccount, from: JournalAccount) {
    let assets = JournalAccount.assets(account ?? payment?.rawValue ?? "")
    switch kind {
    case .expense: return (.expenses(category ?? ""), assets)
    case .income: return (assets, .income(category ?? ""))
    case .transfer: return (toAccount.map(JournalAccount.assets) ?? .transfers, assets)
    }
  }

  /// A posting of a transaction: an account and what is added to it.
  typealias Posting = (account: JournalAccount, decimal: String, currency: CurrencyCode)

  /// Returns the postings of a transaction: what is added, part by part, then what is subtracted.
  ///
  /// A transaction with items in other categories has a posting for each of its parts, and one for the whole.
  static func postings(_ row: TransactionRow, _ money: Money) -> (to: [Posting], from: [Posting]) {
    func sides(_ category: String?) -> (to: JournalAccount, from: JournalAccount) {
      Self.sides(
        kind: row.kind, category: category, account: row.account, toAccount: row.toAccount,
        payment: row.payment)
    }
    let whole = sides(row.category)
    let arrival = row.arrival ?? money
    let parts = row.shares.map { part in
      (sides(part.category), Money(minorUnits: part.minorUnits, currency: money.currency).decimal)
    }
    switch row.kind {
    case .expense:
      return (
        parts.map { ($0.to, $1, money.currency) }, [(whole.from, negated(money.decimal), money.currency)]
      )
    case .income:
      return (
        [(whole.to, money.decimal, money.currency)], parts.map { ($0.from, negated($1), money.currency) }
      )
    case .transfer:
      return (
        [(whole.to, arrival.decimal, arrival.currency)],
        [(whole.from, negated(money.decimal), money.currency)]
      )
    }
  }
}

/// Gives every account of a journal a unique name.
///
/// A format cannot express every text. If two accounts would have the same spelling, the one used first keeps the name.
/// The others get a few digits of the hash of their text as a suffix, which are the same in every export.
struct JournalAccounts {
  /// An account with its name and the date of its first use.
  struct Declaration {
    let account: JournalAccount
    let name: String
    let first: CivilDate
  }

  /// All accounts, ordered by name.
  private(set) var declarations: [Declaration] = []
  /// All currencies, ordered by code.
  let currencies: [CurrencyCode]
  /// The accounts that got another name than their spelling.
  private(set) var renamed: [RenamedAccount] = []
  private var names: [JournalAccount: String] = [:]

  /// Finds the names of a journal's accounts.
  ///
  /// - Parameters:
  ///   - uses: The uses of accounts by the transactions.
  ///   - openings: The opening balances.
  ///   - budgets: The budgets of months.
  ///   - spell: Returns the spelling of an account in the format.
  init(
    _ uses: [AccountUse], _ openings: [JournalOpening] = [], _ budgets: [JournalBudget] = [],
    spell: (JournalAccount) -> String
  ) {
    currencies = Set(
      uses.map(\.currency) + uses.compactMap(\.received) + openings.map(\.money.currency)
        + budgets.flatMap(\.rows).map(\.currency)
    ).sorted()
    var first: [JournalAccount: CivilDate] = [:]
    for use in uses {
      let sides = JournalAccount.sides(
        kind: use.kind, category: use.category, account: use.account, toAccount: use.toAccount,
        payment: use.payment)
      for account in [sides.to, sides.from] { first[account] = min(first[account] ?? use.first, use.first) }
    }
    for opening in openings {
      for account in [opening.account, .openings] {
        first[account] = min(first[account] ?? opening.date, opening.date)
      }
    }
    for row in budgets.flatMap(\.rows) {
      let account = JournalAccount.expenses(row.category)
      first[account] = min(first[account] ?? row.month.first, row.month.first)
    }
    var taken: Set<String> = []
    let spelled = first.map { (account: $0.key, first: $0.value, name: spell($0.key)) }
      .sorted { ($0.name, $0.first, $0.account.text) < ($1.name, $1.first, $1.account.text) }
    // A suffixed name must not be the spelling of another account.
    let wanted = Set(spelled.map(\.name))
    for (account, first, name) in spelled {
      var unique = name
      if !taken.insert(name).inserted {
        let digits = SHA256.hash(Array(account.text.utf8)).description
        var length = 4
        repeat {
          unique = "\(name)-\(digits.prefix(length))"
          length += 2
        } while wanted.contains(unique) || !taken.insert(unique).inserted
        renamed.append(RenamedAccount(text: account.text, name: unique))
      }
      names[account] = unique
      declarations.append(Declaration(account: account, name: unique, first: first))
    }
    declarations.sort { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
  }

  func name(_ account: JournalAccount) -> String {
    guard let name = names[account] else { preconditionFailure("an account that no transaction uses") }
    return name
  }
}

/// Returns a decimal with the opposite sign, as text because the smallest `Int64` has no opposite.
func negated(_ decimal: String) -> String {
  decimal.hasPrefix("-") ? String(decimal.dropFirst()) : "-" + decimal
}

/// Returns the line of a posting, in which amounts end in one column.
func posting(
  indent: Int, _ account: String, _ decimal: String, _ currency: CurrencyCode, _ price: String = ""
) -> String {
  func blanks(_ count: Int) -> String { String(repeating: " ", count: count) }
  let gap = blanks(max(2, 48 - account.count - decimal.utf8.count))
  return "\(blanks(indent))\(account)\(gap)\(decimal) \(currency.code)\(price)\n"
}
