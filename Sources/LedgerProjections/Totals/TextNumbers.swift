internal import LedgerBytes

/// Texts numbered from 0 in the order in which they come, found again by their bytes.
///
/// Every row asks for half a dozen: a dictionary takes four times as long, and holds texts for equal whose bytes differ.
struct TextNumbers: Sendable {
  private(set) var texts: [String] = []
  private var slots = NumberSlots()
  /// The texts that were looked up, each by the two words of its representation, with its number.
  private var known: [Known] = []

  private struct Known {
    var words: SIMD2<UInt64>
    var number: Int
  }

  private static let knownCount = 64

  /// Returns the number of a text, given at its first mention.
  mutating func number(of text: String) -> Int {
    // A short text is stored in these words, and for a long one they contain its address. Texts with equal words
    // therefore have equal bytes, provided that one of them is kept alive, as those of `texts` are. Nearly every text
    // is short, or comes from a pool that returns the same instance again.
    let words = unsafeBitCast(text, to: SIMD2<UInt64>.self)
    let hash = NumberSlots.mixed(words.x ^ words.y &* 0x9e37_79b9_7f4a_7c15)
    let place = Int(truncatingIfNeeded: hash) & (Self.knownCount - 1)
    if !known.isEmpty, known[place].words == words { return known[place].number }
    let number = find(text)
    let kept = unsafeBitCast(texts[number], to: SIMD2<UInt64>.self)
    if kept == words {
      if known.isEmpty { known = Array(repeating: Known(words: .zero, number: 0), count: Self.knownCount) }
      known[place] = Known(words: words, number: number)
    }
    return number
  }

  private mutating func find(_ text: String) -> Int {
    let hash = Self.hash(text)
    var slot = slots.first(hash)
    while let number = slots[slot] {
      if slots.hash(of: number) == hash, texts[number].hasSameBytes(as: text) { return number }
      slot = slots.next(slot)
    }
    texts.append(text)
    return slots.add(hash, at: slot)
  }

  private static func hash(_ text: String) -> UInt64 {
    var text = text
    return text.withUTF8 { bytes in
      let bytes = UnsafeRawBufferPointer(bytes)
      var hash = UInt64(bytes.count) &* 0x9e37_79b9_7f4a_7c15
      var offset = 0
      while offset + 8 <= bytes.count {
        hash = NumberSlots.mixed(hash ^ bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
        offset += 8
      }
      var rest: UInt64 = 0
      while offset < bytes.count {
        rest = rest << 8 | UInt64(bytes[offset])
        offset += 1
      }
      return NumberSlots.mixed(hash ^ rest)
    }
  }
}

/// Identifiers numbered from 0 in the order in which they come.
struct IDNumbers: Sendable {
  private(set) var ids: [UniqueID] = []
  private var slots = NumberSlots()

  /// Returns the number of an identifier, given at its first mention.
  mutating func number(of id: UniqueID) -> Int {
    let hash = NumberSlots.mixed(id.low ^ NumberSlots.mixed(id.high))
    var slot = slots.first(hash)
    while let number = slots[slot] {
      if ids[number] == id { return number }
      slot = slots.next(slot)
    }
    ids.append(id)
    return slots.add(hash, at: slot)
  }
}

/// A table of numbers by the hash of what they stand for: open addressing, at most half full.
struct NumberSlots: Sendable {
  private var slots: [Int32] = []
  private var hashes: [UInt64] = []

  /// Returns the slot to look at first.
  @inline(__always)
  mutating func first(_ hash: UInt64) -> Int {
    if slots.count < (hashes.count + 1) * 2 { grow() }
    return Int(truncatingIfNeeded: hash) & (slots.count - 1)
  }

  /// The number in a slot, or `nil` if the slot is free.
  @inline(__always)
  subscript(slot: Int) -> Int? {
    let number = slots[slot]
    return number == 0 ? nil : Int(number) - 1
  }

  @inline(__always)
  func next(_ slot: Int) -> Int { (slot + 1) & (slots.count - 1) }

  @inline(__always)
  func hash(of number: Int) -> UInt64 { hashes[number] }

  /// Puts the next number into a free slot.
  mutating func add(_ hash: UInt64, at slot: Int) -> Int {
    precondition(slots[slot] == 0, "a number is given to a free slot")
    hashes.append(hash)
    precondition(hashes.count * 2 <= slots.count, "a search in the table ends, as half of it is free")
    slots[slot] = Int32(hashes.count)
    return hashes.count - 1
  }

  private mutating func grow() {
    let size = max(16, slots.count * 4)
    slots = [Int32](repeating: 0, count: size)
    for (number, hash) in hashes.enumerated() {
      var slot = Int(truncatingIfNeeded: hash) & (size - 1)
      while slots[slot] != 0 { slot = (slot + 1) & (size - 1) }
      slots[slot] = Int32(number + 1)
    }
  }

  /// Spreads the bits over the whole number.
  @inline(__always)
  static func mixed(_ value: UInt64) -> UInt64 {
    var value = value
    value ^= value >> 32
    value = value &* 0xd6e8_feb8_6659_fd93
    value ^= value >> 32
    value = value &* 0xd6e8_feb8_6659_fd93
    return value ^ value >> 32
  }
}
