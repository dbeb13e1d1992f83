internal import LedgerBook
internal import LedgerDomain
internal import LedgerProjections

// Names that people type for categories, tags and accounts. An unknown one is an error with the nearest name.
extension OpenLedger {
  /// Returns the key of the category with that key, name or emoji.
  func category(_ text: String) throws -> String {
    if let key = try knownCategory(text) { return key }
    let rows = try book.categories().filter(\.isActive)
    throw unknown(
      "category", text, among: rows.flatMap { [$0.key, $0.name] },
      list: "events category list (\(rows.map(\.key).joined(separator: ", ")))")
  }

  /// Returns the key of a category to filter by, which may also be one that only receipts have.
  func usedCategory(_ text: String) throws -> String {
    if let key = try knownCategory(text) { return key }
    let key = CategoryState.key(of: text)
    var filter = TransactionFilter.everything
    filter.categories = [key]
    return try isUsed(filter) ? key : category(text)
  }

  /// How many tags are looked up. So many names at once are a program's, which knows them.
  private static let tagsMax = 100

  /// Tags to filter by.
  func usedTags(_ texts: [String]) throws -> [String] {
    guard texts.count <= Self.tagsMax else { return texts.map { CategoryState.key(of: $0) } }
    return try texts.map { try usedTag($0) }
  }

  private func usedTag(_ text: String) throws -> String {
    let tag = CategoryState.key(of: text.hasPrefix("#") ? String(text.dropFirst()) : text)
    var filter = TransactionFilter.everything
    filter.anyTags = [tag]
    if try isUsed(filter) { return tag }
    let tags = try book.tagSuggestions(prefix: "", limit: 500).map(\.tag)
    throw unknown("tag", text, among: tags, list: "events tag --suggest=")
  }

  /// Returns the account with that name or key.
  func account(_ text: String) throws -> AccountSummary {
    do {
      return try book.resolveAccount(text)
    } catch BookError.unknown {
      throw unknown("account", text, among: try book.accounts().map(\.name), list: "events account list")
    }
  }

  /// Returns the texts by which transactions mention an account, to filter by.
  func usedAccount(_ text: String) throws -> Set<String> {
    // Drafts may mention an account that has no balance yet.
    let key = (try? book.resolveAccount(text))?.key ?? AccountState.key(of: text)
    let texts = try book.accountTexts(of: key)
    return try texts.isEmpty ? [account(text).text] : Set(texts)
  }

  private func knownCategory(_ text: String) throws -> String? {
    let key = CategoryState.key(of: text)
    let rows = try book.categories()
    if let row = rows.first(where: { $0.key == key }) { return row.key }
    let named = rows.filter { NFC.foldedKey($0.name) == key || $0.emoji == text }
    return (named.first(where: \.isActive) ?? named.first)?.key
  }

  private func isUsed(_ filter: TransactionFilter) throws -> Bool {
    try book.transactions(filter, page: PageRequest(limit: 1)).matching > 0
  }

  private func unknown(_ what: String, _ text: String, among names: [String], list: String) -> Failure {
    let near = nearest(to: text, among: names)
    return Failure(
      .noInput, "there is no \(what) “\(text)”",
      advice: (near.map { ["Did you mean “\($0)”?"] } ?? []) + ["See what there is: \(list)"])
  }
}

// MARK: - Questions about what is unusual

extension OpenLedger {
  /// Returns a date of a receipt, which a person confirms if it is far from today.
  func nearDate(_ text: String) throws -> CivilDate {
    let date = try Values.date(text, self)
    try checkIsNear(date)
    return date
  }

  /// Asks about a date more than ten years back or two ahead.
  func checkIsNear(_ date: CivilDate) throws {
    let isPast = date < book.today.adding(months: -120)
    guard isPast || date > book.today.adding(months: 24) else { return }
    try confirm(
      "\(locale.date(date)) is more than \(isPast ? "10 years back" : "2 years ahead")",
      else: "If it is right, agree with --yes")
  }

  /// Asks whether something unusual is right. Without a terminal and without `--yes` it is refused.
  ///
  /// - Parameters:
  ///   - words: The unusual fact.
  ///   - advice: The advice if nobody can be asked.
  func confirm(_ words: String, else advice: String) throws {
    if arguments.has(.yes) { return }
    guard invocation.canAsk else { throw Failure(.dataError, "\(words); nothing was recorded", advice: advice) }
    if try !invocation.agrees(to: "\(words). Is that right?") {
      throw Failure(.no, "\(words); nothing was recorded")
    }
  }
}
