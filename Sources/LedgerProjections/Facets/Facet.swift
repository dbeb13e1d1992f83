internal import LedgerDomain

/// A column of transactions whose values are texts that repeat: kept once each, and numbered from 1; 0 is none.
enum Facet: Int, CaseIterable, Sendable {
  case currency, category, group, vendor, account, tags, rule

  /// Whether its values are identifiers and not texts.
  var isOfIdentifiers: Bool { self == .group || self == .rule }
}

/// The columns of a block, in the order in which they are written.
enum FacetColumn: Int, CaseIterable {
  /// The last bits of the transaction's key; the others are the block's number.
  case slot
  /// Days since 1970-01-01; `FacetEntry.noDate` where there is none.
  case date
  /// The two parts of the hybrid time of the event that began it: milliseconds, and the counter.
  case milliseconds, counter
  /// Minor units; 0 where there are none, which a bit says.
  case units
  /// `FacetBits`.
  case bits
  case currency, category, group, vendor, account, tags, rule
  /// Of history's versions: the event since which it stands, and the one that ended it. The slot is the whole key there.
  case begins, ends

  /// Those of a block of the models.
  static let ofModels = allCases.filter { $0 != .begins && $0 != .ends }

  /// The facets, made once: `allCases` makes an array each time.
  static let facets = Facet.allCases

  /// Whether its values are numbers of texts.
  var isOfValues: Bool { FacetColumns.ofFacets.contains(self) }

  /// More than a log can have events, and so keys, positions and numbers of values.
  private static let most: Int64 = 1 << 40

  /// What it can hold: the file has no checksums, and what no program of ours wrote must not be taken for a value.
  func range(isOfVersions: Bool) -> ClosedRange<Int64> {
    switch self {
    case .slot: isOfVersions ? 1...Self.most : 0...Int64(FacetEntry.slots - 1)
    case .date: FacetEntry.noDate...Int64(CivilDate.last.dayNumber)
    case .milliseconds: 0...(1 << 48 - 1)
    case .counter: 0...0xffff
    case .units: .min ... .max
    case .bits: 0...Int64(FacetBits.count - 1)
    case .currency, .category, .group, .vendor, .account, .tags, .rule: 0...Self.most
    case .begins: 1...Self.most
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

/// What has few values, packed into one number, so that one look-up in a table answers every filter on it.
struct FacetBits: Hashable, Sendable {
  var raw: UInt16

  /// As many numbers as there can be.
  static let count = 1 << 13
  /// The lower bit of each of the values that have two, of which three is none: stage, kind, payment and both flags.
  static let lowOfPairs: Int64 = 0b01_01_01_01_01

  /// Whether a number is one of those that `init(_:)` gives.
  static func holds(_ number: Int64) -> Bool {
    number >= 0 && number < count && number & (number >> 1) & lowOfPairs == 0
  }

  init(raw: UInt16) { self.raw = raw }

  init(_ row: borrowing TransactionRow) {
    func tri(_ value: Bool?) -> UInt16 { value.map { $0 ? 1 : 2 } ?? 0 }
    let payment: UInt16 =
      switch row.payment {
      case .none: 0
      case .card: 1
      case .cash: 2
      }
    raw = UInt16(row.stage.code) | UInt16(row.kind.code) << 2 | payment << 4
    raw |= tri(row.flags.paid) << 6 | tri(row.flags.reimbursed) << 8
    raw |= row.isCleared ? 1 << 10 : 0
    raw |= row.attachments.isEmpty ? 0 : 1 << 11
    raw |= row.amount?.minorUnits == nil ? 0 : 1 << 12
  }

  var stage: Int { Int(raw & 3) }
  var kind: Int { Int(raw >> 2 & 3) }
  var payment: PaymentMethod? {
    switch raw >> 4 & 3 {
    case 1: .card
    case 2: .cash
    default: nil
    }
  }
  var paid: Bool? { Self.tri(raw >> 6 & 3) }
  var reimbursed: Bool? { Self.tri(raw >> 8 & 3) }
  var isCleared: Bool { raw >> 10 & 1 == 1 }
  var hasPhoto: Bool { raw >> 11 & 1 == 1 }
  var hasUnits: Bool { raw >> 12 & 1 == 1 }

  private static func tri(_ value: UInt16) -> Bool? { value == 0 ? nil : value == 1 }
}

/// What filters and sums need of one transaction, in numbers.
struct FacetEntry: Hashable, Sendable {
  /// Before every date, where there is none.
  static let noDate: Int64 = -9_999_999
  /// Transactions to a block, by the last bits of their keys.
  static let slotBits: Int64 = 8
  static let slots = 1 << 8

  var slot: UInt8
  var date: Int64
  var created: UInt64
  var units: Int64
  var bits: FacetBits
  /// By `Facet`: the numbers of its values.
  var values: Values

  /// A number per facet, in place.
  struct Values: Hashable, Sendable {
    private var numbers = SIMD8<Int64>()

    init(_ numbers: [Int64]) {
      for (index, number) in numbers.enumerated() { self.numbers[index] = number }
    }

    init() {}

    subscript(_ facet: Facet) -> Int64 {
      get { numbers[facet.rawValue] }
      set { numbers[facet.rawValue] = newValue }
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
    case .begins, .ends: 0  // `VersionEntry` has them.
    }
  }
}
