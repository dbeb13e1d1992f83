internal import LedgerDomain

/// The parts of split transactions by the number that blocks have for them.
///
/// A block has one entry per transaction. The amounts by category of a split transaction are one text, numbered like a set
/// of tags. A block in which no transaction is split keeps a constant for this column.
struct FacetParts {
  /// A part: the index of its category in `categories`, and its minor units.
  typealias Part = (category: Int, units: Int64)

  /// The categories by the numbers of blocks, followed by those that only parts have. The first is `nil`.
  private(set) var categories: [String?]
  /// The parts by number. Empty for 0 and for numbers that are not in use.
  private(set) var parts: [[Part]]

  /// Reads the parts of all split transactions.
  ///
  /// - Parameter only: The categories whose parts are wanted, or empty for all.
  /// - Complexity: O(categories and different splits).
  init(_ values: FacetValues, only wanted: Set<String> = []) throws {
    var categories = try values.texts(.category)
    let splits = try values.texts(.parts)
    var places: [String: Int] = [:]
    if splits.count > 1 {
      for (place, category) in categories.enumerated() { if let category { places[category] = place } }
    }
    parts = try splits.map { text in
      guard let text else { return [] }
      return try ModelJSON.parts(text).compactMap { part in
        guard let category = part.category else { return wanted.isEmpty ? (0, part.minorUnits) : nil }
        guard wanted.isEmpty || wanted.contains(category) else { return nil }
        if let place = places[category] { return (place, part.minorUnits) }
        places[category] = categories.count
        categories.append(category)
        return (categories.count - 1, part.minorUnits)
      }
    }
    precondition(categories[0] == nil && parts[0].isEmpty, "the number 0 means no value")
    self.categories = categories
  }

  /// The columns that `forEachPart` and `add` look at.
  static let columns: FacetColumns = [.category, .parts]

  /// Calls `body` with the category of each part of a transaction, and its units if it is split.
  @inline(__always)
  func forEachPart(_ block: FacetBlock, _ index: Int, _ body: (_ category: Int, _ units: Int64?) throws -> Void)
    rethrows
  {
    let split = Int(block.value(.parts, index))
    if split == 0 { return try body(Int(block.value(.category, index)), nil) }
    for part in parts[split] { try body(part.category, part.units) }
  }

  /// Adds each part of a transaction to the sum of its category.
  @inline(__always)
  func add(_ block: FacetBlock, _ index: Int, to sums: inout FacetSums) {
    forEachPart(block, index) { category, units in sums.add(block, index, to: category, units: units) }
  }
}
