/// The meaning of a word or phrase. A word may have several, and each reader picks its own.
enum Sense: Hashable {
  case role(Role)
  case month(Int)
  case country(Country)
  case currency(String)
  case category(Category)
  case chain(Int)
}

/// The five fixed categories of expenses.
enum Category: String, CaseIterable {
  case food, hotel, flight, taxi, other
}

/// A phrase found on a line: its meaning and the words it covers.
struct Hit {
  var sense: Sense
  var line: Int
  /// Indices into the page's tokens.
  var tokens: Range<Int>
  /// Whether the spelling was repaired to find it.
  var isRepaired: Bool
}

/// All words and phrases that the readers know, found by hash.
///
/// It is built once from the tables in `Words/`. For most words of a receipt a look-up is one dictionary access.
struct Lexicon {
  static let shared = Lexicon()

  struct Entry {
    var rest: [UInt64]
    var sense: Sense
  }

  /// The phrases, by the hash of their first word.
  private(set) var entries: [UInt64: [Entry]] = [:]
  /// The hashes of all words in phrases. These are never taken for misread words.
  private(set) var words: Set<UInt64> = []
  private var spellings: [Spelling] = []
  private var spellingsByLength: [Range<Int>] = []

  private init() {
    for (role, phrases) in Self.roles { add(phrases, .role(role)) }
    for (index, names) in Self.months.enumerated() { add(names, .month(index + 1)) }
    for (country, phrases) in Self.countries { add(phrases, .country(country)) }
    for (code, phrases) in Self.currencies { add(phrases, .currency(code)) }
    for (category, phrases) in Self.categories { add(phrases, .category(category)) }
    for (index, chain) in Chain.all.enumerated() {
      for name in chain.spellings { add(phrase: name, .chain(index)) }
    }
    for word in Self.phrases(Self.repairable) { spellings.append(Spelling(String(word))) }
    spellings.sort { $0.units.count < $1.units.count }
    for length in 0...24 {
      let first = spellings.firstIndex { $0.units.count >= length } ?? spellings.count
      let last = spellings.firstIndex { $0.units.count > length } ?? spellings.count
      spellingsByLength.append(first..<last)
    }
  }

  /// Returns the phrases of a table, separated by commas and line ends.
  private static func phrases(_ table: String) -> [Substring] {
    table.split { $0 == "," || $0 == "\n" }
  }

  private mutating func add(_ phrases: String, _ sense: Sense) {
    for phrase in Self.phrases(phrases) { add(phrase: phrase, sense) }
  }

  private mutating func add(phrase: some StringProtocol, _ sense: Sense) {
    var hashes: [UInt64] = []
    for word in phrase.split(separator: " ") {
      let units = FoldedText(String(word)).units
      if units.contains(where: \.isIdeograph) {
        for unit in units { hashes.append(WordHash.of([unit][...])) }
      } else {
        hashes.append(WordHash.of(units[...]))
      }
    }
    guard let first = hashes.first else { return }
    words.formUnion(hashes)
    entries[first, default: []].append(Entry(rest: Array(hashes.dropFirst()), sense: sense))
  }

  /// Returns the known word for a misread one: one letter wrong in five to seven, two in eight or more.
  func repaired(_ word: ArraySlice<UInt16>) -> UInt64? {
    let length = word.count
    guard length >= 5, length <= 22 else { return nil }
    let allowed = length >= 8 ? 2 : 1
    let mask = Spelling.mask(word)
    for candidateLength in (length - 1)...(length + 1) {
      for index in spellingsByLength[candidateLength] {
        let spelling = spellings[index]
        if (spelling.mask ^ mask).nonzeroBitCount > 2 * allowed { continue }
        if Spelling.distance(word, spelling.units, atMost: allowed) <= allowed { return spelling.hash }
      }
    }
    return nil
  }
}

/// A word that is recognized even if some of its letters were misread.
struct Spelling {
  var units: [UInt16]
  var mask: UInt32
  var hash: UInt64

  init(_ word: String) {
    units = FoldedText(word).units
    mask = Self.mask(units[...])
    hash = WordHash.of(units[...])
  }

  static func mask(_ word: ArraySlice<UInt16>) -> UInt32 {
    var mask: UInt32 = 0
    for unit in word { mask |= 1 << UInt32(WordHash.letter(unit) & 31) }
    return mask
  }

  /// Returns the Levenshtein distance, or any number greater than `lettersMax` if it exceeds that.
  static func distance(_ left: ArraySlice<UInt16>, _ right: [UInt16], atMost lettersMax: Int) -> Int {
    var row = [Int](0...right.count)
    for (i, unit) in left.enumerated() {
      var diagonal = row[0]
      row[0] = i + 1
      var best = row[0]
      for j in 0..<right.count {
        let same = WordHash.letter(unit) == right[j]
        let value = min(diagonal + (same ? 0 : 1), row[j] + 1, row[j + 1] + 1)
        diagonal = row[j + 1]
        row[j + 1] = value
        best = min(best, value)
      }
      if best > lettersMax { return best }
    }
    return row[right.count]
  }
}

/// The hash of a folded word. A digit counts as the letter that it is misread for (`T0TAL`).
enum WordHash {
  @inline(__always)
  static func letter(_ unit: UInt16) -> UInt16 {
    switch unit {
    case 0x30: UInt16(ascii: "o")
    case 0x31: UInt16(ascii: "l")
    case 0x35: UInt16(ascii: "s")
    case 0x38: UInt16(ascii: "b")
    default: unit
    }
  }

  @inline(__always)
  static func of(_ word: ArraySlice<UInt16>) -> UInt64 {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for unit in word { hash = (hash ^ UInt64(letter(unit))) &* 0x0000_0100_0000_01B3 }
    return hash
  }
}
