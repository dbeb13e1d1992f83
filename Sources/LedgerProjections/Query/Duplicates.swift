package import LedgerBytes
public import LedgerDomain
internal import LedgerSQLite

/// A transaction that another may be a duplicate of.
public struct Duplicate: Hashable, Sendable {
  /// The other one, with the group it is in.
  public let other: ListedTransaction
  /// The tier of certainty.
  public let tier: DuplicateTier
  /// The reason, for a person.
  public let reason: String
}

extension DuplicatePage {
  /// Two transactions that may be one.
  public struct Pair: Hashable, Sendable {
    /// The later one. Of the tier `statement` it is the bank's row.
    public let transaction: ListedTransaction
    /// The earlier transaction that it may be a duplicate of, or the one without a row.
    public let duplicate: Duplicate
  }
}

/// A page of open pairs.
public struct DuplicatePage: Hashable, Sendable {
  /// The pairs.
  public let pairs: [DuplicatePage.Pair]
  /// The cursor of the next page, or `nil` if this was the last.
  public let next: String?
}

// MARK: - Of one transaction

extension ModelReader {
  /// Returns the possible duplicates of a transaction, the most certain first, then the nearest in time.
  package func duplicates(ofKey key: StreamKey, limit: Int) throws -> [Duplicate] {
    guard let own = try transaction(key: key), own.row.stage != .deleted else { return [] }
    var found: [(key: StreamKey, duplicate: Duplicate)] = []
    var seen: Set<StreamKey> = [key]
    func look(at candidate: StreamKey) throws {
      guard seen.insert(candidate).inserted, let other = try transaction(key: candidate),
        let tier = DuplicateTier.between(own.row, other.row),
        try !isDismissed(key, own.row.id, candidate, other.row.id)
      else { return }
      let duplicate = Duplicate(other: other, tier: tier, reason: tier.reason(own.row, other.row))
      found.append((candidate, duplicate))
    }
    for attachment in own.row.attachments {
      let before = found.count
      let statement = try connection.statement(Self.sharersOfAPage)
      defer { statement.reset() }
      try statement.bind(1, FindingsTable.number(of: attachment.digest))
      // Dismissed pairs do not count towards the limit.
      while found.count < before + limit, try statement.step() { try look(at: statement.number(0)) }
    }
    for candidate in try neighbours(of: own.row, limit: limit) { try look(at: candidate) }
    found.sort { left, right in
      let (first, second) = (left.duplicate, right.duplicate)
      let ranks = [first, second].map { $0.tier.rank(own.row, $0.other.row) }
      if ranks[0] != ranks[1] { return ranks[0] < ranks[1] }
      let origin = own.row.created.rawValue
      func distance(_ duplicate: Duplicate) -> UInt64 {
        let other = duplicate.other.row.created.rawValue
        return other > origin ? other - origin : origin - other
      }
      return (distance(first), first.other.row.id) < (distance(second), second.other.row.id)
    }
    return found.prefix(limit).map(\.duplicate)
  }

  static let sharersOfAPage = "SELECT key FROM attachment_digest WHERE digest = ?1 ORDER BY key DESC"

  static let neighbours = """
    SELECT key FROM transaction_row INDEXED BY transaction_by_amount
    WHERE stage < 2 AND currency = ?1 AND minor_units = ?2 AND date BETWEEN ?3 AND ?4 LIMIT ?5
    """

  /// Returns the keys of transactions near in amount and date.
  ///
  /// Each look-up is bounded, so that a thousand equal ones cost what twenty do. The caller compares the vendors.
  private func neighbours(of row: TransactionRow, limit: Int) throws -> [StreamKey] {
    var keys: [StreamKey] = []
    if let money = row.money, let date = row.date {
      let day = Int64(date.dayNumber)
      let near = ([0, -1, 1] as [Int64]).map { step -> Int64? in
        let (units, overflow) = money.minorUnits.addingReportingOverflow(step)
        return overflow ? nil : units
      }
      // A refund is also written with the opposite sign.
      for case let units? in near + [money.minorUnits == .min ? nil : -money.minorUnits] {
        let days = units == money.minorUnits ? Int64(DuplicateTier.transferDaysMax) : 1
        let statement = try connection.statement(sql(Self.neighbours))
        try statement.bind(1, text: money.currency.code)
        try statement.bind(2, units)
        try statement.bind(3, day - days)
        try statement.bind(4, day + days)
        // Other transactions may have the same amount by chance. With this limit they do not crowd out similar ones.
        try statement.bind(5, Int64(limit) * 10 + 100)
        try statement.forEachRow { keys.append($0.number(0)) }
      }
    }
    return keys
  }

  /// Whether a person marked the two as no duplicates, on either of them.
  private func isDismissed(
    _ key: StreamKey, _ id: TransactionID, _ otherKey: StreamKey, _ other: TransactionID
  ) throws -> Bool {
    for (key, id) in [(key, other), (otherKey, id)] {
      let statement = try connection.statement(
        "SELECT 1 FROM duplicate_dismissed WHERE key = ?1 AND other = ?2")
      defer { statement.reset() }
      try statement.bind(1, key)
      try statement.bind(2, id.id)
      if try statement.step() { return true }
    }
    return false
  }

  // MARK: Of the whole ledger

  /// How many nearest neighbours of a transaction are examined.
  ///
  /// If a person dismissed all of them, the transaction counts as having no duplicate.
  private static let reach = 32

  static let pages = """
    SELECT digest, key FROM attachment_digest
    WHERE (digest, key) > (?1, ?2) ORDER BY digest, key
    """

  static let amounts = """
    SELECT currency, minor_units, date, key FROM transaction_row INDEXED BY transaction_by_amount
    WHERE stage < 2 AND (currency, minor_units, date) > (?1, ?2, ?3)
    ORDER BY currency, minor_units, date, key
    """

  static let restOfDay = """
    SELECT currency, minor_units, date, key FROM transaction_row INDEXED BY transaction_by_amount
    WHERE stage < 2 AND currency = ?1 AND minor_units = ?2 AND date = ?3 AND key > ?4 ORDER BY key
    """

  /// Returns a page of the pairs that are open, each transaction with its nearest other.
  ///
  /// - Throws: `CursorError`.
  /// - Complexity: One pass over two indexes at most, and two look-ups per pair.
  package func duplicates(after: String?, limit: Int) throws -> DuplicatePage {
    let scan = try scanDuplicates(after: after, limit: limit)
    return DuplicatePage(pairs: scan.pairs, next: scan.isFull ? scan.place.text : nil)
  }

  /// Returns the page while it is being filled, with the rows that it cost.
  func scanDuplicates(after: String?, limit: Int) throws -> DuplicateScan {
    var scan = DuplicateScan(limit: max(1, limit), place: try after.map { try DuplicateCursor($0) } ?? .start)
    if case .pages(let digest, let key) = scan.place {
      try scanPages(digest, key, &scan)
      if !scan.isFull { scan.place = .amounts("", Int64.min, Int64.min, 0) }
    }
    if case .amounts(let currency, let units, let date, let key) = scan.place, !scan.isFull {
      try scanAmounts(currency, units, date, key, &scan)
    }
    return scan
  }

  /// Neighbours in the index by digest are of one page.
  private func scanPages(_ digest: Int64, _ key: StreamKey, _ scan: inout DuplicateScan) throws {
    var sharers: [StreamKey] = []
    var current = digest
    if key > 0 { sharers = try lastSharers(digest, through: key) }
    let statement = try connection.statement(Self.pages)
    defer { statement.reset() }
    try statement.bind(1, digest)
    try statement.bind(2, key)
    while !scan.isFull, try statement.step() {
      let next = (digest: statement.int64(0), key: statement.number(1) as StreamKey)
      if next.digest != current { sharers.removeAll(keepingCapacity: true) }
      current = next.digest
      try pair(
        next.key, with: sharers.reversed(),
        keeping: { $0 == .certain && Self.firstShared($1, $2) == next.digest }, &scan)
      sharers.append(next.key)
      if sharers.count > Self.reach { sharers.removeFirst() }
      scan.place = .pages(next.digest, next.key)
    }
  }

  /// Returns the first shared page. Two transactions that share several pages are reported once, for that one.
  private static func firstShared(_ left: TransactionRow, _ right: TransactionRow) -> Int64? {
    let pages = Set(left.attachments.map(\.digest))
    return right.attachments.lazy.filter { pages.contains($0.digest) }
      .map { FindingsTable.number(of: $0.digest) }.min()
  }

  private func lastSharers(_ digest: Int64, through key: StreamKey) throws -> [StreamKey] {
    let statement = try connection.statement(
      "SELECT key FROM attachment_digest WHERE digest = ?1 AND key <= ?2 ORDER BY key DESC LIMIT ?3")
    try statement.bind(1, digest)
    try statement.bind(2, key)
    try statement.bind(3, Int64(Self.reach))
    var keys: [StreamKey] = []
    try statement.forEachRow { keys.append($0.number(0)) }
    return keys.reversed()
  }

  /// Finds pairs in a window over the index by amount. All entries of the window are within a unit and a day.
  private func scanAmounts(
    _ currency: String, _ units: Int64, _ date: Int64, _ key: StreamKey, _ scan: inout DuplicateScan
  ) throws {
    var window = AmountWindow(self, reach: Self.reach)
    defer { window.end() }
    if key > 0 { try window.resume(currency: currency, units: units, date: date, key: key) }
    // The rest of the day where the previous page ended, then all later entries.
    for sql in key > 0 ? [Self.restOfDay, Self.amounts] : [Self.amounts] {
      let statement = try connection.statement(self.sql(sql))
      defer { statement.reset() }
      try statement.bind(1, text: currency)
      try statement.bind(2, units)
      try statement.bind(3, date)
      if sql == Self.restOfDay { try statement.bind(4, key) }
      while !scan.isFull, try statement.step() {
        scan.rows += 1
        guard !statement.isNull(1), !statement.isNull(2) else { continue }
        let units = statement.int64(1)
        let entry = try AmountWindow.Entry(date: statement.int64(2), key: statement.number(3))
        window.go(to: statement.string(0), units)
        let near = try window.neighbours(of: entry) + refunds(units, window.currency, entry)
        if !near.isEmpty { try pair(entry.key, with: near, keeping: { tier, _, _ in tier != .certain }, &scan) }
        window.add(entry)
        scan.place = .amounts(window.currency, units, entry.date, entry.key)
      }
    }
    scan.rows += window.rows
  }

  /// Returns the keys of transactions of the opposite amount within a day, if an amount is negative.
  private func refunds(_ units: Int64, _ currency: String, _ entry: AmountWindow.Entry) throws -> [StreamKey] {
    guard units < 0, units != Int64.min else { return [] }
    let statement = try connection.statement(sql(Self.neighbours))
    try statement.bind(1, text: currency)
    try statement.bind(2, -units)
    try statement.bind(3, entry.date - 1)
    try statement.bind(4, entry.date + 1)
    try statement.bind(5, Int64(Self.reach))
    var keys: [StreamKey] = []
    try statement.forEachRow { keys.append($0.number(0)) }
    return keys
  }

  /// Pairs a transaction with the first of the candidates that it is like, and not told apart from.
  private func pair(
    _ key: StreamKey, with candidates: some Sequence<StreamKey>,
    keeping isKept: (DuplicateTier, TransactionRow, TransactionRow) -> Bool, _ scan: inout DuplicateScan
  ) throws {
    var own: ListedTransaction?
    var best: (key: StreamKey, other: ListedTransaction, tier: DuplicateTier, rank: Int)?
    for candidate in candidates {
      if own == nil { own = try transaction(key: key) }
      guard let own, let other = try transaction(key: candidate),
        let tier = DuplicateTier.between(own.row, other.row), isKept(tier, own.row, other.row),
        best.map({ tier.rank(own.row, other.row) < $0.rank }) ?? true,
        try !isDismissed(key, own.row.id, candidate, other.row.id)
      else { continue }
      best = (candidate, other, tier, tier.rank(own.row, other.row))
      if tier < .likely { break }
    }
    guard let own, let best else { return }
    // Each of two other vendors may have its own counterpart, with which it is shown.
    if best.tier == .statement, !own.row.hasVendor(like: best.other.row),
      try hasCounterpart(own.row, key) || hasCounterpart(best.other.row, best.key)
    {
      return
    }
    // The later one is the one to look at, and the row is what a receipt is matched with.
    let isFirst = best.tier.isFirst(own.row, before: best.other.row)
    let (later, earlier) = isFirst ? (own, best.other) : (best.other, own)
    scan.pairs.append(
      DuplicatePage.Pair(
        transaction: later,
        duplicate: Duplicate(
          other: earlier, tier: best.tier, reason: best.tier.reason(later.row, earlier.row))))
  }

  /// Whether there is a row of a bank, or a transaction for such a row, whose vendor is alike.
  private func hasCounterpart(_ row: TransactionRow, _ key: StreamKey) throws -> Bool {
    try duplicates(ofKey: key, limit: Self.reach).contains { duplicate in
      duplicate.tier == .statement && row.hasVendor(like: duplicate.other.row)
    }
  }
}
