internal import LedgerBytes
internal import LedgerSQLite

/// Keys of transactions, a bit each: a million take 125 kilobytes, and asking for one takes no hashing.
struct KeySet {
  private var words: [UInt64] = []
  private(set) var count = 0
  private(set) var first = StreamKey.max
  private(set) var last: StreamKey = 0
  /// The greatest possible key.
  private let bound: StreamKey

  /// Creates an empty set.
  ///
  /// - Parameter bound: The greatest possible key, which limits the memory.
  init(through bound: StreamKey = .max) { self.bound = bound }

  /// Creates the set of the keys that pass a filter.
  ///
  /// - Parameter past: The position as of which history is read, or `nil` to read the models.
  init(_ connection: Connection, _ filter: TransactionFilter, asOf past: Position? = nil) throws {
    var keys = KeySet(through: try StreamKey(FacetValues(connection: connection).position().rawValue))
    try FacetScan(connection, filter, asOf: past).forEachEntry([]) { block, index in
      try keys.insert(block.key(index))
    }
    self = keys
  }

  /// Inserts a key that is not in the set yet. Keys are counted from 1.
  ///
  /// - Throws: `ModelError.damaged` if the key is impossible.
  @inline(__always)
  mutating func insert(_ key: StreamKey) throws(ModelError) {
    let word = Self.word(key)
    if word >= words.count { try grow(to: key) }
    words[word] |= 1 << UInt64(key.rawValue & 63)
    count += 1
    if key < first { first = key }
    if key > last { last = key }
  }

  private mutating func grow(to key: StreamKey) throws(ModelError) {
    guard key >= 0, key <= bound else { throw .damaged("the keys of transactions") }
    words += [UInt64](repeating: 0, count: max(1_024, Self.word(key) + 1 - words.count))
  }

  /// Returns the word with a key's bit. For a negative key it is after all words.
  @inline(__always)
  private static func word(_ key: StreamKey) -> Int {
    Int(truncatingIfNeeded: UInt64(bitPattern: key.rawValue) >> 6)
  }

  /// Takes a key out that is in it. The first and the last stay as bounds.
  mutating func remove(_ key: StreamKey) {
    precondition(contains(key), "a key is removed from a set that has it")
    words[Self.word(key)] &= ~(1 << UInt64(key.rawValue & 63))
    count -= 1
  }

  /// All of them, in order.
  ///
  /// - Complexity: O(greatest key / 64 + keys).
  var keys: [StreamKey] {
    var keys: [StreamKey] = []
    keys.reserveCapacity(count)
    for (place, word) in words.enumerated() where word != 0 {
      var rest = word
      while rest != 0 {
        keys.append(StreamKey(place << 6 | rest.trailingZeroBitCount))
        rest &= rest - 1
      }
    }
    return keys
  }

  @inline(__always)
  func contains(_ key: StreamKey) -> Bool {
    let word = Self.word(key)
    return word < words.count && words[word] >> UInt64(key.rawValue & 63) & 1 == 1
  }
}
