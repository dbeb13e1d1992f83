import LedgerDomain

/// Turns the entries of a journal into movements of the accounts that hold money.
struct JournalRows {
  private let names: JournalNames
  private var file: BankFile
  private var places: [String?: Int] = [:]
  /// The opening balances, which are movements until all rows of their account are known.
  private var openings: [Int] = []
  private var countWithoutAccount = 0
  private var firstWithoutAccount: Int?

  /// An amount that an entry adds to an account, in minor units.
  private struct Share {
    let account: String
    let line: Int
    var units: Int64
  }

  private typealias Shares = [JournalNames.Role: [Share]]

  init(_ names: JournalNames, _ file: BankFile) { (self.names, self.file) = (names, file) }

  mutating func add(_ entry: JournalFile.Entry, _ amounts: PrintedAmounts) {
    do throws(RowProblem) {
      let valued = try entry.valued(amounts)
      var shares: [CurrencyCode: Shares] = [:]
      for item in valued {
        let role = names.role(item.posting.account)
        // The account has what was moved. A category has what it was worth.
        let money = role == .own ? item.money : item.value
        let share = Share(account: item.posting.account, line: item.posting.line, units: money.minorUnits)
        shares[money.currency, default: [:]][role, default: []].append(share)
        if role == .own { _ = file.statement(names.account(share.account, entry), money.currency, &places) }
      }
      guard shares.values.contains(where: { $0[.own] != nil }) else {
        countWithoutAccount += 1
        firstWithoutAccount = firstWithoutAccount ?? entry.line
        return
      }
      try exchange(&shares, entry, tolerance: Int64(entry.postings.count { $0.price != nil }))
      for (currency, shares) in shares.sorted(by: { $0.key < $1.key }) { settle(shares, currency, entry) }
    } catch {
      file.refused.append(RefusedRow(line: entry.line, error, excerpt: "\(entry.date) \(entry.payee)"))
    }
  }

  /// Returns the file with all rows.
  mutating func finish() -> BankFile {
    settleOpenings()
    if let firstWithoutAccount {
      file.note(
        "\(countWithoutAccount) entries without an account of assets or liabilities are not imported",
        line: firstWithoutAccount)
    }
    return file
  }

  // MARK: - Amounts

  /// Makes the amounts of each currency add up to zero.
  ///
  /// An entry whose euros are 90 short and whose dollars are 100 over paid the euros for the dollars.
  private mutating func exchange(
    _ shares: inout [CurrencyCode: Shares], _ entry: JournalFile.Entry, tolerance: Int64
  ) throws(RowProblem) {
    let sums = shares.mapValues { roles in roles.values.joined().reduce(Int64(0)) { $0 &+ $1.units } }
    let open = sums.filter { $0.value != 0 }
    if open.isEmpty { return }
    // A price that is rounded leaves a few of the smallest units.
    if open.count == 1, let (currency, sum) = open.first, sum.magnitude <= tolerance,
      let role = shares[currency]?.keys.first(where: { $0 != .own }),
      let last = shares[currency]?[role]?.indices.last
    {
      shares[currency]?[role]?[last].units -= sum
      return
    }
    guard open.count == 2, let (paid, out) = open.first(where: { $0.value < 0 }),
      let (bought, arrived) = open.first(where: { $0.value > 0 })
    else { throw RowProblem(.unbalanced, "the amounts do not add up to zero") }
    let source = shares[paid]?[.own]?.firstIndex { $0.units <= out }
    let target = shares[bought]?[.own]?.firstIndex { $0.units >= arrived }
    if let source, let target, let from = shares[paid]?[.own]?[source], let to = shares[bought]?[.own]?[target]
    {
      shares[paid]?[.own]?[source].units -= out
      shares[bought]?[.own]?[target].units -= arrived
      transfer(
        from, to, Money(minorUnits: out, currency: paid), Money(minorUnits: arrived, currency: bought), entry)
    } else if shares[bought]?[.own] == nil, shares[paid]?[.own] != nil {
      convert(&shares, bought, sum: arrived, to: paid, sum: -out)
    } else if shares[paid]?[.own] == nil, shares[bought]?[.own] != nil {
      convert(&shares, paid, sum: out, to: bought, sum: -arrived)
    } else {
      throw RowProblem(.unbalanced, "the amounts do not add up to zero")
    }
  }

  /// Moves the amounts of categories to the currency that the account paid them in.
  private func convert(
    _ shares: inout [CurrencyCode: Shares], _ old: CurrencyCode, sum: Int64, to new: CurrencyCode,
    sum newSum: Int64
  ) {
    let moved = (shares.removeValue(forKey: old) ?? [:]).sorted { "\($0.key)" < "\($1.key)" }
    var rest = newSum
    let count = moved.reduce(0) { $0 + $1.value.count }
    var done = 0
    for (role, parts) in moved {
      for var part in parts {
        done += 1
        let share = Int128(part.units) * Int128(newSum) / Int128(sum)
        part.units = done == count ? rest : Int64(clamping: share)
        rest &-= part.units
        shares[new, default: [:]][role, default: []].append(part)
      }
    }
  }

  // MARK: - Movements

  /// Divides the amounts of one currency among the accounts.
  ///
  /// Transfers between them come first, then what each one spent and received.
  private mutating func settle(_ given: Shares, _ currency: CurrencyCode, _ entry: JournalFile.Entry) {
    var shares = given
    var own: [Share] = []
    for share in given[.own] ?? [] {
      if let known = own.firstIndex(where: { $0.account == share.account }) {
        own[known].units &+= share.units
      } else {
        own.append(share)
      }
    }
    // An entry of opening balances opens each account, and moves nothing between them.
    if !(given[.openings] ?? []).isEmpty, given.keys.allSatisfy({ $0 == .own || $0 == .openings }) {
      for share in own where share.units != 0 {
        openings.append(file.rows.count)
        file.rows.append(row(share, Money(minorUnits: share.units, currency: currency), .transfer, entry))
      }
      return
    }
    for source in own.indices {
      for target in own.indices where own[source].units < 0 && own[target].units > 0 {
        let units = min(-own[source].units, own[target].units)
        transfer(own[source], own[target], Money(minorUnits: -units, currency: currency), nil, entry)
        own[source].units += units
        own[target].units -= units
      }
    }
    guard let main = own.indices.max(by: { own[$0].units.magnitude < own[$1].units.magnitude }) else { return }
    for index in own.indices where index != main && own[index].units != 0 {
      let isIn = own[index].units > 0
      let roles: [JournalNames.Role] =
        isIn ? [.income, .openings, .equity, .spending] : [.spending, .equity, .openings, .income]
      for role in roles {
        var taken: [Share] = []
        for part in shares[role, default: []].indices where own[index].units != 0 {
          let units = shares[role]?[part].units ?? 0
          guard units != 0, (units < 0) == isIn else { continue }
          let share = isIn ? -min(-units, own[index].units) : min(units, -own[index].units)
          shares[role]?[part].units -= share
          own[index].units += share
          taken.append(Share(account: shares[role]?[part].account ?? "", line: own[index].line, units: share))
        }
        add(taken, role, own[index], currency, entry)
      }
    }
    for role: JournalNames.Role in [.spending, .income, .openings, .equity] {
      add(shares[role] ?? [], role, own[main], currency, entry)
    }
  }

  /// Adds what an account spent or received, which is one row with its parts.
  private mutating func add(
    _ shares: [Share], _ role: JournalNames.Role, _ own: Share, _ currency: CurrencyCode,
    _ entry: JournalFile.Entry
  ) {
    var parts: [BankEntry.Part] = []
    for share in shares where share.units != 0 {
      let category = names.category(share.account, entry)
      if let known = parts.firstIndex(where: { $0.category == category }) {
        let units = parts[known].minorUnits - share.units
        parts[known] = BankEntry.Part(category: category, minorUnits: units)
      } else {
        parts.append(BankEntry.Part(category: category, minorUnits: -share.units))
      }
    }
    parts.removeAll { $0.minorUnits == 0 }
    let sum = parts.reduce(Int64(0)) { $0 &+ $1.minorUnits }
    // Money that only changed its category is a purchase and a refund.
    let movements = sum == 0 ? parts.map { [$0] } : [parts]
    for parts in movements where !parts.isEmpty {
      let units = parts.reduce(Int64(0)) { $0 &+ $1.minorUnits }
      let kind: TransactionKind =
        switch role {
        case .spending: .expense
        case .income: .income
        case .own, .openings, .equity: .transfer
        }
      var row = row(own, Money(minorUnits: units, currency: currency), kind, entry)
      if kind != .transfer {
        row.entry?.parts = parts.count > 1 ? parts : []
        row.category = parts.count > 1 ? entry.metadata["category"]?.first : parts[0].category
      }
      if role == .openings { openings.append(file.rows.count) }
      file.rows.append(row)
    }
  }

  private mutating func transfer(
    _ from: Share, _ to: Share, _ money: Money, _ received: Money?, _ entry: JournalFile.Entry
  ) {
    var row = row(from, money, .transfer, entry)
    row.transferAccount = names.account(to.account, entry)
    row.category = names.isOurs ? entry.metadata["category"]?.first : nil
    row.entry?.received = received
    file.rows.append(row)
  }

  private mutating func row(
    _ own: Share, _ money: Money, _ kind: TransactionKind, _ entry: JournalFile.Entry
  ) -> BankRow {
    var row = BankRow(line: own.line, date: entry.date, money: money)
    row.statement = file.statement(names.account(own.account, entry), money.currency, &places)
    var values = BankEntry(kind)
    values.tags = entry.tags
    values.payment = names.payment(own.account)
    row.isPending = entry.isPending
    if names.isOurs {
      row.payee = entry.transaction == nil ? CellText.clean(entry.payee) : entry.payee
      row.text = entry.isQuoted ? "" : row.payee
      values.transaction = entry.transaction
      values.note = entry.isQuoted ? entry.text.isEmpty ? nil : entry.text : entry.metadata["note"]?.first
      let tags = entry.metadata["tags"]?.flatMap { $0.split(separator: ",").map(String.init) }
      values.tags = tags ?? entry.metadata["tag"] ?? entry.tags
      let flags =
        (entry.metadata["flags"] ?? []).flatMap { $0.split(separator: ",") }
        .map { $0.drop { $0 == " " } } + (entry.metadata["flag"] ?? []).map { $0[...] }
      values.flags = TransactionFlags(flags.compactMap { FlagSetting(rawValue: String($0)) })
      values.payment = entry.metadata["payment"]?.first.flatMap(PaymentMethod.init) ?? values.payment
      row.isPending = entry.isQuoted ? entry.metadata["cleared"] == nil : !entry.isMarked
    } else {
      row.text = CellText.clean(entry.text)
      row.payee = entry.payee.isEmpty ? row.text : CellText.clean(entry.payee)
      row.bankID = entry.code
    }
    row.entry = values
    return row
  }

  // MARK: - Openings

  /// Makes the first movement of an account its opening balance, if it came from one.
  private mutating func settleOpenings() {
    var opened: Set<Int> = []
    for index in openings.sorted(by: { (file.rows[$0].date, $0) < (file.rows[$1].date, $1) }) {
      let row = file.rows[index]
      guard file.statements[row.statement].openedOn == nil, file.statements[row.statement].account != nil else {
        continue
      }
      file.statements[row.statement].opening = row.money
      file.statements[row.statement].openedOn = row.date
      opened.insert(index)
    }
    file.rows = file.rows.indices.filter { !opened.contains($0) }.map { file.rows[$0] }
  }
}
