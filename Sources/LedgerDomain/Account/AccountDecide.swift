internal import LedgerBytes

/// A command of a person on one account.
package enum AccountCommand: Hashable, Sendable {
  /// Open it.
  case open(name: String, rank: Int64, AccountTerms)
  /// Give it another name.
  case rename(to: String)
  /// Give it another place.
  case move(rank: Int64)
  /// Close it. `balances` is what it holds, per currency, at the end of the same batch.
  case close(balances: [Money])
  /// Open it again after it was closed.
  case reopen
}

extension AccountState {
  /// Returns the events that carry out a command on this state, or the reason why it is refused.
  ///
  /// - Parameters:
  ///   - command: The command.
  ///   - key: The account's key.
  ///   - implied: The opening of an account that transactions mention and nobody has opened. Any other command opens it
  ///     first.
  package func decide(
    _ command: AccountCommand, key: String, implied: AccountEvent.Opened? = nil
  ) throws(Rejection) -> [AccountEvent] {
    let row = AccountRow(self) ?? implied.map(AccountRow.init)
    let adoption = terms.value == nil ? implied.map { [AccountEvent.accountOpened($0)] } ?? [] : []
    if case .open(let name, let rank, let terms) = command { return try open(key, name, rank, terms) }
    guard let row else { throw .unknownAccount(key) }
    switch command {
    case .open: return []
    case .rename(let typed):
      let name = try Self.name(typed)
      if name.hasSameBytes(as: row.name), self.name.conflicts.isEmpty { return [] }
      return adoption + [.accountRenamed(AccountEvent.Renamed(from: row.name, to: name))]
    case .move(let rank):
      if row.rank == rank, self.rank.conflicts.isEmpty { return [] }
      return adoption + [.accountMoved(AccountEvent.Moved(from: row.rank, to: rank))]
    case .close(let balances):
      if row.isClosed, isClosed.conflicts.isEmpty { return [] }
      let held = balances.filter { $0.minorUnits != 0 }
      guard held.isEmpty else { throw .accountHoldsMoney(row.name, held) }
      return adoption + [.accountClosed]
    case .reopen: return isClosed.value == nil || isClosed.isSettled(on: false) ? [] : [.accountReopened]
    }
  }

  /// Opens it, or decides between the terms of two devices.
  private func open(
    _ key: String, _ name: String, _ rank: Int64, _ terms: AccountTerms
  ) throws(Rejection) -> [AccountEvent] {
    let name = try Self.name(name)
    if let row = AccountRow(self), self.terms.conflicts.isEmpty {
      throw row.isClosed ? .accountIsClosed(row.name) : .alreadyExists("the account “\(row.name)”")
    }
    guard terms.opening.currency.minorUnitDigits != nil else { throw .unknownCurrency(terms.opening.currency) }
    try TransactionState.check(terms.opening)
    let opened = AccountEvent.accountOpened(AccountEvent.Opened(key: key, name: name, rank: rank, terms: terms))
    // It was closed before its opening was undone.
    return isClosed.value == true && AccountRow(self) == nil ? [opened, .accountReopened] : [opened]
  }

  private static func name(_ typed: String) throws(Rejection) -> String {
    let name = NFC.normalized(NFC.trimmed(typed))
    guard !name.isEmpty else { throw .emptyName }
    guard name.utf8.count <= 256 else { throw .tooLong(what: "name", limit: 256) }
    return name
  }
}

extension AccountRow {
  /// Creates the row of an account that was just opened.
  package init(_ opened: AccountEvent.Opened) {
    self.init(key: opened.key, name: opened.name, terms: opened.terms, rank: opened.rank, isClosed: false)
  }

  /// Checks that a transaction of an amount may be recorded on the account.
  func accept(_ money: Money) throws(Rejection) {
    guard !isClosed else { throw .accountIsClosed(name) }
    guard money.currency == currency else {
      throw .accountCurrency(account: name, currency: currency, given: money.currency)
    }
  }
}
