internal import LedgerBytes
internal import LedgerDomain
internal import LedgerSQLite

/// A filter as tables to look numbers up in: what has few values by its bits, texts by their numbers.
struct FacetCondition {
  /// The part of a condition that a filter row offers a choice of; the number is a bit of a mask.
  enum Part: UInt16 {
    case kind = 1
    case group = 2
    case category = 4
    case payment = 8
    case tag = 16
    case flag = 32
    case account = 64
    case hasPhoto = 128
    case cleared = 256
    case rule = 1_024
    /// What is never left out.
    case other = 512
  }

  /// By bits: the parts of the filter that do not let them pass.
  private(set) var failing = [UInt16](repeating: 0, count: FacetBits.count)
  /// Values of which one must be there, by their number.
  private(set) var sets: [(column: FacetColumn, part: Part, allows: [Bool])] = []
  /// The dates that pass.
  var dates: ClosedRange<Int64> = .min ... .max
  /// By a currency's number, the units that pass; none at all: everything.
  private(set) var units: [ClosedRange<Int64>?] = []
  /// By number, the vendors and categories that hold the text.
  private(set) var text: (vendors: [Bool], categories: [Bool], notes: Set<Int64>)?

  /// The position at which versions must have stood; nil: blocks hold none.
  var past: Int64?

  init(_ filter: TransactionFilter, _ values: FacetValues) throws {
    bits(filter)
    if !filter.groups.isEmpty { sets.append((.group, .group, try values.allowed(filter.groups))) }
    if !filter.rules.isEmpty { sets.append((.rule, .rule, try values.allowed(filter.rules))) }
    try add(filter.categories, .category, .category, values)
    try add(filter.accounts, .account, .account, values)
    if !filter.tags.isEmpty {
      try addTags(.other, values) { tags in filter.tags.isSubset(of: tags) }
    }
    for (wanted, part) in [(filter.anyTags, Part.tag), (filter.otherTags, .other)] where !wanted.isEmpty {
      try addTags(part, values) { tags in !wanted.isDisjoint(with: tags) }
    }
    if let from = filter.from { dates = Int64(from.dayNumber)...dates.upperBound }
    if filter.from == nil, filter.through != nil { dates = Int64(CivilDate.first.dayNumber)...dates.upperBound }
    if let through = filter.through {
      let last = Int64(through.dayNumber)
      // A range that ends before it begins holds nothing.
      dates = last < dates.lowerBound ? (.min ... .min) : dates.lowerBound...last
    }
    if filter.minimum != nil || filter.maximum != nil { try addUnits(filter, values) }
    if let typed = filter.text {
      let wanted = NFC.foldedForComparison(typed)
      if !wanted.isEmpty {
        text = (
          try values.containing(wanted, .vendor), try values.containing(wanted, .category),
          try values.notes(containing: wanted)
        )
      }
    }
  }

  /// Asks for one of these values, too.
  mutating func add(_ more: [(column: FacetColumn, part: Part, allows: [Bool])]) { sets += more }

  /// The columns that it looks at.
  var columns: [FacetColumn] {
    var columns: Set<FacetColumn> = [.slot, .bits]
    if dates != .min ... .max { columns.insert(.date) }
    for set in sets { columns.insert(set.column) }
    if !units.isEmpty { columns.formUnion([.currency, .units]) }
    if text != nil { columns.formUnion([.vendor, .category]) }
    if past != nil { columns.formUnion([.begins, .ends]) }
    return FacetColumn.allCases.filter(columns.contains)
  }

  // MARK: Making it

  private mutating func bits(_ filter: TransactionFilter) {
    // Each part has a few values; the table of all is put together from theirs.
    func mask(_ part: Part, _ shift: UInt16, _ width: UInt16, _ holds: (FacetBits) -> Bool) {
      let failed = (0..<(1 << width)).map { value in
        holds(FacetBits(raw: UInt16(value) << shift)) ? 0 : part.rawValue
      }
      for raw in 0..<FacetBits.count { failing[raw] |= failed[raw >> Int(shift) & ((1 << Int(width)) - 1)] }
    }
    let stages = Set(filter.stages.map(\.code))
    let kinds = Set(filter.kinds.map(\.code))
    if !stages.isEmpty { mask(.other, 0, 2) { stages.contains($0.stage) } }
    if !kinds.isEmpty { mask(.kind, 2, 2) { kinds.contains($0.kind) } }
    if !filter.payments.isEmpty {
      mask(.payment, 4, 2) { $0.payment.map { filter.payments.contains($0) } ?? false }
    }
    if !filter.flags.isEmpty {
      mask(.flag, 6, 4) { bits in filter.flags.contains { $0.isSet(paid: bits.paid, bits.reimbursed) } }
    }
    if let isCleared = filter.isCleared { mask(.cleared, 10, 1) { $0.isCleared == isCleared } }
    if let hasPhoto = filter.hasPhoto { mask(.hasPhoto, 11, 1) { $0.hasPhoto == hasPhoto } }
    if filter.minimum != nil || filter.maximum != nil { mask(.other, 12, 1) { $0.hasUnits } }
  }

  private mutating func add(_ wanted: Set<String>, _ facet: Facet, _ part: Part, _ values: FacetValues) throws {
    guard !wanted.isEmpty else { return }
    sets.append((FacetColumn(facet), part, try values.allowed(facet, wanted)))
  }

  private mutating func addTags(_ part: Part, _ values: FacetValues, _ holds: ([String]) -> Bool) throws {
    sets.append((.tags, part, try values.allowed(.tags) { holds(try ModelJSON.tags($0)) }))
  }

  private mutating func addUnits(_ filter: TransactionFilter, _ values: FacetValues) throws {
    units = try values.currencies().map { currency in
      guard let currency else { return nil }
      let least = filter.minimum.map { $0.minorUnits(in: currency, isLeast: true) } ?? .min
      let greatest = filter.maximum.map { $0.minorUnits(in: currency, isLeast: false) } ?? .max
      guard let least, let greatest, least <= greatest else { return nil }
      return least...greatest
    }
  }
}

// MARK: - Looking at a block

extension FacetCondition {
  /// Selects the transactions of a block that pass.
  func select(in block: FacetBlock) {
    var kept = 0
    for index in 0..<block.count {
      block.selection[kept] = index
      kept += failing[Int(block.value(.bits, index))] == 0 ? 1 : 0
    }
    block.selected = kept
    others(in: block)
    for set in sets where block.selected > 0 {
      kept = 0
      for place in 0..<block.selected {
        let index = block.selection[place]
        block.selection[kept] = index
        kept += set.allows[Int(block.value(set.column, index))] ? 1 : 0
      }
      block.selected = kept
    }
  }

  /// By transaction the parts that it fails, for those that pass all that is never left out.
  func forEachFailing(in block: FacetBlock, _ body: (_ index: Int, _ failed: UInt16) -> Void) {
    for index in 0..<block.count { block.selection[index] = index }
    block.selected = block.count
    others(in: block)
    for place in 0..<block.selected {
      let index = block.selection[place]
      var failed = failing[Int(block.value(.bits, index))]
      for set in sets where !set.allows[Int(block.value(set.column, index))] { failed |= set.part.rawValue }
      if failed & Part.other.rawValue == 0 { body(index, failed) }
    }
  }

  /// Keeps of the selected what dates, amounts and the text let pass.
  private func others(in block: FacetBlock) {
    if let past { keep(block) { block.value(.begins, $0) <= past && block.value(.ends, $0) > past } }
    if dates != .min ... .max {
      keep(block) { dates.contains(block.value(.date, $0)) }
    }
    if !units.isEmpty {
      keep(block) { index in
        units[Int(block.value(.currency, index))]?.contains(block.value(.units, index)) ?? false
      }
    }
    if let text {
      let hasNotes = !text.notes.isEmpty
      keep(block) { index in
        text.vendors[Int(block.value(.vendor, index))] || text.categories[Int(block.value(.category, index))]
          || hasNotes && text.notes.contains(block.key(index))
      }
    }
  }

  @inline(__always)
  private func keep(_ block: FacetBlock, _ passes: (Int) -> Bool) {
    var kept = 0
    for place in 0..<block.selected {
      let index = block.selection[place]
      block.selection[kept] = index
      kept += passes(index) ? 1 : 0
    }
    block.selected = kept
  }
}

extension FlagSetting {
  /// Whether the two flag groups say so.
  func isSet(paid: Bool?, _ reimbursed: Bool?) -> Bool {
    switch self {
    case .paid: paid == true
    case .unpaid: paid == false
    case .noPaid: paid == nil
    case .reimbursed: reimbursed == true
    case .unreimbursed: reimbursed == false
    case .noReimbursed: reimbursed == nil
    }
  }
}
