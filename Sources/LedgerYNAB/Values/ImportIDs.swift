internal import LedgerDomain

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

extension CopyRow {
  /// Whether YNAB ignores changes of a field.
  func isFrozen(_ key: CopyEvent.Key) -> Bool {
    withItems ? key.isFrozenInSplits : key.field == .date || key.item != nil
  }
}
