internal import LedgerBytes
package import LedgerDomain
internal import LedgerSQLite

/// A transaction that a person gave a category at a vendor.
package struct VendorPurchase: Hashable, Sendable {
  package let vendor: String
  package let category: String
  package let payment: PaymentMethod?
  let date: Int64
  let created: Int64
  let id: UniqueID
}

extension ModelReader {
  /// Returns the names of vendors that are a text or begin with its words, as transactions have them.
  ///
  /// Case and accents do not matter. The text itself comes first, the others in alphabetical order.
  ///
  /// - Parameter limit: The number of names that begin with it.
  /// - Complexity: Look-ups in an index of names, and a step per name.
  package func vendorNames(_ folded: String, limit: Int) throws -> [String] {
    var names: [String] = []
    let exact = try connection.statement(Self.vendorsByName)
    try exact.bind(1, text: folded)
    try exact.forEachRow { names.append($0.string(0)) }
    names.sort { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    guard limit > 0 else { return names }
    let beginning = try connection.statement(sql(Self.vendorsByBeginning))
    try beginning.bind(1, text: folded + " ")
    try beginning.bind(2, text: folded + "!")
    try beginning.bind(3, Int64(limit))
    try beginning.forEachRow { names.append($0.string(0)) }
    return names
  }

  /// Returns the vendors whose words begin with all words of a text, without case and accents.
  ///
  /// - Parameters:
  ///   - text: The words.
  ///   - areWhole: Whether the vendor's words have to be the same, so that `rew` is not REWE.
  /// - Complexity: A step per vendor.
  package func vendorNames(withWords text: String, areWhole: Bool = false) throws -> [String] {
    let words = Self.words(NFC.foldedForComparison(text))
    guard let longest = words.max(by: { $0.utf8.count < $1.utf8.count }) else { return [] }
    let statement = try connection.statement(Self.vendorsContaining)
    try statement.bind(1, text: longest)
    var names: [String] = []
    try statement.forEachRow { row in
      let found = Self.words(row.string(1))
      let fits = words.allSatisfy { word in found.contains { areWhole ? $0 == word : $0.hasPrefix(word) } }
      if fits { names.append(row.string(0)) }
    }
    return names
  }

  private static func words(_ folded: String) -> [String] {
    folded.split { !$0.isLetter && !$0.isNumber }.map(String.init)
  }

  static let vendorsContaining =
    "SELECT value, folded FROM facet_value WHERE facet = \(Facet.vendor.rawValue) AND instr(folded, ?1) > 0"
  static let vendorsByName =
    "SELECT value FROM facet_value WHERE facet = \(Facet.vendor.rawValue) AND folded = ?1"
  static let vendorsByBeginning = """
    SELECT value FROM facet_value INDEXED BY facet_value_by_vendor
    WHERE facet = \(Facet.vendor.rawValue) AND folded >= ?1 AND folded < ?2 ORDER BY folded LIMIT ?3
    """

  /// Returns the latest saved purchases at vendors with these exact names, the earliest first.
  ///
  /// The order is that of their dates, and then of the log's clock, whatever the order in which devices' events
  /// arrived. Instances of rules do not count.
  ///
  /// - Complexity: `limit` steps in an index, and as many rows, for each name. As of a position of the past, all rows.
  package func purchases(at names: [String], _ kind: TransactionKind, limit: Int) throws -> [VendorPurchase] {
    var purchases: [VendorPurchase] = []
    for name in names {
      let statement = try connection.statement(past == nil ? Self.latestPurchases : Self.latestPurchasesOfPast)
      try statement.bind(1, past == nil ? VendorUseTable.hash(of: name, kind) : Int64(kind.code))
      try statement.bind(2, text: name)
      try statement.bind(3, Int64(limit))
      try statement.forEachRow { row in
        guard let id = row.optionalID(0) else { throw ModelError.damaged("a row of transactions") }
        purchases.append(
          VendorPurchase(
            vendor: name, category: row.string(3),
            payment: row.optionalString(4).flatMap(PaymentMethod.init(rawValue:)), date: row.int64(1),
            created: row.int64(2), id: id))
      }
    }
    purchases.sort {
      if $0.date != $1.date { return $0.date < $1.date }
      return ($0.created, $0.id) < ($1.created, $1.id)
    }
    return purchases.suffix(limit)
  }

  static let latestPurchases = """
    SELECT id, transaction_row.date, created, category, payment
    FROM vendor_use CROSS JOIN transaction_row ON transaction_row.key = vendor_use.key
    WHERE vendor_use.vendor = ?1 AND transaction_row.vendor = ?2
    ORDER BY vendor_use.date DESC, vendor_use.key DESC LIMIT ?3
    """
  static let latestPurchasesOfPast = """
    SELECT id, date, created, category, payment FROM transaction_row
    WHERE kind = ?1 AND vendor = ?2 AND stage = 1 AND rule IS NULL AND category IS NOT NULL AND date IS NOT NULL
    ORDER BY date DESC, created DESC, id DESC LIMIT ?3
    """

  /// Returns the vendors of saved transactions, the most frequent ones first.
  ///
  /// - Complexity: A page of the file per 256 transactions.
  package func vendors(limit: Int) throws -> [String] {
    let values = FacetValues(connection: connection)
    let names = try values.texts(.vendor)
    var counts = [Int](repeating: 0, count: names.count)
    var filter = TransactionFilter()
    filter.stages = [.saved]
    let scan = try scan(filter)
    try scan.forEachEntry([.vendor]) { block, index in
      let number = Int(block.value(.vendor, index))
      if number > 0, number < counts.count { counts[number] += 1 }
    }
    let used = counts.indices.filter { counts[$0] > 0 }.sorted { (counts[$1], $0) < (counts[$0], $1) }
    return used.prefix(limit).compactMap { names[$0] }
  }
}
