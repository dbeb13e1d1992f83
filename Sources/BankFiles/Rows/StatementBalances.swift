import LedgerDomain

// Banks print balances: before and after all movements, or after each one.
extension BankFile {
  /// Turns the rows that the bank marks as reversals, if only that leads to the closing balance.
  ///
  /// Some banks print the direction of the row itself, others that of the row that is taken back.
  mutating func settleReversals() {
    let reversals = rows.indices.filter { rows[$0].isReversal && !rows[$0].isPending }
    guard !reversals.isEmpty else { return }
    let gaps = gaps
    var turned = [Int64](repeating: 0, count: statements.count)
    for row in reversals where gaps[rows[row].statement] != nil {
      turned[rows[row].statement] &-= 2 &* rows[row].money.minorUnits
    }
    let proven = Set(statements.indices.filter { gaps[$0] != 0 && gaps[$0] == turned[$0] })
    guard !proven.isEmpty else { return }
    // The bank writes its statements without balances in the same way.
    for row in reversals where proven.contains(rows[row].statement) || gaps[rows[row].statement] == nil {
      let money = rows[row].money
      rows[row].money = Money(minorUnits: -money.minorUnits, currency: money.currency)
    }
    decisions.append(
      BankFileDecision(
        topic: .sign, value: "reversals are turned round",
        reason: "only then do the movements lead from the opening balance to the closing one"))
  }

  /// Adds a note for each statement whose balances do not follow from its movements.
  mutating func compareBalances() {
    var rowsByStatement = [[BankRow]](repeating: [], count: statements.count)
    for row in rows where !row.isPending && statements.indices.contains(row.statement) {
      rowsByStatement[row.statement].append(row)
    }
    let gaps = gaps
    var closings: [String: Money] = [:]
    for (index, statement) in statements.enumerated() {
      let line = rowsByStatement[index].map(\.line).min()
      if let note = RunningBalances(rowsByStatement[index]).firstDifference { notes.append(note) }
      if let gap = gaps[index], gap != 0, let opening = statement.opening, let closing = statement.closing {
        let missing = Money(minorUnits: gap, currency: closing.currency)
        let text =
          "the movements do not lead from the opening balance \(opening) to the closing balance \(closing): "
          + "the difference is \(missing)"
        note(text, line: line)
      }
      let account = statement.account ?? statement.name
      if let before = account.flatMap({ closings[$0] }), let opening = statement.opening,
        before.currency == opening.currency, before != opening
      {
        note("the statement begins with \(opening), but the one before it ends with \(before)", line: line)
      }
      if let account { closings[account] = statement.closing }
    }
  }

  /// The difference between each statement's closing balance and the one that its movements lead to.
  ///
  /// It is `nil` for a statement that does not have both balances.
  private var gaps: [Int64?] {
    var gaps = statements.map { statement -> Int64? in
      guard let opening = statement.opening, let closing = statement.closing,
        opening.currency == closing.currency
      else { return nil }
      return closing.minorUnits &- opening.minorUnits
    }
    for row in rows where !row.isPending && gaps.indices.contains(row.statement) {
      guard let gap = gaps[row.statement], row.money.currency == statements[row.statement].closing?.currency
      else { continue }
      gaps[row.statement] = gap &- row.money.minorUnits
    }
    return gaps
  }
}

/// The balances that a statement prints after each movement, or after some of them.
private struct RunningBalances {
  /// A row with a balance, with the movements since the row with the balance before it.
  private struct Step {
    let line: Int
    let before: Money
    let after: Money
    /// The changes that the movements can make if the rows are in the order of time, and if they are not.
    ///
    /// Fees of a column of their own may be part of the change.
    let forward: [Int64]
    let backward: [Int64]

    func fits(newestFirst: Bool) -> Bool {
      newestFirst
        ? backward.contains(before.minorUnits &- after.minorUnits)
        : forward.contains(after.minorUnits &- before.minorUnits)
    }
  }

  private var steps: [Step] = []

  init(_ rows: [BankRow]) {
    var previous: (row: BankRow, balance: Money)?
    var (between, fees): (Int64, Int64) = (0, 0)
    func changes(_ row: BankRow) -> [Int64] {
      let sum = between &+ row.money.minorUnits
      return [sum, sum &- fees &- row.feeUnits]
    }
    for row in rows {
      guard let balance = row.balance else {
        between &+= row.money.minorUnits
        fees &+= row.feeUnits
        continue
      }
      if let previous, previous.balance.currency == balance.currency {
        steps.append(
          Step(
            line: row.line, before: previous.balance, after: balance, forward: changes(row),
            backward: changes(previous.row)))
      }
      previous = (row, balance)
      (between, fees) = (0, 0)
    }
  }

  /// A note about the first row in the order of time whose balance does not follow.
  var firstDifference: BankFileNote? {
    let (down, up) = (steps.count { $0.fits(newestFirst: false) }, steps.count { $0.fits(newestFirst: true) })
    let (isNewestFirst, matches) = (up > down, max(up, down))
    guard matches < steps.count else { return nil }
    let differences = steps.filter { !$0.fits(newestFirst: isNewestFirst) }
    // A column that fits hardly anywhere is another balance, such as the one of the day or of a credit limit.
    guard matches * 2 >= steps.count, matches > 0,
      let step = isNewestFirst ? differences.last : differences.first
    else {
      guard steps.count > 1 else { return nil }
      let text = "the balances do not follow from the amounts, so nothing proves the amounts"
      return BankFileNote(line: steps.first?.line, text: text)
    }
    let (before, after) = isNewestFirst ? (step.after, step.before) : (step.before, step.after)
    let text =
      "from here on the balances do not follow from the amounts: after \(before), the file has \(after)"
    return BankFileNote(line: step.line, text: text)
  }
}

extension BankRow {
  fileprivate var feeUnits: Int64 { abs(fee?.minorUnits ?? 0) }
}
