internal import LedgerDomain
internal import LedgerSQLite

/// Sums, or differences to sums, gathered in memory before they touch a table.
struct Totals: Sendable {
  private var values = SumValues()
  private var tables = Total.all.map {
    Table(numbers: SumNumbers($0), hasAmount: $0.hasAmount, stage: $0.stage)
  }

  /// The sums of a total.
  private struct Table: Sendable {
    var numbers: SumNumbers
    let hasAmount: Bool
    let stage: TransactionRow.Stage
    var sums: [Sum] = []

    /// The number of transactions in all sums.
    var count: Int64 { sums.reduce(0) { $0 &+ $1.count } }

    /// Adds to a sum. It fits whatever is recorded: an amount is below 2^53, and positions are below 2^63.
    @inline(__always)
    mutating func add(_ count: Int64, _ units: Int128, to key: SumKey) {
      let number = numbers.number(of: key)
      if number == sums.count { sums.append(Sum(count: 0, units: 0)) }
      sums[number].count += count
      if hasAmount { sums[number].units &+= units }
    }
  }

  private struct Sum {
    var count: Int64
    var units: Int128
  }

  /// Whether there is no sum in it.
  var isEmpty: Bool { tables.allSatisfy(\.sums.isEmpty) }

  /// The number of sums.
  var count: Int { tables.reduce(0) { $0 + $1.sums.count } }

  /// Adds what a row contributes (`sign` 1), or takes it away (`sign` -1). Deleted rows do not count.
  mutating func count(_ row: TransactionRow?, sign: Int64) {
    guard let row, row.stage != .deleted else { return }
    let units = Int128(row.money?.minorUnits ?? 0) * Int128(sign)
    let numbers = values.numbers(of: row)
    for index in tables.indices where tables[index].stage == row.stage {
      if tables[index].numbers.isByTag {
        for tag in row.tags {
          var own = numbers
          own[Dimension.tag.rawValue] = values.number(ofTag: tag)
          tables[index].add(sign, units, to: tables[index].numbers.key(own))
        }
      } else if tables[index].numbers.takes(numbers, hasDate: row.date != nil) {
        if !row.parts.isEmpty, tables[index].numbers.isByPart {
          countParts(of: row, index, sign, numbers)
          continue
        }
        tables[index].add(sign, units, to: tables[index].numbers.key(numbers))
      }
    }
    if row.stage == .saved, let account = row.toAccount, !account.isEmpty {
      countArrival(of: row, in: account, sign, numbers)
    }
  }

  /// Counts each part of a split row in its category.
  private mutating func countParts(of row: TransactionRow, _ index: Int, _ sign: Int64, _ numbers: RowNumbers) {
    for part in row.parts {
      let key = tables[index].numbers.key(values.numbers(numbers, of: part))
      tables[index].add(sign, Int128(part.minorUnits) * Int128(sign), to: key)
    }
    guard tables[index].numbers.hasSurplus, row.parts.count > 1 else { return }
    let surplus = tables[index].numbers.key(values.surplus(numbers))
    tables[index].add(sign * Int64(row.parts.count - 1), 0, to: surplus)
  }

  /// Counts the arriving half of a transfer in the totals of accounts and in those of budgets.
  ///
  /// Transfers take from their account, so the amount that arrives is summed as a negative one.
  private mutating func countArrival(
    of row: TransactionRow, in account: String, _ sign: Int64, _ departure: RowNumbers
  ) {
    let arrival = row.arrival
    let numbers = values.numbers(departure, account: account, currency: arrival?.currency)
    let units = Int128(arrival?.minorUnits ?? 0) * Int128(-sign)
    for index in tables.indices where tables[index].numbers.takesArrivals {
      guard tables[index].numbers.takes(numbers, hasDate: row.date != nil) else { continue }
      tables[index].add(sign, units, to: tables[index].numbers.key(numbers))
    }
  }

  /// Adds the sums of another.
  mutating func merge(_ other: Totals) {
    let map = values.map(other.values)
    for (index, table) in other.tables.enumerated() {
      let before = tables[index].count
      for (key, sum) in zip(table.numbers.keys, table.sums) {
        tables[index].add(sum.count, sum.units, to: table.numbers.mapped(key, by: map))
      }
      precondition(
        tables[index].count == before &+ table.count, "no transaction is lost when sums are put together")
    }
  }

  /// Forgets all.
  mutating func removeAll() { self = Totals() }

  /// Passes on the rows of every total's table in the order of its key, a number at a time. A zero sum has no row.
  ///
  /// - Parameters:
  ///   - onlyFewer: Whether to pass on only those from which more was taken than added.
  ///   - rowsMax: The number of rows that are made at once.
  ///   - body: Receives the total and the rows.
  func forEachRows(
    onlyFewer: Bool = false, rowsMax: Int = .max, _ body: (Total, RowBuffer) throws -> Void
  ) rethrows {
    let ranks = values.ranks
    for (total, table) in zip(Total.all, tables) {
      let wanted = table.sums.indices.filter { index in
        let sum = table.sums[index]
        return (sum.count != 0 || sum.units != 0) && (!onlyFewer || sum.count < 0)
      }
      precondition(table.numbers.keys.count == table.sums.count, "every key has a sum")
      if wanted.isEmpty { continue }
      var rows = RowBuffer(columns: total.key.count + total.value.count)
      rows.reserve(rows: min(rowsMax, wanted.count), bytes: min(rowsMax, wanted.count) * 24)
      for number in table.numbers.inOrder(wanted, ranks) {
        if rows.count == rowsMax {
          try body(total, rows)
          rows.removeAll()
        }
        for (place, dimension) in total.dimensions.enumerated() {
          values.add(table.numbers.keys[number][place], of: dimension, to: &rows)
        }
        rows.add(table.sums[number].count)
        guard total.hasAmount else { continue }
        rows.add(table.sums[number].units.low)
        rows.add(table.sums[number].units.beyond)
      }
      try body(total, rows)
    }
  }
}
