// Rows as lists of an interface want them: each with an identity of its own.

extension TransactionRow: Identifiable {}
extension GroupRow: Identifiable {}
extension RuleRow: Identifiable {}

extension CategoryRow: Identifiable {
  /// The key.
  public var id: String { key }
}
