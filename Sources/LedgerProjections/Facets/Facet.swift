internal import LedgerBytes
internal import LedgerDomain

/// A column of transactions with repeating texts, which are stored once and numbered from 1.
///
/// The number 0 means that there is no value.
enum Facet: Int, CaseIterable, Sendable {
  case currency, category, group, vendor, account, tags, rule
  /// The account that a transfer's money arrived in.
  case toAccount
  /// The amounts by category of a transaction that is split, in the form of `ModelJSON.parts`.
  case parts

  /// The text of a transaction, or `nil` if it has no text or the values are made of several.
  @inline(__always)
  func text(of row: borrowing TransactionRow) -> String? {
    switch self {
    case .category: row.category
    case .vendor: row.vendor
    case .account: row.account
    case .toAccount: row.toAccount
    case .currency, .group, .tags, .rule, .parts: nil
    }
  }

  /// Whether its values are identifiers and not texts.
  var isOfIdentifiers: Bool { self == .group || self == .rule }
}

/// The columns of a block, in the order in which they are written.
enum FacetColumn: Int, CaseIterable {
  /// The last bits of the transaction's key. The other bits are the block's number.
  case slot
  /// Days since 1970-01-01, or `FacetEntry.noDate` if there is no date.
  case date
  /// The two parts of the hybrid time of the event that began it: milliseconds, and the counter.
  case milliseconds, counter
  /// Minor units, or 0 if there is no amount, which is also marked by a bit.
  case units
  /// `FacetBits`.
  case bits
  case currency, category, group, vendor, account, tags, rule, toAccount, parts
  /// The events that began and ended one of history's versions. Its slot is the whole key.
  case begins, ends

  /// The columns of a block of the models.
  static let ofModels = allCases.filter { $0 != .begins && $0 != .ends }

  /// The facets, made once: `allCases` makes an array each time.
  static let facets = Facet.allCases

  /// Whether its values are numbers of texts.
  var isOfValues: Bool { FacetColumns.ofFacets.contains(self) }

  /// More than a log can have events, and so keys, positions and numbers of values.
  private static let numbersMax: Int64 = 1 << 40

  /// Returns the range of possible values.
  ///
  /// The file has no checksums, so a number that no program of ours wrote must not be used.
  func range(isOfVersions: Bool) -> ClosedRange<Int64> {
    switch self {
    case .slot: isOfVersions ? 1...Self.numbersMax : 0...Int64(FacetEntry.slots - 1)
    case .date: FacetEntry.noDate...Int64(CivilDate.last.dayNumber)
    case .milliseconds: 0...(1 << 48 - 1)
    case .counter: 0...0xffff
    case .units: .min ... .max
    case .bits: 0...Int64(FacetBits.count - 1)
    case .currency, .category, .group, .vendor, .account, .tags, .rule, .toAccount, .parts:
      0...Int64(UInt32.max)
    case .begins: 1...Self.numbersMax
    case .ends: 1 ... .max
    }
  }

  init(_ facet: Facet) {
    switch facet {
    case .currency: self = .currency
    case .category: self = .category
    case .group: self = .group
    case .vendor: self = .vendor
    case .account: self = .account
    case .tags: self = .tags
    case .rule: self = .rule
    case .toAccount: self = .toAccount
    case .parts: self = .parts
    }
  }
}

/// Some of the columns.
struct FacetColumns: Hashable, Sendable, ExpressibleByArrayLiteral {
  private var bits: UInt32 = 0

  static let ofModels = FacetColumns(FacetColumn.ofModels)
  static let all = FacetColumns(FacetColumn.allCases)
  static let ofFacets = FacetColumns(Facet.allCases.map { FacetColumn($0) })

  init(arrayLiteral elements: FacetColumn...) { self.init(elements) }

  init(_ columns: [FacetColumn] = []) {
    for column in columns { insert(column) }
  }

  init(_ column: FacetColumn) { insert(column) }

  func contains(_ column: FacetColumn) -> Bool { bits >> UInt32(column.rawValue) & 1 == 1 }
  mutating func insert(_ column: FacetColumn) { bits |= 1 << UInt32(column.rawValue) }
  mutating func formUnion(_ other: FacetColumns) { bits |= other.bits }

  func union(_ other: FacetColumns) -> FacetColumns {
    var union = self
    union.formUnion(other)
    return union
  }

  func subtracting(_ other: FacetColumns) -> FacetColumns {
    var rest = self
    rest.bits &= ~other.bits
    return rest
  }

  /// Takes the first out, by its number.
  mutating func popFirst() -> Int? {
    guard bits != 0 else { return nil }
    let first = bits.trailingZeroBitCount
    bits &= bits - 1
    return first
  }
}

/// The values that filters and sums need of one transaction, as numbers.
struct FacetEntry: Hashable, Sendable {
  /// The date of transactions that have no date. It is before every date.
  static let noDate: Int64 = -9_999_999
  /// Transactions to a block, by the last bits of their keys.
  static let slotBits: Int64 = 8
  static let slots = 1 << 8

  var slot: UInt8
  var date: Int64
  var created: UInt64
  var units: Int64
  var bits: FacetBits
  /// The numbers of its values, by `Facet`.
  var values: Values

  /// A number per facet, in place.
  ///
  /// No ledger has 2^32 texts. A greater number comes from a damaged file, and its last bits are as good.
  struct Values: Hashable, Sendable {
    private var numbers = SIMD16<UInt32>()

    init(_ numbers: [Int64]) {
      precondition(numbers.count <= Facet.allCases.count, "an entry has one number for each facet")
      for (index, number) in numbers.enumerated() {
        self.numbers[index] = UInt32(truncatingIfNeeded: number)
      }
    }

    init() {}

    subscript(_ facet: Facet) -> Int64 {
      get { Int64(numbers[facet.rawValue]) }
      set { numbers[facet.rawValue] = UInt32(truncatingIfNeeded: newValue) }
    }
  }

  func value(_ column: FacetColumn) -> Int64 {
    switch column {
    case .slot: Int64(slot)
    case .date: date
    case .milliseconds: Int64(created >> 16)
    case .counter: Int64(created & 0xffff)
    case .units: units
    case .bits: Int64(bits.raw)
    case .currency: values[.currency]
    case .category: values[.category]
    case .group: values[.group]
    case .vendor: values[.vendor]
    case .account: values[.account]
    case .tags: values[.tags]
    case .rule: values[.rule]
    case .toAccount: values[.toAccount]
    case .parts: values[.parts]
    case .begins, .ends: 0  // `VersionEntry` has them.
    }
  }
}

extension StreamKey {
  /// Creates the key of a slot of a block.
  @inline(__always)
  init(facetBlock: Int64, slot: Int64) { self.init(rawValue: facetBlock << FacetEntry.slotBits | slot) }

  /// The number of the block that has the transaction's facets.
  @inline(__always)
  var facetBlock: Int64 { rawValue >> FacetEntry.slotBits }

  /// The slot of that block.
  @inline(__always)
  var facetSlot: UInt8 { UInt8(truncatingIfNeeded: rawValue) }
}

// MARK: - The values of a transaction

extension FacetNumbers {
  /// Returns the entry of a row for filters and sums, its values by their numbers.
  mutating func entry(_ row: borrowing TransactionRow, key: StreamKey) -> FacetEntry {
    var numbers = FacetEntry.Values()
    if let currency = row.amount?.currency { numbers[.currency] = number(of: currency) }
    for facet in FacetColumn.facets {
      if let text = facet.text(of: row) { numbers[facet] = number(of: text, facet) }
    }
    if !row.parts.isEmpty { numbers[.parts] = number(of: ModelJSON.parts(row.parts), .parts) }
    if !row.tags.isEmpty { numbers[.tags] = number(of: ModelJSON.tags(row.tags), .tags) }
    if let group = row.group { numbers[.group] = number(of: group.id, .group) }
    if let rule = row.rule { numbers[.rule] = number(of: rule.id, .rule) }
    return FacetEntry(
      slot: key.facetSlot, date: row.date.map { Int64($0.dayNumber) } ?? FacetEntry.noDate,
      created: row.created.rawValue, units: row.amount?.minorUnits ?? 0, bits: FacetBits(row), values: numbers)
  }
}

extension FacetEntry {
  /// Whether two rows of a transaction have the same entry: then its block stays as it is.
  static func areSame(_ left: borrowing TransactionRow, _ right: borrowing TransactionRow) -> Bool {
    func isSame(_ left: String?, _ right: String?) -> Bool {
      guard let left, let right else { return left == nil && right == nil }
      return left.hasSameBytes(as: right)
    }
    guard FacetBits(left) == FacetBits(right), left.date == right.date, left.created == right.created,
      left.amount == right.amount, left.group == right.group, left.rule == right.rule
    else { return false }
    for facet in FacetColumn.facets where !isSame(facet.text(of: left), facet.text(of: right)) { return false }
    return left.hasSameParts(as: right) && left.tags.elementsEqual(right.tags) { $0.hasSameBytes(as: $1) }
  }
}

extension FacetBlock {
  /// Replaces an entry.
  func set(_ entry: FacetEntry, at index: Int) {
    let place = values + index
    func set(_ column: FacetColumn, _ value: Int64) { place[column.rawValue &* FacetEntry.slots] = value }
    set(.slot, Int64(entry.slot))
    set(.date, entry.date)
    set(.milliseconds, Int64(entry.created >> 16))
    set(.counter, Int64(entry.created & 0xffff))
    set(.units, entry.units)
    set(.bits, Int64(entry.bits.raw))
    for facet in FacetColumn.facets { set(FacetColumn(facet), entry.values[facet]) }
  }
}
