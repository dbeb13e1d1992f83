public import EventLog
public import LedgerBook
public import LedgerBytes
internal import LedgerDomain
internal import LedgerProjections

/// The smallest set of a ledger's events that still tells the story of some of them, as a ledger of its own: for a
/// report of a bug.
///
/// To the events asked for come those that made them necessary, the records of the groups, categories and rules that
/// they name, the other receipt of a pair that was told apart, and the ledger's own. Every device's events are numbered anew without a gap, and what refers to an event by
/// its number follows; so the set can be taken in as any other device's events are, and everything folds as it did.
public struct Reproduction: Sendable {
  /// What is asked for.
  public enum Request: Hashable, Sendable {
    /// All events of a record.
    case record(StreamID)
    /// The events of a record up to one of them.
    case event(at: Int64)
  }

  /// An event with where it came from.
  public struct Item: Hashable, Sendable {
    /// As it would be taken in.
    public let event: ForeignEvent
    /// Where it stood.
    public let position: Int64
    /// What it was called there.
    public let original: EventReference
  }

  /// In the order in which they arrived.
  public let items: [Item]

  /// Collects and numbers the events of a request.
  ///
  /// - `sharesFigures`: with the saved transactions that are summed with those asked for, of the same group, kind and
  ///   currency; of a group that is asked for with all in it, of a rule with all that it made.
  /// - `standIns`: what replaces texts and amounts; nil: they stay.
  /// - Complexity: O(events of the records concerned); with `sharesFigures` a pass over the group's transactions.
  public static func of(
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

/// The events that are collected, by position.
private struct Selection {
  private let log: LedgerLog
  private var byPosition: [Int64: StoredEvent] = [:]

  init(_ log: LedgerLog) { self.log = log }

  var events: [StoredEvent] { byPosition.values.sorted { $0.position < $1.position } }

  /// Adds a record's events, and what they need.
  mutating func add(_ stream: StreamID, through last: Int64 = .max) throws {
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

  /// Adds what a group adds up, and what a rule has made.
  mutating func addMembers(of stream: StreamID, _ book: Book) throws {
    var filter = TransactionFilter.everything
    switch StreamKind(rawValue: stream.kind) {
    case .group: filter.groups = [GroupID(stream.id)]
    case .rule: filter.rules = [RuleID(stream.id)]
    case .transaction, .category, .ledger, .none: return
    }
    var found: [StreamID] = []
    try book.forEachTransaction(filter) { found.append($0.row.id.stream) }
    for stream in found { try add(stream) }
  }

  /// Adds the transactions whose amounts are added up with those that are here.
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

  /// What one total adds up, as screens show it: what is filed into a group that was deleted is in Unfiled.
  private struct Sum: Hashable {
    let group: GroupID?
    let kind: TransactionKind
    let currency: Currency?

    init(_ listed: ListedTransaction) {
      group = listed.group
      kind = listed.row.kind
      currency = listed.row.amount?.currency
    }
  }
}

extension StoredEvent {
  /// Whether it is part of a record's story: what the ledger says of single events elsewhere is not.
  fileprivate var belongs: Bool {
    switch decoded {
    case .ledger(.eventRedacted), .ledger(.eventSkipped): false
    case .ledger, .transaction, .group, .category, .rule, nil: true
    }
  }

  /// The records that the payload of a transaction or a rule names: any text in it that is the identifier of a group
  /// or a rule, the key of a category, or the other one of a pair, wherever it stands.
  fileprivate var namedRecords: [StreamID] {
    guard [StreamKind.transaction.rawValue, StreamKind.rule.rawValue].contains(stream.kind), let payload,
      let value = try? JSONValue(parsing: payload, as: .exchange)
    else { return [] }
    var records: [StreamID] = []
    value.forEachString { key, text in
      if let id = UniqueID(text), key == "rule" || key == "series" {
        records.append(StreamID(kind: StreamKind.rule.rawValue, id: id))
      } else if let id = UniqueID(text), key == "of" {
        records.append(TransactionID(id).stream)
      } else if let id = UniqueID(text), key == "from" || key == "to" || key == "group" {
        records.append(GroupID(id).stream)
      } else if key == "category" || key == "from" || key == "to" || key == "value", text.utf8.count <= 64 {
        records.append(CategoryStream.of(key: text))
      }
    }
    return records
  }
}

extension JSONValue {
  /// Every text with the nearest key around it.
  fileprivate func forEachString(under key: String = "", _ body: (String, String) -> Void) {
    switch self {
    case .object(let members): for (key, value) in members { value.forEachString(under: key, body) }
    case .array(let elements): for element in elements { element.forEachString(under: key, body) }
    case .string(let text): body(key, text)
    case .integer, .fraction, .boolean, .null: break
    }
  }
}
