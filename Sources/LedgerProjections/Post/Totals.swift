internal import LedgerBytes
internal import LedgerDomain
internal import LedgerSQLite

/// Sums, or differences to sums, gathered in memory before they touch a table.
struct Totals: Sendable {
  private var groups = SumTable()
  private var days = SumTable()
  /// Per tag on how many saved transactions it is.
  private var tags: [Int64] = []

  // What the sums are of, by number: a sum is found without hashing a text.
  private var groupIDs = IDNumbers()
  private var categories = TextNumbers()
  private var tagNames = TextNumbers()
  private var currencies: [Currency] = []

  var isEmpty: Bool { groups.isEmpty && days.isEmpty && tags.isEmpty }

  /// Sums by group and by day; those by tag are few.
  var count: Int { groups.sums.count + days.sums.count }

  /// Adds what a row contributes (`sign` 1), or takes it away (`sign` -1). Only saved rows count.
  mutating func count(_ row: TransactionRow?, sign: Int64) {
    guard let row, row.stage == .saved else { return }
    for tag in row.tags { add(sign, toTag: tag) }
    let money = row.money
    let units = Int128(money?.minorUnits ?? 0) * Int128(sign)
    let kind = UInt64(row.kind.code)
    let currency = number(of: money?.currency)
    // Stored as an empty text, too: one key, one sum.
    let name = row.category.flatMap { $0.isEmpty ? nil : $0 }
    let category = name.map { UInt64(categories.number(of: $0)) + 1 } ?? 0
    let what = kind | currency << 2 | category << 32
    let group = row.group.map { Int64(groupIDs.number(of: $0.id)) } ?? -1
    groups.add(sign, units, to: SumTable.Key(place: group, what: what))
    guard let date = row.date else { return }
    days.add(sign, units, to: SumTable.Key(place: Int64(date.dayNumber), what: what))
  }

  /// Adds the sums of another.
  mutating func merge(_ other: Totals) {
    for (number, count) in other.tags.enumerated() { add(count, toTag: other.tagNames.texts[number]) }
    let categories = other.categories.texts.map { UInt64(self.categories.number(of: $0)) }
    let currencies = other.currencies.map { number(of: $0) }
    let groups = other.groupIDs.ids.map { Int64(groupIDs.number(of: $0)) }
    func what(_ key: SumTable.Key) -> UInt64 {
      let category = key.category.map { categories[$0] + 1 } ?? 0
      return UInt64(key.kind) | (key.currency.map { currencies[$0] } ?? 0) << 2 | category << 32
    }
    for (key, count, total) in other.groups.sums {
      let key = SumTable.Key(place: key.place < 0 ? -1 : groups[Int(key.place)], what: what(key))
      self.groups.add(count, total, to: key)
    }
    for (key, count, total) in other.days.sums {
      let key = SumTable.Key(place: key.place, what: what(key))
      days.add(count, total, to: key)
    }
  }

  /// Forgets all.
  mutating func removeAll() { self = Totals() }

  private mutating func add(_ count: Int64, toTag tag: String) {
    let number = tagNames.number(of: tag)
    if number == tags.count { tags.append(0) }
    tags[number] += count
  }

  /// One more than a currency's number; 0: no amount is known, so that the row counts and adds nothing.
  private mutating func number(of currency: Currency?) -> UInt64 {
    guard let currency else { return 0 }
    if let known = currencies.firstIndex(of: currency) { return UInt64(known) + 1 }
    currencies.append(currency)
    return UInt64(currencies.count)
  }
}

/// Sums by numbers: a place (a group or a date) and what is summed there.
private struct SumTable: Sendable {
  struct Key: Hashable, Sendable {
    /// A group's number, -1 for none; or a day.
    let place: Int64
    /// Kind, currency and category: two bits, thirty, and the rest; of the last two one more than the number.
    let what: UInt64

    var kind: Int64 { Int64(what & 3) }
    var currency: Int? { what >> 2 & 0x3fff_ffff == 0 ? nil : Int(what >> 2 & 0x3fff_ffff) - 1 }
    var category: Int? { what >> 32 == 0 ? nil : Int(what >> 32) - 1 }
  }

  private(set) var sums: [(key: Key, count: Int64, total: Int128)] = []
  private var slots = NumberSlots()

  var isEmpty: Bool { sums.isEmpty }

  /// Adds to a sum. It fits whatever is recorded: an amount is below 2^53, and positions are below 2^63.
  mutating func add(_ count: Int64, _ total: Int128, to key: Key) {
    let hash = NumberSlots.mixed(UInt64(bitPattern: key.place) &* 0x9e37_79b9_7f4a_7c15 ^ key.what)
    var slot = slots.first(hash)
    while let number = slots[slot] {
      if sums[number].key == key {
        sums[number].total &+= total
        sums[number].count += count
        return
      }
      slot = slots.next(slot)
    }
    sums.append((key, count, total))
    _ = slots.add(hash, at: slot)
  }
}

// MARK: - Rows

extension Totals {
  /// The rows of `group_total`, in the order of its key. What is zero is no row;
  /// `onlyFewer`: those from which more was taken than added.
  func groupRows(onlyFewer: Bool = false) -> RowBuffer {
    var all = RowBuffer(columns: 7)
    forEachGroupRows(onlyFewer: onlyFewer, atOnce: .max) { all = $0 }
    return all
  }

  /// Hands those over, so many at once.
  func forEachGroupRows(
    onlyFewer: Bool = false, atOnce: Int, _ body: (RowBuffer) throws -> Void
  ) rethrows {
    let ranks = Ranks(self)
    let places = Ranks.of(groupIDs.ids, <)
    try forEachRows(of: groups, ranks, onlyFewer, atOnce) {
      $0 < 0 ? -1 : Int64(places[Int($0)])
    } add: { key, rows in
      if key.place < 0 { rows.addEmptyBlob() } else { rows.add(id: groupIDs.ids[Int(key.place)]) }
      rows.add(key.kind)
    } body: {
      try body($0)
    }
  }

  /// The rows of `day_total`, in the order of its key. What is zero is no row;
  /// `onlyFewer`: those from which more was taken than added.
  func dayRows(onlyFewer: Bool = false) -> RowBuffer {
    var all = RowBuffer(columns: 7)
    forEachDayRows(onlyFewer: onlyFewer, atOnce: .max) { all = $0 }
    return all
  }

  /// Hands those over, so many at once.
  func forEachDayRows(
    onlyFewer: Bool = false, atOnce: Int, _ body: (RowBuffer) throws -> Void
  ) rethrows {
    try forEachRows(of: days, Ranks(self), onlyFewer, atOnce, kindFirst: true) {
      $0
    } add: { key, rows in
      rows.add(key.kind)
      rows.add(key.place)
    } body: {
      try body($0)
    }
  }

  /// The rows of `tag_total`, in the order of its key. What is zero is no row;
  /// `onlyFewer`: those from which more was taken than added.
  func tagRows(onlyFewer: Bool = false) -> RowBuffer {
    var rows = RowBuffer(columns: 2)
    let rest = tags.indices.filter { tags[$0] != 0 && (!onlyFewer || tags[$0] < 0) }
    let names = tagNames.texts
    for number in rest.sorted(by: { names[$0].utf8.lexicographicallyPrecedes(names[$1].utf8) }) {
      rows.add(text: names[number])
      rows.add(tags[number])
    }
    return rows
  }

  /// What stands where in the order of a table's key, by number.
  private struct Ranks {
    let currencies: [Int]
    let categories: [Int]

    init(_ totals: Totals) {
      currencies = Self.of(totals.currencies, <)
      categories = Self.of(totals.categories.texts) { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    }

    static func of<Value>(_ values: [Value], _ precedes: (Value, Value) -> Bool) -> [Int] {
      var ranks = [Int](repeating: 0, count: values.count)
      let order = values.indices.sorted { precedes(values[$0], values[$1]) }
      for (rank, number) in order.enumerated() { ranks[number] = rank + 1 }
      return ranks
    }
  }

  private func forEachRows(
    of table: SumTable, _ ranks: Ranks, _ onlyFewer: Bool, _ atOnce: Int, kindFirst: Bool = false,
    place: (Int64) -> Int64, add: (SumTable.Key, inout RowBuffer) -> Void, body: (RowBuffer) throws -> Void
  ) rethrows {
    var order: [(place: Int64, rest: UInt64, index: Int)] = []
    for (index, sum) in table.sums.enumerated() {
      guard sum.count != 0 || sum.total != 0, !onlyFewer || sum.count < 0 else { continue }
      let (key, kind) = (sum.key, sum.key.kind)
      let currency = key.currency.map { ranks.currencies[$0] } ?? 0
      let category = key.category.map { ranks.categories[$0] } ?? 0
      // Places are days or groups: fewer than 2^40 either way.
      order.append(
        (
          place: kindFirst ? place(key.place) + kind << 40 : place(key.place),
          rest: UInt64(kind) << 62 | UInt64(currency) << 32 | UInt64(category), index: index
        ))
    }
    order.sort { $0.place != $1.place ? $0.place < $1.place : $0.rest < $1.rest }
    var rows = RowBuffer(columns: 7)
    rows.reserve(rows: min(atOnce, order.count), bytes: min(atOnce, order.count) * 24)
    for (_, _, index) in order {
      if rows.count == atOnce {
        try body(rows)
        rows.removeAll()
      }
      let (key, count, total) = table.sums[index]
      add(key, &rows)
      rows.add(text: key.currency.map { currencies[$0].code } ?? "")
      rows.add(text: key.category.map { categories.texts[$0] } ?? "")
      rows.add(count)
      rows.add(total.low)
      rows.add(total.beyond)
    }
    try body(rows)
  }
}
