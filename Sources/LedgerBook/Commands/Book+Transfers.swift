internal import EventLog
public import LedgerBytes
public import LedgerDomain
package import LedgerProjections

// Transfers between accounts (FF-16). One event moves both balances.
extension Book {
  /// Records a transfer between two accounts.
  ///
  /// - Parameters:
  ///   - request: The transfer.
  ///   - opensAccounts: Whether accounts that do not exist are opened in the same batch.
  ///   - id: The caller's id of the command, for a try that may come twice.
  /// - Throws: `Rejection`, for example if an account is closed or if money leaves the budget without a category.
  @discardableResult
  public func transfer(
    _ request: TransferRequest, opensAccounts: Bool = false, id: UniqueID? = nil
  ) throws -> Done {
    let transaction = TransactionID(settings.newID())
    let content: JSONValue = [
      "command": "transfer", "opens": .boolean(opensAccounts), "transfer": request.content,
    ]
    return try execute(id: id, content: content, about: transaction.stream) { batch in
      if opensAccounts { try self.openAccounts(of: request, &batch) }
      for event in try self.decided(request, transaction, opensAccounts) {
        batch.append(event, to: transaction)
      }
    }
  }

  /// Checks a transfer as `transfer` does, and records nothing.
  package func checkTransfer(_ request: TransferRequest, opensAccounts: Bool = false) throws {
    _ = try decided(request, TransactionID(settings.newID()), opensAccounts)
  }

  func decided(
    _ request: TransferRequest, _ transaction: TransactionID, _ opensAccounts: Bool = false
  ) throws -> [TransactionEvent] {
    let context = try decisionContext(groups: [], namesAccount: true, opensAccounts: opensAccounts)
    return try TransactionState().decide(.transfer(request), id: transaction, context)
  }

  func openAccounts(of request: TransferRequest, _ batch: inout Batch) throws {
    let accounts = try self.accounts()
    try openIfNew(request.account, request.money.currency, on: request.date, among: accounts, &batch)
    let arriving = request.received ?? request.money
    try openIfNew(request.toAccount, arriving.currency, on: request.date, among: accounts, &batch)
  }

  /// Closes an account. History keeps it.
  ///
  /// - Parameters:
  ///   - key: The account's key.
  ///   - destination: The account that its money goes to, in the same action. `nil` if it holds no money.
  ///   - id: The caller's id of the command, for a try that may come twice.
  /// - Throws: `Rejection.accountHoldsMoney` if money is left, `.accountHasUpcoming` if anything is dated after today, and
  ///   `.closesLater` if the money would go after today.
  @discardableResult
  public func closeAccount(
    key: String, movingMoneyTo destination: AccountClosing? = nil, id: UniqueID? = nil
  ) throws -> Done {
    guard let destination else {
      return try perform("close account", onAccount: key, id: id) { account, _ in
        try self.checkClosing(account)
        return .close(balances: account.balances.map(\.balance))
      }
    }
    let content: JSONValue = [
      "account": .string(key), "amount": .text(destination.amount?.description),
      "category": .text(destination.category), "command": "close account", "date": .text(destination.date?.iso),
      "to": .string(destination.account),
    ]
    return try execute(id: id, content: content, about: try stream(ofAccount: key)) { batch in
      let accounts = try self.accounts()
      let account = try Self.known(key, among: accounts)
      try self.checkClosing(account, on: destination.date)
      let other = try Self.known(destination.account, among: accounts)
      let transaction = try self.emptyingTransfer(of: account)
      var rest = account.balances.map(\.balance)
      // A closed account gives no money away.
      if !account.isClosed, let request = try self.emptying(account, into: other, destination) {
        for event in try self.decided(request, transaction) { batch.append(event, to: transaction) }
        // Amounts in other currencies are of transactions from before the account was opened.
        rest.removeFirst()
      }
      try self.decide(.close(balances: rest), onAccount: account.key, implied: self.implied(account), &batch)
    }
  }

  /// Returns the identifier of the transfer that empties an account, which devices choose alike.
  ///
  /// Two devices that close the account without knowing of each other record one transfer. If they do not agree on the
  /// amount, the amount is in conflict.
  private func emptyingTransfer(of account: AccountSummary) throws -> TransactionID {
    let last = try log.events(of: AccountID(key: account.key).stream).max { $0.foldsBefore($1) }
    return TransactionID(
      .derived(kind: "account-closing", parts: [account.key, last.map { "\($0.reference)" } ?? ""]))
  }

  /// Checks that nothing of an account that is to be closed is still to come. A closed account passes.
  package func checkClosing(_ account: AccountSummary, on date: CivilDate? = nil) throws {
    if account.isClosed { return }
    if let date, date > today { throw Rejection.closesLater(account.name, date) }
    if account.balances.contains(where: \.hasUpcoming) {
      throw Rejection.accountHasUpcoming(account.name, count: account.upcomingCount)
    }
  }

  /// Returns the transfer that leaves an account with nothing.
  ///
  /// The result is `nil` if it holds nothing in its currency.
  private func emptying(
    _ account: AccountSummary, into other: AccountSummary, _ destination: AccountClosing
  ) throws -> TransferRequest? {
    let held = account.balances[0].balance
    guard held.minorUnits != 0 else { return nil }
    guard let units = Int64(exactly: held.minorUnits.magnitude) else {
      throw ModelError.overflow(held.currency.code)
    }
    let money = Money(minorUnits: units, currency: held.currency)
    let date = destination.date ?? today
    if held.minorUnits > 0 {
      return TransferRequest(
        money: money, received: destination.amount, date: date, from: account.text, to: other.text,
        category: destination.category)
    }
    // A debt is paid from the other account.
    let paid = destination.amount
    if other.currency != money.currency, paid == nil {
      throw Rejection.receivedIsMissing(account: other.name, currency: other.currency)
    }
    return TransferRequest(
      money: paid ?? money, received: paid.map { _ in money }, date: date, from: other.text, to: account.text,
      category: destination.category)
  }
}

/// The destination of the money of an account that is closed.
public struct AccountClosing: Hashable, Sendable {
  /// The account that the money goes to, by its name or key. A debt is paid from it.
  public var account: String
  /// The amount in that account's currency, if it is another one.
  public var amount: Money?
  /// The category, if the money leaves the budget.
  public var category: String?
  /// The date of the transfer, which is not after today, or `nil` for today.
  public var date: CivilDate?

  /// Creates a destination.
  public init(account: String, amount: Money? = nil, category: String? = nil, date: CivilDate? = nil) {
    self.account = account
    self.amount = amount
    self.category = category
    self.date = date
  }
}
