/// The literals and repetitions of a piece (RFC 1951, section 3.2.5).
struct DeflateSymbols {
  /// A byte, or a length and a distance in one number.
  private(set) var all: [UInt32] = []
  var count: Int { all.count }
  /// How often each literal, the end and each symbol of a length occur.
  private(set) var literalCounts = [Int](repeating: 0, count: 286)
  private(set) var distanceCounts = [Int](repeating: 0, count: 30)

  /// The symbol that ends a piece.
  static let end = 256
  static let distanceBases = [
    1, 2, 3, 4, 5, 7, 9, 13, 17, 25, 33, 49, 65, 97, 129, 193, 257, 385, 513, 769, 1_025, 1_537, 2_049, 3_073,
    4_097, 6_145, 8_193, 12_289, 16_385, 24_577,
  ]
  static let distanceExtraBits = (0..<30).map { UInt8(max(0, $0 / 2 - 1)) }

  /// The symbol of a length, with the bits that follow it.
  struct LengthPart {
    var symbol: UInt16 = 0
    var extra: UInt8 = 0
    var extraBits: UInt8 = 0
  }

  /// The parts of each length from 3 to 258.
  static let lengthParts: [LengthPart] = {
    var parts = [LengthPart](repeating: LengthPart(), count: 259)
    var length = 3
    for symbol in UInt16(257)...284 {
      let extraBits = symbol < 265 ? 0 : UInt8((symbol - 261) / 4)
      for rest in 0..<(UInt8(1) << extraBits) where length < 258 {
        parts[length] = LengthPart(symbol: symbol, extra: rest, extraBits: extraBits)
        length += 1
      }
    }
    parts[258] = LengthPart(symbol: 285)
    return parts
  }()

  init(capacity: Int) {
    all.reserveCapacity(capacity)
    literalCounts[Self.end] = 1
  }

  @inline(__always)
  mutating func add(literal: UInt8) {
    all.append(UInt32(literal))
    literalCounts[Int(literal)] &+= 1
  }

  @inline(__always)
  mutating func add(length: Int, distance: Int) {
    all.append(UInt32(truncatingIfNeeded: length &<< 16 | distance))
    literalCounts[Int(Self.lengthParts[length].symbol)] &+= 1
    distanceCounts[Self.slot(ofDistance: distance)] &+= 1
  }

  @inline(__always)
  static func length(_ symbol: UInt32) -> Int { Int(symbol >> 16) }

  @inline(__always)
  static func distance(_ symbol: UInt32) -> Int { Int(symbol & 0xffff) }

  /// Returns the largest slot whose base does not exceed the distance.
  @inline(__always)
  static func slot(ofDistance distance: Int) -> Int {
    guard distance > 4 else { return distance &- 1 }
    let bits = Int.bitWidth &- 1 &- (distance &- 1).leadingZeroBitCount
    return bits &* 2 &+ ((distance &- 1) >> (bits &- 1) & 1)
  }
}

/// The codes of a piece, fixed or made for it (RFC 1951, sections 3.2.2, 3.2.6 and 3.2.7).
struct DeflateCodes {
  /// A code with its bits in the order in which they are written.
  struct Code {
    var bits: UInt16 = 0
    var count: UInt8 = 0
  }

  let literals: [Code]
  let distances: [Code]

  /// The codes that every reader knows.
  static let fixed = DeflateCodes(
    literalLengths: (0..<288).map { symbol in symbol < 144 ? 8 : symbol < 256 ? 9 : symbol < 280 ? 7 : 8 },
    distanceLengths: [UInt8](repeating: 5, count: 30))

  /// Makes the codes for symbols that occur so often.
  init(literals: [Int], distances: [Int]) {
    self.init(
      literalLengths: Self.lengths(of: literals, bitsMax: 15),
      distanceLengths: Self.lengths(of: distances, bitsMax: 15))
  }

  private init(literalLengths: [UInt8], distanceLengths: [UInt8]) {
    literals = Self.codes(literalLengths)
    distances = Self.codes(distanceLengths)
  }

  /// Returns the bits that a piece takes with these codes. The description of the codes is counted too, unless they are
  /// fixed.
  func bitCount(of symbols: DeflateSymbols) -> Int {
    var count = literals.count == Self.fixedCount ? 0 : description.reduce(0) { $0 + Int($1.count) }
    for (symbol, times) in symbols.literalCounts.enumerated() { count += times * Int(literals[symbol].count) }
    for (slot, times) in symbols.distanceCounts.enumerated() { count += times * Int(distances[slot].count) }
    return count
  }

  private static let fixedCount = 288

  // MARK: Lengths

  /// Returns the lengths of codes for symbols that occur so often, by Huffman's method.
  ///
  /// If a code would have too many bits, the counts of rare symbols are raised until it fits. At least two symbols get
  /// a code, because some readers refuse fewer.
  private static func lengths(of counts: [Int], bitsMax: Int) -> [UInt8] {
    var counts = counts
    for symbol in counts.indices where counts.count(where: { $0 > 0 }) < 2 && counts[symbol] == 0 {
      counts[symbol] = 1
    }
    while true {
      let lengths = lengths(of: counts)
      if lengths.allSatisfy({ Int($0) <= bitsMax }) { return lengths }
      for symbol in counts.indices where counts[symbol] > 0 { counts[symbol] = counts[symbol] / 2 + 1 }
    }
  }

  private static func lengths(of counts: [Int]) -> [UInt8] {
    let leaves = counts.indices.filter { counts[$0] > 0 }.sorted { (counts[$0], $0) < (counts[$1], $1) }
    // Leaves come first, then the nodes, which are made in ascending order.
    var weights = leaves.map { counts[$0] }
    var parents = [Int](repeating: 0, count: leaves.count * 2 - 1)
    var (leaf, node) = (0, leaves.count)
    func takeLeast() -> Int {
      if leaf < leaves.count, node >= weights.count || weights[leaf] <= weights[node] {
        leaf += 1
        return leaf - 1
      }
      node += 1
      return node - 1
    }
    while weights.count < leaves.count * 2 - 1 {
      let (left, right) = (takeLeast(), takeLeast())
      parents[left] = weights.count
      parents[right] = weights.count
      weights.append(weights[left] + weights[right])
    }
    var depths = [UInt8](repeating: 0, count: weights.count)
    for place in (0..<weights.count - 1).reversed() { depths[place] = min(254, depths[parents[place]]) + 1 }
    var lengths = [UInt8](repeating: 0, count: counts.count)
    for (place, symbol) in leaves.enumerated() { lengths[symbol] = depths[place] }
    return lengths
  }

  /// Returns the codes of these lengths, shorter ones first, equal ones in the order of symbols.
  private static func codes(_ lengths: [UInt8]) -> [Code] {
    var codes = [Code](repeating: Code(), count: lengths.count)
    var next: UInt16 = 0
    for count in UInt8(1)...15 {
      next <<= 1
      for symbol in lengths.indices where lengths[symbol] == count {
        codes[symbol] = Code(bits: reversed(next, count), count: count)
        next &+= 1
      }
    }
    return codes
  }

  private static func reversed(_ value: UInt16, _ count: UInt8) -> UInt16 {
    (0..<count).reduce(0) { $0 | (value >> $1 & 1) << (UInt16(count) - 1 - UInt16($1)) }
  }

  // MARK: The description

  /// The order in which the lengths of the codes of lengths are written.
  private static let order = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15]

  /// The lengths of the codes as a piece begins with them: values with their numbers of bits.
  var description: [(value: UInt64, count: UInt64)] {
    func used(_ codes: [Code], atLeast min: Int) -> Int {
      max(min, (codes.lastIndex { $0.count > 0 } ?? 0) + 1)
    }
    let (literalCount, distanceCount) = (used(literals, atLeast: 257), used(distances, atLeast: 1))
    let runs = Self.runs((literals.prefix(literalCount) + distances.prefix(distanceCount)).map(\.count))
    var counts = [Int](repeating: 0, count: 19)
    for run in runs { counts[Int(run.symbol)] += 1 }
    let codes = Self.codes(Self.lengths(of: counts, bitsMax: 7))
    let shown = max(4, (Self.order.lastIndex { codes[$0].count > 0 } ?? 0) + 1)
    var parts: [(value: UInt64, count: UInt64)] = [
      (UInt64(literalCount - 257), 5), (UInt64(distanceCount - 1), 5), (UInt64(shown - 4), 4),
    ]
    for symbol in Self.order.prefix(shown) { parts.append((UInt64(codes[symbol].count), 3)) }
    for run in runs {
      let code = codes[Int(run.symbol)]
      parts.append((UInt64(code.bits), UInt64(code.count)))
      if run.extraBits > 0 { parts.append((UInt64(run.extra), UInt64(run.extraBits))) }
    }
    return parts
  }

  /// Lengths, with repetitions as one symbol: 16 repeats the one before, 17 and 18 are zeros.
  private static func runs(_ lengths: [UInt8]) -> [(symbol: UInt8, extra: UInt8, extraBits: UInt8)] {
    var runs: [(symbol: UInt8, extra: UInt8, extraBits: UInt8)] = []
    var place = 0
    while place < lengths.count {
      let length = lengths[place]
      var count = 1
      while place + count < lengths.count, lengths[place + count] == length { count += 1 }
      place += count
      if length > 0 {
        runs.append((length, 0, 0))
        count -= 1
      }
      while count >= 3 {
        let taken: Int
        if length > 0 {
          taken = min(count, 6)
          runs.append((16, UInt8(taken - 3), 2))
        } else if count < 11 {
          taken = count
          runs.append((17, UInt8(taken - 3), 3))
        } else {
          taken = min(count, 138)
          runs.append((18, UInt8(taken - 11), 7))
        }
        count -= taken
      }
      for _ in 0..<count { runs.append((length, 0, 0)) }
    }
    return runs
  }
}
