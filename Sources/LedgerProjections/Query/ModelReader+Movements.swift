internal import LedgerBytes
package import LedgerDomain
internal import LedgerSQLite

/// A change of an account's balance by a saved transaction.
struct AccountMovement {
  /// The account, by its place in `MovementNames.accounts`.
  let account: Int
  /// The currency, by its place in `MovementNames.currencies`.
  let currency: Int
  /// The growth of the balance in minor units.
  let units: Int128
  /// The day of the transaction's date.
  let day: Int64
  /// Whether the transaction is cleared.
  let isCleared: Bool

  /// The date of the transaction.
  var date: CivilDate { CivilDate(dayNumber: Int32(truncatingIfNeeded: day)) }
}

/// The numbers of the accounts and currencies of movements.
///
/// Hashing a text for each movement takes longer than reading the transactions.
struct MovementNames {
  /// The keys of accounts.
  private(set) var accounts: [String] = []
  private(set) var currencies: [CurrencyCode] = []
  private var places: [String: Int] = [:]

  mutating func place(ofText text: String?) -> Int? {
    guard let text, !text.isEmpty else { return nil }
    let key = AccountState.key(of: text)
    if let place = places[key] { return place }
    places[key] = accounts.count
    accounts.append(key)
    return accounts.count - 1
  }

  mutating func place(of currency: CurrencyCode) -> Int {
    if let place = currencies.firstIndex(of: currency) { return place }
    currencies.append(currency)
    return currencies.count - 1
  }
}

extension ModelReader {
  /// Calls `body` with every movement of an account that is dated after a day, in no order.
  ///
  /// A transfer moves the money of two accounts.
  ///
  /// - Returns: The names by which the movements are numbered.
  /// - Complexity: A page of the file per 256 transactions after the day, and a look-up per transfer.
  func forEachMovement(after day: CivilDate, _ body: (AccountMovement) -> Void) throws -> MovementNames {
    var names = MovementNames()
    guard let filter = TransactionFilter.upcoming(after: day) else { return names }
    let values = FacetValues(connection: connection)
    let currencies = try values.currencies().map { currency in currency.map { names.place(of: $0) } }
    let accounts = try values.texts(.account).map { names.place(ofText: $0) }
    let toAccounts = try values.texts(.toAccount).map { names.place(ofText: $0) }
    let arrivals = try connection.statement(Self.received)
    defer { arrivals.reset() }
    let columns = FacetSums.columns.union([.date, .account, .toAccount])
    try scan(filter).forEachEntry(columns) { block, index in
      let account = accounts[Int(block.value(.account, index))]
      let target = toAccounts[Int(block.value(.toAccount, index))]
      if account == nil, target == nil { return }
      let bits = block.bits(index)
      guard let kind = TransactionKind(code: Int64(bits.kind)) else {
        throw ModelError.damaged("the blocks of transactions")
      }
      func move(_ account: Int, _ currency: Int, _ units: Int64) {
        body(
          AccountMovement(
            account: account, currency: currency, units: Int128(units), day: block.value(.date, index),
            isCleared: bits.isCleared))
      }
      let currency = bits.hasUnits ? currencies[Int(block.value(.currency, index))] : nil
      if let account, let currency {
        move(account, currency, block.value(.units, index) * kind.signOnAccount)
      }
      guard let target else { return }
      if let other = try received(block.key(index), arrivals) {
        move(target, names.place(of: other.currency), other.minorUnits)
      } else if let currency {
        move(target, currency, block.value(.units, index))
      }
    }
    return names
  }

  /// Returns the amount that arrived of a transfer, or `nil` if it is the one that left.
  private func received(_ key: StreamKey, _ statement: Statement) throws -> Money? {
    statement.reset()
    try statement.bind(1, key)
    guard try statement.step(), let units = statement.optionalInt64(1) else { return nil }
    return statement.optionalString(0).flatMap { CurrencyCode($0) }.map {
      Money(minorUnits: units, currency: $0)
    }
  }

  static let received = "SELECT received_currency, received_units FROM transaction_row WHERE key = ?1"

  /// Calls `body` with every movement that is dated after a day, up to a last date, in no order.
  ///
  /// - Complexity: That of `forEachMovement(after:_:)`. Memory for a movement per transaction.
  package func forEachLaterMovement(
    after day: CivilDate, through last: CivilDate,
    _ body: (_ account: String, _ currency: CurrencyCode, _ units: Int128, _ date: CivilDate) -> Void
  ) throws {
    var later: [AccountMovement] = []
    let names = try forEachMovement(after: day) { if $0.date <= last { later.append($0) } }
    for movement in later {
      body(names.accounts[movement.account], names.currencies[movement.currency], movement.units, movement.date)
    }
  }
}
