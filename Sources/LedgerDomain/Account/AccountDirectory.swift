/// The accounts that a command can name, and the one place where a typed name leads to an account.
///
/// A text means the account with that key, else the one with that present name, without regard to case.
package struct AccountDirectory: Sendable {
  /// Whether a name that is not known is taken as it is, because the same batch opens the account.
  package var opensUnknown = false
  private let opened: [String: AccountRow]
  /// The names of accounts that transactions mention and nobody opened, by key.
  private let mentioned: [String: String]
  /// The texts that the record has already. They stay as they are.
  private var kept: Set<String> = []

  /// Creates a directory.
  ///
  /// - Parameters:
  ///   - opened: The accounts that a person opened.
  ///   - mentioned: The texts by which transactions mention accounts. Those of opened accounts may be among them.
  package init(_ opened: [AccountRow], mentioned: [String] = []) {
    self.opened = Dictionary(opened.map { ($0.key, $0) }) { first, _ in first }
    self.mentioned = Dictionary(mentioned.map { (AccountState.key(of: $0), $0) }) { first, _ in first }
  }

  /// Returns the account that a recorded text means, or `nil` if nobody opened it.
  func row(ofRecorded text: String) -> AccountRow? { opened.isEmpty ? nil : opened[AccountState.key(of: text)] }

  /// Returns the text to record for the account that a typed name means.
  ///
  /// - Throws: `Rejection.unknownAccount` with the known names, `.ambiguousName`.
  /// - Complexity: O(opened accounts).
  package func text(named typed: String) throws(Rejection) -> String {
    if kept.contains(typed) { return typed }
    let key = AccountState.key(of: typed)
    if let text = opened[key]?.text ?? mentioned[key] { return text }
    let named = opened.values.filter { AccountState.key(of: $0.name) == key }
    if let only = named.first, named.count == 1 { return only.text }
    guard named.isEmpty else {
      throw .ambiguousName(what: "account", typed, keys: named.map(\.key).sorted())
    }
    guard opensUnknown else { throw .unknownAccount(typed, known: names) }
    return typed
  }

  /// Keeps a text that the record has already, whatever became of its account since.
  mutating func keep(_ text: String?) {
    if let text { kept.insert(text) }
  }

  /// The names that people see, in alphabetical order.
  private var names: [String] { (opened.values.map(\.name) + mentioned.values).sorted() }
}

extension DecisionContext {
  /// Returns the opened account that a recorded text means. It is `nil` if accounts are not checked.
  func account(_ recorded: String) -> AccountRow? { accounts?.row(ofRecorded: recorded) }

  /// Returns the text to record for a typed name. It is the name itself if accounts are not checked.
  func accountText(_ typed: String, _ field: TransactionField = .account) throws(Rejection) -> String? {
    guard let text = try TransactionState.text(typed, field), let accounts else {
      return try TransactionState.text(typed, field)
    }
    return try accounts.text(named: text)
  }
}
