internal import LedgerBytes
internal import LedgerDomain
internal import LedgerSQLite

/// The sums of some groups, in all and by category.
struct GroupSums {
  private var groups: [Group]
  /// The place of Unfiled. It has no transfers: these need no group, so they are no receipts of it.
  let unfiled: Int?
  /// The texts of categories, by the indices that the sums use. The first is `nil`, for no category.
  private(set) var texts: [String?]
  /// The first few texts are compared, the others looked up.
  private var known: [[UInt8]]
  private var places: [String: Int] = [:]

  /// Creates empty sums of as many groups.
  init(groups: Int, unfiled: Int?) {
    self.unfiled = unfiled
    self.groups = [Group](repeating: Group(), count: groups)
    (texts, known) = ([nil], [[]])
  }

  /// Creates empty sums, with the texts of the categories that are added by index.
  init(groups: Int, unfiled: Int?, _ texts: [String?]) {
    self.unfiled = unfiled
    self.groups = [Group](repeating: Group(), count: groups)
    (self.texts, known) = (texts, [])
  }

  /// The sums of one group.
  struct Group {
    var all = CurrencySums()
    /// The sums dated after the day, which are in no other sum.
    var upcoming = CurrencySums()
    /// Sums by category, which is an index among the texts that were met. 0 means no category.
    private(set) var categories: [(category: Int, sums: CurrencySums)] = []

    mutating func add(_ sums: CurrencySums, to category: Int) {
      categories[place(of: category)].sums.add(sums)
    }

    /// Takes away what is dated after the day. A category without transactions is left out then.
    mutating func takeAway(_ sums: CurrencySums, from category: Int) {
      let place = place(of: category)
      categories[place].sums.takeAway(sums)
      if categories[place].sums.count == 0 { categories.remove(at: place) }
    }

    mutating func add(
      _ kind: TransactionKind, _ currency: CurrencyCode?, category: Int, count: Int, units: Int128
    ) {
      all.add(kind, currency, count: count, units: units)
      categories[place(of: category)].sums.add(kind, currency, count: count, units: units)
    }

    /// A group's categories are few: stepping through them takes less time than hashing one.
    private mutating func place(of category: Int) -> Int {
      for index in categories.indices where categories[index].category == category { return index }
      categories.append((category, CurrencySums()))
      return categories.count - 1
    }
  }

  subscript(place: Int) -> Group {
    get { groups[place] }
    _modify { yield &groups[place] }
  }

  /// The rank of each text in the order of their bytes. A missing text comes first.
  var ranks: [Int] {
    precondition(texts.first.map { $0 == nil } ?? true, "the number 0 means no category")
    var ranks = [Int](repeating: 0, count: texts.count)
    let order = texts.indices.sorted {
      (texts[$0] ?? "").utf8.lexicographicallyPrecedes((texts[$1] ?? "").utf8)
    }
    for (rank, place) in order.enumerated() { ranks[place] = rank }
    return ranks
  }

  /// Adds a row of `group_total`, whose columns begin with `group_id`, to the group at a place.
  mutating func add(_ row: Statement, at place: Int) throws {
    let code = row.string(2)
    let currency = CurrencyCode(code)
    guard let kind = TransactionKind(code: row.int64(1)), currency != nil || code.isEmpty else {
      throw ModelError.damaged("the totals of groups")
    }
    if place == unfiled, kind == .transfer { return }
    let count = try Int(transactions: row.int64(4))
    if row.withBytes(3, { $0.elementsEqual(Total.surplus.utf8) }) {
      return groups[place].all.add(kind, currency, count: -count, units: 0)
    }
    groups[place].add(
      kind, currency, category: row.withBytes(3) { index(of: $0) }, count: count,
      units: Int128(low: row.int64(5), beyond: row.int64(6)))
  }

  /// Returns the index of a category's text.
  mutating func index(of category: String?) -> Int {
    var category = category ?? ""
    return category.withUTF8 { index(of: UnsafeRawBufferPointer($0)) }
  }

  /// Returns the index of a category's text. A known text is not created again.
  private mutating func index(of bytes: UnsafeRawBufferPointer) -> Int {
    for (place, text) in known.enumerated() where text.count == bytes.count {
      if text.withUnsafeBytes({ $0.elementsEqual(bytes) }) { return place }
    }
    let text = String(decoding: bytes, as: UTF8.self)
    if let place = places[text], texts[place]?.utf8.elementsEqual(bytes) == true { return place }
    texts.append(text)
    if known.count < 16 { known.append(Array(bytes)) } else { places[text] = texts.count - 1 }
    return texts.count - 1
  }
}

extension ModelReader {
  /// Adds the sums of every group, by its index in `living`.
  ///
  /// Those of deleted and unknown groups are added to Unfiled, which is after all others.
  ///
  /// - Parameter living: The groups that exist, in the order of their identifiers, as the sums are.
  func addAllSums(to sums: inout GroupSums, _ living: [GroupRow]) throws {
    // Rows of a group follow each other.
    var (place, next) = (living.count, 0)
    var last: UniqueID?
    try connection.statement(Self.groupTotals).forEachRow { row in
      // A group without bytes is Unfiled, and comes first.
      let id = row.optionalID(0)
      if id != last {
        last = id
        place = living.count
        if let id = id.map(GroupID.init) {
          while next < living.count, living[next].id < id { next += 1 }
          if next < living.count, living[next].id == id { place = next }
        }
      }
      try sums.add(row, at: place)
    }
  }

  /// Adds the sums of one group, or with `nil` of what was never filed, to the group at a place.
  func addSums(of group: GroupID?, at place: Int, to sums: inout GroupSums) throws {
    let statement = try connection.statement(Self.totalsOfGroup)
    try statement.bind(1, blob: group?.id.bytes ?? [])
    try statement.forEachRow { try sums.add($0, at: place) }
  }

  /// Sets apart what is dated after a day in the sums of groups.
  ///
  /// - Parameters:
  ///   - day: The last day that counts.
  ///   - living: The groups whose sums there are, in their order.
  ///   - others: The groups that read as Unfiled, whose sums come after them.
  ///   - sums: The sums.
  /// - Complexity: A page of the file per 256 transactions after the day, and O(groups).
  func postpone(
    after day: CivilDate, _ living: [GroupRow], _ others: [GroupID?], in sums: inout GroupSums
  ) throws {
    guard var filter = TransactionFilter.upcoming(after: day) else { return }
    if living.count < 2, others.isEmpty { filter.groups = Set(living.map(\.id)) }
    let values = FacetValues(connection: connection)
    let (groups, currencies, split) = (try values.groups(), try values.currencies(), try FacetParts(values))
    var known: [GroupID?: Int] = [:]
    for group in others { known[group] = living.count }
    for (place, row) in living.enumerated() { known[row.id] = place }
    let place = groups.map { known[$0] }
    var places = DaySlots()
    var (all, parts) = (FacetSums(currencies, slots: groups.count), FacetSums(currencies))
    try scan(filter).forEachEntry(FacetSums.columns.union([.group]).union(FacetParts.columns)) { block, index in
      let group = Int(block.value(.group, index))
      if block.bits(index).kind == TransactionKind.transfer.code, place[group] == sums.unfiled { return }
      all.add(block, index, to: group)
      split.forEachPart(block, index) { category, units in
        let slot = places.slot(of: Int64(group * split.categories.count + category))
        parts.grow(to: slot + 1)
        parts.add(block, index, to: slot, units: units)
      }
    }
    for number in groups.indices where all.count(number) > 0 {
      guard let place = place[number] else { continue }
      sums[place].all.takeAway(all.sums(number))
      sums[place].upcoming.add(all.sums(number))
    }
    for (slot, key) in places.days.enumerated() {
      guard let place = place[Int(key) / split.categories.count] else { continue }
      let category = sums.index(of: split.categories[Int(key) % split.categories.count])
      sums[place].takeAway(parts.sums(slot), from: category)
    }
  }

  static let groupTotals =
    "SELECT group_id, kind, currency, category, count, total, beyond FROM group_total ORDER BY group_id"

  static let totalsOfGroup =
    "SELECT group_id, kind, currency, category, count, total, beyond FROM group_total WHERE group_id = ?1"
}
