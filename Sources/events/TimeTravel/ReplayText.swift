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
      try ledger.invocation.print(json: try replay.json(ledger.groupName))
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
      try invocation.print(Line(try title(record), .strong))
      var table = TextTable([.left(), .name(shrinksTo: 12), .left(), .name(shrinksTo: 12)], indent: 2)
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
      try ledger.invocation.print(json: replay.json)
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

  private func table(_ heading: String) -> TextTable {
    TextTable(
      [
        .name(heading, shrinksTo: 12), .right("still right"), .right("spared"), .right("new"),
        .right("still wrong"),
      ], indent: 2)
  }

  private func row(_ name: String, _ tally: ExtractorReplay.Tally) -> [TextTable.Cell] {
    [name].map { TextTable.Cell($0) }
      + [tally.stillRight, tally.spared, tally.new, tally.stillWrong].map { TextTable.Cell(grouped(Int64($0))) }
  }
}
