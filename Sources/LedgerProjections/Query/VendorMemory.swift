package import LedgerDomain
internal import LedgerSQLite

extension ModelReader {
  /// The category and the payment used last at a vendor, or `nil` if nothing is known of it.
  ///
  /// They are those of saved transactions of a kind.
  /// Vendors are compared without regard to case and accents. Instances of rules do not count, because a person did
  /// not choose their values again. The order is that of the log's clock, whatever the order in which devices' events
  /// arrived.
  ///
  /// - Complexity: a look-up in an index of names. If the vendor is known, a page of the file per 256 transactions.
  package func lastUse(atVendor vendor: String, _ kind: TransactionKind) throws -> VendorUse? {
    let values = FacetValues(connection: connection)
    let vendors = try values.named(NFC.foldedForComparison(vendor))
    guard vendors.contains(true) else { return nil }
    var filter = TransactionFilter()
    (filter.stages, filter.kinds) = ([.saved], [kind])
    var scan = try scan(filter)
    scan.condition.add([FacetCondition.ValueSet(column: .vendor, part: .other, allows: vendors)])
    var category = LastValue<Int64>()
    var payment = LastValue<PaymentMethod>()
    try scan.forEach([.bits, .category, .rule, .milliseconds, .counter]) { block, _ in
      for place in 0..<block.selected {
        let index = block.selection[place]
        guard block.value(.rule, index) == 0 else { continue }
        let entry = (created: block.created(index), key: block.key(index))
        let number = block.value(.category, index)
        if number != 0, try isLater(entry, than: category) { category = LastValue(entry, number) }
        let bits = FacetBits(raw: UInt16(truncatingIfNeeded: block.value(.bits, index)))
        if let paid = bits.payment, try isLater(entry, than: payment) { payment = LastValue(entry, paid) }
      }
      return true
    }
    guard category.value != nil || payment.value != nil else { return nil }
    let categories = try values.texts(.category)
    return VendorUse(category: category.value.flatMap { categories[Int($0)] }, payment: payment.value)
  }

  /// The vendors of saved transactions, the most frequent ones first.
  ///
  /// - Complexity: a page of the file per 256 transactions.
  package func vendors(limit: Int) throws -> [String] {
    let values = FacetValues(connection: connection)
    let names = try values.texts(.vendor)
    var counts = [Int](repeating: 0, count: names.count)
    var filter = TransactionFilter()
    filter.stages = [.saved]
    let scan = try scan(filter)
    try scan.forEach([.vendor]) { block, _ in
      for place in 0..<block.selected {
        let number = Int(block.value(.vendor, block.selection[place]))
        if number > 0, number < counts.count { counts[number] += 1 }
      }
      return true
    }
    let used = counts.indices.filter { counts[$0] > 0 }.sorted { (counts[$1], $0) < (counts[$0], $1) }
    return used.prefix(limit).compactMap { names[$0] }
  }

  /// A value with the transaction that has it.
  private struct LastValue<Value> {
    let created: UInt64
    let key: Int64
    let value: Value?

    init() { (created, key, value) = (0, 0, nil) }

    init(_ entry: (created: UInt64, key: Int64), _ value: Value) {
      (created, key) = entry
      self.value = value
    }
  }

  /// Whether a transaction began after that of a value. Two devices may begin one at the same time: ids decide.
  private func isLater<Value>(
    _ entry: (created: UInt64, key: Int64), than last: LastValue<Value>
  ) throws -> Bool {
    if last.value == nil || entry.created != last.created {
      return last.value == nil || entry.created > last.created
    }
    guard let own = try transaction(key: entry.key)?.row.id, let other = try transaction(key: last.key)?.row.id
    else { throw ModelError.damaged("the blocks of transactions") }
    return own > other
  }
}

extension FacetValues {
  /// Whether each number is a vendor of this folded name. 0, no vendor, is not.
  fileprivate func named(_ folded: String) throws -> [Bool] {
    var allowed = [Bool](repeating: false, count: try count(.vendor))
    let statement = try connection.statement(Self.vendorsByName)
    try statement.bind(1, text: folded)
    try statement.forEachRow { row in
      guard let number = Int(exactly: row.int64(0)), number > 0, number < allowed.count else {
        throw ModelError.damaged("the values of transactions")
      }
      allowed[number] = true
    }
    return allowed
  }

  static let vendorsByName = "SELECT id FROM facet_value WHERE facet = \(Facet.vendor.rawValue) AND folded = ?1"
}
