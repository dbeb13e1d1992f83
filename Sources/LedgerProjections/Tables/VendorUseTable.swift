internal import LedgerBytes
internal import LedgerDomain
internal import LedgerSQLite

/// The saved transactions of each vendor, from whose categories a person's habits are learned.
///
/// Instances of rules are left out, because a person did not choose their values again.
enum VendorUseTable {
  static let table = Table(
    "vendor_use", owner: .row, keyCount: 3,
    """
    vendor INTEGER NOT NULL     -- a hash of the kind and the name
    date INTEGER NOT NULL
    key INTEGER NOT NULL
    """)

  /// A row of the table.
  struct Entry: Equatable {
    let vendor: Int64
    let date: Int64
    let key: StreamKey

    /// Creates the row of a transaction, or `nil` if nothing is learned from it.
    init?(_ row: borrowing TransactionRow, key: StreamKey) {
      guard row.stage == .saved, row.rule == nil, row.category != nil, let vendor = row.vendor,
        let date = row.date
      else { return nil }
      self.vendor = VendorUseTable.hash(of: vendor, row.kind)
      self.date = Int64(date.dayNumber)
      self.key = key
    }

    func add(to rows: inout RowBuffer) {
      rows.add(vendor)
      rows.add(date)
      rows.add(key)
    }
  }

  /// FNV-1a over the kind and the bytes of the name.
  static func hash(of vendor: String, _ kind: TransactionKind) -> Int64 {
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    func mix(_ byte: UInt8) { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
    mix(UInt8(truncatingIfNeeded: kind.code))
    for byte in vendor.utf8 { mix(byte) }
    return Int64(bitPattern: hash)
  }

  /// Replaces the row of a transaction.
  static func post(
    _ old: TransactionRow?, _ new: TransactionRow?, key: StreamKey, _ connection: Connection,
    to rows: inout ModelRows
  ) throws {
    let before = old.flatMap { Entry($0, key: key) }
    let after = new.flatMap { Entry($0, key: key) }
    if before == after { return }
    if let before {
      let statement = try connection.statement(
        "DELETE FROM vendor_use WHERE vendor = ?1 AND date = ?2 AND key = ?3")
      try statement.bind(1, before.vendor)
      try statement.bind(2, before.date)
      try statement.bind(3, key)
      try statement.run()
    }
    after?.add(to: &rows[.vendorUses])
  }
}
