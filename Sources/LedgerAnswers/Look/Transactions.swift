package import LedgerBytes
public import LedgerDomain
internal import LedgerExchange
public import LedgerProjections

extension ListedTransaction {
  /// Returns the line that `events receipts --json` prints for the transaction.
  public func jsonLines() -> String { String(decoding: TransactionJSON.bytes(self), as: UTF8.self) + "\n" }

  /// Returns the transaction as `drafts` lists it.
  ///
  /// - Parameter proposals: The number of fields with a proposal, which a saved transaction prints.
  package func draftJSON(proposals: Int) throws -> JSONValue {
    JSONValue.object(try TransactionJSON.members(self)).adding(["attention": .count(row.attentionCount)])
      .adding(row.stage == .draft ? [:] : ["proposals": .count(proposals)])
  }
}

extension TransactionPage {
  /// Returns what `events receipts --json` prints: a line for each transaction.
  ///
  /// - Parameter names: The present names of the accounts.
  public func jsonLines(_ names: AccountNames) -> String {
    var names = names
    return rows.map { listed in
      ListedTransaction(row: names.naming(listed.row), groupName: listed.groupName).jsonLines()
    }.joined()
  }
}

extension FilterCount {
  /// A value of a filter with the number of transactions.
  package var json: JSONValue {
    [
      "count": .count(count), "filter": .string(facet.rawValue), "name": .optional(name),
      "value": .optional(value),
    ]
  }

  /// Returns the line that `events receipts --counts --json` prints for the value.
  public func jsonLines() -> String { json.line }
}

extension SearchHit {
  /// Returns a transaction as `receipts` lists it, with the place of the words.
  ///
  /// It has the field, an excerpt of its text, and the matching parts of the excerpt as offset and length in UTF-8.
  package func json() throws -> JSONValue {
    JSONValue.object(try TransactionJSON.members(transaction)).adding([
      "matches": .array(matches.map { ["length": .count($0.count), "offset": .count($0.lowerBound)] }),
      "place": .string(place), "snippet": .string(snippet),
    ])
  }

  /// Returns the line that `events search --json` prints for the transaction.
  public func jsonLines() throws -> String { try json().line }
}
