internal import BankFiles
internal import EventLog
internal import LedgerBytes
internal import LedgerDomain
internal import LedgerProjections

/// Decides what becomes of the rows of files: new, matched with a transaction, or known.
///
/// It reads the log and the models, and changes nothing.
struct StatementPlanner {
  let book: Book
  let reader: ModelReader
  let imports: StatementImports
  private let categories: FileCategories
  private let names: VendorNames
  /// The names by the text that the bank printed.
  private var named: [String: String?] = [:]
  /// The source of suggested categories, or `nil` if nothing is suggested.
  private var memory: VendorMemory?
  /// Whether rows of this file may be in another file of this import.
  var hasLaterFiles = false
  /// The rows that earlier files of this import add, by account.
  private var planned: [String: [KnownRow]] = [:]
  /// The rows of earlier files of this import that the bank has not booked, by account.
  var plannedPending: [String: [PendingRow]] = [:]
  /// The transactions that booked rows of this import replace.
  var settled: Set<TransactionID> = []
  /// The transactions that rows of this import are matched with, by account. Both accounts of a transfer have a row.
  private var absorbed: [String?: Set<TransactionID>] = [:]
  /// The transfers that came with the row of the other account. Only a row without doubt is their second half.
  private var arrived: Set<TransactionID> = []
  /// Both transactions of each merge. Two formats of one statement may be among the files.
  var merged: Set<TransactionID> = []

  /// The longest text of a row that is kept, in bytes.
  private static let textBytesMax = 64 << 10
  /// The transactions of one amount that are looked at for one row.
  private static let candidatesMax = 1_000

  init(
    _ book: Book, _ reader: ModelReader, categories: [String: CategoryRow], names: VendorNames,
    imports: StatementImports, suggesting: Bool, addingCategories: Bool
  ) {
    self.book = book
    self.reader = reader
    self.imports = imports
    self.categories = FileCategories(categories, adds: addingCategories)
    self.names = names
    let offered = categories.values.filter(\.isActive).map(\.key)
    memory = suggesting ? VendorMemory(reader, offered: Set(offered)) : nil
  }

  mutating func plan(_ source: StatementFile) throws -> FilePlan {
    var result = FilePlan(source: source, rows: [], refused: source.file.refused)
    var places: [String: [Int]] = [:]
    var accounts: [String?] = []
    for (index, row) in source.file.rows.enumerated() {
      guard row.payee.utf8.count <= Self.textBytesMax, row.text.utf8.count <= Self.textBytesMax else {
        result.refused.append(
          RefusedRow(
            line: row.line, .textTooLong, "a text is longer than \(Self.textBytesMax) bytes",
            excerpt: String(row.text.prefix(60))))
        continue
      }
      let account = source.accounts.indices.contains(row.statement) ? source.accounts[row.statement] : nil
      if places[account ?? ""] == nil { accounts.append(account) }
      places[account ?? "", default: []].append(index)
    }
    result.refused.sort { $0.line < $1.line }
    var rows = [PlannedRow?](repeating: nil, count: source.file.rows.count)
    for account in accounts {
      let indices = places[account ?? ""] ?? []
      let planned = try plan(indices.map { source.file.rows[$0] }, account: account, &result.vanished)
      for (index, row) in zip(indices, planned) { rows[index] = row }
    }
    result.rows = rows.compactMap { $0 }
    var missing: [String: MissingCategory] = [:]
    for index in result.rows.indices where [.new, .restored].contains(result.rows[index].verdict) {
      categorize(&result.rows[index], source.file.format, &missing)
    }
    result.missingCategories = missing.values.sorted { ($1.rowCount, $0.key) < ($0.rowCount, $1.key) }
    result.addsCategories = categories.adds
    return result
  }

  /// Plans the rows of one account.
  private mutating func plan(
    _ rows: [BankRow], account: String?, _ vanished: inout [PendingRow]
  ) throws -> [PlannedRow] {
    let ids = RowIdentity.all(rows, account: account ?? "")
    let earlier = planned[account ?? "", default: []]
    let earlierIDs = Set(earlier.map(\.id))
    var result = zip(rows, ids).map { row, id in
      PlannedRow(row: row, account: account, vendor: name(of: row), id: id, verdict: .new)
    }
    // In the order of the index, so that each of its pages is read once.
    for index in result.indices.sorted(by: { ids[$0] < ids[$1] }) {
      result[index].verdict =
        earlierIDs.contains(ids[index])
        ? .known(isDeleted: false) : try verdict(of: result[index].transaction)
    }
    if let account, try mayHaveOtherForms(result, account: account) {
      vanished += try absorb(&result, ids, account: account, earlier: earlier)
    }
    try match(&result, account: account)
    for index in result.indices
    where result[index].verdict == .new && result[index].row.entry?.kind != .transfer {
      if result[index].category == nil { result[index].suggestion = try suggestion(for: result[index]) }
    }
    if hasLaterFiles {
      planned[account ?? "", default: []] += result.map { KnownRow(id: $0.id, $0.row) }
      plannedPending[account ?? "", default: []] += result.compactMap(PendingRow.init(planned:))
    }
    return result
  }

  /// Returns the name of a row's vendor for people. Rows of one vendor often have the same text.
  private mutating func name(of row: BankRow) -> String? {
    if row.entry?.transaction != nil { return row.payee.isEmpty ? nil : NFC.normalized(row.payee) }
    let payee = row.vendor ?? row.payee
    let printed = payee.isEmpty ? row.text : payee
    if let known = named[printed] { return known }
    let name = names.name(payee: payee, text: row.text)
    named[printed] = .some(name)
    return name
  }

  /// Returns the verdict on a row by its identity alone.
  private func verdict(of id: TransactionID) throws -> PlannedRow.Verdict {
    guard let key = try book.log.key(of: id.stream) else { return .new }
    switch try reader.stage(ofKey: key) {
    case .draft, .saved: return .known(isDeleted: false)
    case .deleted:
      if let other = try book.fold(id.stream).transaction.mergedInto,
        try book.fold(other.stream).transaction.linkedRows.contains(where: { $0.row == id.id })
      {
        return .known(isDeleted: false)
      }
      return try isUndone(id) ? .restored : .known(isDeleted: true)
    // Only a mark that another transaction is this row, unless that was undone.
    case nil: return try book.fold(id.stream).transaction.deletion.isDeleted ? .known(isDeleted: false) : .new
    }
  }

  /// Whether a transaction is deleted because its import was undone, perhaps after a redo.
  func isUndone(_ id: TransactionID) throws -> Bool {
    let events = Dictionary(try book.events(of: id.stream).map { ($0.reference, $0) }) { first, _ in first }
    let deletion = try book.fold(id.stream).transaction.deletion.reference
    guard var event = deletion.flatMap({ events[$0] }) else { return false }
    while let cause = event.cause, let earlier = events[cause] { event = earlier }
    // An import brings back what an undo deleted, and can be undone again.
    if event.type == EventType.transactionRestored.rawValue {
      return try book.log.batch(of: event).contains { $0.type == EventType.statementImported.rawValue }
    }
    return [EventType.transactionRecorded.rawValue, EventType.transferRecorded.rawValue].contains(event.type)
  }

  /// Matches new rows with typed, scanned or generated transactions.
  private mutating func match(_ rows: inout [PlannedRow], account: String?) throws {
    let new = rows.indices.filter { rows[$0].verdict == .new }
    var candidates: [StreamKey: MatchCandidate<TransactionID>?] = [:]
    // In the order of the index by amount, so that each of its pages is read once.
    let byAmount = new.sorted {
      rows[$0].row.money.minorUnits.magnitude < rows[$1].row.money.minorUnits.magnitude
    }
    for index in byAmount {
      let row = rows[index].row
      let units = Int64(row.money.minorUnits.magnitude)
      let days = row.date.adding(days: -RowMatching.daysMax)...row.date.adding(days: RowMatching.daysMax)
      // A refund that a person typed is an expense of a negative amount.
      for units in [units, -units] {
        let amount = Money(minorUnits: units, currency: row.money.currency)
        for key in try reader.keys(of: amount, in: days, onAccount: account, limit: Self.candidatesMax)
        where candidates[key] == nil {
          candidates[key] = .some(try candidate(key, account: account))
        }
      }
    }
    let free = candidates.values.compactMap { $0 }
    guard !free.isEmpty else { return }
    for match in RowMatching.matches(new.map { rows[$0].row }, free)
    where !match.isDoubtful || !arrived.contains(match.id) {
      rows[new[match.row]].verdict = .matched(match.id, isDoubtful: match.isDoubtful)
      absorbed[account, default: []].insert(match.id)
    }
  }

  /// Returns the transaction, unless it belongs to another account or is a bank's row already.
  private mutating func candidate(_ key: StreamKey, account: String?) throws -> MatchCandidate<TransactionID>? {
    guard let row = try reader.transaction(key: key)?.row, let money = row.money, let date = row.date,
      absorbed[account]?.contains(row.id) != true
    else { return nil }
    let isArriving = row.kind == .transfer && row.toAccount != nil && row.toAccount == account
    if isArriving {
      // The row of the account that the money left may be linked already.
      guard try !isLinked(row.id, on: account) else { return nil }
      let arrived = row.received?.money ?? money
      return MatchCandidate(id: row.id, date: date, money: arrived, vendor: row.vendor ?? "")
    }
    // The row of the account where a transfer arrived may have come first, and named this account.
    guard row.account == nil || row.account == account,
      row.origin != RecordOrigin.imported.rawValue || row.kind == .transfer && row.account != nil,
      row.kind == .transfer
        ? try !isLinked(row.id, on: account) : try book.linkedRows(of: row.id).isEmpty
    else { return nil }
    if row.origin == RecordOrigin.imported.rawValue { arrived.insert(row.id) }
    let signed =
      row.kind == .income ? money : Money(minorUnits: -money.minorUnits, currency: money.currency)
    return MatchCandidate(id: row.id, date: date, money: signed, vendor: row.vendor ?? "")
  }

  private func isLinked(_ id: TransactionID, on account: String?) throws -> Bool {
    try book.linkedRows(of: id).contains { $0.account == account }
  }

  private mutating func suggestion(for planned: PlannedRow) throws -> CategorySuggestion? {
    guard let vendor = planned.vendor else { return nil }
    if let suggestion = try memory?.habit(of: vendor, planned.kind)?.category { return suggestion }
    // Receipts from before the vendor was renamed have the bank's text.
    let printed = planned.row.payee.isEmpty ? planned.row.text : planned.row.payee
    return try memory?.habit(of: printed, planned.kind)?.category
  }

  /// Sets the category that the file names, and those of the parts.
  private func categorize(
    _ planned: inout PlannedRow, _ format: BankFileFormat, _ missing: inout [String: MissingCategory]
  ) {
    let row = planned.row
    let parts = row.entry?.parts ?? []
    let named = categories.key(row.category, row, in: format, &missing)
    if parts.isEmpty {
      planned.category = named
    } else {
      let keys = parts.map { categories.key($0.category, row, in: format, &missing) }
      let isLost = zip(parts, keys).contains { $0.category != nil && $1 == nil }
      // The category of the whole has what the other parts leave. That is nothing's if a category is not there.
      let own = isLost ? nil : row.category == nil ? keys.contains(nil) ? nil : keys[0] : named
      planned.category = own
      planned.parts = zip(parts, keys).compactMap { part, key in
        key == own ? nil : key.map { TransactionPart(category: $0, minorUnits: part.minorUnits) }
      }
    }
    if planned.category != nil || !planned.parts.isEmpty { planned.suggestion = nil }
  }
}
