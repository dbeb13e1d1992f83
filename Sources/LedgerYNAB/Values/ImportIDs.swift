package import LedgerDomain

/// The import_ids that were used, so that equal receipts get different ones.
struct ImportIDs {
  private var used: [String: Set<String>] = [:]

  init(_ rows: [CopyRow]) {
    for row in rows { if let id = row.importID { used[row.account, default: []].insert(id) } }
  }

  /// Makes an identifier free again.
  mutating func free(_ id: String, _ row: CopyRow) { used[row.account]?.remove(id) }

  /// Returns the first identifier for a copy that was not used in its account.
  mutating func next(_ prefix: ImportPrefix, _ row: CopyRow, _ body: CopyBody) -> String {
    var occurrence = 1
    while true {
      let id = prefix.id(row.transaction, milliunits: body.milliunits, date: body.date, occurrence: occurrence)
      if used[row.account, default: []].insert(id).inserted { return id }
      occurrence += 1
    }
  }
}

extension [CopyRow] {
  /// The copies whose transaction in YNAB belongs to another receipt.
  ///
  /// Two devices took it before they synced.
  package var doubled: Set<CopyID> {
    var seen: Set<String> = []
    let living = filter(\.isCopied).sorted { ($0.sentOn?.iso ?? "", $0.id) < ($1.sentOn?.iso ?? "", $1.id) }
    return Set(living.filter { !seen.insert("\($0.plan) \($0.remote ?? "")").inserted }.map(\.id))
  }
}

extension CopyRow {
  /// Whether YNAB ignores changes of a field.
  func isFrozen(_ key: CopyEvent.Key) -> Bool {
    withItems ? key.isFrozenInSplits : key.field == .date || key.item != nil
  }
}
