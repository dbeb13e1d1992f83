internal import EventLog
package import LedgerBytes
public import LedgerDomain
public import LedgerProjections

// The names that people type for records: an id or its beginning, a group's or a goal's name, words of a vendor.
extension Book {
  /// Returns the transaction that a text means: an id, its beginning, or whole words of the vendor.
  ///
  ///     let id = try book.resolveTransaction("zalando")
  ///
  /// - Parameters:
  ///   - text: The text as typed.
  ///   - stages: The stages that words mean first. If they fit no such transaction, they mean another one.
  /// - Throws: `BookError.unknown`, or `.ambiguous` with the latest transactions that fit.
  public func resolveTransaction(
    _ text: String, preferring stages: Set<TransactionRow.Stage> = [.draft, .saved]
  ) throws -> TransactionID {
    if let id = try identified(text) { return id }
    let found = try transactions(named: text, preferring: stages)
    if found.matching == 1 { return found.rows[0].row.id }
    guard found.matching > 1 else {
      throw BookError.unknown(what: "transaction", text: text, known: try vendorWords())
    }
    throw BookError.ambiguous(
      what: "transaction", text: text, candidates: try found.rows.map { try candidate($0.row) },
      others: found.matching - found.rows.count)
  }

  /// Returns the transaction with that id or beginning of one.
  ///
  /// - Throws: `BookError.ambiguous`.
  package func identified(_ text: String) throws -> TransactionID? {
    let found = try streams(.transaction, beginningWith: text) ?? []
    if found.count <= 1 { return found.first.map { TransactionID($0) } }
    throw BookError.ambiguous(
      what: "transaction", text: text,
      candidates: try found.map { id in
        try TransactionRow(TransactionID(id), fold(TransactionID(id).stream).transaction).map(candidate)
          ?? BookError.Candidate(id: id, key: shortID(id), name: "not begun")
      })
  }

  /// The greatest number of transactions that a person chooses among.
  private static let candidatesMax = 9

  private func transactions(
    named text: String, preferring stages: Set<TransactionRow.Stage>
  ) throws -> (rows: [ListedTransaction], matching: Int) {
    var filter = TransactionFilter.everything
    // A part of a word may be an error of typing, and the command may delete what it finds.
    filter.vendors = try models.read { Set(try $0.vendorNames(withWords: text, areWhole: true)) }
    if filter.vendors.isEmpty { return ([], 0) }
    for stages in [stages, []] {
      filter.stages = stages
      let page = try transactions(filter, page: PageRequest(limit: Self.candidatesMax))
      if page.matching > 0 { return (page.rows, page.matching) }
    }
    return ([], 0)
  }

  private func candidate(_ row: TransactionRow) throws -> BookError.Candidate {
    BookError.Candidate(
      id: row.id.id, key: try shortID(row.id.id), name: row.vendor ?? row.name ?? row.kind.rawValue,
      date: row.date, money: row.money)
  }

  /// Returns the group that a text means: a name, else an id, else a part of one name that is no other's.
  ///
  /// Names are compared without regard to case, parts of them without regard to accents, too.
  ///
  /// - Throws: `BookError.unknown`, `.ambiguous`.
  public func resolveGroup(_ text: String) throws -> GroupID {
    let records = try models.read { try $0.groupRows() }.map { row in
      NamedRecord(id: row.id.id, name: row.name, isGone: row.isDeleted)
    }
    return GroupID(try resolve(text, "group", .group, among: records))
  }

  /// Returns the goal that a text means: a name, else an id or its beginning, else a part of one name.
  ///
  /// - Throws: `BookError.unknown`, `.ambiguous`.
  public func resolveGoal(_ text: String) throws -> GoalSummary {
    let goals = try goals(withDeleted: true)
    let records = goals.map { goal in
      NamedRecord(id: goal.id.id, name: goal.row.name, isGone: goal.row.isDeleted)
    }
    let id = GoalID(try resolve(text, "goal", .goal, among: records))
    guard let goal = goals.first(where: { $0.id == id }) else {
      throw BookError.unknown(what: "goal", text: text)
    }
    return goal
  }

  /// Returns the rule that a text means: an id or its beginning, else its vendor or its category.
  ///
  /// Rules that are deleted or have ended are meant only if no other rule fits.
  ///
  /// - Throws: `BookError.unknown`, `.ambiguous`.
  public func resolveRule(_ text: String) throws -> RuleID {
    RuleID(try resolve(text, "rule", .rule, among: try rules(withDeleted: true).map(named), idsFirst: true))
  }

  private func named(_ rule: RuleRow) -> NamedRecord {
    let terms = rule.terms
    let last = [terms.end, rule.splitOn?.adding(days: -1)].compactMap { $0 }.min()
    var record = NamedRecord(
      id: rule.id.id, name: terms.vendor ?? terms.category ?? terms.kind.rawValue,
      isGone: rule.isDeleted || last.map { $0 < day } ?? false)
    if terms.vendor != nil { record.otherName = terms.category }
    record.money = terms.money
    record.date = rule.firstDate
    return record
  }

  /// Returns the stream of the record of any kind that a text means.
  ///
  /// An id or the beginning of one comes first. The names of groups, accounts, goals and categories are next, and the
  /// vendors of rules and transactions are last.
  ///
  /// - Throws: `BookError.unknown`, `.ambiguous`.
  package func resolveRecord(_ text: String) throws -> StreamID {
    if let id = try identified(text) { return id.stream }
    if let ids = try streams(.rule, beginningWith: text), ids.count == 1 { return RuleID(ids[0]).stream }
    do {
      return try resolveGroup(text).stream
    } catch BookError.unknown {
      if let account = try? resolveAccount(text) { return account.id.stream }
      if let goal = try? resolveGoal(text) { return goal.id.stream }
      if let category = try? resolveCategory(text) { return CategoryStream.of(key: category.key) }
    }
    let rules = NamedRecord.fitting(text, try rules(withDeleted: true).map(named))
    let found = try transactions(named: text, preferring: [.draft, .saved])
    let streams = rules.map { RuleID($0.id).stream } + found.rows.map(\.row.id.stream)
    if streams.count == 1 { return streams[0] }
    guard !streams.isEmpty else {
      throw BookError.unknown(what: "record", text: text, known: try vendorWords())
    }
    throw BookError.ambiguous(
      what: "record", text: text,
      candidates: try rules.map { try candidate($0, .rule) } + found.rows.map { try candidate($0.row) },
      others: found.matching - found.rows.count)
  }

  /// Returns the record that a text names after its kind, such as `rule Spotify`.
  ///
  /// The result is `nil` for any other text.
  package func resolveRecord(withKind text: String) throws -> StreamID? {
    let words = text.split(separator: " ", maxSplits: 1).map(String.init)
    guard words.count == 2, let kind = StreamKind(rawValue: words[0]) else { return nil }
    do {
      switch kind {
      case .account: return try resolveAccount(words[1]).id.stream
      case .category: return CategoryStream.of(key: try resolveCategory(words[1]).key)
      case .goal: return try resolveGoal(words[1]).id.stream
      case .group: return try resolveGroup(words[1]).stream
      case .rule: return try resolveRule(words[1]).stream
      case .transaction: return try resolveTransaction(words[1]).stream
      case .budget, .copy, .ledger: return nil
      }
    } catch BookError.unknown {
      return nil
    }
  }

  // MARK: Records of which there are few

  /// Returns the record that a text means: its name, its id or the beginning of it, or words of its name.
  ///
  /// - Parameter idsFirst: Whether ids come before names.
  private func resolve(
    _ text: String, _ what: String, _ kind: StreamKind, among records: [NamedRecord], idsFirst: Bool = false
  ) throws -> UniqueID {
    let exact = NamedRecord.living(records.filter { NFC.foldedKey($0.name) == NFC.foldedKey(text) })
    let ids = exact.isEmpty || idsFirst ? try streams(kind, beginningWith: text) ?? [] : []
    if ids.count == 1 { return ids[0] }
    let found =
      ids.isEmpty
      ? NamedRecord.fitting(text, records)
      : ids.map { id in
        records.first { $0.id == id } ?? NamedRecord(id: id, name: "not begun", isGone: true)
      }
    if found.count == 1 { return found[0].id }
    guard !found.isEmpty else {
      throw BookError.unknown(
        what: what, text: text,
        known: records.filter { !$0.isGone }.flatMap { [$0.name] + ($0.otherName.map { [$0] } ?? []) })
    }
    throw BookError.ambiguous(
      what: what, text: text,
      candidates: try found.sorted { ($0.name, $0.id) < ($1.name, $1.id) }.map { try candidate($0, kind) })
  }

  private func candidate(_ record: NamedRecord, _ kind: StreamKind) throws -> BookError.Candidate {
    let name = [record.name, record.otherName, record.isGone ? (kind == .rule ? "ended" : "deleted") : nil]
    return BookError.Candidate(
      id: record.id, key: try shortID(record.id, kind: kind),
      name: name.compactMap { $0 }.joined(separator: ", "), date: record.date, money: record.money)
  }
}

/// A record of which there are few, by the names that a person may type.
private struct NamedRecord {
  let id: UniqueID
  let name: String
  /// Whether it is meant only if no other record is.
  let isGone: Bool
  /// A second name.
  var otherName: String?
  var date: CivilDate?
  var money: Money?

  /// Returns the records that a text means: those of that name, else those with it in a name.
  static func fitting(_ text: String, _ records: [NamedRecord]) -> [NamedRecord] {
    let key = NFC.foldedKey(text)
    let exact = living(records.filter { NFC.foldedKey($0.name) == key })
    if !exact.isEmpty { return exact }
    let part = NFC.foldedForComparison(text)
    if part.isEmpty { return [] }
    return records.filter { record in
      !record.isGone
        && [record.name, record.otherName ?? ""].contains { NFC.foldedForComparison($0).contains(part) }
    }
  }

  /// Returns the records that are not gone, or all if they all are.
  static func living(_ records: [NamedRecord]) -> [NamedRecord] {
    let living = records.filter { !$0.isGone }
    return living.isEmpty ? records : living
  }
}
