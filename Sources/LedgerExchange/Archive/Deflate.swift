/// Compresses bytes in the form of DEFLATE (RFC 1951), for spreadsheets and the explorer.
///
/// Repetitions are found with one table look-up per position, and written with the fixed codes. Scans, which are
/// compressed already, are stored instead.
package struct Deflate {
  /// Compressed bytes, with the size and checksum of the original.
  package struct Result {
    package let bytes: [UInt8]
    package let size: UInt64
    package let checksum: UInt32
  }

  private var pending: [UInt8] = []
  private var output: [UInt8] = []
  private var checksum = CRC32()
  private var size: UInt64 = 0
  private var bits: UInt64 = 0
  private var bitCount: UInt64 = 0
  /// The last place in a piece at which a hash occurred, plus one.
  private var places = [Int32](repeating: 0, count: 1 << hashBits)

  /// A piece is compressed by itself.
  private static let pieceBytes = 256 << 10
  private static let hashBits = 14
  private static let matchBytesMax = 258
  private static let distanceBytesMax = 32_768

  /// Creates an empty compression.
  package init() {}

  /// Adds bytes.
  package mutating func write(_ bytes: [UInt8]) {
    pending += bytes
    if pending.count >= Self.pieceBytes { compressPending() }
  }

  /// Compresses the rest.
  package mutating func finish() -> Result {
    compressPending()
    // An empty last block.
    add(0b011, 3)
    add(0, 7)
    if bitCount > 0 { output.append(UInt8(truncatingIfNeeded: bits)) }
    return Result(bytes: output, size: size, checksum: checksum.value)
  }

  private mutating func compressPending() {
    guard !pending.isEmpty else { return }
    size += UInt64(pending.count)
    let piece = pending
    pending.removeAll(keepingCapacity: true)
    piece.withUnsafeBytes { bytes in
      checksum.update(bytes)
      compress(bytes)
    }
  }

  private mutating func compress(_ bytes: UnsafeRawBufferPointer) {
    for place in places.indices { places[place] = 0 }
    add(0b010, 3)
    let codes = Codes.shared
    var index = 0
    while index < bytes.count {
      var length = 0
      var distance = 0
      if index &+ 4 <= bytes.count {
        let word = bytes.loadUnaligned(fromByteOffset: index, as: UInt32.self)
        let hash = Int((word &* 2_654_435_761) >> UInt32(32 - Self.hashBits))
        let candidate = Int(places[hash]) &- 1
        places[hash] = Int32(truncatingIfNeeded: index &+ 1)
        if candidate >= 0, index &- candidate <= Self.distanceBytesMax,
          bytes.loadUnaligned(fromByteOffset: candidate, as: UInt32.self) == word
        {
          distance = index &- candidate
          let lengthMax = min(Self.matchBytesMax, bytes.count &- index)
          length = 4
          while length < lengthMax, bytes[candidate &+ length] == bytes[index &+ length] { length &+= 1 }
        }
      }
      if length == 0 {
        add(codes.literals[Int(bytes[index])])
        index &+= 1
      } else {
        add(codes.lengths[length])
        let slot = Codes.slot(ofDistance: distance)
        add(codes.distances[slot].code, codes.distances[slot].count)
        add(UInt64(distance &- Codes.distanceBases[slot]), Codes.distanceExtraBits[slot])
        index &+= length
      }
    }
    add(0, 7)
  }

  private mutating func add(_ code: Codes.Code) { add(code.code, code.count) }

  private mutating func add(_ value: UInt64, _ count: UInt64) {
    bits |= value << bitCount
    bitCount += count
    while bitCount >= 8 {
      output.append(UInt8(truncatingIfNeeded: bits))
      bits >>= 8
      bitCount -= 8
    }
  }

  /// The fixed codes of RFC 1951, section 3.2.6, with their bits in the order in which they are written.
  private struct Codes {
    struct Code {
      var code: UInt64 = 0
      var count: UInt64 = 0
    }

    static let shared = Codes()
    static let distanceBases = [
      1, 2, 3, 4, 5, 7, 9, 13, 17, 25, 33, 49, 65, 97, 129, 193, 257, 385, 513, 769, 1_025, 1_537, 2_049, 3_073,
      4_097, 6_145, 8_193, 12_289, 16_385, 24_577,
    ]
    static let distanceExtraBits: [UInt64] = (0..<30).map { UInt64(max(0, $0 / 2 - 1)) }

    var literals: [Code] = []
    /// The code of each length, with its extra bits.
    var lengths = [Code](repeating: Code(), count: Deflate.matchBytesMax + 1)
    var distances: [Code] = []

    init() {
      literals = (0..<256).map { Self.symbol($0) }
      var length = 3
      for symbol in 257...284 {
        let extra = symbol < 265 ? 0 : (symbol - 261) / 4
        for rest in 0..<(1 << extra) where length < Deflate.matchBytesMax {
          var code = Self.symbol(symbol)
          code.code |= UInt64(rest) << code.count
          code.count += UInt64(extra)
          lengths[length] = code
          length += 1
        }
      }
      lengths[Deflate.matchBytesMax] = Self.symbol(285)
      distances = (0..<30).map { Code(code: Self.reversed($0, 5), count: 5) }
    }

    /// The largest slot whose base does not exceed the distance.
    static func slot(ofDistance distance: Int) -> Int {
      guard distance > 4 else { return distance - 1 }
      let bits = Int.bitWidth - 1 - (distance - 1).leadingZeroBitCount
      return bits * 2 + ((distance - 1) >> (bits - 1) & 1)
    }

    private static func symbol(_ symbol: Int) -> Code {
      switch symbol {
      case 0...143: Code(code: reversed(0x30 + symbol, 8), count: 8)
      case 144...255: Code(code: reversed(0x190 + symbol - 144, 9), count: 9)
      case 256...279: Code(code: reversed(symbol - 256, 7), count: 7)
      default: Code(code: reversed(0xc0 + symbol - 280, 8), count: 8)
      }
    }

    private static func reversed(_ value: Int, _ count: Int) -> UInt64 {
      (0..<count).reduce(0) { $0 | UInt64(value >> $1 & 1) << UInt64(count - 1 - $1) }
    }
  }
}
