internal import LedgerBytes
internal import LedgerDomain
internal import LedgerSQLite
internal import Synchronization

/// The numbers of texts and identifiers that the threads of a rebuild give together.
final class SharedFacetValues: Sendable {
  private struct State {
    var numbers: [[FacetValue: Int64]] = Facet.allCases.map { _ in [:] }
    var values: [[FacetValue]] = Facet.allCases.map { _ in [] }
  }

  private let state = Mutex(State())

  /// The number of a value, from 1. Asked once per thread and value.
  func number(of value: FacetValue, _ facet: Facet) -> Int64 {
    state.withLock { state in
      if let known = state.numbers[facet.rawValue][value] { return known }
      state.values[facet.rawValue].append(value)
      let number = Int64(state.values[facet.rawValue].count)
      state.numbers[facet.rawValue][value] = number
      return number
    }
  }

  /// By facet the values, numbered from 1.
  var values: [[FacetValue]] { state.withLock { $0.values } }
}

/// What filters and sums need of a range of streams, packed as far as blocks lie within it.
struct FacetBlocks: Sendable {
  /// Rows of `facet_block`.
  var rows = RowBuffer(columns: 4)
  /// The entries of blocks that a neighbouring range has a part in.
  var edges: [(key: Int64, entry: FacetEntry)] = []

  mutating func add(_ entries: [FacetEntry], number: Int64) {
    var (first, last) = (Int64.max, Int64.min)
    for entry in entries {
      first = min(first, entry.date)
      last = max(last, entry.date)
    }
    rows.add(number)
    rows.add(first)
    rows.add(last)
    FacetBlock.bytes(entries).withUnsafeBytes { rows.add(blob: $0) }
  }
}

/// Makes the blocks of the streams that a thread of a rebuild folds, in the order of their keys.
struct FacetPacker {
  private let shared: SharedFacetValues
  private var texts = Facet.allCases.map { _ in TextNumbers() }
  private var ids = Facet.allCases.map { _ in IDNumbers() }
  /// By facet, what number a value that this thread numbered has for all.
  private var numbers: [[Int64]] = Facet.allCases.map { _ in [] }
  /// By facet and number, on how many transactions a value is.
  private(set) var uses: [[Int64]] = Facet.allCases.map { _ in [] }
  private var currencies: [(currency: Currency, number: Int64)] = []
  private var block: Int64 = -1
  private var entries: [FacetEntry] = []

  init(_ shared: SharedFacetValues) { self.shared = shared }

  /// Adds a transaction, whose key is greater than those before, to what is made of a range of keys.
  mutating func add(
    _ row: TransactionRow, key: Int64, of keys: ClosedRange<Int64>, to blocks: inout FacetBlocks
  ) {
    let number = key >> FacetEntry.slotBits
    if number != block { finish(keys, &blocks) }
    block = number
    var values = FacetEntry.Values()
    if let currency = row.amount?.currency { values[.currency] = self.number(of: currency) }
    if let category = row.category { values[.category] = self.number(of: category, .category) }
    if let vendor = row.vendor { values[.vendor] = self.number(of: vendor, .vendor) }
    if let account = row.account { values[.account] = self.number(of: account, .account) }
    if !row.tags.isEmpty { values[.tags] = self.number(of: ModelJSON.tags(row.tags), .tags) }
    if let group = row.group { values[.group] = self.number(of: group.id, .group) }
    if let rule = row.rule { values[.rule] = self.number(of: rule.id, .rule) }
    entries.append(FacetEntry(row, key: key, values))
    for facet in Facet.allCases where values[facet] != 0 { use(values[facet], facet) }
  }

  /// Ends a range of keys.
  mutating func finish(_ keys: ClosedRange<Int64>, _ blocks: inout FacetBlocks) {
    guard !entries.isEmpty else { return }
    let first = block << FacetEntry.slotBits
    if keys.lowerBound <= max(1, first), keys.upperBound >= first + Int64(FacetEntry.slots) - 1 {
      blocks.add(entries, number: block)
    } else {
      for entry in entries { blocks.edges.append((key: first | Int64(entry.slot), entry: entry)) }
    }
    entries.removeAll(keepingCapacity: true)
  }

  private mutating func use(_ number: Int64, _ facet: Facet) {
    while uses[facet.rawValue].count <= Int(number) { uses[facet.rawValue].append(0) }
    uses[facet.rawValue][Int(number)] += 1
  }

  private mutating func number(of currency: Currency) -> Int64 {
    for known in currencies where known.currency == currency { return known.number }
    let number = shared.number(of: .text(Array(currency.code.utf8)), .currency)
    currencies.append((currency: currency, number: number))
    return number
  }

  private mutating func number(of text: String, _ facet: Facet) -> Int64 {
    let index = texts[facet.rawValue].number(of: text)
    if index == numbers[facet.rawValue].count {
      numbers[facet.rawValue].append(shared.number(of: .text(Array(text.utf8)), facet))
    }
    return numbers[facet.rawValue][index]
  }

  private mutating func number(of id: UniqueID, _ facet: Facet) -> Int64 {
    let index = ids[facet.rawValue].number(of: id)
    if index == numbers[facet.rawValue].count {
      numbers[facet.rawValue].append(shared.number(of: .id(id), facet))
    }
    return numbers[facet.rawValue][index]
  }
}

extension FacetEntry {
  /// What filters and sums need of a row whose values have those numbers.
  init(_ row: TransactionRow, key: Int64, _ values: Values) {
    self.init(
      slot: UInt8(truncatingIfNeeded: key), date: row.date.map { Int64($0.dayNumber) } ?? FacetEntry.noDate,
      created: row.created.rawValue, units: row.amount?.minorUnits ?? 0, bits: FacetBits(row), values: values)
  }
}
