public import LedgerBytes
public import LedgerDomain
public import LedgerProjections

// Accounts: where the money is. A `Rejection` explains why a command was refused. Then nothing was appended.
extension Book {
  /// Returns every account with its balances as of the book's day.
  ///
  /// Budget accounts come before tracking accounts. Each kind is in the order people gave it. Accounts that transactions mention and nobody opened come last.
  public func accounts() throws -> [AccountSummary] { try models.read { try $0.accounts(through: day) } }

  /// Returns the present names of the opened accounts for the texts by which transactions mention them.
  public func accountNames() throws -> AccountNames { AccountNames(try openedAccounts()) }

  /// Returns the opened accounts without their balances.
  package func openedAccounts() throws -> [AccountRow] { try models.read { try $0.accountRows() } }

  /// Returns the texts by which transactions mention an account.
  package func accountTexts(of key: String) throws -> [String] {
    try models.read { try $0.accountTexts(of: key) }
  }

  /// Opens an account (FF-02).
  ///
  /// - Parameters:
  ///   - name: Its name.
  ///   - kind: Whether its money is budgeted.
  ///   - opening: The balance it begins with, in its currency.
  ///   - on: The date of that balance, or `nil` for today.
  ///   - id: The caller's id of the command, for a try that may come twice.
  @discardableResult
  public func openAccount(
    name: String, kind: AccountKind = .budget, opening: Money, on: CivilDate? = nil, id: UniqueID? = nil
  ) throws -> Done {
    let key = AccountState.key(of: name)
    let content: JSONValue = [
      "command": "open account", "name": .string(name), "kind": .string(kind.rawValue),
      "currency": .string(opening.currency.code), "opening": .integer(opening.minorUnits), "on": .text(on?.iso),
    ]
    return try execute(id: id, content: content, about: AccountID(key: key).stream) { batch in
      let others = try self.accounts().filter { $0.key != key }
      try Self.checkIsFree(name, among: others)
      let terms = AccountTerms(kind: kind, opening: opening, on: on ?? self.today)
      let command = AccountCommand.open(
        name: name, rank: AccountOrder.last(after: others.compactMap { $0.row?.rank }), terms)
      try self.decide(command, onAccount: key, implied: nil, &batch)
    }
  }

  /// Gives an account another name. Its key stays, and with it everything recorded under it.
  @discardableResult
  public func renameAccount(key: String, to name: String, id: UniqueID? = nil) throws -> Done {
    try perform("rename account", onAccount: key, ["name": .string(name)], id: id) { account, others in
      try Self.checkIsFree(name, among: others)
      return .rename(to: name)
    }
  }

  /// Opens a closed account again.
  @discardableResult
  public func reopenAccount(key: String, id: UniqueID? = nil) throws -> Done {
    try perform("reopen account", onAccount: key, id: id) { _, _ in .reopen }
  }

  /// Puts an account right before another of its kind, or last.
  @discardableResult
  public func moveAccount(key: String, before other: String?, id: UniqueID? = nil) throws -> Done {
    let content: JSONValue = [
      "command": "move account", "account": .string(key), "before": .text(other),
    ]
    return try execute(id: id, content: content, about: try stream(ofAccount: key)) { batch in
      let accounts = try self.accounts()
      let account = try Self.known(key, among: accounts)
      let others = accounts.filter { $0.key != account.key && $0.kind == account.kind }
      let place = try other.map { other in
        let next = try Self.known(other, among: accounts)
        guard let place = others.firstIndex(where: { $0.key == next.key }) else {
          throw Rejection.unknownAccount(other, known: others.map(\.name))
        }
        return place
      }
      let ranks = AccountOrder.moving(account.id, to: place ?? others.count, among: self.ranked(others))
      for moved in accounts {
        guard let rank = ranks[moved.id] else { continue }
        try self.decide(.move(rank: rank), onAccount: moved.key, implied: self.implied(moved), &batch)
      }
    }
  }

  // MARK: One account

  func perform(
    _ word: String, onAccount key: String, _ content: [String: JSONValue] = [:], id: UniqueID?,
    _ command: (AccountSummary, [AccountSummary]) throws -> AccountCommand
  ) throws -> Done {
    var members = content
    members["command"] = .string(word)
    members["account"] = .string(key)
    return try execute(id: id, content: .object(members), about: try stream(ofAccount: key)) { batch in
      let accounts = try self.accounts()
      let account = try Self.known(key, among: accounts)
      try self.decide(
        try command(account, accounts.filter { $0.key != account.key }), onAccount: account.key,
        implied: self.implied(account), &batch)
    }
  }

  func decide(
    _ command: AccountCommand, onAccount key: String, implied: AccountEvent.Opened?, _ batch: inout Batch
  ) throws {
    let id = AccountID(key: key)
    let state = try fold(id.stream).account
    for event in try state.decide(command, key: key, implied: implied) { batch.append(event, to: id) }
  }

  /// Returns the stream of the account that a name or a key means.
  ///
  /// A name that no account has any more is taken for a key, because a retry of a command must find its stream.
  func stream(ofAccount name: String) throws -> StreamID {
    let named = try? Self.known(name, among: try accounts())
    return (named?.id ?? AccountID(key: AccountState.key(of: name))).stream
  }

  private static func checkIsFree(_ name: String, among others: [AccountSummary]) throws {
    let key = AccountState.key(of: name)
    if let other = others.first(where: { $0.key == key || AccountState.key(of: $0.name) == key }) {
      throw Rejection.alreadyExists("the account “\(other.name)”")
    }
  }

  /// Returns the opening of an account that transactions mention and nobody opened.
  func implied(_ account: AccountSummary) -> AccountEvent.Opened? {
    guard account.row == nil else { return nil }
    let terms = AccountTerms(
      kind: .budget, opening: Money(minorUnits: 0, currency: account.currency), on: today)
    return AccountEvent.Opened(key: account.key, name: account.name, rank: 0, terms: terms)
  }

  private func ranked(_ accounts: [AccountSummary]) -> [(id: AccountID, rank: Int64)] {
    accounts.map { (id: $0.id, rank: $0.row?.rank ?? 0) }
  }

  /// Opens the account of a transaction if that is wanted and no account has its name or key.
  func openAccounts(of request: RecordRequest, if isWanted: Bool, _ batch: inout Batch) throws {
    guard isWanted, let name = request.account else { return }
    try openIfNew(name, request.money.currency, on: request.date, among: try accounts(), &batch)
  }

  /// Opens an account unless one has that name or key.
  func openIfNew(
    _ name: String, _ currency: CurrencyCode, on date: CivilDate, among accounts: [AccountSummary],
    _ batch: inout Batch
  ) throws {
    let key = AccountState.key(of: name)
    if accounts.contains(where: { $0.key == key || AccountState.key(of: $0.name) == key }) { return }
    let terms = AccountTerms(kind: .budget, opening: Money(minorUnits: 0, currency: currency), on: date)
    let rank = AccountOrder.last(after: accounts.compactMap { $0.row?.rank })
    try decide(.open(name: name, rank: rank, terms), onAccount: key, implied: nil, &batch)
  }
}

extension TransactionCommand {
  /// Whether the decision looks at accounts, whatever the state.
  var mayConcernAccount: Bool {
    if case .correct(let field, _, _) = self { return field == .total || field == .currency || isAboutAccount }
    return isAboutAccount
  }

  private var isAboutAccount: Bool { concernsAccount(of: TransactionState()) }

  /// Whether the decision looks at accounts.
  func concernsAccount(of state: TransactionState) -> Bool {
    switch self {
    case .transfer, .correctTransfer: return true
    case .record(let request): return request.account != nil
    case .correct(let field, _, _):
      switch field {
      case .account, .toAccount, .received: return true
      case .total, .currency: return state.account.value != nil || state.toAccount.value != nil
      case .vendor, .date, .category, .payment, .group, .note, .kind: return false
      }
    case .capture, .recognize, .confirm, .pick, .save, .discard, .file, .tag, .flag, .clear, .attach,
      .detach, .addItem, .changeItem, .removeItem, .restoreItem, .propose, .accept, .reject, .dismissDuplicate,
      .delete, .restore, .unlink:
      return false
    }
  }
}
