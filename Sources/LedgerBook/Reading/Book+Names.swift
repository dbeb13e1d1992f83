internal import EventLog
internal import LedgerBytes
public import LedgerDomain
public import LedgerProjections

// The names that people type for accounts and categories, and names to filter by.
extension Book {
  /// Returns the account that a text means: its name, or its key.
  ///
  /// - Throws: `BookError.unknown` with the known names, `.ambiguous`.
  public func resolveAccount(_ text: String) throws -> AccountSummary {
    let accounts = try accounts()
    let named = Self.named(text, among: accounts)
    if named.count == 1 { return named[0] }
    guard !named.isEmpty else {
      throw BookError.unknown(what: "account", text: text, known: accounts.map(\.name))
    }
    throw BookError.ambiguous(
      what: "account", text: text,
      candidates: named.map { BookError.Candidate(id: $0.id.id, key: $0.key, name: $0.name) })
  }

  /// Returns the account that a key or a name in a command means. A key comes before a name.
  ///
  /// - Throws: `Rejection.unknownAccount` with the known names, `.ambiguousName`.
  static func known(_ text: String, among accounts: [AccountSummary]) throws(Rejection) -> AccountSummary {
    let key = AccountState.key(of: text)
    if let account = accounts.first(where: { $0.key == key }) { return account }
    let named = named(text, among: accounts)
    if named.count == 1 { return named[0] }
    guard named.isEmpty else { throw .ambiguousName(what: "account", text, keys: named.map(\.key)) }
    throw .unknownAccount(text, known: accounts.map(\.name))
  }

  private static func named(_ text: String, among accounts: [AccountSummary]) -> [AccountSummary] {
    let key = AccountState.key(of: text)
    return accounts.filter { $0.key == key || AccountState.key(of: $0.name) == key }
  }

  /// Returns the category that a text means: its key, its name or its emoji.
  ///
  /// - Throws: `Rejection.unknownCategory` with the known keys and names, `.ambiguousName`.
  public func resolveCategory(_ text: String) throws -> CategoryRow {
    try CategoryRow.named(text, among: try categories())
  }

  /// Returns the key of the category that a name in a command means.
  ///
  /// A name that no category has any more is taken for a key, because a retry of a command must find its stream.
  func categoryKey(_ name: String) throws -> String {
    let rows = try categories()
    return (try? CategoryRow.named(name, among: rows))?.key ?? CategoryState.key(of: name)
  }
}

// MARK: - Names to filter by

// A filter may also name what only records have: a category that is gone, a tag, an account that nobody opened.
extension Book {
  /// Returns the key of a category to filter by.
  ///
  /// - Throws: `Rejection.unknownCategory` if no category is called that and no record has it.
  public func resolveUsedCategory(_ text: String) throws -> String {
    let rows = try categories()
    do throws(Rejection) {
      return try CategoryRow.named(text, among: rows).key
    } catch {
      let key = CategoryState.key(of: text)
      var filter = TransactionFilter.everything
      filter.categories = [key]
      guard try isUsed(filter) else { throw error }
      return key
    }
  }

  /// Returns the names of the vendors whose words begin with all words of a text, to filter by.
  ///
  /// - Throws: `BookError.unknown` if no record has such a vendor.
  public func resolveUsedVendors(_ text: String) throws -> Set<String> {
    let names = try models.read { try $0.vendorNames(withWords: text) }
    guard !names.isEmpty else { throw BookError.unknown(what: "vendor", text: text, known: try vendorWords()) }
    return Set(names)
  }

  /// Returns the vendors of that whole name, without regard to case and accents, to filter by.
  ///
  /// - Throws: `BookError.unknown` if no record has such a vendor.
  package func vendorNames(equalTo name: String) throws -> [String] {
    let names = try models.read { try $0.vendorNames(NFC.foldedForComparison(name), limit: 0) }
    guard !names.isEmpty else { throw BookError.unknown(what: "vendor", text: name, known: try vendorWords()) }
    return names
  }

  /// Returns the vendors and their single words, for suggestions.
  func vendorWords() throws -> [String] {
    let names = try models.read { try $0.vendors(limit: 500) }
    return names + names.flatMap { $0.split(separator: " ").filter { $0.count >= 3 }.map(String.init) }
  }

  /// How many tags are looked up. So many names at once are a program's, which knows them.
  private static let tagsMax = 100

  /// Returns the tags to filter by, with or without `#`.
  ///
  /// - Throws: `BookError.unknown` for a tag that no record has. More than 100 tags are not looked up.
  public func resolveUsedTags(_ texts: [String]) throws -> Set<String> {
    var tags: Set<String> = []
    for text in texts {
      let tag = CategoryState.key(of: text.hasPrefix("#") ? String(text.dropFirst()) : text)
      var filter = TransactionFilter.everything
      filter.anyTags = [tag]
      if texts.count <= Self.tagsMax, try !isUsed(filter) {
        throw BookError.unknown(
          what: "tag", text: text, known: try tagSuggestions(prefix: "", limit: 500).map(\.tag))
      }
      tags.insert(tag)
    }
    return tags
  }

  /// Returns the texts by which transactions mention an account, to filter by.
  ///
  /// - Throws: `BookError.unknown` if no account is called that and no record mentions it.
  public func resolveUsedAccount(_ text: String) throws -> Set<String> {
    // Drafts may mention an account that has no balance yet.
    let key = (try? resolveAccount(text))?.key ?? AccountState.key(of: text)
    let texts = try accountTexts(of: key)
    return try texts.isEmpty ? [resolveAccount(text).text] : Set(texts)
  }

  private func isUsed(_ filter: TransactionFilter) throws -> Bool {
    try transactions(filter, page: PageRequest(limit: 1)).matching > 0
  }
}
