internal import EventLog
internal import LedgerAudit
internal import LedgerBook
internal import LedgerBytes
internal import LedgerDomain
internal import LedgerScreens

/// Prints the difference between two points for people and programs.
struct DifferenceText {
  let ledger: OpenLedger

  // MARK: For people

  /// Prints a record with its differences.
  func print(_ record: StateDifference.Record) throws {
    let invocation = ledger.invocation
    try invocation.print(
      title: try title(record),
      " · \(record.what.rawValue)" + (record.positions.isEmpty ? "" : " · \(Self.events(record.positions))"))
    let shown = record.changes.filter { !isInTitle($0, record) }
    if !shown.isEmpty { try invocation.print(try ledger.table(shown)) }
  }

  /// Prints the numbers of records by kind of difference, and the effect on the totals.
  func printSums(_ difference: StateDifference) throws {
    let invocation = ledger.invocation
    var table = TextTable([.left(), .left()], indent: 2)
    for (kind, counts) in difference.counts.sorted(by: { Self.place($0.key) < Self.place($1.key) }) {
      let parts = StateDifference.What.allCases.compactMap { what in
        counts[what].map { "\(grouped(Int64($0))) \(what.rawValue)" }
      }
      table.row([.init(Self.plural(kind)), .init(parts.joined(separator: " · "))])
    }
    try invocation.print(table)
    try ledger.print(difference.totals, difference.groups, "does")
  }

  /// Returns the positions in words, such as `events 27, 30–33`.
  static func events(_ positions: [Position]) -> String {
    var ranges: [ClosedRange<Position>] = []
    for position in positions {
      if let last = ranges.last, last.upperBound + 1 == position {
        ranges[ranges.count - 1] = last.lowerBound...position
      } else {
        ranges.append(position...position)
      }
    }
    let shown = ranges.prefix(6).map {
      $0.lowerBound == $0.upperBound ? "\($0.lowerBound)" : "\($0.lowerBound)–\($0.upperBound)"
    }
    let rest = ranges.count > 6 ? ", …" : ""
    return "event\(positions.count == 1 ? "" : "s") \(shown.joined(separator: ", "))\(rest)"
  }

  private func title(_ record: StateDifference.Record) throws -> String {
    if let row = record.after ?? record.before { return "\(try ledger.short(row.id))  \(ledger.summary(row))" }
    guard let kind = StreamKind(rawValue: record.stream.kind), kind != .transaction else {
      return "\(visible(record.stream.kind)) \(record.stream.id.description.prefix(8))"
    }
    if kind == .ledger { return "Settings" }
    if kind.hasKeys { return "\(kind.rawValue) \(visible(record.name ?? ""))" }
    let id = try ledger.book.shortID(record.stream.id, kind: kind)
    return record.name.map { "\(kind.rawValue) \(visible($0)) (\(id))" } ?? "\(kind.rawValue) \(id)"
  }

  /// Whether the title of a new record already contains a change.
  private func isInTitle(_ change: ValueChange, _ record: StateDifference.Record) -> Bool {
    guard record.what == .added else { return false }
    switch change.field {
    case .vendor, .date, .total, .currency: return record.after != nil
    case .name: return record.after == nil
    case .kind: return change.to?.text == TransactionKind.expense.rawValue
    case .state: return ["there", "active", "saved", "enabled", "open"].contains(change.to?.text)
    default: return false
    }
  }

  private static func place(_ kind: String) -> Int {
    StreamKind.listing.firstIndex { $0.rawValue == kind } ?? StreamKind.listing.count
  }

  private static func plural(_ kind: String) -> String {
    StreamKind(rawValue: kind)?.plural ?? visible(kind)
  }
}
