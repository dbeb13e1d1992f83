/// How many transactions have which values: those that pass everything, and beside them those that only one part of a
/// filter holds back, counted for that part.
///
/// All counters are one piece of memory: an array for each would be asked at every transaction whether it is shared.
struct FacetTally {
  /// What is counted by bits, and what by the numbers of values.
  static let bitParts: [FacetCondition.Part] = [.kind, .payment, .flag, .hasPhoto, .cleared]
  private static let valueParts: [(part: FacetCondition.Part, facet: Facet)] = [
    (.group, .group), (.category, .category), (.account, .account), (.tag, .tags), (.rule, .rule),
  ]

  /// The counters of a part: where they begin, and how many there are.
  fileprivate struct Area {
    let part: UInt16
    let column: Int
    let start: Int
    let count: Int
  }

  private var counts: [Int]
  private let areas: [Area]

  /// - Complexity: O(values), a look-up for each facet.
  init(_ values: FacetValues) throws {
    var start = FacetBits.count * (1 + Self.bitParts.count)
    var areas: [Area] = []
    for (part, facet) in Self.valueParts {
      let count = try values.count(facet)
      areas.append(
        Area(part: part.rawValue, column: FacetColumn(facet).rawValue, start: start, count: count))
      start += count
    }
    self.areas = areas
    counts = [Int](repeating: 0, count: start)
  }

  /// By bits those that pass everything.
  var all: ArraySlice<Int> { counts[..<FacetBits.count] }

  /// By bits those that only this one of `bitParts` holds back.
  func beside(_ place: Int) -> ArraySlice<Int> {
    counts[(FacetBits.count * (place + 1))..<(FacetBits.count * (place + 2))]
  }

  /// By number those that pass all but what the filter says of that facet.
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

  /// Counts, while the counters stand still.
  struct Counter {
    fileprivate let counts: UnsafeMutableBufferPointer<Int>
    fileprivate let areas: UnsafeBufferPointer<Area>
    fileprivate let bitParts: UnsafeBufferPointer<UInt16>

    /// Counts a transaction.
    ///
    /// - Parameter failed: the parts of the filter that it fails.
    @inline(__always)
    func add(_ block: FacetBlock, _ index: Int, failed: UInt16) {
      let bits = Int(block.value(.bits, index))
      precondition(bits >= 0 && bits < FacetBits.count, "bits that are none")
      if failed == 0 {
        counts[bits] += 1
        for area in areas { add(block, index, area) }
        return
      }
      // What more than one holds back is beside none.
      guard failed & (failed &- 1) == 0 else { return }
      if let place = bitParts.firstIndex(of: failed) {
        counts[FacetBits.count &* (place &+ 1) &+ bits] += 1
      } else if let area = areas.first(where: { $0.part == failed }) {
        add(block, index, area)
      }
    }

    @inline(__always)
    private func add(_ block: FacetBlock, _ index: Int, _ area: Area) {
      let number = Int(block.values[area.column &* FacetEntry.slots &+ index])
      precondition(number >= 0 && number < area.count, "a value without a number")
      counts[area.start &+ number] += 1
    }
  }
}
