internal import EventLog
internal import LedgerAudit
internal import LedgerBook
internal import LedgerBytes
internal import LedgerDomain
internal import LedgerProjections
internal import LedgerScreens

/// Prints the differences of a replay for people and programs.
struct ReplayText {
  private let ledger: OpenLedger
  /// The number of records that are shown to people.
  private static let shown = 20

  init(_ ledger: OpenLedger) { self.ledger = ledger }

  func run(_ change: Replay.Change) throws -> ExitCode {
    let progress = ledger.invocation.progress("Replaying: event")
    let replay = try Replay.of(ledger.book.log, change) { progress.update($0, of: $1) }
    progress.finish()
    if ledger.invocation.isJSON {
      try ledger.invocation.print(json: try json(replay))
    } else {
      try print(replay)
    }
    return .ok
  }

  private func print(_ replay: Replay) throws {
    let invocation = ledger.invocation
    if !replay.left.isEmpty {
      var date: String?
      try invocation.print("Without:")
      try invocation.print(try EventText(ledger: ledger).table(replay.left, after: &date))
      try invocation.print()
    }
    guard replay.recordCount > 0 || !replay.groups.isNothing else {
      return try invocation.print("Nothing would be different.")
    }
    for record in replay.records.prefix(Self.shown) {
      try invocation.print(invocation.outputTerminal.styled(try title(record), .strong))
      var table = Table([.left(), .name(shrinksTo: 12), .left(), .name(shrinksTo: 12)], indent: 2)
      for change in record.changes {
        table.row([
          .init(change.field.rawValue, .quiet), .init(try ledger.words(change.from, of: change.field)), "→",
          .init(try ledger.words(change.to, of: change.field)),
        ])
      }
      try invocation.print(table)
    }
    if replay.recordCount > Self.shown {
      try invocation.print("… and \(counted(replay.recordCount - Self.shown, "record")) more.")
    }
    try invocation.print()
    try ledger.print(replay.totals, replay.groups, "does")
    try invocation.print("Nothing was written.")
  }

  private func title(_ record: Replay.Record) throws -> String {
    if let row = record.before ?? record.after { return "\(try ledger.short(row.id))  \(ledger.summary(row))" }
    return "\(visible(record.stream.kind)) \(record.stream.id.description.prefix(8))"
  }

  private func json(_ replay: Replay) throws -> JSONValue {
    [
      "groups": try .effect(replay.groups, ledger),
      "records": .array(replay.records.map(json)), "recordCount": .count(replay.recordCount),
      "totals": .effect(replay.totals),
      "without": .array(
        replay.left.map { ["event": $0.reference.json, "position": .integer($0.position)] }),
    ]
  }

  private func json(_ record: Replay.Record) -> JSONValue {
    [
      "changes": .array(record.changes.map(\.json)),
      "stream": record.stream.json,
    ]
  }
}

extension JSONValue {
  /// Returns the differences of totals by kind, currency and month.
  static func effect(_ effect: TotalsEffect) -> JSONValue {
    .array(
      effect.entries.map { key, difference in
        [
          "amount": Money(minorUnits: difference.minorUnits, currency: key.currency).json,
          "count": .integer(difference.count), "kind": .string(key.kind.rawValue),
          "month": .optional(key.month?.iso),
        ]
      })
  }
}

extension JSONValue {
  /// Returns the differences of the totals of groups. Unfiled has no id.
  static func effect(_ effect: GroupsEffect, _ ledger: OpenLedger) throws -> JSONValue {
    .array(
      try effect.byName({ try ledger.book.groupRow($0)?.name ?? "" }).map { name, key, difference in
        [
          "amount": Money(minorUnits: difference.minorUnits, currency: key.currency).json,
          "count": .integer(difference.count), "group": .optional(key.group?.description),
          "name": name.isEmpty ? .null : .string(name),
        ]
      })
  }
}

/// Prints the result of `replay --extractor`.
struct ExtractorReplayText {
  private let ledger: OpenLedger

  init(_ ledger: OpenLedger) { self.ledger = ledger }

  func run() throws -> ExitCode {
    let progress = ledger.invocation.progress("Reading again: event")
    let replay = try ExtractorReplay.of(ledger.book.log) { progress.update($0, of: $1) }
    progress.finish()
    if ledger.invocation.isJSON {
      try ledger.invocation.print(json: json(replay))
    } else {
      try print(replay)
    }
    return .ok
  }

  private func print(_ replay: ExtractorReplay) throws {
    let invocation = ledger.invocation
    guard replay.receipts > 0 else { return try invocation.print("There is no text on record to read again.") }
    let (spared, new) = replay.fields.values.reduce((0, 0)) { ($0.0 + $1.spared, $0.1 + $1.new) }
    try invocation.print(
      paragraph: "\(counted(replay.receipts, "text")) read again by \(replay.extractor)-\(replay.version): "
        + "\(counted(spared, "correction")) would not have been needed, \(grouped(Int64(new))) would be new.")
    try invocation.print()
    var fields = table("field")
    for field in TransactionField.extracted {
      if let tally = replay.fields[field] { fields.row(row(field.rawValue, tally)) }
    }
    try invocation.print(fields)
    var vendors = table("vendor")
    for (name, tally) in replay.vendors(limit: 20) {
      vendors.row(row(name.isEmpty ? "(no vendor)" : visible(name), tally))
    }
    if !vendors.isEmpty {
      try invocation.print()
      try invocation.print(vendors)
    }
    try invocation.print("Nothing was written.")
  }

  private func table(_ heading: String) -> Table {
    Table(
      [
        .name(heading, shrinksTo: 12), .right("still right"), .right("spared"), .right("new"),
        .right("still wrong"),
      ], indent: 2)
  }

  private func row(_ name: String, _ tally: ExtractorReplay.Tally) -> [Table.Cell] {
    [name].map { Table.Cell($0) }
      + [tally.stillRight, tally.spared, tally.new, tally.stillWrong].map { Table.Cell(grouped(Int64($0))) }
  }

  private func json(_ replay: ExtractorReplay) -> JSONValue {
    func tally(_ tally: ExtractorReplay.Tally, _ name: String, _ key: String) -> JSONValue {
      [
        key: .string(name), "new": .count(tally.new), "spared": .count(tally.spared),
        "stillRight": .count(tally.stillRight), "stillWrong": .count(tally.stillWrong),
      ]
    }
    return [
      "examples": .array(
        replay.examples.map {
          [
            "field": .string($0.field.rawValue), "now": .optional($0.now), "right": .optional($0.right),
            "spared": .boolean($0.isSpared), "then": .optional($0.then),
            "transaction": .string($0.transaction.description),
          ]
        }),
      "extractor": .string("\(replay.extractor)-\(replay.version)"),
      "fields": .array(
        TransactionField.extracted.compactMap { field in
          replay.fields[field].map { tally($0, field.rawValue, "field") }
        }), "receipts": .count(replay.receipts),
      "vendors": .array(replay.vendors(limit: .max).map { tally($0.tally, $0.name, "vendor") }),
    ]
  }
}
