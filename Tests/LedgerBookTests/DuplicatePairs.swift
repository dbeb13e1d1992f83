import LedgerBook
import LedgerDomain
import LedgerProjections

extension Book {
  /// Every open pair of duplicates, a page at a time.
  func duplicatePairs(limit: Int) throws -> [Set<TransactionID>] {
    var found: [Set<TransactionID>] = []
    var cursor: String?
    repeat {
      let page = try duplicates(after: cursor, limit: limit)
      found += page.pairs.map { [$0.transaction.row.id, $0.duplicate.other.row.id] }
      cursor = page.next
    } while cursor != nil
    return found
  }
}
