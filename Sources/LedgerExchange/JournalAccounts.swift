internal import LedgerBytes
internal import LedgerDomain
internal import LedgerProjections

/// One side of a transaction in a journal of double entries.
enum JournalAccount: Hashable {
  /// A category that money was spent on; an empty key: none was given.
  case expenses(String)
  /// A category that money came from.
  case income(String)
  /// The account, else the payment; empty: neither is known.
  case assets(String)
  /// Where transfers go.
  case transfers

  /// What the ledger calls it; empty: nothing.
  var text: String {
    switch self {
    case .expenses(let text), .income(let text), .assets(let text): text
    case .transfers: "transfers"
    }
  }

  /// The two sides of a transaction: the one that its amount is added to, and the one it is taken from.
  static func sides(
    kind: TransactionKind, category: String?, account: String?, payment: PaymentMethod?
  ) -> (to: JournalAccount, from: JournalAccount) {
    let assets = JournalAccount.assets(account ?? payment?.rawValue ?? "")
    switch kind {
    case .expense: return (.expenses(category ?? ""), assets)
    case .income: return (assets, .income(category ?? ""))
    case .transfer: return (.transfers, assets)
    }
  }

  static func sides(_ row: TransactionRow) -> (to: JournalAccount, from: JournalAccount) {
    sides(kind: row.kind, category: row.category, account: row.account, payment: row.payment)
  }
}

/// What every account of a journal is called, no two alike.
///
/// A format can't write every text. Where two accounts would be spelled alike, the one in use first keeps the name
/// and the others get a few digits of their text's hash behind it: the same ones whenever it is asked.
struct JournalAccounts {
  /// An account as it is declared.
  struct Declaration {
    let account: JournalAccount
    let name: String
    let first: CivilDate
  }

  /// Every account, in order of its name.
  private(set) var declarations: [Declaration] = []
  /// Every currency, in order of its code.
  let currencies: [Currency]
  /// Those that don't have the name they would have alone.
  private(set) var renamed: [RenamedAccount] = []
  private var names: [JournalAccount: String] = [:]

  /// - Parameter spell: how the format writes an account, were it alone.
  init(_ uses: [AccountUse], spell: (JournalAccount) -> String) {
    currencies = Set(uses.map(\.currency)).sorted()
    var first: [JournalAccount: CivilDate] = [:]
    for use in uses {
      let sides = JournalAccount.sides(
        kind: use.kind, category: use.category, account: use.account, payment: use.payment)
      for account in [sides.to, sides.from] { first[account] = min(first[account] ?? use.first, use.first) }
    }
    var taken: Set<String> = []
    let spelled = first.map { (account: $0.key, first: $0.value, name: spell($0.key)) }
      .sorted { ($0.name, $0.first, $0.account.text) < ($1.name, $1.first, $1.account.text) }
    // A name that nobody else would have is not to be had by one that gives way.
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

  /// The account's name.
  func name(_ account: JournalAccount) -> String {
    guard let name = names[account] else { preconditionFailure("an account that no transaction uses") }
    return name
  }
}

/// A decimal with the other sign, as text, so that every 64-bit amount has one.
func negated(_ decimal: String) -> String {
  decimal.hasPrefix("-") ? String(decimal.dropFirst()) : "-" + decimal
}
