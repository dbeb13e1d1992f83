internal import LedgerBytes
internal import LedgerDomain
internal import LedgerSQLite

/// The key of a sum: for each dimension of its total the number of a value.
typealias SumKey = SIMD4<UInt32>

/// The numbers of a row's values by dimension.
typealias RowNumbers = SIMD16<UInt32>

/// Numbers for the values that sums are kept by, so that a sum is found without hashing a text.
struct SumValues: Sendable {
  private var groups = IDNumbers()
  private var currencies: [CurrencyCode] = []
  private var categories = TextNumbers()
  private var tags = TextNumbers()
  private var accounts = TextNumbers()

  /// Returns the numbers of a row's values by dimension, but for tags.
  ///
  /// 0 means that there is no value. A row without a date has no number of a day that means anything.
  @inline(__always)
  mutating func numbers(of row: borrowing TransactionRow) -> RowNumbers {
    var numbers = RowNumbers()
    if let group = row.group { numbers[Dimension.group.rawValue] = UInt32(groups.number(of: group.id)) + 1 }
    numbers[Dimension.kind.rawValue] = UInt32(row.kind.code)
    if let date = row.date { numbers[Dimension.day.rawValue] = UInt32(bitPattern: date.dayNumber) }
    if let money = row.money { numbers[Dimension.currency.rawValue] = number(of: money.currency) }
    // An empty category is stored as an empty text, too: one key, one sum.
    if let category = row.category, !category.isEmpty {
      numbers[Dimension.category.rawValue] = UInt32(categories.number(of: category)) + 1
    }
    if let account = row.account, !account.isEmpty {
      numbers[Dimension.account.rawValue] = UInt32(accounts.number(of: account)) + 1
    }
    numbers[Dimension.cleared.rawValue] = row.isCleared ? 1 : 0
    if let date = row.date, let flow = row.budgetFlow {
      numbers[Dimension.month.rawValue] = UInt32(date.civilMonth.index)
      numbers[Dimension.line.rawValue] = Self.line(flow, category: numbers[Dimension.category.rawValue])
    }
    return numbers
  }

  /// Returns the number of a line.
  ///
  /// The flows come first, then the line of no category, then those of categories.
  @inline(__always)
  private static func line(_ flow: BudgetFlow, category: UInt32) -> UInt32 {
    switch flow {
    case .income: 1
    case .transfer: 2
    case .category: category + 3
    }
  }

  private static func text(ofLine number: UInt32, _ categories: TextNumbers) -> String {
    switch number {
    case 0: ""
    case 1: BudgetLine.incomeText
    case 2: BudgetLine.transferText
    case 3: BudgetLine.text(ofCategory: "")
    case _: BudgetLine.text(ofCategory: categories.texts[Int(number) - 4])
    }
  }

  /// Returns the numbers of a row with another account and currency.
  mutating func numbers(
    _ numbers: RowNumbers, account: String, currency: CurrencyCode?
  ) -> RowNumbers {
    var numbers = numbers
    numbers[Dimension.account.rawValue] = UInt32(accounts.number(of: account)) + 1
    numbers[Dimension.currency.rawValue] = currency.map { number(of: $0) } ?? 0
    return numbers
  }

  /// Returns the numbers of a part of a split row, which counts in a category of its own.
  mutating func numbers(_ numbers: RowNumbers, of part: TransactionPart) -> RowNumbers {
    var own = numbers
    let category = part.category.map { UInt32(categories.number(of: $0)) + 1 } ?? 0
    own[Dimension.category.rawValue] = category
    // Income counts in a line of its own, whatever its categories are.
    if own[Dimension.line.rawValue] > 2 {
      own[Dimension.line.rawValue] = Self.line(.category, category: category)
    }
    return own
  }

  /// Returns the numbers of the sum of the parts that a split row has beyond the first: `Total.surplus`.
  mutating func surplus(_ numbers: RowNumbers) -> RowNumbers {
    var own = numbers
    own[Dimension.category.rawValue] = UInt32(categories.number(of: Total.surplus)) + 1
    return own
  }

  /// Returns the number of a tag.
  mutating func number(ofTag tag: String) -> UInt32 { UInt32(tags.number(of: tag)) + 1 }

  private mutating func number(of currency: CurrencyCode) -> UInt32 {
    if let known = currencies.firstIndex(of: currency) { return UInt32(known) + 1 }
    currencies.append(currency)
    return UInt32(currencies.count)
  }

  // MARK: Other numbers

  /// Returns the numbers of `other` translated to this one's, by dimension. Empty if they are the same.
  mutating func map(_ other: SumValues) -> [[UInt32]] {
    Dimension.allCases.map { dimension in
      switch dimension {
      case .kind, .day, .cleared, .month: []
      case .line: [0, 1, 2, 3] + other.categories.texts.map { UInt32(categories.number(of: $0)) + 4 }
      case .account: [0] + other.accounts.texts.map { UInt32(accounts.number(of: $0)) + 1 }
      case .group: [0] + other.groups.ids.map { UInt32(groups.number(of: $0)) + 1 }
      case .currency: [0] + other.currencies.map { number(of: $0) }
      case .category: [0] + other.categories.texts.map { UInt32(categories.number(of: $0)) + 1 }
      case .tag: [0] + other.tags.texts.map { number(ofTag: $0) }
      }
    }
  }

  /// Numbers that are in the order of a column's values, by dimension.
  var ranks: [[UInt32]] {
    Dimension.allCases.map { dimension in
      switch dimension {
      case .kind, .day, .cleared, .month: []
      case .line: [0, 1, 2] + Self.ranks(of: categories.texts, Self.precedes).map { $0 + 3 }
      case .account: Self.ranks(of: accounts.texts) { $0.utf8.lexicographicallyPrecedes($1.utf8) }
      case .group: Self.ranks(of: groups.ids, <)
      case .currency: Self.ranks(of: currencies, <)
      case .category: Self.ranks(of: categories.texts) { $0.utf8.lexicographicallyPrecedes($1.utf8) }
      case .tag: Self.ranks(of: tags.texts) { $0.utf8.lexicographicallyPrecedes($1.utf8) }
      }
    }
  }

  private static func precedes(_ left: String, _ right: String) -> Bool {
    left.utf8.lexicographicallyPrecedes(right.utf8)
  }

  private static func ranks<Value>(of values: [Value], _ precedes: (Value, Value) -> Bool) -> [UInt32] {
    var ranks = [UInt32](repeating: 0, count: values.count + 1)
    let order = values.indices.sorted { precedes(values[$0], values[$1]) }
    for (rank, number) in order.enumerated() { ranks[number + 1] = UInt32(rank) + 1 }
    return ranks
  }

  // MARK: Cells

  /// Adds the cell of a value.
  func add(_ number: UInt32, of dimension: Dimension, to rows: inout RowBuffer) {
    let place = Int(number) - 1
    switch dimension {
    case .group: if place < 0 { rows.addEmptyBlob() } else { rows.add(id: groups.ids[place]) }
    case .kind, .cleared, .month: rows.add(Int64(number))
    case .line: rows.add(text: Self.text(ofLine: number, categories))
    case .day: rows.add(Int64(Int32(bitPattern: number)))
    case .currency: rows.add(text: place < 0 ? "" : currencies[place].code)
    case .category: rows.add(text: place < 0 ? "" : categories.texts[place])
    case .tag: rows.add(text: place < 0 ? "" : tags.texts[place])
    case .account: rows.add(text: place < 0 ? "" : accounts.texts[place])
    }
  }
}

/// The sums of one total, numbered from 0 in the order in which they come.
struct SumNumbers: Sendable {
  private(set) var keys: [SumKey] = []
  private var slots = NumberSlots()
  /// The dimension of each place of a key. A place without one is not in `used`.
  private let lanes: SIMD4<Int32>
  /// All bits of the places that have a dimension.
  private let used: SumKey
  private let isByDay: Bool
  private let isByAccount: Bool
  private let isByMonth: Bool
  /// Whether the arriving half of a transfer counts in it, too.
  let takesArrivals: Bool
  /// Whether a row has as many parts as tags.
  let isByTag: Bool
  /// Whether a split row counts once for each of its parts.
  let isByPart: Bool
  /// Whether the number of rows is read across categories, so that it needs a surplus.
  let hasSurplus: Bool

  init(_ total: Total) {
    precondition(total.dimensions.count <= SumKey.scalarCount, "a sum is kept by at most four values")
    var lanes = SIMD4<Int32>()
    var used = SumKey()
    for (place, dimension) in total.dimensions.enumerated() {
      lanes[place] = Int32(dimension.rawValue)
      used[place] = .max
    }
    self.lanes = lanes
    self.used = used
    isByAccount = total.dimensions.contains(.account)
    isByDay = total.dimensions.contains(.day)
    isByMonth = total.dimensions.contains(.month)
    takesArrivals = isByAccount || isByMonth
    isByTag = total.dimensions.contains(.tag)
    hasSurplus = total.dimensions.contains(.category)
    isByPart = hasSurplus || total.dimensions.contains(.line)
  }

  /// Returns the key for the numbers of a row.
  @inline(__always)
  func key(_ numbers: RowNumbers) -> SumKey {
    SumKey(
      numbers[Int(lanes[0])], numbers[Int(lanes[1])], numbers[Int(lanes[2])], numbers[Int(lanes[3])]) & used
  }

  /// Whether a row has a part in it.
  @inline(__always)
  func takes(_ numbers: RowNumbers, hasDate: Bool) -> Bool {
    (!isByDay || hasDate) && (!isByAccount || numbers[Dimension.account.rawValue] != 0)
      && (!isByMonth || numbers[Dimension.line.rawValue] != 0)
  }

  /// Returns the number of the sum with a key, given at its first mention.
  @inline(__always)
  mutating func number(of key: SumKey) -> Int {
    let words = unsafeBitCast(key, to: SIMD2<UInt64>.self)
    let hash = NumberSlots.mixed(words.x &* 0x9e37_79b9_7f4a_7c15 ^ words.y)
    var slot = slots.first(hash)
    while let number = slots[slot] {
      if keys[number] == key { return number }
      slot = slots.next(slot)
    }
    keys.append(key)
    return slots.add(hash, at: slot)
  }

  /// Returns a key with other numbers for its values, by dimension.
  func mapped(_ key: SumKey, by map: [[UInt32]]) -> SumKey {
    var key = key
    for place in 0..<4 where used[place] != 0 {
      let numbers = map[Int(lanes[place])]
      if !numbers.isEmpty { key[place] = numbers[Int(key[place])] }
    }
    return key
  }

  /// Returns the numbers of some sums in the order of the table's key.
  func inOrder(_ numbers: [Int], _ ranks: [[UInt32]]) -> [Int] {
    var order: [(high: UInt64, low: UInt64, number: Int)] = []
    order.reserveCapacity(numbers.count)
    for number in numbers {
      var key = mapped(keys[number], by: ranks)
      // Days are numbers with a sign.
      for place in 0..<4 where used[place] != 0 && Int(lanes[place]) == Dimension.day.rawValue {
        key[place] ^= 1 << 31
      }
      order.append((UInt64(key[0]) << 32 | UInt64(key[1]), UInt64(key[2]) << 32 | UInt64(key[3]), number))
    }
    order.sort { $0.high != $1.high ? $0.high < $1.high : $0.low < $1.low }
    return order.map(\.number)
  }
}
