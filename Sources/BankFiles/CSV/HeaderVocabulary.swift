/// Classes of words in headers, by what they tell about a column.
struct HeaderClass: OptionSet, Hashable, Sendable {
  let rawValue: UInt32

  static let date = HeaderClass(rawValue: 1 << 0)
  static let value = HeaderClass(rawValue: 1 << 1)
  static let booking = HeaderClass(rawValue: 1 << 2)
  static let posted = HeaderClass(rawValue: 1 << 3)
  static let ignoredDate = HeaderClass(rawValue: 1 << 4)
  static let debit = HeaderClass(rawValue: 1 << 5)
  static let credit = HeaderClass(rawValue: 1 << 6)
  static let card = HeaderClass(rawValue: 1 << 7)
  static let amount = HeaderClass(rawValue: 1 << 8)
  static let balance = HeaderClass(rawValue: 1 << 9)
  static let currency = HeaderClass(rawValue: 1 << 10)
  static let otherAmount = HeaderClass(rawValue: 1 << 11)
  static let fee = HeaderClass(rawValue: 1 << 12)
  static let text = HeaderClass(rawValue: 1 << 13)
  static let party = HeaderClass(rawValue: 1 << 14)
  static let account = HeaderClass(rawValue: 1 << 15)
  static let category = HeaderClass(rawValue: 1 << 16)
  static let kind = HeaderClass(rawValue: 1 << 17)
  static let status = HeaderClass(rawValue: 1 << 18)

  /// The names of the classes in the table of words, in the order of their bits.
  fileprivate static let names = """
    date,value,booking,posted,ignoredDate,debit,credit,card,amount,balance,currency,otherAmount,fee,text,party,account,category,kind,status
    """.split(separator: ",")
}

/// All stems, found by their first and last bytes.
struct HeaderVocabulary: Sendable {
  static let shared = HeaderVocabulary(HeaderTables.stems)

  /// The words without a star.
  let words: Set<String>
  private let exact: [String: HeaderClass]
  private let beginnings: [[(stem: [UInt8], classes: HeaderClass)]]
  private let endings: [[(stem: [UInt8], classes: HeaderClass)]]

  private init(_ stems: StaticString) {
    var exact: [String: HeaderClass] = [:]
    var beginnings = [[(stem: [UInt8], classes: HeaderClass)]](repeating: [], count: 256)
    var endings = beginnings
    for line in stems.description.split(separator: "\n") {
      let parts = line.split(separator: ":", maxSplits: 1)
      guard parts.count == 2, let bit = HeaderClass.names.firstIndex(of: parts[0]) else { continue }
      let classes = HeaderClass(rawValue: 1 << UInt32(bit))
      for stem in parts[1].split(whereSeparator: { $0 == " " || $0 == "," }) {
        if stem.hasSuffix("*"), let first = stem.utf8.first {
          beginnings[Int(first)].append((Array(stem.utf8.dropLast()), classes))
        } else if stem.hasPrefix("*"), let last = stem.utf8.last {
          endings[Int(last)].append((Array(stem.utf8.dropFirst()), classes))
        } else {
          exact[String(stem), default: []].formUnion(classes)
        }
      }
    }
    words = Set(exact.keys)
    self.exact = exact
    self.beginnings = beginnings
    self.endings = endings
  }

  /// Returns the classes of a folded word.
  ///
  /// - Complexity: O(stems that share the first or the last letter).
  func classes(of word: String) -> HeaderClass {
    var classes = exact[word] ?? []
    let bytes = Array(word.utf8)
    guard let first = bytes.first, let last = bytes.last else { return classes }
    for (stem, more) in beginnings[Int(first)] where bytes.starts(with: stem) { classes.formUnion(more) }
    for (stem, more) in endings[Int(last)] where bytes.suffix(stem.count).elementsEqual(stem) {
      classes.formUnion(more)
    }
    return classes
  }
}
