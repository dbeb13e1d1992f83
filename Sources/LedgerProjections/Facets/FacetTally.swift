/// Counts of the transactions by their values.
///
/// It counts those that pass everything. It also counts those that only one part of a filter rejects, for that part.
/// All counters share one allocation. With an array for each, Swift would check at every transaction whether it is
/// shared.
struct FacetTally {
  /// The parts that are counted by bits. The others are counted by the numbers of values.
  static let bitParts: [FacetCondition.Part] = [.kind, .payment, .flag, .hasPhoto, .cleared]
  private static let valueParts: [(part: FacetCondition.Part, facet: Facet)] = [
    (.group, .group), (.category, .category), (.account, .account), (.tag, .tags), (.rule, .rule),
    (.account, .toAccount), (.category, .parts),
  ]

  /// The counters of a part: the index of the first, and their number.
  fileprivate struct Area {
    let part: UInt16
    let column: Int
    let start: Int
    let count: Int
  }

  private var counts: [Int]
  private let areas: [Area]

  /// Creates counters that are zero.
  ///
  /// - Complexity: O(values), a look-up for each facet.
  init(_ values: FacetValues) throws {
    var start = FacetBits.count * (1 + Self.bitParts.count)
    var areas: [Area] = []
    for (part, facet) in Self.valueParts {
      let count = try values.count(facet)
      areas.append(Area(part: part.rawValue, column: FacetColumn(facet).rawValue, start: start, count: count))
      start += count
    }
    self.areas = areas
    counts = [Int](repeating: 0, count: start)
  }

  /// The transactions that pass everything, by bits.
  var all: ArraySlice<Int> { counts[..<FacetBits.count] }

  /// Returns the transactions that only this one of `bitParts` rejects, by bits.
  func rejectedOnly(by place: Int) -> ArraySlice<Int> {
    precondition(place >= 0 && place < Self.bitParts.count, "only some parts of a filter are counted by bits")
    return counts[(FacetBits.count * (place + 1))..<(FacetBits.count * (place + 2))]
  }

  /// Returns the transactions that pass all conditions but those on that facet, by the value's number.
  func values(of facet: Facet) -> ArraySlice<Int> {
    guard let place = Self.valueParts.firstIndex(where: { $0.facet == facet }) else { return [] }
    return counts[areas[place].start..<(areas[place].start + areas[place].count)]
  }

  mutating func count(_ body: (Counter) throws -> Void) rethrows {
    let (areas, bitParts) = (areas, Self.bitParts.map(\.rawValue))
    try counts.withUnsafeMutableBufferPointer { counts in
      try areas.withUnsafeBufferPointer { areas in
        try bitParts.withUnsafeBufferPointer { bitParts in
          try body(Counter(counts: counts, areas: areas, bitParts: bitParts))
        }
      }
    }
  }

  /// Adds to the counters, whose memory cannot move meanwhile.
  struct Counter {
    fileprivate let counts: UnsafeMutableBufferPointer<Int>
    fileprivate let areas: UnsafeBufferPointer<Area>
    fileprivate let bitParts: UnsafeBufferPointer<UInt16>

    /// Counts a transaction.
    ///
    /// - Parameter failed: The parts of the filter that it fails.
    @inline(__always)
    func add(_ block: FacetBlock, _ index: Int, failed: UInt16) {
      let bits = Int(block.value(.bits, index))
      precondition(bits >= 0 && bits < FacetBits.count, "bits that do not exist")
      if failed == 0 {
        counts[bits] += 1
        for area in areas { add(block, index, area) }
        return
      }
      // A transaction that several parts reject is not counted.
      guard failed & (failed &- 1) == 0 else { return }
      if let place = bitParts.firstIndex(of: failed) {
        counts[FacetBits.count &* (place &+ 1) &+ bits] += 1
      } else {
        for area in areas where area.part == failed { add(block, index, area) }
      }
    }

    @inline(__always)
    private func add(_ block: FacetBlock, _ index: Int, _ area: Area) {
      // A split transaction counts by its parts, and not by its own category.
      if area.column == FacetColumn.category.rawValue, block.value(.parts, index) != 0 { return }
      let number = Int(block.values[area.column &* FacetEntry.slots &+ index])
      precondition(number >= 0 && number < area.count, "a value without a number")
      counts[area.start &+ number] += 1
    }
  }
}
