internal import LedgerBytes
internal import LedgerDomain

/// The effect of one event on one sum. They are sorted by sum, and by position within each.
struct FigureDelta: Comparable, Sendable {
  var position: Position
  var units: Int64
  /// The sum, by a number that its owner gave.
  var figure: Int32
  var count: Int32

  @inline(__always)
  static func < (left: FigureDelta, right: FigureDelta) -> Bool {
    left.figure != right.figure ? left.figure < right.figure : left.position < right.position
  }
}

/// The effects of the events of a range of streams on sums.
struct FigureRows: Sendable {
  private(set) var values = SumValues()
  /// The sums of each total.
  private(set) var tables = Total.ofHistory.map { SumNumbers($0) }
  /// Stream by stream. `figure` is a sum's number × the number of totals + the total's.
  private(set) var deltas: [FigureDelta] = []

  private static let totals = Total.ofHistory.count
  private static let hasAmount = Total.ofHistory.map(\.hasAmount)

  /// Returns the total and the number that `FigureDelta.figure` consists of.
  static func place(of figure: Int32) -> (total: Int, number: Int) {
    (Int(figure) % totals, Int(figure) / totals)
  }

  /// The contribution of a row to sums.
  private struct Share {
    let numbers: RowNumbers
    let units: Int64
    let hasDate: Bool
    let tags: [String]
    /// The arriving half of a transfer: its account, and its part in the totals of accounts and budgets.
    let arrival: (numbers: RowNumbers, units: Int64)?
    /// The parts of a split row, which count in the totals by category. Otherwise empty.
    let parts: [(numbers: RowNumbers, units: Int64)]
    /// How often the parts count the row beyond once.
    let surplus: (numbers: RowNumbers, count: Int32)?
  }

  /// Notes the effect of an event that gave a transaction another row: one step for each sum.
  mutating func count(_ old: borrowing TransactionRow, _ new: borrowing TransactionRow, at position: Position) {
    post(share(of: old), share(of: new), at: position)
  }

  /// Notes that a transaction has its first row (`sign` 1), or no row any more (`sign` -1).
  mutating func count(_ row: borrowing TransactionRow, sign: Int, at position: Position) {
    let share = share(of: row)
    post(sign < 0 ? share : nil, sign < 0 ? nil : share, at: position)
  }

  /// Returns the share of a row, or `nil` unless the row is saved.
  @inline(__always)
  private mutating func share(of row: borrowing TransactionRow) -> Share? {
    guard row.stage == .saved else { return nil }
    let numbers = values.numbers(of: row)
    return Share(
      numbers: numbers, units: row.money?.minorUnits ?? 0, hasDate: row.date != nil, tags: row.tags,
      arrival: arrival(of: row, numbers),
      parts: row.parts.isEmpty ? [] : row.parts.map { (values.numbers(numbers, of: $0), $0.minorUnits) },
      surplus: row.parts.count < 2 ? nil : (values.surplus(numbers), Int32(row.parts.count - 1)))
  }

  /// Returns the share of the account that a transfer's money arrived in. It is negative, as transfers take from an
  /// account.
  private mutating func arrival(
    of row: borrowing TransactionRow, _ departure: RowNumbers
  ) -> (numbers: RowNumbers, units: Int64)? {
    guard let account = row.toAccount, !account.isEmpty else { return nil }
    let money = row.arrival
    let numbers = values.numbers(departure, account: account, currency: money?.currency)
    return (numbers, 0 - (money?.minorUnits ?? 0))
  }

  private mutating func post(_ old: Share?, _ new: Share?, at position: Position) {
    if old == nil, new == nil { return }
    for index in tables.indices {
      if tables[index].isByTag {
        postTags(index, old, new, at: position)
        continue
      }
      if tables[index].isByPart, old?.parts.isEmpty == false || new?.parts.isEmpty == false {
        postHalves(index, old, new, at: position)
        continue
      }
      if tables[index].takesArrivals, old?.arrival != nil || new?.arrival != nil {
        postHalves(index, old, new, at: position)
        continue
      }
      let sums = tables[index]
      let left = old.flatMap { sums.takes($0.numbers, hasDate: $0.hasDate) ? sums.key($0.numbers) : nil }
      let right = new.flatMap { sums.takes($0.numbers, hasDate: $0.hasDate) ? sums.key($0.numbers) : nil }
      let (unitsBefore, unitsAfter) = (old?.units ?? 0, new?.units ?? 0)
      if let left, left == right {
        add(index, left, 0, unitsAfter &- unitsBefore, at: position)
        continue
      }
      if let left { add(index, left, -1, 0 &- unitsBefore, at: position) }
      if let right { add(index, right, 1, unitsAfter, at: position) }
    }
  }

  /// Notes the effect on both accounts of a transfer or on all parts, in one step for each sum.
  private mutating func postHalves(_ index: Int, _ old: Share?, _ new: Share?, at position: Position) {
    var changes: [(key: SumKey, count: Int32, units: Int64)] = []
    func note(_ key: SumKey, _ count: Int32, _ units: Int64) {
      if let known = changes.firstIndex(where: { $0.key == key }) {
        changes[known].count += count
        changes[known].units += units
      } else {
        changes.append((key, count, units))
      }
    }
    for (share, sign) in [(old, Int32(-1)), (new, 1)] {
      guard let share else { continue }
      let sums = tables[index]
      if sums.takes(share.numbers, hasDate: share.hasDate) {
        if share.parts.isEmpty || !sums.isByPart {
          note(sums.key(share.numbers), sign, share.units * Int64(sign))
        } else {
          for part in share.parts { note(sums.key(part.numbers), sign, part.units * Int64(sign)) }
          if sums.hasSurplus, let surplus = share.surplus {
            note(sums.key(surplus.numbers), surplus.count * sign, 0)
          }
        }
      }
      if sums.takesArrivals, let arrival = share.arrival, sums.takes(arrival.numbers, hasDate: share.hasDate) {
        note(sums.key(arrival.numbers), sign, arrival.units * Int64(sign))
      }
    }
    for change in changes { add(index, change.key, change.count, change.units, at: position) }
  }

  private mutating func postTags(_ index: Int, _ old: Share?, _ new: Share?, at position: Position) {
    if old?.tags.isEmpty ?? true, new?.tags.isEmpty ?? true { return }
    let (left, right) = (keys(index, old), keys(index, new))
    let (unitsBefore, unitsAfter) = (old?.units ?? 0, new?.units ?? 0)
    for key in left {
      if right.contains(key) {
        add(index, key, 0, unitsAfter &- unitsBefore, at: position)
      } else {
        add(index, key, -1, 0 &- unitsBefore, at: position)
      }
    }
    for key in right where !left.contains(key) { add(index, key, 1, unitsAfter, at: position) }
  }

  /// Returns the keys of a total by tag, each once.
  private mutating func keys(_ index: Int, _ share: Share?) -> [SumKey] {
    guard let share else { return [] }
    var keys: [SumKey] = []
    for tag in share.tags {
      var own = share.numbers
      own[Dimension.tag.rawValue] = values.number(ofTag: tag)
      let key = tables[index].key(own)
      if !keys.contains(key) { keys.append(key) }
    }
    return keys
  }

  private mutating func add(_ total: Int, _ key: SumKey, _ count: Int32, _ units: Int64, at position: Position)
  {
    let units = Self.hasAmount[total] ? units : 0
    if count == 0, units == 0 { return }
    let figure = tables[total].number(of: key) * Self.totals + total
    deltas.append(FigureDelta(position: position, units: units, figure: Int32(figure), count: count))
  }
}
