public import EventLog
public import LedgerBook
internal import LedgerBytes
public import LedgerDomain
internal import LedgerProjections

/// What makes up a figure: the transactions, the one that changed last first, and the events that give each its part.
///
/// The sum is computed from the transactions, and held against what the screen says: it is kept there as a total of its
/// own, so that a wrong one shows.
public struct Why {
  /// A transaction's part.
  public struct Part: Hashable, Sendable {
    /// The transaction, folded from its events.
    public let row: TransactionRow
    /// The group that it is shown in: where its own is not known or deleted, nil, as in Unfiled.
    public fileprivate(set) var group: GroupID?
    /// What it adds, in minor units.
    public let minorUnits: Int64
    /// The events that give it amount, date, filing and whatever else the figure asks for, in the order in which this
    /// device learned of them.
    public let events: [Giving]
  }

  /// An event that gives something to a part.
  public struct Giving: Hashable, Sendable {
    /// The event.
    public let event: StoredEvent
    /// What it gives.
    public let fields: [RecordField]
  }

  /// Which figure.
  public let figure: AskedFigure
  /// What the screen says.
  public let shown: Money
  /// How many transactions make it up.
  public let count: Int
  /// What they add up to, in minor units.
  public private(set) var minorUnits: Int64
  private let book: Book
  /// In the order in which they are told: the stream's key, and what the read models say it adds.
  private let parts: [(key: Int64, minorUnits: Int64)]

  /// Whether they add up to the very figure.
  public var addsUp: Bool { minorUnits == shown.minorUnits }

  /// Finds what makes up a figure, at the book's horizon.
  ///
  /// - `limit`: how many of the parts will be asked for; nil: all.
  /// - Complexity: a page of the read models per 256 transactions and a step in an index per event of those that
  ///   match; a fold of those that are told.
  public static func of(_ figure: AskedFigure, in book: Book, limit: Int?) throws -> Why {
    var found: [(key: Int64, minorUnits: Int64)] = []
    var sum: Int128 = 0
    try book.forEachPart(of: figure.filter, in: figure.currency, withoutCategory: figure.isWithoutCategory) {
      part in
      let units = figure.contribution(part.minorUnits, part.kind)
      sum += Int128(units)
      found.append((part.key, units))
    }
    guard let total = Int64(exactly: sum) else { throw ModelError.overflow(figure.currency.code) }
    found.sort { $0.key < $1.key }
    let count = found.count
    let parts = try Order(figure, book).latest(of: found, limit: limit)
    return Why(
      figure: figure, shown: try figure.shown(in: book), count: count, minorUnits: total, book: book,
      parts: parts
    )
  }

  /// Hands over the parts, the one that changed last first, as many as were asked for.
  ///
  /// What a fold says is added up, where the read models say otherwise: afterwards `minorUnits` may differ.
  /// - Complexity: O(events of each part).
  public mutating func forEachPart(_ body: (Part) throws -> Void) throws {
    var living: [GroupID: Bool] = [:]
    for (key, units) in parts {
      guard var part = try Self.part(key, figure, book) else {
        minorUnits &-= units
        continue
      }
      if let group = part.row.group {
        let lives =
          try living[group]
          ?? LivingGroups.lives(
            group, book.horizon.admitted(try book.log.events(of: group.stream)))
        living[group] = lives
        if lives { part.group = group }
      }
      minorUnits &+= part.minorUnits &- units
      try body(part)
    }
  }

  /// A transaction's part by its own events; nil where by them it adds nothing.
  static func part(_ key: Int64, _ figure: AskedFigure, _ book: Book) throws -> Part? {
    let stream = try book.log.stream(key: key)
    let events = book.horizon.admitted(try book.log.events(ofKey: key, through: book.horizon.position))
    let fold = StreamFold(kind: stream.kind, events: events)
    guard let row = fold.transactionRow(stream), let units = figure.contribution(row) else { return nil }
    let blame = Blame.of(stream, events: events)
    var fields: [Int64: [RecordField]] = [:]
    var given: [Int64: StoredEvent] = [:]
    for line in blame.lines where line.standing == .stands && figure.fields.contains(line.field) {
      // Nobody says that money was spent: it is an expense unless it is said.
      if line.field == .kind, row.kind == .expense { continue }
      fields[line.event.position, default: []].append(line.field)
      given[line.event.position] = line.event
    }
    // What reads as Unfiled because its group is gone owes that to the group's own deletion.
    if let group = row.group, figure.filter.groups.contains(nil), let deletion = try deletion(of: group, book) {
      fields[deletion.position, default: []].append(.group)
      given[deletion.position] = deletion
    }
    let givings = given.values.sorted { $0.position < $1.position }
      .map { Giving(event: $0, fields: fields[$0.position] ?? []) }
    return Part(row: row, group: nil, minorUnits: units, events: givings)
  }

  private static func deletion(of group: GroupID, _ book: Book) throws -> StoredEvent? {
    let events = book.horizon.admitted(try book.log.events(of: group.stream))
    return Blame.of(group.stream, events: events, field: .state).lines
      .first { $0.standing == .stands && $0.value?.text == "deleted" }?.event
  }
}

/// The order of telling: what changed last comes first. What was touched last is known without a fold, and nothing can
/// have changed after it was touched; so only those are folded that can be among the first.
private struct Order {
  private let figure: AskedFigure
  private let book: Book

  init(_ figure: AskedFigure, _ book: Book) {
    self.figure = figure
    self.book = book
  }

  private struct Place {
    let index: Int
    let changed: Int64
  }

  func latest(
    of parts: [(key: Int64, minorUnits: Int64)], limit: Int?
  ) throws -> [(key: Int64, minorUnits: Int64)] {
    let limit = min(limit ?? .max, parts.count)
    guard limit > 0 else { return [] }
    let touched = try book.log.lastPositions(ofKeys: parts.map(\.key), through: book.horizon.position)
    var places: [Place] = []
    for index in parts.indices.sorted(by: { touched[$0] > touched[$1] }) {
      // Behind here nothing was touched since the last of the first few changed.
      if places.count >= limit * 2 { keepFirst(limit, of: &places) }
      if places.count == limit, let least = places.last, least.changed > touched[index] { break }
      let changed = try Why.part(parts[index].key, figure, book)?.events.last?.event.position
      places.append(Place(index: index, changed: changed ?? touched[index]))
      if places.count == limit { keepFirst(limit, of: &places) }
    }
    keepFirst(limit, of: &places)
    return places.map { parts[$0.index] }
  }

  private func keepFirst(_ limit: Int, of places: inout [Place]) {
    places.sort { $0.changed > $1.changed }
    places.removeSubrange(min(limit, places.count)...)
  }
}

extension AskedFigure {
  /// The fields of a transaction on which its part depends.
  var fields: Set<RecordField> {
    var fields: Set<RecordField> = [.total, .currency, .date, .group, .state]
    if case .kind = measure { fields.insert(.kind) }
    if !filter.kinds.isEmpty { fields.insert(.kind) }
    if !filter.categories.isEmpty || isWithoutCategory { fields.insert(.category) }
    if !filter.payments.isEmpty { fields.insert(.payment) }
    if !filter.tags.isEmpty || !filter.anyTags.isEmpty || !filter.otherTags.isEmpty { fields.insert(.tags) }
    if !filter.flags.isEmpty { fields.formUnion([.paid, .reimbursed]) }
    if !filter.accounts.isEmpty { fields.insert(.account) }
    if !filter.rules.isEmpty { fields.insert(.rule) }
    if filter.hasPhoto != nil { fields.insert(.pages) }
    if filter.isCleared != nil { fields.insert(.cleared) }
    if filter.text != nil { fields.formUnion([.vendor, .category, .note]) }
    return fields
  }
}
