package import LedgerAudit
internal import LedgerBook
internal import LedgerBytes
internal import LedgerDomain

/// A record that differs between two points, with its differences.
package struct RecordDifferenceAnswer: Answer {
  let record: StateDifference.Record
  /// Whether people do not see it, because too many were shown before.
  let isLeftOut: Bool

  package init(_ record: StateDifference.Record, isLeftOut: Bool = false) {
    (self.record, self.isLeftOut) = (record, isLeftOut)
  }

  package func document(_ notation: Notation) -> Document { .value(record.json) }

  package func blocks(_ notation: Notation) throws -> [Block] {
    if isLeftOut { return [] }
    let events = record.positions.isEmpty ? "" : " · \(Self.events(record.positions))"
    let title = Line(try title(notation), .strong) + Line(" · \(record.what.rawValue)\(events)")
    let shown = notation.told(record.changes).filter { !isInTitle($0) }
    return [.title(title)] + (shown.isEmpty ? [] : [.table(try notation.table(shown))])
  }

  /// Returns the positions in words, such as `events 27, 30–33`.
  private static func events(_ positions: [Position]) -> String {
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

  private func title(_ notation: Notation) throws -> String {
    if let row = record.after ?? record.before {
      return "\(try notation.short(row.id))  \(notation.summary(row))"
    }
    guard let kind = StreamKind(rawValue: record.stream.kind), kind != .transaction else {
      return "\(record.stream.kind) \(record.stream.id.description.prefix(8))"
    }
    if kind == .ledger { return "Settings" }
    if kind.hasKeys { return "\(kind.rawValue) \(record.name ?? "")" }
    let id = try notation.book.shortID(record.stream.id, kind: kind)
    return record.name.map { "\(kind.rawValue) \($0) (\(id))" } ?? "\(kind.rawValue) \(id)"
  }

  /// Whether the title of a new record already contains a change.
  private func isInTitle(_ change: ValueChange) -> Bool {
    guard record.what == .added else { return false }
    let field = change.field
    if field == .name { return record.after == nil }
    if field == .kind { return change.to?.text == TransactionKind.expense.rawValue }
    if field == .state { return ["there", "active", "saved", "enabled", "open"].contains(change.to?.text) }
    return record.after != nil && [.vendor, .date, .total, .currency].contains(field)
  }
}

/// The sums of a difference between two points.
package struct DifferenceAnswer: Answer {
  let difference: StateDifference
  let redactions: RedactionNotes
  /// The number of records that were shown before, and of those that people see of them.
  let shown: Int
  let limit: Int

  package func document(_ notation: Notation) throws -> Document {
    .value(redactions.adding(to: try difference.json(notation.groupName)))
  }

  package func blocks(_ notation: Notation) throws -> [Block] {
    var blocks = try redactions.blocks("what they had changed is in neither state")
    if shown > limit {
      blocks.append(.line("… and \(counted(shown - limit, "record")) more: --limit, or --json"))
    }
    guard difference.recordCount > 0 || !difference.totals.isNothing || !difference.groups.isNothing
    else { return blocks + [.line("Nothing that a screen shows is different.")] }
    if min(shown, limit) > 0 { blocks.append(.gap) }
    var table = AnswerTable([.left(), .left()], indent: 2)
    for (kind, counts) in difference.counts.sorted(by: { Self.place($0.key) < Self.place($1.key) }) {
      let parts = StateDifference.What.allCases.compactMap { what in
        counts[what].map { "\(grouped(Int64($0))) \(what.rawValue)" }
      }
      table.row([.init(Self.plural(kind)), .init(parts.joined(separator: " · "))])
    }
    return try blocks + [.table(table)]
      + notation.effect(difference.totals, difference.categories, difference.groups, "does")
  }

  private static func place(_ kind: String) -> Int {
    StreamKind.listing.firstIndex { $0.rawValue == kind } ?? StreamKind.listing.count
  }

  private static func plural(_ kind: String) -> String { StreamKind(rawValue: kind)?.plural ?? kind }
}
