internal import LedgerAudit
internal import LedgerBook
internal import LedgerBytes
internal import LedgerDomain
internal import LedgerScreens

/// `replay --propose`: shows what today's extractor reads differently, and then proposes it for review.
struct ReplayPropose {
  private let ledger: OpenLedger
  /// How many differences people see.
  private static let shown = 20

  init(_ ledger: OpenLedger) { self.ledger = ledger }

  func run() throws -> ExitCode {
    let invocation = ledger.invocation
    let progress = invocation.progress("Reading again: event")
    var found: [TransactionID] = []
    var fields: [TransactionField: Int] = [:]
    func report(_ done: Int64, _ total: Int64) { progress.update(done, of: total) }
    try ledger.book.forEachExtractionOffer(progress: report) { offer in
      found.append(offer.row.id)
      for proposed in offer.proposal.fields { fields[proposed.field, default: 0] += 1 }
      if invocation.isJSON { return try invocation.print(json: offer.json) }
      guard found.count <= Self.shown else { return }
      progress.finish()
      try print(offer)
    }
    progress.finish()
    guard !found.isEmpty else {
      if invocation.isJSON {
        try invocation.print(json: summary([], found, fields))
      } else {
        try invocation.print(
          paragraph: "Today's extractor reads nothing otherwise in a field that nobody has settled.")
      }
      return .ok
    }
    if !invocation.isJSON {
      if found.count > Self.shown {
        try invocation.print("… and \(counted(found.count - Self.shown, "receipt")) more.")
      }
      try invocation.print()
    }
    let words = "\(counted(fields.values.reduce(0, +), "field")) of \(counted(found.count, "receipt"))"
    if ledger.arguments.has(.dryRun) {
      if invocation.isJSON {
        try invocation.print(json: summary([], found, fields))
      } else {
        try invocation.print("Would propose \(words); nothing that stands would change.")
      }
      return .ok
    }
    guard try invocation.agrees(to: "This will propose \(words); nothing that stands changes. Go on?") else {
      return .no
    }
    let positions = try ledger.book.proposeExtractions(for: found)
    if invocation.isJSON {
      try invocation.print(json: summary(positions, found, fields))
    } else {
      try invocation.print(
        "Proposed \(words). See them: events drafts, events review R; take them: events accept R")
    }
    return .ok
  }

  private func print(_ offer: ExtractionOffer) throws {
    let invocation = ledger.invocation
    try invocation.print(title: "\(try ledger.short(offer.row.id))  \(ledger.summary(offer.row))")
    var table = TextTable(
      [.left(), .name(shrinksTo: 12), .left(), .name(shrinksTo: 12), .right(), .name(shrinksTo: 8)], indent: 2)
    for proposed in offer.proposal.fields {
      let reading = proposed.readings.first
      table.row([
        .init(proposed.field.rawValue, .quiet), .init(words(proposed.from, proposed.field)), "→",
        .init(words(proposed.to, proposed.field)), .init(reading.map { "\($0.confidence)%" } ?? "", .quiet),
        .init(reading.map { visible($0.reason) } ?? "", .quiet),
      ])
    }
    try invocation.print(table)
  }

  private func words(_ value: FieldValue?, _ field: TransactionField) -> String {
    guard let value else { return "–" }
    if field == .total, let money = value.amount?.money { return ledger.words(money) }
    return visible(value.text(of: field) ?? "–")
  }

  /// Returns the last line.
  private func summary(_ positions: [Position], _ found: [TransactionID], _ fields: [TransactionField: Int])
    -> JSONValue
  {
    [
      "dryRun": .boolean(ledger.arguments.has(.dryRun)), "events": .array(positions.map { .integer($0) }),
      "fields": .count(fields.values.reduce(0, +)), "transactions": .count(found.count),
    ]
  }
}
