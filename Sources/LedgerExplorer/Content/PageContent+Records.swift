internal import LedgerAudit
internal import LedgerBytes
internal import LedgerDomain
internal import LedgerProjections

extension PageContent {
  /// Reads the versions of groups, categories, accounts and settings.
  mutating func readRecords(_ reader: HistoryReader) throws {
    let groups = try reader.groupVersions().filter { options.group == nil || $0.row.id == options.group }
    addVersions("groups", ["id", "name", "created", "isDeleted"], groups) { $0.add($1, to: &$2) }
    addVersions("categories", ["key", "name", "emoji", "color", "isActive"], try reader.categoryVersions()) {
      $0.add($1, to: &$2)
    }
    let accountColumns = ["key", "name", "kind", "currency", "high", "low", "openedOn", "rank", "isClosed"]
    addVersions("accounts", accountColumns, try reader.accountVersions()) { $0.add($1, to: &$2) }
    let settingsColumns = ["currency", "firstWeekday", "minimalDays"]
    addVersions("settings", settingsColumns, try reader.settingsVersions()) { $0.add($1, to: &$2) }
  }

  private mutating func addVersions<Row>(
    _ name: String, _ columns: [String], _ versions: [HistoryReader.Version<Row>],
    _ addRow: (inout PageContent, Row, inout ColumnTable) -> Void
  ) {
    var table = ColumnTable(name, ["begins", "ends"] + columns)
    for version in versions {
      guard let ends = end(version.from, version.to) else { continue }
      table.add(version.from)
      table.add(ends ?? 0)
      addRow(&self, version.row, &table)
    }
    add(table)
  }

  private mutating func add(_ row: LedgerRow, to table: inout ColumnTable) {
    table.add(texts.number(of: row.currency.code))
    table.add(Int64(row.weekRule.firstWeekday))
    table.add(Int64(row.weekRule.minimalDays))
  }

  private mutating func add(_ row: GroupRow, to table: inout ColumnTable) {
    table.add(texts.number(of: row.id.description))
    table.add(texts.number(of: replaced(row.name, key: "name")))
    table.add(Int64(row.createdOn.dayNumber))
    table.add(row.isDeleted)
  }

  private mutating func add(_ row: CategoryRow, to table: inout ColumnTable) {
    table.add(texts.number(of: replaced(row.key, key: "key")))
    let isFixed = FixedCategories.contains(row.key)
    table.add(texts.number(of: isFixed ? row.name : replaced(row.name, key: "name")))
    table.add(texts.number(of: row.emoji))
    table.add(texts.number(of: row.color))
    table.add(row.isActive)
  }

  private mutating func add(_ row: AccountRow, to table: inout ColumnTable) {
    let opening = replaced(row.terms.opening.minorUnits)
    table.add(texts.number(of: replaced(row.key, key: "account")))
    table.add(texts.number(of: replaced(row.name, key: "account")))
    table.add(texts.number(of: row.terms.kind.rawValue))
    table.add(texts.number(of: row.currency.code))
    table.add(opening >> 32)
    table.add(opening & 0xffff_ffff)
    table.add(Int64(row.terms.on.dayNumber))
    table.add(row.rank)
    table.add(row.isClosed)
    currencies.insert(row.currency)
  }

  // MARK: Stand-ins

  /// A text, or its stand-in. The key is the one that payloads have it under.
  func replaced(_ text: String, key: String) -> String {
    guard let standIns = options.standIns, case .object(let members) = standIns.replace([key: .string(text)]),
      case .string(let other)? = members[key]
    else { return text }
    return other
  }

  /// A text that may be absent, or its stand-in.
  func replaced(_ text: String?, key: String) -> String? { text.map { replaced($0, key: key) } }

  /// An amount in minor units, or its stand-in.
  func replaced(_ minorUnits: Int64) -> Int64 {
    options.standIns?.replace(minorUnits: minorUnits) ?? minorUnits
  }
}
