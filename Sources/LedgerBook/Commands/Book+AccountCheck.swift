internal import EventLog
public import LedgerBytes
public import LedgerDomain
public import LedgerProjections

/// An account compared with the balance its bank shows.
public struct AccountCheck: Hashable, Sendable {
  /// The cleared balance at the end of the day.
  public let cleared: Money
  /// The bank's balance less the cleared balance.
  public let difference: Money
  /// The uncleared transactions that explain the difference.
  ///
  /// They are the fewest, three at most, or else all, or all but one.
  public let matching: [ListedTransaction]
  /// The transactions whose amount a person changed, so that it is not that of the bank's row any longer.
  public internal(set) var differing: [Differing] = []
  /// The cleared transactions without a row of the bank, each of which is the whole difference.
  public internal(set) var suspects: [ListedTransaction] = []
  /// The number of transactions up to that day, or without a date, that are not cleared.
  public let unclearedCount: Int

  /// A transaction that moves the account by another amount than the bank's row.
  public struct Differing: Hashable, Sendable {
    /// The transaction.
    public let listed: ListedTransaction
    /// The amount at the bank, negative if money left the account.
    public let bank: Money
    /// The transaction's amount less the bank's.
    public let difference: Money
  }
}

extension Book {
  /// Compares an account with the balance its bank shows at the end of a day.
  ///
  /// The check counts the same transactions and opening balance as the list of accounts through that day. A row of this
  /// account's bank counts on the day of the bank, because a transfer has another day in each of its accounts.
  ///
  /// - Complexity: O(transactions of the account).
  public func checkAccount(key: String, balance: Money, on date: CivilDate) throws -> AccountCheck {
    var known: [(listed: ListedTransaction, effect: Int64)] = []
    var check = try models.read { reader in
      let accounts = try reader.accounts(through: date)
      let account = try Self.known(key, among: accounts)
      guard balance.currency == account.currency else {
        throw Rejection.accountCurrency(
          account: account.name, currency: account.currency, given: balance.currency)
      }
      var filter = TransactionFilter()
      filter.accounts = Set(try reader.accountTexts(of: account.key))
      filter.asOf = date.adding(days: Self.bankDaysMax)
      let terms = account.row.flatMap { $0.terms.on <= date ? $0.terms : nil }
      var cleared = Int128(terms?.opening.minorUnits ?? 0)
      var uncleared: [(listed: ListedTransaction, effect: Int64)] = []
      if !filter.accounts.isEmpty {
        try reader.forEachTransaction(filter) { listed in
          guard let effect = listed.row.effect(in: account.currency, where: filter.accounts.contains) else {
            return
          }
          guard try dayAtBank(listed.row, filter.accounts, near: date).map({ $0 <= date }) ?? true else {
            return
          }
          if listed.row.isCleared {
            cleared += Int128(effect)
            known.append((listed, effect))
          } else {
            uncleared.append((listed, effect))
          }
        }
      }
      guard let units = Int64(exactly: cleared), let rest = Int64(exactly: Int128(balance.minorUnits) - cleared)
      else { throw ModelError.overflow(account.currency.code) }
      // Lists have the newest first, and a bank clears the oldest first.
      uncleared.reverse()
      let places =
        rest == 0
        ? [] : ClearingMatch.choice(of: uncleared.map(\.effect), addingUpTo: rest) ?? []
      return AccountCheck(
        cleared: Money(minorUnits: units, currency: account.currency),
        difference: Money(minorUnits: rest, currency: account.currency),
        matching: places.map { uncleared[$0].listed }, unclearedCount: uncleared.count)
    }
    guard check.difference.minorUnits != 0, check.matching.isEmpty else { return check }
    for (listed, effect) in known {
      let linked = try linkedRows(of: listed.row.id)
      if let found = listed.row.bankAmount(of: linked, onAccount: AccountState.key(of: key)) {
        check.differing.append(
          AccountCheck.Differing(listed: listed, bank: found.bank, difference: found.difference))
      } else if linked.isEmpty, Int128(effect) == -Int128(check.difference.minorUnits) {
        check.suspects.append(listed)
      }
    }
    return check
  }

  /// The most days between a transaction and its row at the bank.
  static let bankDaysMax = 14

  /// Returns the day of the bank's row on some accounts, or the day of a transaction without such a row.
  ///
  /// Only rows of days that are near the other day are looked up.
  func dayAtBank(
    _ row: TransactionRow, _ accounts: Set<String>, near day: CivilDate
  ) throws -> CivilDate? {
    guard let date = row.date, abs(date.days(to: day)) <= Self.bankDaysMax else { return row.date }
    return try linkedRows(of: row.id).last { $0.account.map { accounts.contains($0) } ?? false }?.date ?? date
  }

  /// Returns the identifier that every device derives for an adjustment: the first that is not in use.
  ///
  /// Two devices that adjust one account on one day make one transaction. If their amounts differ, that is a conflict.
  /// One that was deleted is used again, because another device may record the same adjustment.
  private func adjustment(_ request: RecordRequest) throws -> TransactionID {
    let parts = [AccountState.key(of: request.account ?? ""), request.date.iso]
    var number = 0
    while true {
      let id = TransactionID(UniqueID.derived(kind: "adjustment", parts: parts + ["\(number)"]))
      if try log.key(of: id.stream) == nil || fold(id.stream).transaction.stage == .deleted { return id }
      number += 1
    }
  }

  /// Marks transactions as cleared and records what is still missing as one cleared transaction.
  ///
  /// - Parameters:
  ///   - transactions: The transactions to mark.
  ///   - adjustment: The transaction that makes up for the rest, or `nil` to leave it. Devices that adjust an account by
  ///     one amount on one day record one transaction.
  ///   - id: The caller's id of the command, for a try that may come twice.
  @discardableResult
  public func settleAccount(
    clearing transactions: [TransactionID], adjustment: RecordRequest?, id: UniqueID? = nil
  ) throws -> Done {
    let content: JSONValue = [
      "command": "settle account", "cleared": .texts(transactions.map(\.description)),
      "adjustment": adjustment?.content ?? .null,
    ]
    return try execute(id: id, content: content) { batch in
      let context = try self.decisionContext(groups: [], namesAccount: adjustment != nil)
      for transaction in transactions {
        let state = try self.fold(transaction.stream).transaction
        for event in try state.decide(.clear(true), id: transaction, context) {
          batch.append(event, to: transaction)
        }
      }
      guard let adjustment else { return }
      let transaction = try self.adjustment(adjustment)
      let known = try self.fold(transaction.stream).transaction
      if known.stage == .deleted {
        for event in try known.decide(.restore, id: transaction, context) {
          batch.append(event, to: transaction)
        }
        return
      }
      let events = try TransactionState().decide(.record(adjustment), id: transaction, context)
      for event in events + [.transactionCleared] { batch.append(event, to: transaction) }
    }
  }
}
