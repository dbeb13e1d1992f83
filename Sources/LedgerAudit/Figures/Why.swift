public import EventLog
public import LedgerBook
internal import LedgerBytes
public import LedgerDomain
internal import LedgerProjections

/// Explains a figure by its transactions and by the events that gave each its part.
///
/// The transaction that changed last comes first. The sum is computed from the transactions and compared with the total
/// on the screen, which is stored separately. So a wrong total is found.
public struct Why {
  /// A transaction's part of the figure.
  public struct Part: Hashable, Sendable {
    /// The transaction, folded from its events.
    public let row: TransactionRow
    /// The group that it is shown in, or `nil` (Unfiled) if its own group is unknown or deleted.
    public let group: GroupID?
    /// The minor units that it adds.
    public let minorUnits: Int64
    /// The events that gave it the amount, the date and everything else that the figure depends on.
    ///
    /// They are in the order in which this device learned of them.
    public let events: [Giving]
  }

  /// An event that gave a transaction some of the fields that matter.
  public struct Giving: Hashable, Sendable {
    /// The event.
    public let event: StoredEvent
    /// The fields that it gave.
    public let fields: [RecordField]
    /// Whether another event gives the same, so that the figure would be the same without this one.
    public let isRepeated: Bool
  }

  /// The opening balance of an account.
  public struct Opening: Hashable, Sendable {
    /// The account.
    public let account: AccountRow
    /// The balance in minor units.
    public let minorUnits: Int64
    /// The event that gave it.
    public let event: StoredEvent
  }

  /// The figure that is explained.
  public let figure: AskedFigure
  /// The total on the screen.
  public let shown: Money
  /// The number of transactions in the figure.
  public let count: Int
  /// The opening balances that are part of a balance or of the net worth.
  public let openings: [Opening]
  /// The sum of the transactions and of the opening balance in minor units.
  public private(set) var minorUnits: Int64
  private let book: Book
  /// The parts in the order of the report: the stream's key, and the minor units by the read models.
  private let parts: [(key: StreamKey, minorUnits: Int64)]

  /// Whether the sum of the transactions equals the total on the screen.
  public var addsUp: Bool { minorUnits == shown.minorUnits }

  /// Finds the transactions of a figure at the book's horizon.
  ///
  /// - Parameters:
  ///   - figure: The figure to explain.
  ///   - book: The book, which may be a view of the past.
  ///   - limit: The number of parts that will be read. If `nil`, all of them.
  /// - Complexity: A page of the read models per 256 transactions, and a step in an index per event of those that
  ///   match. The parts that are read are folded.
  public static func of(_ figure: AskedFigure, in book: Book, limit: Int?) throws -> Why {
    var found: [(key: StreamKey, minorUnits: Int64)] = []
    let openings = try openings(of: figure, in: book)
    var sum = openings.reduce(Int128(0)) { $0 + Int128($1.minorUnits) }
    func add(_ part: FigurePart) {
      let units = figure.contribution(part.minorUnits, part.kind)
      sum += Int128(units)
      found.append((part.key, units))
    }
    switch figure.measure {
    case .opening: break
    case .balance, .netWorth:
      try book.forEachPart(
        ofBalance: figure.measure == .netWorth ? nil : figure.filter.accounts, in: figure.currency,
        through: figure.filter.asOf, isCleared: figure.filter.isCleared, add)
    case .net, .gain, .kind:
      try book.forEachPart(
        of: figure.filter, in: figure.currency, withoutCategory: figure.isWithoutCategory, add)
    }
    guard let total = Int64(exactly: sum) else { throw ModelError.overflow(figure.currency.code) }
    found.sort { $0.key < $1.key }
    let count = found.count
    let parts = try Order(figure, book).latest(of: found, limit: limit)
    return Why(
      figure: figure, shown: try figure.shown(in: book), count: count, openings: openings, minorUnits: total,
      book: book, parts: parts)
  }

  /// The sum of the opening balances in minor units.
  public var openingUnits: Int64 { openings.reduce(0) { $0 &+ $1.minorUnits } }

  /// Returns the opening balances by the accounts' own events.
  private static func openings(of figure: AskedFigure, in book: Book) throws -> [Opening] {
    guard figure.hasOpenings else { return [] }
    return try book.log.streams(kind: StreamKind.account.rawValue).compactMap { stream in
      guard figure.hasOpening(of: stream) else { return nil }
      let events = book.horizon.admitted(try book.log.events(of: stream))
      let state = StreamFold(kind: stream.kind, events: events).account
      let units = figure.opening(state)
      let lines = Blame.of(stream, events: events, field: .opening).lines
      guard units != 0, let account = AccountRow(state),
        let event = lines.first(where: { $0.status == .current })?.event
      else { return nil }
      return Opening(account: account, minorUnits: units, event: event)
    }
  }

  /// Calls `body` with the parts, the one that changed last first, up to the limit.
  ///
  /// If the fold of a part differs from the read models, `minorUnits` is corrected.
  ///
  /// - Complexity: O(events of each part).
  public mutating func forEachPart(_ body: (Part) throws -> Void) throws {
    let reader = PartReader(figure, book)
    for (key, units) in parts {
      guard let part = try reader.part(key) else {
        minorUnits &-= units
        continue
      }
      minorUnits &+= part.minorUnits &- units
      try body(part)
    }
  }
}

/// Finds the parts that changed last.
///
/// The position of a stream's last event is known without a fold, and its part cannot have changed later. So only
/// streams that can be among the first are folded.
private struct Order {
  private let book: Book
  private let reader: PartReader

  init(_ figure: AskedFigure, _ book: Book) {
    self.book = book
    reader = PartReader(figure, book)
  }

  private struct Place {
    let index: Int
    let changed: Position
  }

  func latest(
    of parts: [(key: StreamKey, minorUnits: Int64)], limit: Int?
  ) throws -> [(key: StreamKey, minorUnits: Int64)] {
    let limit = min(limit ?? .max, parts.count)
    guard limit > 0 else { return [] }
    let touched = try book.log.lastPositions(ofKeys: parts.map(\.key), through: book.horizon.position)
    var places: [Place] = []
    for index in parts.indices.sorted(by: { touched[$0] > touched[$1] }) {
      // The remaining streams have no event after the last change of the first parts.
      if places.count >= limit * 2 { keepFirst(limit, of: &places) }
      if places.count == limit, let least = places.last, least.changed > touched[index] { break }
      let changed = try reader.part(parts[index].key)?.events.last?.event.position
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
  /// The fields of a transaction that its part depends on.
  var fields: Set<RecordField> {
    var fields: Set<RecordField> = [.total, .currency, .date, .group, .state, .kind]
    if accountKey != nil || measure == .netWorth {
      fields.formUnion([.account, .toAccount, .received])
      fields.subtract([.group])
      if filter.asOf == nil { fields.remove(.date) }
    }
    if !filter.categories.isEmpty || isWithoutCategory { fields.formUnion([.category, .items]) }
    if !filter.payments.isEmpty { fields.insert(.payment) }
    if !filter.tags.isEmpty || !filter.anyTags.isEmpty || !filter.otherTags.isEmpty { fields.insert(.tags) }
    if !filter.flags.isEmpty { fields.formUnion([.paid, .reimbursed]) }
    fields.formUnion(filter.textFields)
    if !filter.rules.isEmpty { fields.insert(.rule) }
    if filter.hasPhoto != nil { fields.insert(.pages) }
    if filter.isCleared != nil { fields.insert(.cleared) }
    if filter.text != nil { fields.formUnion([.vendor, .category, .note]) }
    return fields
  }
}
