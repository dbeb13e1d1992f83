internal import LedgerDomain

/// Sums by currency and kind under numbers that the caller gives: days, categories, buckets.
struct FacetSums {
  private let currencies: [CurrencyCode?]
  private var counts: [Int] = []
  private var units: [Int128] = []
  private let width: Int

  /// Creates empty sums.
  ///
  /// - Parameters:
  ///   - currencies: The currencies by number, from `FacetValues`.
  ///   - slots: How many sums there is room for.
  init(_ currencies: [CurrencyCode?], slots: Int = 0) {
    precondition(currencies.first.map { $0 == nil } ?? true, "the number 0 means no currency")
    self.currencies = currencies
    width = currencies.count * 3
    grow(to: slots)
  }

  /// Makes room for that many numbers.
  mutating func grow(to slots: Int) {
    let missing = slots * width - counts.count
    guard missing > 0 else { return }
    counts += [Int](repeating: 0, count: missing)
    units += [Int128](repeating: 0, count: missing)
    precondition(counts.count == units.count, "every count has a sum")
  }

  /// Adds a transaction. One without an amount is only counted.
  ///
  /// - Parameter part: The units to add, or `nil` for those of the whole.
  @inline(__always)
  mutating func add(_ block: FacetBlock, _ index: Int, to slot: Int, units part: Int64? = nil) {
    let bits = block.bits(index)
    let currency = bits.hasUnits ? Int(block.value(.currency, index)) : 0
    let place = slot * width + currency * 3 + bits.kind
    counts[place] += 1
    if currency != 0 { units[place] &+= Int128(part ?? block.value(.units, index)) }
  }

  /// The columns that `add` looks at.
  static let columns: FacetColumns = [.bits, .currency, .units]

  /// Net spending per currency under a number: expenses add, income takes away, transfers are neutral.
  ///
  /// - Parameter kind: The kind whose amounts add, if only one kind is summed.
  func sums(_ slot: Int, all kind: TransactionKind? = nil) -> CurrencySums {
    var sums = CurrencySums()
    forEach(slot) { each, currency, count, units in
      sums.add(kind == nil ? each : .expense, currency, count: count, units: units)
    }
    return sums
  }

  /// Calls `body` with the sum of each kind and currency that occurs under a number.
  ///
  /// The currency is `nil` for transactions without an amount.
  func forEach(_ slot: Int, _ body: (TransactionKind, CurrencyCode?, _ count: Int, _ units: Int128) -> Void) {
    for (number, currency) in currencies.enumerated() {
      for kind in TransactionKind.allCases {
        let place = slot * width + number * 3 + kind.code
        guard counts[place] > 0 else { continue }
        body(kind, currency, counts[place], units[place])
      }
    }
  }

  /// Returns the number of transactions that are counted under a number.
  func count(_ slot: Int) -> Int { counts[(slot * width)..<((slot + 1) * width)].reduce(0, +) }
}

/// Numbers for days in the order in which they are met, with a cache of recent days.
struct DaySlots {
  private(set) var days: [Int64] = []
  private var slots: [Int64: Int] = [:]
  private var recent = [(day: Int64, slot: Int)](repeating: (.min, 0), count: 512)

  @inline(__always)
  mutating func slot(of day: Int64) -> Int {
    let place = Int(day & 511)
    if recent[place].day == day { return recent[place].slot }
    let slot = slots[day] ?? days.count
    if slot == days.count {
      slots[day] = slot
      days.append(day)
    }
    recent[place] = (day, slot)
    return slot
  }
}
