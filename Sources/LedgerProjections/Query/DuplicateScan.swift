internal import LedgerDomain

/// A page of pairs while it is being filled.
struct DuplicateScan {
  let limit: Int
  var place: DuplicateCursor
  var pairs: [DuplicatePair] = []

  init(limit: Int, place: DuplicateCursor) {
    self.limit = limit
    self.place = place
  }

  var isFull: Bool { pairs.count >= limit }
}

/// The transactions that lie at most one unit and one day before the next, in the order of the index.
struct AmountWindow {
  struct Entry {
    let units: Int64
    let date: Int64
    let key: Int64
  }

  private(set) var currency = ""
  /// Those of the amount at hand, by date.
  private var same: [Entry] = []
  /// Those of one unit less, by date.
  private var below: [Entry] = []
  /// The first of `below` that the dates at hand may still reach: they only go on.
  private var begin = 0

  /// Goes on to an entry: drops what is too far from it.
  mutating func begin(currency: String, _ entry: Entry) {
    let isSameCurrency = currency == self.currency
    if let last = same.last, isSameCurrency, last.units == entry.units { return }
    let isNext = isSameCurrency && same.last.map { $0.units < .max && $0.units + 1 == entry.units } == true
    let onlyBelow = isSameCurrency && same.isEmpty && below.last.map { $0.units + 1 == entry.units } == true
    if onlyBelow { return }
    below = isNext ? same : []
    same = []
    begin = 0
    self.currency = currency
  }

  mutating func add(_ entry: Entry) { same.append(entry) }

  /// The keys of those near an entry, the nearest first: as many as asked for of each amount.
  mutating func neighbours(of entry: Entry, atMost limit: Int) -> [Int64] {
    var near: [(distance: Int64, key: Int64)] = []
    for other in same.reversed().prefix(limit) {
      if other.date < entry.date - 1 { break }
      near.append((entry.date - other.date, other.key))
    }
    while begin < below.count, below[begin].date < entry.date - 1 { begin += 1 }
    for other in below[begin...].prefix(limit) {
      if other.date > entry.date + 1 { break }
      near.append((abs(entry.date - other.date) + 1, other.key))
    }
    return near.sorted { $0.distance < $1.distance }.map(\.key)
  }
}

/// Where a page of pairs ended: among the pages of paper, or among the amounts.
enum DuplicateCursor {
  case pages(Int64, Int64)
  case amounts(String, Int64, Int64, Int64)

  static let start = DuplicateCursor.pages(Int64.min, 0)

  init(_ text: String) throws(CursorError) {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    func number(_ index: Int) -> Int64? { parts.indices.contains(index) ? Int64(parts[index], radix: 36) : nil }
    if parts.count == 3, parts[0] == "p", let digest = number(1), let key = number(2) {
      self = .pages(digest, key)
    } else if parts.count == 5, parts[0] == "a", let units = number(2), let date = number(3),
      let key = number(4)
    {
      self = .amounts(String(parts[1]), units, date, key)
    } else {
      throw CursorError()
    }
  }

  var text: String {
    func words(_ kind: String, _ numbers: Int64...) -> String {
      ([kind] + numbers.map { String($0, radix: 36) }).joined(separator: ".")
    }
    switch self {
    case .pages(let digest, let key): return words("p", digest, key)
    case .amounts(let currency, let units, let date, let key): return words("a.\(currency)", units, date, key)
    }
  }
}
