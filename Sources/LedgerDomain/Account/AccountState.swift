/// The fold of one account's events.
package struct AccountState: Hashable, Sendable {
  /// Its key, or `nil` until an opening is known.
  package internal(set) var key: String?
  /// The name people see.
  package internal(set) var name = FieldRegister<String>()
  /// The terms it was opened on, without a value if its opening was undone.
  package internal(set) var terms = FieldRegister<AccountTerms>()
  /// Its place among accounts.
  package internal(set) var rank = FieldRegister<Int64>()
  /// Whether it is closed.
  package internal(set) var isClosed = FieldRegister<Bool>()

  /// Creates the state of an account of which nothing is known.
  package init() {}

  /// Returns the key of a name as people type it: NFC, lower case, edges trimmed.
  package static func key(of name: String) -> String { NFC.foldedKey(name) }
}
