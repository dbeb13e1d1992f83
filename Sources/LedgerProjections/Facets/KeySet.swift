internal import LedgerSQLite

/// Keys of transactions, a bit each: a million take 125 kilobytes, and asking for one takes no hashing.
struct KeySet {
  private var words: [UInt64] = []
  private(set) var count = 0
  private(set) var first = Int64.max
  private(set) var last = Int64.min

  /// No keys.
  init() {}

  /// The keys of what a filter lets pass.
  ///
  /// - Parameter past: the position as of which history is asked; nil: the models are.
  init(_ connection: Connection, _ filter: TransactionFilter, asOf past: Int64? = nil) throws {
    var keys = KeySet()
    try FacetScan(connection, filter, asOf: past).forEach([]) { block, _ in
      for place in 0..<block.selected { keys.insert(block.key(block.selection[place])) }
      return true
    }
    self = keys
  }

  /// Takes a key that is not in it yet; keys are counted from 1.
  @inline(__always)
  mutating func insert(_ key: Int64) {
    let word = Int(key >> 6)
    if word >= words.count { words += [UInt64](repeating: 0, count: max(1_024, word + 1 - words.count)) }
    words[word] |= 1 << UInt64(key & 63)
    count += 1
    if key < first { first = key }
    if key > last { last = key }
  }

  /// Takes a key out that is in it. The first and the last stay as bounds.
  mutating func remove(_ key: Int64) {
    words[Int(key >> 6)] &= ~(1 << UInt64(key & 63))
    count -= 1
  }

  /// All of them, in order.
  ///
  /// - Complexity: O(greatest key / 64 + keys).
  var keys: [Int64] {
    var keys: [Int64] = []
    keys.reserveCapacity(count)
    for (place, word) in words.enumerated() where word != 0 {
      var rest = word
      while rest != 0 {
        keys.append(Int64(place) << 6 | Int64(rest.trailingZeroBitCount))
        rest &= rest - 1
      }
    }
    return keys
  }

  @inline(__always)
  func contains(_ key: Int64) -> Bool {
    let word = Int(key >> 6)
    return word < words.count && words[word] >> UInt64(key & 63) & 1 == 1
  }
}
