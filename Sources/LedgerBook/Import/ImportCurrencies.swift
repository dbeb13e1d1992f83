internal import BankFiles
internal import LedgerDomain

/// The currencies for files that do not name their own: those of accounts, and that of the ledger.
struct ImportCurrencies: Sendable {
  /// The account or the ledger whose currency is taken.
  struct Owner: Hashable {
    let title: String
    let isAccount: Bool
    let currency: CurrencyCode
  }

  let accounts: [AccountRow]
  let ledger: CurrencyCode

  /// Returns the account of a name, or the ledger if nobody opened such an account.
  func owner(named name: String?) -> Owner {
    if let name {
      let key = AccountState.key(of: name)
      let named = accounts.filter { $0.key == key || AccountState.key(of: $0.name) == key }
      if named.count == 1 { return Owner(named[0]) }
    }
    return Owner(title: "the ledger", isAccount: false, currency: ledger)
  }

  /// Returns the account whose name is a number that a file prints, or `nil` if nobody opened it.
  func account(numbered number: String) -> Owner? {
    accounts.first { AccountNumber.areSame($0.name, number) }.map { Owner($0) }
  }
}

extension ImportCurrencies.Owner {
  fileprivate init(_ account: AccountRow) {
    self.init(title: account.name, isAccount: true, currency: account.currency)
  }
}
