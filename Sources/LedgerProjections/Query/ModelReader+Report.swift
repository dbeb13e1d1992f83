package import LedgerDomain

extension ModelReader {
  /// Reports what was received and spent over some months, by month and by a division.
  ///
  /// Saved transactions count, by their date. Transfers are neutral, and refunds make spending less.
  ///
  /// - Parameters:
  ///   - subject: The figure.
  ///   - months: The months.
  ///   - division: The property by which the rows are divided.
  ///   - only: The currency to report, or `nil` for all.
  ///   - day: The last day that counts. What is dated later is still to come.
  /// - Complexity: A page of the file per 256 transactions of the months, O(months), and O(texts of the division).
  package func report(
    _ subject: LedgerReport.Subject, over months: ClosedRange<CivilMonth>, by division: ReportDivision,
    in only: CurrencyCode? = nil, through day: CivilDate
  ) throws -> LedgerReport {
    var filter = TransactionFilter()
    filter.kinds = subject.kinds
    filter.from = months.lowerBound.first
    filter.through = months.upperBound.last
    let values = FacetValues(connection: connection)
    let currencies = try values.currencies()
    let column = FacetColumn(division.facet)
    let last = Int64(day.dayNumber)
    var days = DaySlots()
    var byDay = FacetSums(currencies)
    let split = division == .category ? try FacetParts(values) : nil
    var byValue = FacetSums(currencies, slots: try split?.categories.count ?? values.count(division.facet))
    var columns = FacetSums.columns.union([.date]).union(FacetColumns(column))
    if split != nil { columns.insert(.parts) }
    try scan(filter).forEachEntry(columns) { block, index in
      let slot = days.slot(of: block.value(.date, index))
      byDay.grow(to: slot + 1)
      byDay.add(block, index, to: slot)
      if block.value(.date, index) > last { return }
      if let split {
        split.add(block, index, to: &byValue)
      } else {
        byValue.add(block, index, to: Int(block.value(column, index)))
      }
    }
    func tally(_ sums: FacetSums, _ slot: Int) -> ReportTally {
      var tally = ReportTally()
      sums.forEach(slot) { kind, currency, count, units in
        guard let currency, only == nil || currency == only else { return }
        tally.add(kind, currency, count: count, units: units)
      }
      return tally
    }
    var tallies = [ReportTally](
      repeating: ReportTally(), count: Int(months.upperBound.index - months.lowerBound.index) + 1)
    var (all, upcoming) = (ReportTally(), ReportTally())
    for (slot, day) in days.days.enumerated() {
      let month = CivilDate(dayNumber: Int32(truncatingIfNeeded: day)).civilMonth
      let sums = tally(byDay, slot)
      guard day <= last else {
        upcoming.add(sums)
        continue
      }
      tallies[Int(month.index - months.lowerBound.index)].add(sums)
      all.add(sums)
    }
    var both = all
    both.add(upcoming)
    let order = both.parts.sorted { ($1.value.count, $0.key) < ($0.value.count, $1.key) }.map(\.key)
    var parts = try parts(of: division)
    for number in parts.numbers.indices { parts.add(tally(byValue, number), ofNumber: number) }
    return LedgerReport(
      months: tallies.enumerated().map { place, tally in
        LedgerReport.Month(month: months.lowerBound.adding(months: place), line: tally.line(subject, order))
      },
      rows: parts.rows(subject, order), all: all.line(subject, order),
      upcoming: upcoming.line(subject, order), currencies: order)
  }

  // MARK: Divisions

  /// Returns the parts of a division, found by the numbers that blocks have for its values.
  private func parts(of division: ReportDivision) throws -> ReportParts {
    let values = FacetValues(connection: connection)
    switch division {
    case .category:
      return ReportParts(try FacetParts(values).categories.map { text in text.map { ($0, $0) } })
    case .vendor:
      return ReportParts(
        try values.texts(.vendor).map { text in text.map { (NFC.foldedForComparison($0), $0) } })
    case .account:
      let names = Dictionary(try accountRows().map { ($0.key, $0.name) }) { first, _ in first }
      return ReportParts(
        try values.texts(.account).map { text in text.map { (AccountState.key(of: $0), $0) } }, names: names)
    case .group:
      let living = try groupRows().filter { !$0.isDeleted }
      let names = Dictionary(living.map { ($0.id.description, $0.name) }) { first, _ in first }
      return ReportParts(
        try values.groups().map { group in
          guard let id = group?.description, let name = names[id] else { return nil }
          return (id, name)
        })
    }
  }
}

extension ReportDivision {
  fileprivate var facet: Facet {
    switch self {
    case .category: .category
    case .group: .group
    case .account: .account
    case .vendor: .vendor
    }
  }
}

/// The parts of a report, each of which may have several values: the spellings of a vendor.
private struct ReportParts {
  private struct Part {
    let key: String?
    var tally = ReportTally()
    /// The number of transactions by spelling.
    var spellings: [(text: String, count: Int)] = []
  }

  /// The index in `parts` of each number.
  private(set) var numbers: [Int] = []
  private var texts: [String?] = []
  private var parts: [Part] = []
  /// The names of parts that do not follow from the transactions, by key.
  private let names: [String: String]

  /// Finds the parts, so that numbers with the same key are one part.
  ///
  /// - Parameters:
  ///   - values: The key and the text of each number. `nil` and an empty key are of no part.
  ///   - names: The names of parts that have one.
  init(_ values: [(key: String, text: String)?], names: [String: String] = [:]) {
    self.names = names
    var places: [String: Int] = [:]
    for value in values {
      let key = value?.key ?? ""
      let place = places[key] ?? parts.count
      if place == parts.count {
        places[key] = place
        parts.append(Part(key: key.isEmpty ? nil : key))
      }
      numbers.append(place)
      texts.append(key.isEmpty ? nil : value?.text)
    }
  }

  mutating func add(_ tally: ReportTally, ofNumber number: Int) {
    guard tally.count > 0 else { return }
    parts[numbers[number]].tally.add(tally)
    if let text = texts[number] { parts[numbers[number]].spellings.append((text, tally.count)) }
  }

  /// Returns the parts with transactions, the largest first whatever its sign, then by key.
  func rows(_ subject: LedgerReport.Subject, _ currencies: [CurrencyCode]) -> [LedgerReport.Row] {
    let found = parts.filter { $0.tally.count > 0 }.map { part in
      (part: part, sizes: currencies.map { part.tally.parts[$0]?.figure(of: subject).magnitude ?? 0 })
    }
    return found.sorted { left, right in
      if left.sizes != right.sizes { return right.sizes.lexicographicallyPrecedes(left.sizes) }
      return (left.part.key ?? "").utf8.lexicographicallyPrecedes((right.part.key ?? "").utf8)
    }.map { part, _ in
      // The most used spelling, then the last one in the order of bytes, whatever the numbers are.
      let spelling = part.spellings.max { left, right in
        left.count == right.count
          ? left.text.utf8.lexicographicallyPrecedes(right.text.utf8) : left.count < right.count
      }
      return LedgerReport.Row(
        key: part.key, name: part.key.flatMap { names[$0] } ?? spelling?.text,
        line: part.tally.line(subject, currencies))
    }
  }
}
