package import EventLog
package import LedgerBook
package import LedgerBytes
internal import LedgerDomain
internal import LedgerProjections

/// Collects the events that reproduce some records as a small ledger of its own, for a bug report.
///
/// The requested events come with their causes, with the groups, categories, accounts and rules that they name, and with
/// the ledger's own events. A goal comes with the receipts that it counts. A receipt that was marked as no duplicate comes with the other one of the pair. Every device's
/// events are renumbered without a gap, and references are updated. So the set can be imported like the events of another
/// device, and everything folds as before.
package struct Reproduction: Sendable {
  /// The events to reproduce.
  package enum Request: Hashable, Sendable {
    /// All events of a record.
    case record(StreamID)
    /// The events of a record up to the one at a position.
    case event(at: Position)
    /// All events that a figure depends on, so that it is the same in the new ledger.
    case figure(NamedFigure)
  }

  /// An event with its origin.
  package struct Item: Hashable, Sendable {
    /// The event as it can be imported.
    package let event: ForeignEvent
    package let position: Position
    package let original: EventReference
  }

  /// The events in the order of their arrival.
  package let items: [Item]

  /// Collects and renumbers the events of some requests.
  ///
  /// - Parameters:
  ///   - requests: The records and events to include.
  ///   - book: The book that holds them.
  ///   - sharesFigures: Whether to include the saved transactions with the same group, kind and currency, which are
  ///     summed with those requested. A requested group comes with all its transactions, and a rule with all that it
  ///     generated.
  ///   - standIns: The replacements for texts and amounts. If `nil`, they are not changed.
  /// - Complexity: O(events of the records concerned), and with `sharesFigures` a pass over the group's transactions.
  package static func of(
    _ requests: [Request], in book: Book, sharesFigures: Bool = false, standIns: StandIns? = nil
  ) throws -> Reproduction {
    var selection = Selection(book.log)
    for request in requests {
      switch request {
      case .record(let stream): try selection.add(stream)
      case .event(let position):
        guard let event = try book.log.event(at: position) else {
          throw BookError.unknown(what: "event", text: "\(position)")
        }
        try selection.add(event.stream, through: position)
      case .figure(let figure): for stream in try figure.records(in: book) { try selection.add(stream) }
      }
    }
    if sharesFigures {
      for case .record(let stream) in requests { try selection.addMembers(of: stream, book) }
      try selection.addFigures(book)
    }
    for stream in try book.log.streams(kind: StreamKind.ledger.rawValue) { try selection.add(stream) }
    return Reproduction(items: try Renumbering(selection.events).items(standIns))
  }
}

/// The collected events by position.
private struct Selection {
  private let log: LedgerLog
  private var byPosition: [Position: StoredEvent] = [:]

  init(_ log: LedgerLog) { self.log = log }

  var events: [StoredEvent] { byPosition.values.sorted { $0.position < $1.position } }

  /// Adds a record's events, and everything that they depend on.
  mutating func add(_ stream: StreamID, through last: Position = .max) throws {
    for event in try log.events(of: stream)
    where event.position <= last && byPosition[event.position] == nil && event.belongs {
      byPosition[event.position] = event
      if let cause = event.cause, let position = try log.position(of: cause), byPosition[position] == nil,
        let made = try log.event(at: position)
      {
        try add(made.stream, through: position)
      }
      for named in event.namedRecords { try add(named) }
    }
  }

  /// Adds the transactions of a group or of a rule.
  mutating func addMembers(of stream: StreamID, _ book: Book) throws {
    var filter = TransactionFilter.everything
    let kind = StreamKind(rawValue: stream.kind)
    guard kind == .group || kind == .rule else { return }
    if kind == .group { filter.groups = [GroupID(stream.id)] } else { filter.rules = [RuleID(stream.id)] }
    var found: [StreamID] = []
    try book.forEachTransaction(filter) { found.append($0.row.id.stream) }
    for stream in found { try add(stream) }
  }

  /// Adds the transactions whose amounts are summed with the collected ones.
  mutating func addFigures(_ book: Book) throws {
    var sums: Set<Sum> = []
    for id in Set(byPosition.values.map(\.stream)) where id.kind == StreamKind.transaction.rawValue {
      if let detail = try? book.transaction(TransactionID(id.id)) { sums.insert(Sum(detail.listed)) }
    }
    for group in Set(sums.map(\.group)) {
      var filter = TransactionFilter()
      filter.groups = [group]
      var found: [StreamID] = []
      try book.forEachTransaction(filter) { listed in
        if sums.contains(Sum(listed)) { found.append(listed.row.id.stream) }
      }
      for stream in found { try add(stream) }
    }
  }

  /// The key of a total on a screen, where the transactions of a deleted group are in Unfiled.
  private struct Sum: Hashable {
    let group: GroupID?
    let kind: TransactionKind
    let currency: CurrencyCode?

    init(_ listed: ListedTransaction) {
      group = listed.group
      kind = listed.row.kind
      currency = listed.row.amount?.currency
    }
  }
}

extension StoredEvent {
  /// Whether the event can be part of a reproduction. The ledger's redactions and skips of other events cannot,
  /// nor can exports and imports, which name files of the person.
  fileprivate var belongs: Bool {
    guard let type = decoded?.type else { return true }
    let excluded: [EventType] = [
      .eventRedacted, .eventSkipped, .rangeExported, .groupExported, .statementImported, .importProfileChanged,
      .vendorRenamed,
    ]
    return !excluded.contains(type)
  }

  /// The records that the payload of a transaction or a rule names.
  ///
  /// They are found by texts: the identifier of a group, a rule or the other receipt of a pair, or a category's key.
  fileprivate var namedRecords: [StreamID] {
    let kinds: [StreamKind] = [.transaction, .rule, .budget, .goal]
    guard kinds.contains(where: { $0.rawValue == stream.kind }), let payload,
      let value = try? JSONValue(parsing: payload, as: .exchange)
    else { return [] }
    var records: [StreamID] = []
    value.forEachString { key, text in
      if ["account", "toAccount", "from", "to", "value"].contains(key), text.utf8.count <= 256 {
        records.append(AccountID(key: AccountState.key(of: text)).stream)
      }
      if let id = UniqueID(text), key == "transaction", stream.kind == StreamKind.goal.rawValue {
        records.append(TransactionID(id).stream)
      } else if let id = UniqueID(text), key == "rule" || key == "series" {
        records.append(StreamID(kind: StreamKind.rule.rawValue, id: id))
      } else if let id = UniqueID(text), key == "of" {
        records.append(TransactionID(id).stream)
      } else if let id = UniqueID(text), key == "from" || key == "to" || key == "group" {
        records.append(GroupID(id).stream)
      } else if key == "category" || key == "other" || key == "from" || key == "to" || key == "value",
        text.utf8.count <= 64
      {
        records.append(CategoryStream.of(key: text))
      }
    }
    return records
  }
}

extension JSONValue {
  /// Calls `body` with every text and the nearest key around it.
  fileprivate func forEachString(under key: String = "", _ body: (String, String) -> Void) {
    switch self {
    case .object(let members): for (key, value) in members { value.forEachString(under: key, body) }
    case .array(let elements): for element in elements { element.forEachString(under: key, body) }
    case .string(let text): body(key, text)
    case .integer, .fraction, .boolean, .null: break
    }
  }
}
