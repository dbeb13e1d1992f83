/// The fold of one account's events.
public struct AccountState: Hashable, Sendable {
  /// Its key, or `nil` until an opening is known.
  public internal(set) var key: String?
  /// The name people see.
  public internal(set) var name = FieldRegister<String>()
  /// The terms it was opened on, without a value if its opening was undone.
  public internal(set) var terms = FieldRegister<AccountTerms>()
  /// Its place among accounts.
  public internal(set) var rank = FieldRegister<Int64>()
  /// Whether it is closed.
  public internal(set) var isClosed = FieldRegister<Bool>()

  /// Creates the state of an account of which nothing is known.
  public init() {}

  /// Returns the key of a name as people type it: NFC, lower case, edges trimmed.
  public static func key(of name: String) -> String { NFC.foldedKey(name) }
}
