internal import LedgerBytes
public import LedgerDomain
internal import LedgerSQLite

/// The balance of an account in one currency, as of a day.
public struct AccountBalance: Hashable, Sendable {
  /// The balance at the end of the day.
  public let balance: Money
  /// The balance without the transactions that are not cleared.
  public let cleared: Money
  /// The number of its saved transactions by that day.
  public let count: Int
  /// The sum that later dates will add to the balance, an opening balance included.
  public let upcoming: Money
  /// The number of its saved transactions that are dated later.
  public let upcomingCount: Int

  /// Whether anything is dated later.
  public var hasUpcoming: Bool { upcomingCount > 0 || upcoming.minorUnits != 0 }
}

/// An account that a person opened or that transactions mention, with its balances.
public struct AccountSummary: Hashable, Sendable {
  /// Its key.
  public let key: String
  /// The name people see.
  public let name: String
  /// The row of an account that a person opened.
  public let row: AccountRow?
  /// Its balances, its own currency first. Other currencies are of transactions from before it was opened.
  public let balances: [AccountBalance]

  /// Its identifier.
  public var id: AccountID { AccountID(key: key) }

  /// Whether its money is budgeted. An account that nobody opened is a budget account.
  public var kind: AccountKind { row?.terms.kind ?? .budget }

  /// The currency it is kept in.
  public var currency: CurrencyCode { balances[0].balance.currency }

  /// The number of its transactions that are dated after the day, in all currencies.
  public var upcomingCount: Int { balances.reduce(0) { $0 + $1.upcomingCount } }

  /// Whether it is closed.
  public var isClosed: Bool { row?.isClosed ?? false }

  /// The text a transaction records for it.
  public var text: String { row?.text ?? name }
}

extension ModelReader {
  /// Returns the accounts that a person opened, by rank.
  package func accountRows() throws -> [AccountRow] {
    var rows: [AccountRow] = []
    let statement = try connection.statement(Self.accountRows)
    try statement.forEachRow { rows.append(try AccountTable.row($0)) }
    return rows
  }

  static let accountRows = """
    SELECT id, key, name, kind, currency, opening, opened_on, rank, closed FROM account_row ORDER BY rank, key
    """

  /// Returns every account with its balances: budget accounts, then tracking accounts.
  ///
  /// Opened accounts are sorted by rank. Those that nobody opened follow by key.
  ///
  /// - Parameter day: The day as of which balances are.
  /// - Complexity: O(accounts × currencies), a page of the file per 256 transactions that are dated later, and a look-up
  ///   for each transfer among them.
  package func accounts(through day: CivilDate) throws -> [AccountSummary] {
    let rows = try accountRows()
    var parts = try accountParts()
    var later: [AccountMovement] = []
    let names = try forEachMovement(after: day) { later.append($0) }
    for movement in later {
      parts[names.accounts[movement.account]]?.postpone(movement, names.currencies[movement.currency])
    }
    var summaries: [AccountSummary] = []
    for row in rows { summaries.append(try AccountSummary(row, parts.removeValue(forKey: row.key), day)) }
    let implied = parts.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
    for (key, part) in implied { summaries.append(try AccountSummary(key, part, day)) }
    return summaries.filter { $0.kind == .budget } + summaries.filter { $0.kind == .tracking }
  }

  /// Returns the accounts that a command can name.
  ///
  /// They are the opened ones, and those that saved transactions mention.
  package func accountDirectory() throws -> AccountDirectory {
    var mentioned: [String] = []
    let statement = try connection.statement(
      "SELECT account FROM account_total WHERE account <> '' GROUP BY account HAVING sum(count) > 0")
    try statement.forEachRow { mentioned.append($0.string(0)) }
    return AccountDirectory(try accountRows(), mentioned: mentioned)
  }

  /// Returns the sums of saved transactions by the key of the account they mention.
  func accountParts() throws -> [String: AccountParts] {
    var parts: [String: AccountParts] = [:]
    let statement = try connection.statement(Self.accountTotals)
    try statement.forEachRow { row in
      // A transaction without an amount adds nothing.
      if row.string(2).isEmpty { return }
      guard let kind = TransactionKind(code: row.int64(1)), let currency = CurrencyCode(row.string(2)) else {
        throw ModelError.damaged("the totals of accounts")
      }
      let text = row.string(0)
      let units = Int128(low: row.int64(5), beyond: row.int64(6))
      parts[AccountState.key(of: text), default: AccountParts()].add(
        text, kind, currency, isCleared: row.int64(3) == 1, count: try Int(transactions: row.int64(4)), units)
    }
    return parts
  }

  /// Returns the texts by which transactions of any state mention an account.
  ///
  /// - Complexity: O(texts).
  package func accountTexts(of key: String) throws -> [String] {
    let values = FacetValues(connection: connection)
    let texts = try values.texts(.account) + values.texts(.toAccount)
    return Set(texts.compactMap { $0 }).filter { AccountState.key(of: $0).hasSameBytes(as: key) }.sorted {
      $0.utf8.lexicographicallyPrecedes($1.utf8)
    }
  }

  static let accountTotals = "SELECT account, kind, currency, cleared, count, total, beyond FROM account_total"
}

/// The sums of one account.
struct AccountParts {
  /// The number of transactions by the text that mentions the account.
  private var texts: [(text: String, count: Int)] = []
  private var currencies: [Part] = []

  private struct Part {
    let currency: CurrencyCode
    var all: Int128 = 0
    var cleared: Int128 = 0
    var count = 0
    /// The part of these that is dated after the day.
    var later: (all: Int128, cleared: Int128, count: Int) = (0, 0, 0)
  }

  /// The text most transactions have.
  var name: String {
    texts.max { ($0.count, $1.text) < ($1.count, $0.text) }?.text ?? ""
  }

  /// The sums per currency with their numbers of transactions, without an opening balance.
  var sums: [(currency: CurrencyCode, units: Int128, count: Int)] {
    currencies.map { ($0.currency, $0.all, $0.count) }
  }

  mutating func add(
    _ text: String, _ kind: TransactionKind, _ currency: CurrencyCode, isCleared: Bool, count: Int,
    _ units: Int128
  ) {
    if let place = texts.firstIndex(where: { $0.text.hasSameBytes(as: text) }) {
      texts[place].count += count
    } else {
      texts.append((text, count))
    }
    let units = kind.signOnAccount < 0 ? -units : units
    let cleared = isCleared ? units : 0
    if let place = currencies.firstIndex(where: { $0.currency == currency }) {
      currencies[place].all += units
      currencies[place].cleared += cleared
      currencies[place].count += count
    } else {
      currencies.append(Part(currency: currency, all: units, cleared: cleared, count: count))
    }
  }

  /// Sets apart a movement that is dated after the day.
  mutating func postpone(_ movement: AccountMovement, _ currency: CurrencyCode) {
    guard let place = currencies.firstIndex(where: { $0.currency == currency }) else { return }
    currencies[place].later.all += movement.units
    if movement.isCleared { currencies[place].later.cleared += movement.units }
    currencies[place].later.count += 1
  }

  /// Returns the balances as of a day: the account's own currency first, then others by code.
  func balances(_ terms: AccountTerms?, _ day: CivilDate) throws -> [AccountBalance] {
    var currencies = currencies
    if let opening = terms?.opening {
      let known = currencies.firstIndex { $0.currency == opening.currency }
      let units = Int128(opening.minorUnits)
      var own = known.map { currencies.remove(at: $0) } ?? Part(currency: opening.currency)
      own.all += units
      own.cleared += units
      if terms.map({ $0.on > day }) ?? false {
        own.later.all += units
        own.later.cleared += units
      }
      currencies.sort { $0.currency.code < $1.currency.code }
      currencies.insert(own, at: 0)
    } else {
      currencies.sort { ($1.count, $0.currency.code) < ($0.count, $1.currency.code) }
    }
    return try currencies.map { part in
      func money(_ units: Int128) throws -> Money {
        Money(minorUnits: try units.fitting(part.currency), currency: part.currency)
      }
      return AccountBalance(
        balance: try money(part.all - part.later.all), cleared: try money(part.cleared - part.later.cleared),
        count: part.count - part.later.count, upcoming: try money(part.later.all),
        upcomingCount: part.later.count)
    }
  }
}

extension AccountSummary {
  fileprivate init(_ row: AccountRow, _ parts: AccountParts?, _ day: CivilDate) throws {
    self.init(
      key: row.key, name: row.name, row: row, balances: try (parts ?? AccountParts()).balances(row.terms, day))
  }

  fileprivate init(_ key: String, _ parts: AccountParts, _ day: CivilDate) throws {
    self.init(key: key, name: parts.name, row: nil, balances: try parts.balances(nil, day))
  }
}
