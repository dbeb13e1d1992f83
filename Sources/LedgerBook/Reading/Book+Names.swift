internal import EventLog
public import LedgerBytes
public import LedgerDomain
public import LedgerProjections

// The names that people type: an id, an unambiguous beginning of one, or a group's name.
extension Book {
  /// Returns the transaction that a text means.
  ///
  /// - Throws: `BookError.unknown`, `.ambiguous`, `.notAName`.
  public func resolveTransaction(_ text: String) throws -> TransactionID {
    let found = try streams(.transaction, beginningWith: text)
    guard let range = found else { throw BookError.notAName(what: "transaction", text: text) }
    if range.count == 1 { return TransactionID(range[0]) }
    guard !range.isEmpty else { throw BookError.unknown(what: "transaction", text: text) }
    let candidates = try range.map { id in
      BookError.Candidate(id: id, words: try self.words(of: TransactionID(id)))
    }
    throw BookError.ambiguous(what: "transaction", text: text, candidates: candidates)
  }

  /// Returns the transaction that a text means, with everything that a review shows of it.
  ///
  /// - Throws: `BookError.unknown`, `.ambiguous`, `.notAName`.
  package func transaction(named text: String) throws -> TransactionDetail {
    try transaction(try resolveTransaction(text))
  }

  /// Returns the group that a text means: a name, else an id, else a part of one name that is no other's.
  ///
  /// Names are compared without regard to case, parts of them without regard to accents, too.
  ///
  /// - Throws: `BookError.unknown`, `.ambiguous`, `.notAName`.
  public func resolveGroup(_ text: String) throws -> GroupID {
    let rows = try models.read { try $0.groupRows() }
    let key = NFC.foldedKey(text)
    let named = rows.filter { NFC.foldedKey($0.name) == key }
    let living = named.filter { !$0.isDeleted }
    if living.count == 1 { return living[0].id }
    if living.isEmpty, named.count == 1 { return named[0].id }
    if named.count > 1 { throw ambiguous(living.isEmpty ? named : living, text) }
    let ids = try streams(.group, beginningWith: text) ?? []
    if ids.count == 1 { return GroupID(ids[0]) }
    if ids.isEmpty {
      let part = NFC.foldedForComparison(text)
      let found =
        part.isEmpty
        ? [] : rows.filter { !$0.isDeleted && NFC.foldedForComparison($0.name).contains(part) }
      if found.count == 1 { return found[0].id }
      if found.count > 1 { throw ambiguous(found, text) }
      throw BookError.unknown(what: "group", text: text, known: rows.filter { !$0.isDeleted }.map(\.name))
    }
    throw ambiguous(rows.filter { ids.contains($0.id.id) }, text)
  }

  private func ambiguous(_ rows: [GroupRow], _ text: String) -> BookError {
    .ambiguous(
      what: "group", text: text,
      candidates: rows.sorted { ($0.name, $0.id) < ($1.name, $1.id) }.map { row in
        BookError.Candidate(id: row.id.id, words: row.name + (row.isDeleted ? ", deleted" : ""))
      })
  }

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
      candidates: named.map { BookError.Candidate(id: $0.id.id, words: "\($0.name), key \($0.key)") })
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

  /// Returns the goal that a text means: a name, else an id or its beginning.
  ///
  /// - Throws: `BookError.unknown`, `.ambiguous`.
  public func resolveGoal(_ text: String) throws -> GoalSummary {
    let goals = try goals(withDeleted: true)
    let key = NFC.foldedKey(text)
    let named = goals.filter { NFC.foldedKey($0.row.name) == key }
    let living = named.filter { !$0.row.isDeleted }
    var found = living.isEmpty ? named : living
    if found.isEmpty, !text.isEmpty {
      let typed = text.lowercased().filter { $0 != "-" }
      found = goals.filter { $0.id.description.filter { $0 != "-" }.hasPrefix(typed) }
    }
    if found.count == 1 { return found[0] }
    guard !found.isEmpty else {
      throw BookError.unknown(
        what: "goal", text: text, known: goals.filter { !$0.row.isDeleted }.map(\.row.name))
    }
    throw BookError.ambiguous(
      what: "goal", text: text,
      candidates: found.map { goal in
        BookError.Candidate(id: goal.id.id, words: goal.row.name + (goal.row.isDeleted ? ", deleted" : ""))
      })
  }

  /// Returns the rule that a text means.
  ///
  /// - Throws: `BookError.unknown`, `.ambiguous`, `.notAName`.
  public func resolveRule(_ text: String) throws -> RuleID {
    guard let ids = try streams(.rule, beginningWith: text) else {
      throw BookError.notAName(what: "rule", text: text)
    }
    if ids.count == 1 { return RuleID(ids[0]) }
    guard !ids.isEmpty else { throw BookError.unknown(what: "rule", text: text) }
    let candidates = try ids.map { id in
      let terms = try self.fold(RuleID(id).stream).rule.terms
      let words: [String?] = [
        terms?.vendor ?? terms?.category, terms?.money.description, terms?.cadenceWord ?? "not begun",
      ]
      return BookError.Candidate(id: id, words: words.compactMap { $0 }.joined(separator: ", "))
    }
    throw BookError.ambiguous(what: "rule", text: text, candidates: candidates)
  }

  private func words(of id: TransactionID) throws -> String {
    guard let row = TransactionRow(id, try fold(id.stream).transaction) else { return "not begun" }
    return [row.vendor, row.date?.iso, row.money?.description].compactMap { $0 }.joined(separator: ", ")
  }

  /// Returns an id in as few digits as tell it from all others of its kind, eight at least.
  ///
  /// - Complexity: O(log n).
  public func shortID(_ id: UniqueID, kind: StreamKind = .transaction) throws -> String {
    for digits in 8..<32 where try !isShared(id, kind, by: digits) {
      // A hyphen follows the eighth, twelfth, sixteenth and twentieth digit.
      let hyphens = min((digits - 1) / 4, 5) - 1
      return String(decoding: id.description.utf8.prefix(digits + hyphens), as: UTF8.self)
    }
    return id.description
  }

  /// Whether another of its kind begins with the same digits, so many.
  private func isShared(_ id: UniqueID, _ kind: StreamKind, by digits: Int) throws -> Bool {
    let (first, last) = id.range(sharing: digits)
    let several = try log.streams(kind: kind.rawValue, from: first, through: last, limit: 2).count > 1
    guard several, horizon != .now else { return several }
    // Only what was known then is to be told apart.
    return try log.streams(kind: kind.rawValue, from: first, through: last, limit: 100).contains { other in
      try other.stream.id != id && !events(of: other.stream).isEmpty
    }
  }

  /// Returns the identifiers of a kind that begin so.
  ///
  /// The result is `nil` if the text cannot be the beginning of one.
  private func streams(_ kind: StreamKind, beginningWith text: String) throws -> [UniqueID]? {
    guard let (first, last) = Self.range(of: text) else { return nil }
    return try log.streams(kind: kind.rawValue, from: first, through: last, limit: 5).map(\.stream.id)
  }

  /// Returns the first and last identifier that begin so.
  private static func range(of text: String) -> (UniqueID, UniqueID)? {
    let pattern = Array("00000000-0000-0000-0000-000000000000".utf8)
    let typed = Array(text.utf8)
    guard !typed.isEmpty, typed.count <= pattern.count else { return nil }
    // Hyphens may be left out.
    var digits: [UInt8] = []
    for (index, byte) in typed.enumerated() {
      if byte == UInt8(ascii: "-") {
        guard pattern[index] == byte else { return nil }
      } else {
        digits.append(byte)
      }
    }
    guard digits.count <= 32 else { return nil }
    var padded = digits + [UInt8](repeating: UInt8(ascii: "0"), count: 32 - digits.count)
    for index in [8, 13, 18, 23] { padded.insert(UInt8(ascii: "-"), at: index) }
    return UniqueID(String(decoding: padded, as: UTF8.self))?.range(sharing: digits.count)
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
