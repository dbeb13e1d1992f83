internal import LedgerBytes

/// Compresses bytes in the form of DEFLATE (RFC 1951), for spreadsheets and the explorer.
///
/// Repetitions are found among the last places with the same four bytes, and written with the codes that suit each
/// block. Scans, which are compressed already, are stored instead.
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

  /// The place before each one with the same hash, plus one, by the last bits of the place.
  private var earlier = [Int32](repeating: 0, count: distanceBytesMax)

  /// A piece is compressed by itself.
  private static let pieceBytes = 256 << 10
  /// The number of bytes that one core compresses at a time.
  private static let sharedBytes = 1 << 20
  private static let hashBits = 15
  /// The number of symbols that share codes.
  private static let blockSymbolsMax = 16 << 10
  /// A repetition of this length is taken at once.
  private static let lazyBytesMax = 32
  /// The number of earlier places that are compared.
  private static let candidatesMax = 12
  /// The length of a repetition that ends the search for a longer one.
  private static let enoughBytesMin = 64
  /// The number of places inside of a repetition that are noted.
  private static let notedBytesMax = 32
  private static let matchBytesMax = 258
  private static let distanceBytesMax = 32_768

  /// Compresses bytes on all cores.
  package static func compressed(_ bytes: [UInt8]) -> [UInt8] {
    let parts = InPieces.map(bytes.count, each: sharedBytes) { range in
      var deflate = Deflate()
      deflate.write(Array(bytes[range]))
      return deflate.aligned()
    }
    var end = Deflate()
    return parts + end.finish().bytes
  }

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

  /// Compresses the rest, and ends with a whole byte but not with a last block, so that more can follow.
  private mutating func aligned() -> [UInt8] {
    compressPending()
    // An empty stored block begins at the next whole byte.
    add(0b000, 3)
    if bitCount > 0 { add(0, 8 - bitCount) }
    return output + [0x00, 0x00, 0xff, 0xff]
  }

  private mutating func compressPending() {
    guard !pending.isEmpty else { return }
    size += UInt64(pending.count)
    let all = pending
    pending.removeAll(keepingCapacity: true)
    all.withUnsafeBytes { bytes in
      checksum.update(bytes)
      for start in stride(from: 0, to: bytes.count, by: Self.pieceBytes) {
        compress(.init(rebasing: bytes[start..<min(bytes.count, start + Self.pieceBytes)]))
      }
    }
  }

  private mutating func compress(_ bytes: UnsafeRawBufferPointer) {
    for symbols in blocks(bytes) {
      let own = DeflateCodes(literals: symbols.literalCounts, distances: symbols.distanceCounts)
      if own.bitCount(of: symbols) < DeflateCodes.fixed.bitCount(of: symbols) {
        add(0b100, 3)
        for (value, count) in own.description { add(value, count) }
        add(symbols, own)
      } else {
        add(0b010, 3)
        add(symbols, .fixed)
      }
    }
  }

  /// Finds the repetitions of a piece. Each block of symbols gets codes of its own.
  ///
  /// A repetition is left for the one that begins a byte later, if that is longer.
  private mutating func blocks(_ bytes: UnsafeRawBufferPointer) -> [DeflateSymbols] {
    for place in places.indices { places[place] = 0 }
    var blocks: [DeflateSymbols] = []
    var symbols = DeflateSymbols(capacity: Self.blockSymbolsMax)
    places.withUnsafeMutableBufferPointer { places in
      earlier.withUnsafeMutableBufferPointer { earlier in
        let last = bytes.count &- 4
        var index = 0
        var found = Self.find(index, bytes, places, earlier)
        while index < bytes.count {
          if symbols.count >= Self.blockSymbolsMax {
            blocks.append(symbols)
            symbols = DeflateSymbols(capacity: Self.blockSymbolsMax)
          }
          guard found.length > 0 else {
            symbols.add(literal: bytes[index])
            index &+= 1
            found = Self.find(index, bytes, places, earlier)
            continue
          }
          var noted = index &+ 1
          if found.length < Self.lazyBytesMax {
            let next = Self.find(noted, bytes, places, earlier)
            noted &+= 1
            if next.length > found.length {
              symbols.add(literal: bytes[index])
              index &+= 1
              found = next
              continue
            }
          }
          symbols.add(length: found.length, distance: found.distance)
          let end = min(index &+ min(found.length, Self.notedBytesMax), last &+ 1)
          while noted < end {
            _ = Self.note(noted, bytes, places, earlier)
            noted &+= 1
          }
          index &+= found.length
          found = Self.find(index, bytes, places, earlier)
        }
      }
    }
    blocks.append(symbols)
    return blocks
  }

  /// Notes an offset, and finds the longest repetition there. The last bytes of a piece have no repetition.
  @inline(__always)
  private static func find(
    _ index: Int, _ bytes: UnsafeRawBufferPointer, _ places: UnsafeMutableBufferPointer<Int32>,
    _ earlier: UnsafeMutableBufferPointer<Int32>
  ) -> (length: Int, distance: Int) {
    guard index &+ 4 <= bytes.count else { return (0, 0) }
    return longest(at: index, from: note(index, bytes, places, earlier), bytes, earlier)
  }

  /// Notes an offset by the hash of its next four bytes. Returns the last offset with that hash, or -1.
  @inline(__always)
  private static func note(
    _ index: Int, _ bytes: UnsafeRawBufferPointer, _ places: UnsafeMutableBufferPointer<Int32>,
    _ earlier: UnsafeMutableBufferPointer<Int32>
  ) -> Int {
    let word = bytes.loadUnaligned(fromByteOffset: index, as: UInt32.self)
    let hash = Int((word &* 2_654_435_761) >> UInt32(32 - hashBits))
    let candidate = places[hash]
    places[hash] = Int32(truncatingIfNeeded: index &+ 1)
    earlier[index & (distanceBytesMax - 1)] = candidate
    return Int(candidate) &- 1
  }

  /// Returns the longest repetition among the last places with the same hash, or a length of 0.
  @inline(__always)
  private static func longest(
    at index: Int, from first: Int, _ bytes: UnsafeRawBufferPointer,
    _ earlier: UnsafeMutableBufferPointer<Int32>
  ) -> (length: Int, distance: Int) {
    let word = bytes.loadUnaligned(fromByteOffset: index, as: UInt32.self)
    let lengthMax = min(matchBytesMax, bytes.count &- index)
    var best = (length: 0, distance: 0)
    var candidate = first
    var left = candidatesMax
    while candidate >= 0, index &- candidate <= distanceBytesMax, left > 0 {
      left &-= 1
      if bytes.loadUnaligned(fromByteOffset: candidate, as: UInt32.self) == word,
        best.length == 0
          || best.length < lengthMax && bytes[candidate &+ best.length] == bytes[index &+ best.length]
      {
        var length = 4
        while length < lengthMax, bytes[candidate &+ length] == bytes[index &+ length] { length &+= 1 }
        if length > best.length { best = (length, index &- candidate) }
        if length >= enoughBytesMin { break }
      }
      // A place that was written over belongs to a later one.
      let next = Int(earlier[candidate & (distanceBytesMax - 1)]) &- 1
      if next >= candidate { break }
      candidate = next
    }
    return best
  }

  private mutating func add(_ symbols: DeflateSymbols, _ codes: DeflateCodes) {
    for symbol in symbols.all {
      if symbol < 256 {
        add(codes.literals[Int(symbol)])
        continue
      }
      let (length, distance) = (DeflateSymbols.length(symbol), DeflateSymbols.distance(symbol))
      let part = DeflateSymbols.lengthParts[length]
      add(codes.literals[Int(part.symbol)])
      add(UInt64(part.extra), UInt64(part.extraBits))
      let slot = DeflateSymbols.slot(ofDistance: distance)
      add(codes.distances[slot])
      add(
        UInt64(distance &- DeflateSymbols.distanceBases[slot]), UInt64(DeflateSymbols.distanceExtraBits[slot]))
    }
    add(codes.literals[DeflateSymbols.end])
  }

  private mutating func add(_ code: DeflateCodes.Code) { add(UInt64(code.bits), UInt64(code.count)) }

  private mutating func add(_ value: UInt64, _ count: UInt64) {
    bits |= value << bitCount
    bitCount += count
    while bitCount >= 8 {
      output.append(UInt8(truncatingIfNeeded: bits))
      bits >>= 8
      bitCount -= 8
    }
  }
}
