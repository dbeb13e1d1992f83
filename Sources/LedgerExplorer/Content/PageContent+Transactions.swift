internal import LedgerBytes
internal import LedgerDomain
internal import LedgerProjections

extension PageContent {
  /// Reads the versions of the transactions that the options include.
  mutating func readTransactions(_ reader: HistoryReader) throws {
    var table = ColumnTable("transactions", Self.columns)
    var ids = ColumnTable("ids", ["id"])
    var current: (key: StreamKey, id: TransactionID)?
    var conflicts = 0
    try reader.forEachTransactionVersion { key, version in
      guard let ends = end(version.from, version.to) else { return }
      if key != current?.key {
        if let current { try addRecorded(current.id, to: &table, &ids) }
        current = (key, version.row.id)
        conflicts = 0
      }
      let row = version.row
      if row.conflictCount > conflicts { self.conflicts.insert(version.from) }
      conflicts = row.conflictCount
      add(row, version.from.rawValue, ends?.rawValue ?? 0, historyView(of: row.id.stream), to: &table, &ids)
    }
    if let current { try addRecorded(current.id, to: &table, &ids) }
    report.transactions = places.count
    add(table)
    add(ids)
  }

  /// Adds the versions of a transaction as authors had recorded it, if those are others.
  private mutating func addRecorded(
    _ id: TransactionID, to table: inout ColumnTable, _ ids: inout ColumnTable
  ) throws {
    let versions = try recordedVersions(of: id.stream) { fold in
      TransactionRow(id, fold.transaction).map { [$0] } ?? []
    }
    for version in versions { add(version.row, version.begins, version.ends, .recorded, to: &table, &ids) }
  }

  private mutating func add(
    _ row: TransactionRow, _ begins: Int64, _ ends: Int64, _ view: RowView, to table: inout ColumnTable,
    _ ids: inout ColumnTable
  ) {
    guard isIncluded(row) else { return }
    let place = places[row.id.id] ?? Int64(places.count)
    if place == places.count {
      places[row.id.id] = place
      ids.add(texts.number(of: row.id.description))
    }
    table.add(place)
    table.add(begins)
    table.add(ends)
    table.add(view.rawValue)
    add(row, to: &table)
  }

  /// Whether the options include a transaction with these values.
  private func isIncluded(_ row: TransactionRow) -> Bool {
    if let group = options.group, row.group != group { return false }
    guard let from = options.from, let date = row.date else { return true }
    return date >= from
  }

  private static let columns = [
    "record", "begins", "ends", "view", "stage", "date", "milliseconds", "counter", "kind", "currency",
    "hasAmount",
    "high",
    "low", "category", "payment", "group", "vendor", "vendorKey", "account", "accountKey", "toAccount",
    "toAccountKey",
    "arrivalCurrency", "arrivalHigh", "arrivalLow", "note", "paid", "reimbursed", "isCleared",
    "attention", "corrected", "conflicts", "origin", "on", "tags", "pages", "parts",
  ]

  private mutating func add(_ row: TransactionRow, to table: inout ColumnTable) {
    if let currency = row.amount?.currency { currencies.insert(currency) }
    table.add(texts.number(of: row.stage.rawValue))
    table.add(optional: row.date.map { Int64($0.dayNumber) })
    table.add(Int64(row.created.milliseconds))
    table.add(Int64(row.created.counter))
    table.add(texts.number(of: row.kind.rawValue))
    table.add(texts.number(of: row.amount?.currency.code))
    table.add(row.amount?.minorUnits != nil)
    add(units: row.amount?.minorUnits ?? 0, to: &table)
    table.add(texts.number(of: replaced(row.category, key: "category")))
    table.add(texts.number(of: row.payment?.rawValue))
    table.add(texts.number(of: row.group?.description))
    let vendor = replaced(row.vendor, key: "vendor")
    table.add(texts.number(of: vendor))
    table.add(texts.number(of: vendor.map(NFC.foldedForComparison)))
    table.add(texts.number(of: replaced(row.account, key: "account")))
    table.add(texts.number(of: replaced(row.account.map(AccountState.key(of:)), key: "account")))
    addArrival(of: row, to: &table)
    table.add(texts.number(of: replaced(row.note, key: "note")))
    table.add(optional: row.flags.paid.map { $0 ? 1 : 0 })
    table.add(optional: row.flags.reimbursed.map { $0 ? 1 : 0 })
    table.add(row.isCleared)
    table.add(Int64(row.attentionCount))
    table.add(Int64(row.correctedCount))
    table.add(Int64(row.conflictCount))
    table.add(texts.number(of: row.origin))
    table.add(Int64(row.on.dayNumber))
    table.add(row.tags.isEmpty ? 0 : texts.number(of: list(row.tags.map { replaced($0, key: "tag") })))
    table.add(row.attachments.isEmpty ? 0 : texts.number(of: pageList(row.attachments)))
    table.add(row.parts.isEmpty ? 0 : texts.number(of: partList(row.parts)))
  }

  /// Returns the parts of a split transaction as a JSON array: category, and both halves of the amount.
  private func partList(_ parts: [TransactionPart]) -> String {
    let list = parts.map { part in
      let units = replaced(part.minorUnits)
      return JSONValue.array([
        .string(replaced(part.category, key: "category") ?? ""), .integer(units >> 32),
        .integer(units & 0xffff_ffff),
      ])
    }
    return String(decoding: JSONValue.array(list).encoded(), as: UTF8.self)
  }

  /// Adds the account that the money of a transfer arrived in, and the amount that arrived there.
  private mutating func addArrival(of row: TransactionRow, to table: inout ColumnTable) {
    let arrival = row.arrival
    if let currency = arrival?.currency { currencies.insert(currency) }
    table.add(texts.number(of: replaced(row.toAccount, key: "account")))
    table.add(texts.number(of: replaced(row.toAccount.map(AccountState.key(of:)), key: "account")))
    table.add(texts.number(of: arrival?.currency.code))
    add(units: arrival?.minorUnits ?? 0, to: &table)
  }

  private func list(_ texts: [String]) -> String {
    String(decoding: JSONValue.array(texts.map { .string($0) }).encoded(), as: UTF8.self)
  }

  /// Returns the digests of pages of paper in their order, as a JSON array.
  private mutating func pageList(_ attachments: [ReceiptPage]) -> String {
    let ordered = attachments.sorted { ($0.page, $0.digest.description) < ($1.page, $1.digest.description) }
    for page in ordered { pages[page.digest] = page.mediaType }
    return list(ordered.map { $0.digest.description })
  }
}
