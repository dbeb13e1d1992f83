/// The present names of accounts for the texts by which transactions mention them.
///
/// A transaction keeps the text it was recorded with, which leads to its account for ever. People see the name that the
/// account has now.
public struct AccountNames: Sendable {
  private let names: [String: String]
  /// The names of texts that were looked up before.
  private var known: [String: String] = [:]

  /// Creates the names of the accounts that a person opened.
  package init(_ rows: [AccountRow]) {
    names = Dictionary(rows.map { ($0.key, $0.name) }) { first, _ in first }
  }

  /// Returns the name that people see for a text.
  ///
  /// - Complexity: O(1) on average. The first look-up of a text folds it.
  public mutating func name(of text: String) -> String {
    if names.isEmpty { return text }
    if let name = known[text] { return name }
    let name = names[AccountState.key(of: text)] ?? text
    known[text] = name
    return name
  }

  /// Returns a row with the present names of its accounts.
  public mutating func naming(_ row: TransactionRow) -> TransactionRow {
    if names.isEmpty || row.account == nil && row.toAccount == nil { return row }
    var row = row
    row.account = row.account.map { name(of: $0) }
    row.toAccount = row.toAccount.map { name(of: $0) }
    return row
  }
}
