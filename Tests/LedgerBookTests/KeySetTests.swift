import LedgerBytes
import LedgerTestSupport
import Testing

@testable import LedgerProjections

/// Sets of keys, a bit each, against the standard library's sets.
@Suite("Sets of keys")
struct KeySetTests {
  @Test("Keys on both sides of a word's and of a piece's end are in the set, and no other key is")
  func edges() throws {
    var keys = KeySet()
    let wanted: [StreamKey] = [1, 63, 64, 65, 127, 128, 65_535, 65_536, 65_537, 131_071, 131_072]
    for key in wanted.shuffled() { try keys.insert(key) }
    #expect(keys.keys == wanted && keys.count == wanted.count)
    #expect(keys.first == 1 && keys.last == 131_072)
    let all = Set(wanted)
    for key in wanted {
      for near in max(StreamKey(0), key - 66)...(key + 66) {
        #expect(keys.contains(near) == all.contains(near), "\(near)")
      }
    }
    #expect(!keys.contains(131_072 + 64) && !keys.contains(.max))
  }

  @Test("A key that cannot be takes no memory, and is in no set")
  func bounded() throws {
    var keys = KeySet(through: 1_000)
    try keys.insert(1_000)
    for key in [-1, StreamKey(Int64.min), StreamKey(1 << 45), .max] {
      #expect(throws: ModelError.damaged("the keys of transactions")) { try keys.insert(key) }
      #expect(!keys.contains(key))
    }
    #expect(keys.keys == [1_000])
  }

  @Test("An empty list of keys is a set too")
  func none() {
    let keys = KeySet()
    #expect(keys.keys.isEmpty && keys.count == 0 && !keys.contains(0) && !keys.contains(1))
    #expect(keys.first > keys.last)
  }

  @Test("A set gives the same answers as a set of the standard library", arguments: [UInt64(1), 2, 3])
  func random(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    for most in [10, 500, 100_000] as [Int64] {
      let wanted = Set((0..<300).map { _ in StreamKey(Int64.random(in: 1...most, using: &random)) })
      var keys = KeySet()
      for key in wanted { try keys.insert(key) }
      #expect(keys.keys == wanted.sorted() && keys.count == wanted.count)
      #expect(keys.first == wanted.min() && keys.last == wanted.max())
      for key in StreamKey(1)...StreamKey(min(most, 2_000)) {
        #expect(keys.contains(key) == wanted.contains(key))
      }
    }
  }
}
