internal import LedgerBytes
internal import LedgerDomain
internal import LedgerSQLite
internal import Synchronization

/// What filters and sums need of a range of streams, its values numbered by the thread that folded them.
struct FacetPart: Sendable {
  /// Which thread.
  let thread: Int
  /// By facet, the values that it numbered since its last part, in the order of their numbers.
  fileprivate(set) var values: [[FacetValue]] = Facet.allCases.map { _ in [] }
  /// In the order of their keys.
  fileprivate(set) var entries: [(key: Int64, entry: FacetEntry)] = []
}

/// Numbers the values of the transactions that a thread of a rebuild folds, from 1 and for all of its ranges.
///
/// `FacetBuilder` gives them the table's numbers, in the order of keys: those don't depend on how many threads there
/// are, nor on which was first.
struct FacetNumbering {
  private let thread: Int
  private var texts = Facet.allCases.map { _ in TextNumbers() }
  private var ids = Facet.allCases.map { _ in IDNumbers() }
  private var currencies: [Currency] = []
  private var part: FacetPart

  /// Threads so far, of any rebuild.
  private static let threads = Atomic<Int>(0)

  init() {
    thread = Self.threads.add(1, ordering: .relaxed).newValue
    part = FacetPart(thread: thread)
  }

  /// Adds a transaction, whose key is greater than those before.
  mutating func add(_ row: TransactionRow, key: Int64) {
    var values = FacetEntry.Values()
    if let currency = row.amount?.currency { values[.currency] = number(of: currency) }
    if let category = row.category { values[.category] = number(of: category, .category) }
    if let vendor = row.vendor { values[.vendor] = number(of: vendor, .vendor) }
    if let account = row.account { values[.account] = number(of: account, .account) }
    if !row.tags.isEmpty { values[.tags] = number(of: ModelJSON.tags(row.tags), .tags) }
    if let group = row.group { values[.group] = number(of: group.id, .group) }
    if let rule = row.rule { values[.rule] = number(of: rule.id, .rule) }
    part.entries.append((key: key, entry: FacetEntry(row, key: key, values)))
  }

  /// Hands over what was added since.
  mutating func take() -> FacetPart {
    defer { part = FacetPart(thread: thread) }
    return part
  }

  private mutating func number(of currency: Currency) -> Int64 {
    if let known = currencies.firstIndex(of: currency) { return Int64(known) + 1 }
    currencies.append(currency)
    part.values[Facet.currency.rawValue].append(.text(Array(currency.code.utf8)))
    return Int64(currencies.count)
  }

  private mutating func number(of text: String, _ facet: Facet) -> Int64 {
    let known = texts[facet.rawValue].texts.count
    let index = texts[facet.rawValue].number(of: text)
    if index == known { part.values[facet.rawValue].append(.text(Array(text.utf8))) }
    return Int64(index) + 1
  }

  private mutating func number(of id: UniqueID, _ facet: Facet) -> Int64 {
    let known = ids[facet.rawValue].ids.count
    let index = ids[facet.rawValue].number(of: id)
    if index == known { part.values[facet.rawValue].append(.id(id)) }
    return Int64(index) + 1
  }
}

extension FacetEntry {
  /// What filters and sums need of a row whose values have those numbers.
  init(_ row: borrowing TransactionRow, key: Int64, _ values: Values) {
    self.init(
      slot: UInt8(truncatingIfNeeded: key), date: row.date.map { Int64($0.dayNumber) } ?? FacetEntry.noDate,
      created: row.created.rawValue, units: row.amount?.minorUnits ?? 0, bits: FacetBits(row), values: values)
  }
}
