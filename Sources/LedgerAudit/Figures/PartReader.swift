internal import EventLog
internal import LedgerBook
internal import LedgerBytes
internal import LedgerDomain
internal import LedgerProjections

/// Reads the parts of a figure from the events of their transactions.
///
/// An event is one of a part's reasons if the figure would be different without it.
final class PartReader {
  private let figure: AskedFigure
  private let book: Book
  private var groups: [GroupID: [StoredEvent]] = [:]
  private var living: [GroupID: Bool] = [:]

  /// The number of events of a transaction up to which each of them is tried.
  private static let eventsMax = 1_000

  init(_ figure: AskedFigure, _ book: Book) {
    self.figure = figure
    self.book = book
  }

  /// Returns a transaction's part by its own events, or `nil` if it does not match by them.
  ///
  /// - Complexity: O(e²) for e events, and O(e · reasons) if there are more than 1,000.
  func part(_ key: StreamKey) throws -> Why.Part? {
    let stream = try book.log.stream(key: key)
    let events = book.horizon.admitted(try book.log.events(ofKey: key, through: book.horizon.position))
      .sorted { $0.foldsBefore($1) }
    let fold = StreamFold(kind: stream.kind, inOrder: events)
    guard let row = fold.transactionRow(stream), let units = figure.contribution(row) else { return nil }
    let lines = Blame.of(stream, events: events).lines.filter { figure.fields.contains($0.field) }
    let named = names(lines, row)
    let values = fold.values(of: stream)
    let repeated = Set(lines.filter { $0.status == .repeated }.map(\.field))
    var givings: [Why.Giving] = []
    for event in events where events.count <= Self.eventsMax || named[event.reference] != nil {
      let other = StreamFold(kind: stream.kind, inOrder: events.without(event))
      let fields = named[event.reference] ?? []
      if try part(of: other.transactionRow(stream)) != part(of: row) {
        let changed = fields.isEmpty ? changed(values, other.values(of: stream)) : fields
        givings.append(Why.Giving(event: event, fields: changed, isRepeated: false))
      } else if fields.contains(where: repeated.contains) {
        givings.append(Why.Giving(event: event, fields: fields.filter(repeated.contains), isRepeated: true))
      }
    }
    if givings.isEmpty {
      givings = events.compactMap { event in
        named[event.reference].map { Why.Giving(event: event, fields: $0, isRepeated: true) }
      }
    }
    givings += try reasons(ofGroup: row.group)
    givings.sort { $0.event.position < $1.event.position }
    return Why.Part(row: row, group: try shown(row.group), minorUnits: units, events: givings)
  }

  /// Returns the minor units that a row adds to the figure, in the group that it is shown in.
  private func part(of row: TransactionRow?) throws -> Int64 {
    guard let row, let units = figure.contribution(row) else { return 0 }
    if figure.filter.groups.isEmpty { return units }
    return figure.filter.groups.contains(try shown(row.group)) ? units : 0
  }

  /// Returns the events that gave the fields that matter, with these fields.
  private func names(_ lines: [Blame.Line], _ row: TransactionRow) -> [EventReference: [RecordField]] {
    var named: [EventReference: [RecordField]] = [:]
    for line in lines where line.status == .current {
      // A transaction is an expense by default, so that no event has to give it this kind.
      if line.field == .kind, row.kind == .expense { continue }
      named[line.event.reference, default: []].append(line.field)
    }
    return named
  }

  private func changed(_ values: RecordValues, _ others: RecordValues) -> [RecordField] {
    if others.isEmpty { return [.state] }
    let fields = others.changes(to: values).map(\.field).filter { figure.fields.contains($0) }
    return fields.isEmpty ? [.state] : fields
  }

  // MARK: Groups

  /// Returns the events of the transaction's own group without which it would be shown elsewhere.
  private func reasons(ofGroup group: GroupID?) throws -> [Why.Giving] {
    // The events of the figure's own group are the same for all of its transactions.
    guard let group, figure.filter.groups.contains(nil), !figure.filter.groups.contains(group) else {
      return []
    }
    let isLiving = try lives(group)
    return try events(of: group).filter { event in
      LivingGroups.lives(group, try events(of: group).without(event)) != isLiving
    }.map { Why.Giving(event: $0, fields: [.group], isRepeated: false) }
  }

  private func shown(_ group: GroupID?) throws -> GroupID? {
    guard let group else { return nil }
    return try lives(group) ? group : nil
  }

  private func lives(_ group: GroupID) throws -> Bool {
    if let known = living[group] { return known }
    let lives = LivingGroups.lives(group, try events(of: group))
    living[group] = lives
    return lives
  }

  private func events(of group: GroupID) throws -> [StoredEvent] {
    if let known = groups[group] { return known }
    let events = book.horizon.admitted(try book.log.events(of: group.stream)).sorted { $0.foldsBefore($1) }
    groups[group] = events
    return events
  }
}

extension [StoredEvent] {
  /// Returns the events without one of them, and without those that it caused in its batch.
  func without(_ event: StoredEvent) -> [StoredEvent] {
    var removed: Set<EventReference> = [event.reference]
    return filter { other in
      if let cause = other.cause, other.correlation == event.correlation, removed.contains(cause) {
        removed.insert(other.reference)
      }
      return !removed.contains(other.reference)
    }
  }
}
