internal import LedgerBytes

/// A random number generator with the same numbers for the same seed on every machine (SplitMix64).
struct Seeded: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed &+ 0x9e37_79b9_7f4a_7c15 }

  mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var bits = state
    bits = (bits ^ bits >> 30) &* 0xbf58_476d_1ce4_e5b9
    bits = (bits ^ bits >> 27) &* 0x94d0_49bb_1331_11eb
    return bits ^ bits >> 31
  }

  /// Returns a number from 0 to `bound` − 1.
  mutating func below(_ bound: Int) -> Int { Int(next().multipliedFullWidth(by: UInt64(bound)).high) }

  /// Returns a number of a range, both ends included.
  mutating func among(_ range: ClosedRange<Int>) -> Int { range.lowerBound + below(range.count) }

  /// Returns `true` with a probability in thousandths.
  mutating func chance(_ permille: Int) -> Bool { below(1_000) < permille }

  mutating func pick<Element>(_ list: [Element]) -> Element { list[below(list.count)] }

  mutating func bytes(_ count: Int) -> [UInt8] {
    [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
      while filled < count {
        var word = next()
        for _ in 0..<min(8, count - filled) {
          buffer.initializeElement(at: filled, to: UInt8(truncatingIfNeeded: word))
          word >>= 8
          filled += 1
        }
      }
    }
  }

  /// Returns a random identifier (version 4).
  mutating func id() -> UniqueID { UniqueID.random(using: &self) }
}
