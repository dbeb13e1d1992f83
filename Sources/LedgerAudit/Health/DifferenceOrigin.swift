internal import EventLog
internal import LedgerBytes
internal import LedgerDomain
internal import LedgerProjections

/// Finds the event from which on the read models in service differ from the log, and the reason.
struct DifferenceOrigin {
  private(set) var position: Position?
  private(set) var words = ""
  private let log: LedgerLog
  private let table: ComparedTable

  init(_ log: LedgerLog, _ table: ComparedTable, _ difference: ComparedTable.Difference?) throws {
    self.log = log
    self.table = table
    guard let difference else { return }
    let place = difference.key.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }.joined(
      separator: ", ")
    let head = "\(table.name), \(place)"
    if table.isTotal {
      try sum(difference, head)
    } else if difference.isSurplus {
      words = "\(head): a row that the log knows nothing of"
    } else if difference.isMissing {
      position = try stream(of: difference).flatMap { try self.events(of: $0).first?.position }
      words = "\(head): the row is missing"
    } else {
      try column(difference, head)
    }
  }

  // MARK: Rows of records

  private mutating func column(_ difference: ComparedTable.Difference, _ head: String) throws {
    guard let column = difference.column else { return }
    words =
      "\(head): \(column) is \(difference.served ?? "empty"), by the log \(difference.folded ?? "empty")"
    guard let stream = try stream(of: difference) else { return }
    let events = try events(of: stream)
    guard let field = RecordField(column: column) else {
      position = events.last?.position
      return
    }
    let lines = Blame.of(stream, events: events, field: field).lines.filter(\.status.wasShown)
    // The models may have stopped: the served value was right until the event after it.
    let stood = lines.lastIndex { $0.value?.column(column) == difference.served }
    if let stood, lines.indices.contains(stood + 1) {
      position = lines[stood + 1].event.position
      words += "; this was right before event \(lines[stood + 1].event.position)"
    } else {
      position = lines.last { $0.status == .current }?.event.position ?? events.last?.position
    }
  }

  /// Returns the stream of a row, found by its key or its identifier.
  private func stream(of difference: ComparedTable.Difference) throws -> StreamID? {
    if let kind = StreamKind(table: table.name) {
      if let id = UniqueID(digits: difference.key["id"]) { return StreamID(kind: kind.rawValue, id: id) }
      if let key = difference.key["key"] { return kind.stream(key: key) }
    } else if let key = (difference.key["key"] ?? difference.key["stream"]).flatMap({ Int64($0) }) {
      return try log.stream(key: StreamKey(key))
    }
    return try log.streams(kind: StreamKind.ledger.rawValue).first
  }

  /// Returns the events of a stream in the order of their positions.
  private func events(of stream: StreamID) throws -> [StoredEvent] {
    try log.events(of: stream).sorted { $0.position < $1.position }
  }

  // MARK: Sums

  private struct Step {
    let position: Position
    let count: Int64
    let units: Int64
  }

  private mutating func sum(_ difference: ComparedTable.Difference, _ head: String) throws {
    let served = (
      count: difference.values["count"]?.served ?? 0, total: difference.values["total"]?.served ?? 0
    )
    let steps = try steps(into: difference.key).sorted { $0.position < $1.position }
    let right = steps.reduce(into: (count: Int64(0), total: Int64(0))) {
      $0.count += $1.count
      $0.total &+= $1.units
    }
    words = "\(head): \(served.total) over \(served.count), by the log \(right.total) over \(right.count)"
    // The sums differ from the step after the last one at which the served sum was right.
    var sum = (count: Int64(0), total: Int64(0))
    var stood: Int?
    for (index, step) in steps.enumerated() {
      if sum == served { stood = index }
      sum = (sum.count + step.count, sum.total &+ step.units)
    }
    if let stood, !difference.isMissing || stood > 0 {
      position = steps[stood].position
      words += "; this was right before event \(steps[stood].position)"
      return
    }
    let off = (count: served.count &- right.count, total: served.total &- right.total)
    let twice = steps.last { ($0.count, $0.units) == off }?.position
    let missing = steps.last { (-$0.count, 0 &- $0.units) == off }?.position
    if twice != nil || missing != nil {
      // Both are possible explanations if an amount was added and subtracted again.
      position = [twice, missing].compactMap { $0 }.min()
      let ways = [
        twice.map { "event \($0) had counted twice" }, missing.map { "event \($0) had not counted" },
      ]
      words += "; as if " + ways.compactMap { $0 }.joined(separator: ", or ")
    } else {
      position = steps.first?.position
    }
  }

  /// Returns the change of one sum by every event, in the order in which this device learned of them.
  private func steps(into key: [String: String]) throws -> [Step] {
    var steps: [Step] = []
    try log.forEachStream(through: try log.lastPosition()) { keyed, stored in
      guard keyed.stream.kind == StreamKind.transaction.rawValue else { return }
      var old = counts(nil, in: key)
      StreamSteps.forEachRow(of: keyed.stream, stored) { position, row in
        let new = counts(row, in: key)
        if old != new {
          steps.append(Step(position: position, count: new.count - old.count, units: new.units &- old.units))
        }
        old = new
      }
    }
    return steps
  }

  /// Returns the contribution of a row to the sum of a key.
  private func counts(_ row: TransactionRow?, in key: [String: String]) -> Contribution {
    let none = Contribution(count: 0, units: 0)
    guard let row, row.stage == .saved, row.money?.currency.code ?? "" == key["currency"],
      String(row.kind.place) == key["kind"]
    else { return none }
    if let group = key["group_id"], group != row.group?.id.digits ?? "" { return none }
    if let date = key["date"], date != row.date.map({ String($0.dayNumber) }) { return none }
    guard !row.parts.isEmpty else {
      return row.category ?? "" == key["category"]
        ? Contribution(count: 1, units: row.money?.minorUnits ?? 0) : none
    }
    if key["category"] == LedgerFigure.surplusCategory {
      return Contribution(count: Int64(row.parts.count - 1), units: 0)
    }
    guard let part = row.parts.first(where: { $0.category ?? "" == key["category"] }) else { return none }
    return Contribution(count: 1, units: part.minorUnits)
  }

  private struct Contribution: Equatable {
    let count: Int64
    let units: Int64
  }
}

extension UniqueID {
  /// The 32 hexadecimal digits without hyphens.
  fileprivate var digits: String { description.split(separator: "-").joined() }

  fileprivate init?(digits: String?) {
    guard let digits, digits.utf8.count == 32 else { return nil }
    var text = Array(digits)
    for index in [8, 13, 18, 23] { text.insert("-", at: index) }
    self.init(String(text))
  }
}

extension RecordField {
  /// The field that a column of the read models stores.
  fileprivate init?(column: String) {
    switch column {
    case "minor_units": self = .total
    case "group_id": self = .group
    case "stage", "deleted", "active": self = .state
    case "attachments": self = .pages
    default: self.init(rawValue: column)
    }
  }
}

extension TypedValue {
  /// Returns the value as text in the form of a column.
  fileprivate func column(_ column: String) -> String {
    switch self {
    case .decimal(let money): String(money.minorUnits)
    case .date(let date): String(date.dayNumber)
    case .group(let group): group.id.digits
    case .flag(let flag): flag ? "1" : "0"
    case .word(let word) where column == "stage":
      String(["draft", "saved", "deleted"].firstIndex(of: word) ?? -1)
    case .word(let word) where column == "kind":
      TransactionKind(rawValue: word).map { String($0.place) } ?? word
    case .word(let word) where column == "deleted": word == "deleted" ? "1" : "0"
    case .word(let word) where column == "active": word == "active" ? "1" : "0"
    case .text, .word, .currency, .texts: text
    }
  }
}
