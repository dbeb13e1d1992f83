/// The tables, read once from their text when a text first needs them, in a fraction of a millisecond.
struct NormalizationData: Sendable {
  static let shared = NormalizationData()

  /// Scalars that decompose, in ascending order.
  ///
  /// The parts of the one at `i` are `parts[partEnds[i - 1]..<partEnds[i]]`.
  private var sources: [UInt32] = []
  private var partEnds: [Int] = []
  private var parts: [UInt32] = []
  /// Whether the parts of the source at that index compose to it again.
  private var recomposes: [Bool] = []

  /// The first and second scalar of every pair that composes, in ascending order. `compositions` has the results.
  private var pairs: [UInt64] = []
  private var compositions: [UInt32] = []
  /// The second ones, ascending.
  private var seconds: [UInt32] = []

  private var runFirsts: [UInt32] = []
  private var runEnds: [UInt32] = []
  private var runClasses: [UInt8] = []

  private init() {
    readMappings()
    readCombiningClasses()
    var composing: [(pair: UInt64, composed: UInt32)] = []
    for index in sources.indices where recomposes[index] {
      let range = partRange(index)
      composing.append((Self.pair(parts[range.lowerBound], parts[range.lowerBound + 1]), sources[index]))
    }
    composing.sort { $0.pair < $1.pair }
    pairs = composing.map(\.pair)
    compositions = composing.map(\.composed)
    seconds = Array(Set(pairs.map { UInt32(truncatingIfNeeded: $0) })).sorted()
    func ascends(_ values: [some Comparable]) -> Bool { zip(values, values.dropFirst()).allSatisfy { $0 < $1 } }
    precondition(
      ascends(sources) && ascends(pairs) && ascends(runFirsts) && ascends(runEnds),
      "tables that are searched are in order, with each value once")
    precondition(
      partEnds.last == parts.count && partEnds.count == sources.count,
      "every letter has its parts, and no part is left")
  }
}

// MARK: - Questions

extension NormalizationData {
  /// Returns the canonical combining class: 0 for a starter.
  func combiningClass(of scalar: UInt32) -> UInt8 {
    guard scalar >= 0x300 else { return 0 }
    let index = Self.firstIndex(in: runEnds, above: scalar)
    return index < runFirsts.count && runFirsts[index] <= scalar ? runClasses[index] : 0
  }

  /// Appends the full canonical decomposition, marks not yet in order.
  func decompose(_ scalar: UInt32, into scalars: inout [UInt32]) {
    if let syllable = Hangul.parts(of: scalar) {
      scalars.append(syllable.lead)
      scalars.append(syllable.vowel)
      if let tail = syllable.tail { scalars.append(tail) }
    } else if let index = Self.index(of: scalar, in: sources) {
      for part in partRange(index) { decompose(parts[part], into: &scalars) }
    } else {
      scalars.append(scalar)
    }
  }

  /// Returns the scalar that a pair composes to.
  func composition(of first: UInt32, and second: UInt32) -> UInt32? {
    if let syllable = Hangul.composition(of: first, and: second) { return syllable }
    guard second >= 0x300, let index = Self.index(of: Self.pair(first, second), in: pairs) else { return nil }
    return compositions[index]
  }

  /// Whether the text is certainly in form C. `false` may also mean that only composing it can tell.
  func isQuicklyComposed(_ text: String) -> Bool {
    var last: UInt8 = 0
    for scalar in text.unicodeScalars {
      let value = scalar.value
      // Most text consists of these: CJK ideographs and Hangul syllables do not change.
      if value < 0x300 || (0x3400...0x9fff).contains(value) || Hangul.syllables.contains(value) {
        last = 0
        continue
      }
      let combiningClass = combiningClass(of: value)
      if combiningClass != 0, combiningClass < last { return false }
      last = combiningClass
      if Hangul.vowels.contains(value) || Hangul.tails.contains(value) { return false }
      if Self.index(of: value, in: seconds) != nil { return false }
      if let index = Self.index(of: value, in: sources), !recomposes[index] { return false }
    }
    return true
  }

  private func partRange(_ index: Int) -> Range<Int> {
    (index == 0 ? 0 : partEnds[index - 1])..<partEnds[index]
  }

  private static func pair(_ first: UInt32, _ second: UInt32) -> UInt64 { UInt64(first) << 32 | UInt64(second) }

  private static func index<Value: Comparable>(of value: Value, in sorted: [Value]) -> Int? {
    var low = 0
    var high = sorted.count
    while low < high {
      let middle = (low + high) / 2
      if sorted[middle] < value { low = middle + 1 } else { high = middle }
    }
    return low < sorted.count && sorted[low] == value ? low : nil
  }

  private static func firstIndex(in sorted: [UInt32], above value: UInt32) -> Int {
    var low = 0
    var high = sorted.count
    while low < high {
      let middle = (low + high) / 2
      if sorted[middle] <= value { low = middle + 1 } else { high = middle }
    }
    return low
  }

  // MARK: Reading the text

  private mutating func readMappings() {
    var cursor: UInt32 = 0
    Self.forEachToken(NormalizationTables.mappings) { numbers, mark in
      if mark == UInt8(ascii: "@") {
        cursor = numbers[0]
        return
      }
      sources.append(cursor)
      parts.append(contentsOf: numbers)
      partEnds.append(parts.count)
      recomposes.append(mark == UInt8(ascii: "+"))
      cursor += 1
    }
  }

  private mutating func readCombiningClasses() {
    Self.forEachToken(NormalizationTables.combiningClasses) { numbers, _ in
      runFirsts.append(numbers[0])
      runEnds.append(numbers[0] + numbers[1])
      runClasses.append(UInt8(numbers[2]))
    }
  }

  /// Calls `body` for each word of the text.
  ///
  /// It gets the hexadecimal numbers of the word. It also gets the last character up to and including the word that is
  /// no digit, or 0 if there is no such character.
  private static func forEachToken(_ text: StaticString, _ body: ([UInt32], UInt8) -> Void) {
    text.withUTF8Buffer { bytes in
      var numbers: [UInt32] = []
      var number: UInt32?
      var mark: UInt8 = 0
      for byte in bytes + [UInt8(ascii: " ")] {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"):
          number = (number ?? 0) << 4 | UInt32(byte - UInt8(ascii: "0"))
        case UInt8(ascii: "a")...UInt8(ascii: "f"):
          number = (number ?? 0) << 4 | UInt32(byte - UInt8(ascii: "a") + 10)
        default:
          if let number { numbers.append(number) }
          number = nil
          if byte != UInt8(ascii: " ") {
            mark = byte
          } else if !numbers.isEmpty {
            body(numbers, mark)
            numbers.removeAll(keepingCapacity: true)
            mark = 0
          }
        }
      }
    }
  }
}
