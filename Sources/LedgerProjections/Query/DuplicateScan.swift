internal import LedgerBytes

/// A page of pairs while it is being filled.
struct DuplicateScan {
  let limit: Int
  var place: DuplicateCursor
  var pairs: [DuplicatePage.Pair] = []
  /// How many rows of the indexes were read for it.
  var rows = 0

  var isFull: Bool { pairs.count >= limit }
}

/// The end of a page of pairs: among the pages of paper, or among the amounts.
enum DuplicateCursor {
  case pages(Int64, StreamKey)
  case amounts(String, Int64, Int64, StreamKey)

  static let start = DuplicateCursor.pages(Int64.min, 0)

  init(_ text: String) throws(CursorError) {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    func number(_ index: Int) -> Int64? { parts.indices.contains(index) ? Int64(parts[index], radix: 36) : nil }
    if parts.count == 3, parts[0] == "p", let digest = number(1), let key = number(2) {
      self = .pages(digest, StreamKey(key))
    } else if parts.count == 5, parts[0] == "a", let units = number(2), let date = number(3),
      let key = number(4)
    {
      self = .amounts(String(parts[1]), units, date, StreamKey(key))
    } else {
      throw CursorError()
    }
  }

  var text: String {
    func words(_ kind: String, _ numbers: Int64...) -> String {
      ([kind] + numbers.map { String($0, radix: 36) }).joined(separator: ".")
    }
    switch self {
    case .pages(let digest, let key): return words("p", digest, key.rawValue)
    case .amounts(let currency, let units, let date, let key):
      return words("a.\(currency)", units, date, key.rawValue)
    }
  }
}
