internal import LedgerBytes
internal import LedgerDomain

/// A filter as look-up tables: properties with few values by their bits, texts by their numbers.
struct FacetCondition {
  /// The part of a condition that a filter row offers a choice of. The raw value is a bit of a mask.
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
    /// Conditions that are never left out.
    case other = 512
  }

  /// A condition that needs one of several values in a column, or in one of two columns.
  struct ValueSet {
    let column: FacetColumn
    let part: Part
    let allows: [Bool]
    /// A second column, of which a value is as good: the other account of a transfer.
    var other: (column: FacetColumn, allows: [Bool])?
    /// The numbers of parts that pass, or empty if no transaction is split. A split one passes by its parts alone.
    var parts: [Bool] = []

    /// Whether an opened block's transaction passes.
    @inline(__always)
    func admits(_ block: FacetBlock, _ index: Int) -> Bool {
      if !parts.isEmpty {
        let split = Int(block.value(.parts, index))
        if split != 0 { return parts[split] }
      }
      if allows[Int(block.value(column, index))] { return true }
      guard let other else { return false }
      return other.allows[Int(block.value(other.column, index))]
    }
  }

  /// For each value of the bits, the parts of the filter that reject it.
  private(set) var failing = [UInt16](repeating: 0, count: FacetBits.count)
  /// Conditions of which each needs one of several values, by the values' numbers.
  private(set) var sets: [ValueSet] = []
  /// The dates that pass.
  var dates: ClosedRange<Int64> = .min ... .max
  /// The range of units that pass, by the currency's number. Empty if all units pass.
  private(set) var units: [ClosedRange<Int64>?] = []
  /// The minor units of the parts that pass, by the number of the parts. Empty if amounts count as a whole.
  private var unitsOfParts: [Int64] = []
  /// The values that contain the text, by their numbers, and the amounts that it means.
  private(set) var text: FacetWords?

  /// The position as of which versions count, or `nil` if the blocks contain no versions.
  var past: Position?

  init(_ filter: TransactionFilter, _ values: FacetValues) throws {
    bits(filter)
    if !filter.groups.isEmpty {
      sets.append(ValueSet(column: .group, part: .group, allows: try values.allowed(filter.groups)))
    }
    if !filter.rules.isEmpty {
      sets.append(ValueSet(column: .rule, part: .rule, allows: try values.allowed(filter.rules)))
    }
    if !filter.categories.isEmpty { try addCategories(filter.categories, values) }
    for (texts, part, facets) in filter.textConditions where !texts.isEmpty {
      let columns = try facets.map { (column: FacetColumn($0), allows: try values.allowed($0, texts)) }
      sets.append(
        ValueSet(
          column: columns[0].column, part: part, allows: columns[0].allows, other: columns.dropFirst().first))
    }
    if !filter.tags.isEmpty {
      try addTags(.other, values) { tags in filter.tags.isSubset(of: tags) }
    }
    for (wanted, part) in [(filter.anyTags, Part.tag), (filter.otherTags, .other)] where !wanted.isEmpty {
      try addTags(part, values) { tags in !wanted.isDisjoint(with: tags) }
    }
    if let from = filter.from { dates = Int64(from.dayNumber)...dates.upperBound }
    if filter.from == nil, filter.through != nil { dates = Int64(CivilDate.first.dayNumber)...dates.upperBound }
    if let through = [filter.through, filter.asOf].compactMap({ $0 }).min() {
      let last = Int64(through.dayNumber)
      // A range that ends before it begins holds nothing.
      dates = last < dates.lowerBound ? (.min ... .min) : dates.lowerBound...last
    }
    if filter.minimum != nil || filter.maximum != nil { try addUnits(filter, values) }
    if let typed = filter.text {
      let wanted = NFC.foldedForComparison(typed)
      if !wanted.isEmpty {
        text = try FacetWords(typed, wanted, filter.named, values)
      }
    }
  }

  /// Asks for one of these values, too.
  mutating func add(_ more: [ValueSet]) { sets += more }

  /// The columns that it looks at.
  var columns: FacetColumns {
    var columns: FacetColumns = [.slot, .bits]
    if dates != .min ... .max { columns.insert(.date) }
    for set in sets { columns.insert(set.column) }
    if sets.contains(where: { !$0.parts.isEmpty }) { columns.insert(.parts) }
    for case let other? in sets.map(\.other) { columns.insert(other.column) }
    if !units.isEmpty { columns.formUnion(Self.columnsOfAmounts) }
    if let text { columns.formUnion(text.columns) }
    if past != nil { columns.formUnion([.begins, .ends]) }
    return columns
  }

  private static let columnsOfAmounts: FacetColumns = [.currency, .units]

  // MARK: Making it

  private mutating func bits(_ filter: TransactionFilter) {
    // Each part has a few values; the table of all is put together from theirs.
    func mask(_ part: Part, _ shift: UInt16, _ width: UInt16, _ holds: (FacetBits) -> Bool) {
      precondition(1 << Int(shift + width) <= FacetBits.count, "a property lies within the bits")
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

  private mutating func addCategories(_ wanted: Set<String>, _ values: FacetValues) throws {
    var set = ValueSet(column: .category, part: .category, allows: try values.allowed(.category, wanted))
    if try values.count(.parts) > 1 {
      let parts = try FacetParts(values, only: wanted).parts
      set.parts = parts.map { !$0.isEmpty }
      unitsOfParts = parts.map { $0.reduce(0) { $0 &+ $1.units } }
    }
    sets.append(set)
  }

  private mutating func addTags(_ part: Part, _ values: FacetValues, _ holds: ([String]) -> Bool) throws {
    sets.append(
      ValueSet(
        column: .tags, part: part, allows: try values.allowed(.tags) { holds(try ModelJSON.tags($0)) }))
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
  /// Selects the transactions of an opened block that pass.
  ///
  /// Columns are decoded as they are needed. If no transaction is left, the others are not.
  func select(in block: FacetBlock) {
    block.selectAll()
    if let past { stood(at: past, block) }
    keep(block, .bits) { failing[Int($0)] == 0 }
    fall(within: dates, block)
    for set in sets { keep(block, set) }
    amount(block)
    words(block)
  }

  /// Replaces the units of selected transactions that are split by those of the parts that pass.
  ///
  /// The conditions on amounts, which concern the whole, were tested before.
  func countParts(in block: FacetBlock) {
    guard !unitsOfParts.isEmpty, block.selected > 0, block.constant(.parts) != 0 else { return }
    block.need([.units, .parts])
    for place in 0..<block.selected {
      let index = block.selection[place]
      let split = Int(block.value(.parts, index))
      if split != 0 {
        block.values[FacetColumn.units.rawValue * FacetEntry.slots + index] = unitsOfParts[split]
      }
    }
  }

  /// Calls `body` with the parts that each transaction fails, for those that pass all other conditions.
  func forEachFailing(in block: FacetBlock, _ body: (_ index: Int, _ failed: UInt16) -> Void) {
    block.selectAll()
    if let past { stood(at: past, block) }
    fall(within: dates, block)
    amount(block)
    words(block)
    block.need(columns)
    for place in 0..<block.selected {
      let index = block.selection[place]
      var failed = failing[Int(block.value(.bits, index))]
      for set in sets where !set.admits(block, index) { failed |= set.part.rawValue }
      if failed & Part.other.rawValue == 0 { body(index, failed) }
    }
  }

  private func keep(_ block: FacetBlock, _ set: ValueSet) {
    if !set.parts.isEmpty, block.selected > 0, block.constant(.parts) != 0 {
      block.need([set.column, .parts])
      return keep(block) { set.admits(block, $0) }
    }
    guard let other = set.other else { return keep(block, set.column) { set.allows[Int($0)] } }
    guard block.selected > 0 else { return }
    // Most blocks have no transfers.
    if block.constant(other.column) == 0 { return keep(block, set.column) { set.allows[Int($0)] } }
    block.need([set.column, other.column])
    keep(block) { set.admits(block, $0) }
  }

  private func stood(at past: Position, _ block: FacetBlock) {
    keep(block, .begins) { $0 <= past.rawValue }
    keep(block, .ends) { $0 > past.rawValue }
  }

  private func fall(within dates: ClosedRange<Int64>, _ block: FacetBlock) {
    if dates != .min ... .max { keep(block, .date) { dates.contains($0) } }
  }

  private func amount(_ block: FacetBlock) {
    guard !units.isEmpty, block.selected > 0 else { return }
    // Most blocks are of one currency.
    if let currency = block.constant(.currency) {
      guard let range = units[Int(currency)] else {
        block.selected = 0
        return
      }
      return keep(block, .units) { range.contains($0) }
    }
    block.need(Self.columnsOfAmounts)
    keep(block) { index in
      units[Int(block.value(.currency, index))]?.contains(block.value(.units, index)) ?? false
    }
  }

  private func words(_ block: FacetBlock) {
    guard let text, block.selected > 0 else { return }
    block.need(text.columns)
    keep(block) { text.admits(block, $0) }
  }

  /// Keeps of the selected those with a value that passes.
  @inline(__always)
  private func keep(_ block: FacetBlock, _ column: FacetColumn, _ passes: (Int64) -> Bool) {
    guard block.selected > 0 else { return }
    if let value = block.constant(column) {
      if !passes(value) { block.selected = 0 }
      return
    }
    block.need(FacetColumns(column))
    let values = block.values + column.rawValue * FacetEntry.slots
    keep(block) { passes(values[$0]) }
  }

  @inline(__always)
  private func keep(_ block: FacetBlock, _ passes: (Int) -> Bool) {
    let (selection, selected) = (block.selection, block.selected)
    var (kept, place) = (0, 0)
    while place < selected {
      let index = selection[place]
      selection[kept] = index
      kept &+= passes(index) ? 1 : 0
      place &+= 1
    }
    block.selected = kept
  }
}

extension FlagSetting {
  /// Whether the two flag groups match the setting.
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
