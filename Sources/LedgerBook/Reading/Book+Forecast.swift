internal import EventLog
internal import LedgerBytes
public import LedgerDomain
internal import LedgerProjections

extension Book {
  /// Forecasts the balances of all accounts at the end of each month (FF-20).
  ///
  /// Counted are the saved transactions, those dated later included, and what the rules will generate. So a balance
  /// equals that of the account on that day, after `generate(through:)`, unless something else is recorded.
  ///
  ///     let forecast = try book.forecast(months: 3)
  ///     let lowest = forecast.accounts.map { ($0.name, $0.course.lowest.date) }
  ///
  /// - Parameters:
  ///   - count: The number of months, beginning with the one of the book's day.
  ///   - currency: The only currency to report, or `nil` for all.
  /// - Complexity: A page of the models per 256 transactions after the day, and a look-up per date of a rule.
  public func forecast(months count: Int, in currency: CurrencyCode? = nil) throws -> BalanceForecast {
    let first = day.civilMonth
    let months = first...first.adding(months: max(0, count - 1))
    var balances = ForecastBalances(day: day, last: months.upperBound.last, only: currency)
    for account in try accounts() { balances.add(account) }
    try models.read { reader in
      try reader.forEachLaterMovement(after: day, through: months.upperBound.last) {
        balances.move($0, $1, by: $2, on: $3)
      }
    }
    var withoutAccount: Set<RuleID> = []
    try forEachGenerated(through: months.upperBound.last) { row, isAdded in
      balances.add(row, isAdded: isAdded)
      if isAdded, row.account == nil, let rule = row.rule { withoutAccount.insert(rule) }
    }
    return try balances.forecast(over: months, rulesWithoutAccount: withoutAccount.count)
  }

  /// Calls `body` with every transaction that generating through a date would add or take away.
  private func forEachGenerated(
    through date: CivilDate, _ body: (_ row: TransactionRow, _ isAdded: Bool) -> Void
  ) throws {
    let today = self.today
    let ids = try log.streams(kind: StreamKind.rule.rawValue).map { RuleID($0.id) }
    var pieces = GenerationPieces(ids: ids, through: date, today: today)
    let readers = SeriesReaders(self, isAlone: true)
    try log.reading {
      while let piece = try pieces.next(readers) {
        for plan in piece.plans {
          for date in plan.changed + plan.removed where !plan.restored.contains(date) {
            let id = piece.series.id.instance(on: date)
            if let row = try readers.own.state(of: id).flatMap({ TransactionRow(id, $0) }), row.stage == .saved
            {
              body(row, false)
            }
          }
          for date in plan.restored where !plan.changed.contains(date) {
            let id = piece.series.id.instance(on: date)
            if let row = try readers.own.state(of: id).flatMap({ TransactionRow(id, $0) }) { body(row, true) }
          }
          for recorded in piece.series.recorded(plan.made + plan.changed, following: plan, on: today) {
            var state = TransactionState()
            state.evolve(.transactionRecorded(recorded), .undecided)
            if let row = TransactionRow(TransactionID(settings.newID()), state) { body(row, true) }
          }
        }
      }
    }
  }
}

/// The balances that a forecast is made of.
private struct ForecastBalances {
  private struct Account {
    let key: String
    let name: String
    var changes: [(currency: CurrencyCode, changes: BalanceChanges)] = []
  }

  let day: CivilDate
  let last: CivilDate
  let only: CurrencyCode?
  private var accounts: [Account] = []
  private var places: [String: Int] = [:]

  init(day: CivilDate, last: CivilDate, only: CurrencyCode?) {
    (self.day, self.last, self.only) = (day, last, only)
  }

  /// Adds an account with its balance on the day, and the opening balance that counts later.
  mutating func add(_ summary: AccountSummary) {
    places[summary.key] = accounts.count
    accounts.append(Account(key: summary.key, name: summary.name))
    for balance in summary.balances {
      let money = balance.balance
      move(summary.key, money.currency, by: Int128(money.minorUnits), on: day)
    }
    guard let terms = summary.row?.terms, terms.on > day else { return }
    move(summary.key, terms.opening.currency, by: Int128(terms.opening.minorUnits), on: terms.on)
  }

  /// Adds the money of a transaction to its accounts, or takes it away.
  mutating func add(_ row: TransactionRow, isAdded: Bool) {
    guard let money = row.money else { return }
    let sign: Int128 = isAdded ? 1 : -1
    if let account = row.account {
      move(
        text: account, money.currency, by: sign * Int128(money.minorUnits) * Int128(row.kind.signOnAccount),
        on: row.date)
    }
    if let target = row.toAccount {
      let arrived = row.received?.money ?? money
      move(text: target, arrived.currency, by: sign * Int128(arrived.minorUnits), on: row.date)
    }
  }

  private mutating func move(text: String, _ currency: CurrencyCode, by units: Int128, on date: CivilDate?) {
    move(AccountState.key(of: text), currency, by: units, on: date, name: text)
  }

  mutating func move(
    _ key: String, _ currency: CurrencyCode, by units: Int128, on date: CivilDate?, name: String? = nil
  ) {
    if let only, only != currency { return }
    if let date, date > last { return }
    if places[key] == nil {
      places[key] = accounts.count
      accounts.append(Account(key: key, name: name ?? key))
    }
    guard let place = places[key] else { return }
    if !accounts[place].changes.contains(where: { $0.currency == currency }) {
      accounts[place].changes.append((currency, BalanceChanges(0, currency, on: day)))
    }
    for index in accounts[place].changes.indices where accounts[place].changes[index].currency == currency {
      accounts[place].changes[index].changes.add(units, on: date)
    }
  }

  func forecast(over months: ClosedRange<CivilMonth>, rulesWithoutAccount: Int) throws -> BalanceForecast {
    var courses: [AccountCourse] = []
    var totals: [(currency: CurrencyCode, changes: BalanceChanges)] = []
    for account in accounts {
      for (currency, changes) in account.changes where changes.isWorthShowing {
        courses.append(
          AccountCourse(
            key: account.key, name: account.name, course: try changes.course(over: months)))
        if let place = totals.firstIndex(where: { $0.currency == currency }) {
          totals[place].changes.add(changes)
        } else {
          totals.append((currency, changes))
        }
      }
    }
    return BalanceForecast(
      day: day, months: months, accounts: courses,
      totals: try totals.map { try $0.changes.course(over: months) }, rulesWithoutAccount: rulesWithoutAccount)
  }
}
