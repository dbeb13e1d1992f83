internal import LedgerDomain

/// A condition on a text. One of the values that contain it is enough.
struct FacetWords {
  /// The columns of numbered texts, each with the numbers that pass.
  private let sets: [(column: FacetColumn, allows: [Bool])]
  /// The units that pass, of both signs, by the number of the currency. Empty if the text is no amount.
  private let units: [Set<Int64>]
  private let notes: KeySet
  /// The columns that it looks at.
  let columns: FacetColumns

  /// Creates the condition.
  ///
  /// - Parameters:
  ///   - typed: The text.
  ///   - folded: The text folded for comparison.
  ///   - named: The categories and groups whose names contain it.
  ///   - values: The numbered texts.
  init(_ typed: String, _ folded: String, _ named: NamedByText, _ values: FacetValues) throws {
    let keys = try values.allowed(.category, named.categories)
    var sets: [(column: FacetColumn, allows: [Bool])] = [
      (.vendor, try values.containing(folded, .vendor)),
      (.category, zip(try values.containing(folded, .category), keys).map { $0 || $1 }),
    ]
    let tags = try values.allowed(.tags) { tags in
      try ModelJSON.tags(tags).contains { NFC.contains($0, folded: folded) }
    }
    if tags.contains(true) { sets.append((.tags, tags)) }
    if !named.groups.isEmpty {
      sets.append((.group, try values.allowed(Set(named.groups.map(Optional.init)))))
    }
    let readings = PlainDecimal.readings(of: typed)
    units =
      readings.isEmpty
      ? []
      : try values.currencies().map { currency in
        guard let currency else { return [] }
        let units = readings.compactMap { $0.minorUnits(in: currency) }
        return Set(units).union(units.map { -$0 })
      }
    notes = try values.notes(containing: folded)
    var columns: FacetColumns = units.isEmpty ? [.slot] : [.slot, .bits, .currency, .units]
    for set in sets { columns.insert(set.column) }
    (self.sets, self.columns) = (sets, columns)
  }

  /// Whether a transaction of a block passes, whose columns were decoded.
  func admits(_ block: FacetBlock, _ index: Int) -> Bool {
    for set in sets where set.allows[Int(block.value(set.column, index))] { return true }
    if notes.count > 0, notes.contains(block.key(index)) { return true }
    guard !units.isEmpty, block.bits(index).hasUnits else {
      return false
    }
    return units[Int(block.value(.currency, index))].contains(block.value(.units, index))
  }
}
