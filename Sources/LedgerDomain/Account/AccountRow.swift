/// One account as screens show it, without its balance, which is a sum over transactions.
public struct AccountRow: Hashable, Sendable {
  /// Its key.
  public let key: String
  /// The name people see.
  public let name: String
  /// The terms it was opened on.
  public let terms: AccountTerms
  /// Its place among accounts: a smaller rank comes first.
  public let rank: Int64
  /// Whether it is closed.
  public let isClosed: Bool

  /// Creates the row of a state, or `nil` if no opening counts.
  package init?(_ state: AccountState) {
    guard let key = state.key, let terms = state.terms.value else { return nil }
    self.init(
      key: key, name: state.name.value ?? key, terms: terms, rank: state.rank.value ?? 0,
      isClosed: state.isClosed.value ?? false)
  }

  /// Creates a row as a read model keeps it.
  package init(key: String, name: String, terms: AccountTerms, rank: Int64, isClosed: Bool) {
    self.key = key
    self.name = name
    self.terms = terms
    self.rank = rank
    self.isClosed = isClosed
  }

  /// Its identifier.
  public var id: AccountID { AccountID(key: key) }

  /// The currency it is kept in.
  public var currency: CurrencyCode { terms.opening.currency }

  /// The text a transaction records for it: the name, as long as the name leads to the account.
  public var text: String { AccountState.key(of: name) == key ? name : key }

  /// The values that it shows, by field.
  var values: RecordValues {
    var values = RecordValues()
    values[.name] = .text(name)
    values[.kind] = .word(terms.kind.rawValue)
    values[.currency] = .currency(currency)
    values[.opening] = .decimal(terms.opening)
    values[.start] = .date(terms.on)
    values[.rank] = .word(String(rank))
    values[.state] = .word(isClosed ? "closed" : "open")
    return values
  }
}

extension TransactionKind {
  /// Whether a transaction adds to its account (1) or takes from it (-1).
  public var signOnAccount: Int64 {
    switch self {
    case .income: 1
    case .expense, .transfer: -1
    }
  }
}

extension TransactionRow {
  /// The minor units that the transaction adds to its account.
  ///
  /// For a transfer, this is the effect on the source account.
  public var effectOnAccount: Int64 { (money?.minorUnits ?? 0) * kind.signOnAccount }

  /// The amount that a transfer adds to its destination account, or `nil` if there is no such account.
  package var arrival: Money? { toAccount == nil ? nil : received?.money ?? money }

  /// Whether it is a transfer of which one half is not known.
  package var isHalfKnown: Bool { kind == .transfer && (account == nil || toAccount == nil) }

  /// The accounts of a transfer, such as `Checking → Savings`.
  ///
  /// A question mark is the half that is not known. `nil` if neither account is known, or if it is no transfer.
  package var transferAccounts: String? {
    guard kind == .transfer, account != nil || toAccount != nil else { return nil }
    return "\(account ?? "?") → \(toAccount ?? "?")"
  }

  /// Returns the minor units that it adds to an account in a currency.
  ///
  /// The result is `nil` if it moves no such money there.
  ///
  /// - Parameters:
  ///   - currency: The currency.
  ///   - isTheAccount: Whether a text means the account.
  package func effect(in currency: CurrencyCode, where isTheAccount: (String) -> Bool) -> Int64? {
    var effect: Int64?
    if let account, let money, money.currency == currency, isTheAccount(account) { effect = effectOnAccount }
    if let toAccount, let arrival, arrival.currency == currency, isTheAccount(toAccount) {
      // Amounts are below 2^53, so that the sum of two fits.
      effect = (effect ?? 0) + arrival.minorUnits
    }
    return effect
  }

  /// Returns the amount of the bank's rows on an account, if the transaction moves it by another amount.
  ///
  /// - Parameters:
  ///   - linked: The rows that are linked to the transaction.
  ///   - key: The key of the account.
  package func bankAmount(of linked: [TransactionEvent.BankRowLinked], onAccount key: String) -> (
    bank: Money, difference: Money
  )? {
    let rows = linked.filter { $0.account.map { AccountState.key(of: $0) == key } ?? true }
    guard let currency = rows.first?.money.currency, rows.allSatisfy({ $0.money.currency == currency }),
      let effect = effect(in: currency, where: { AccountState.key(of: $0) == key })
    else { return nil }
    var bank: Int64 = 0
    for row in rows {
      let (sum, overflow) = bank.addingReportingOverflow(row.money.minorUnits)
      if overflow { return nil }
      bank = sum
    }
    let (difference, overflow) = effect.subtractingReportingOverflow(bank)
    if overflow || difference == 0 { return nil }
    return (
      Money(minorUnits: bank, currency: currency), Money(minorUnits: difference, currency: currency)
    )
  }
}
