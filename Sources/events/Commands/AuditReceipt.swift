internal import LedgerAudit
internal import LedgerBook
internal import LedgerBytes
internal import LedgerDomain

extension Command {
  static let audit = Command(
    path: ["audit"], section: .travel, summary: "Explain every field of a receipt by the events behind it",
    operands: [.receipt], run: { try $0.withLedger(explain) })

  private static func explain(_ ledger: OpenLedger) throws -> ExitCode {
    let id = try ledger.transaction()
    let audit = try Audit.of(id, in: ledger.book)
    let detail = try ledger.book.transaction(id)
    if ledger.invocation.isJSON {
      try ledger.invocation.print(json: json(audit, id))
      return .ok
    }
    let terminal = ledger.invocation.outputTerminal
    try ledger.invocation.print(
      terminal.styled("\(try ledger.short(id))  \(ledger.summary(detail.row))", .strong))
    try ledger.invocation.print(visible(audit.sentence))
    try ledger.invocation.print()
    var fields = Table(
      [.left("field"), .name("value", shrinksTo: 12), .left(), .name(shrinksTo: 12)], indent: 2)
    for field in audit.fields where field.provenance.value != nil || field.provenance.status != .empty {
      let value = ledger.words(
        field.provenance.value, of: field.provenance.field, currency: detail.row.amount?.currency,
        groupName: detail.groupName)
      fields.row([
        .init(field.provenance.field.rawValue, .quiet), .init(value), .init(field.provenance.status.words),
        .init(visible(field.words), .quiet),
      ])
    }
    try ledger.invocation.print(fields)
    try ledger.invocation.print()
    var events = Table([.right(), .left(), .name(shrinksTo: 10), .name(shrinksTo: 20)], indent: 2)
    for line in audit.events {
      events.row([
        .init("\(line.position)", .quiet), .init(localTime(milliseconds: line.recordedAtMilliseconds), .quiet),
        .init(visible(line.actor)), .init(visible(line.words)),
      ])
    }
    try ledger.invocation.print(events)
    return .ok
  }

  private static func json(_ audit: Audit, _ id: TransactionID) -> JSONValue {
    [
      "events": .array(
        audit.events.map { line in
          [
            "actor": .string(line.actor), "event": .reference(line.reference),
            "position": .integer(line.position),
            "recorded": .string(isoTime(milliseconds: line.recordedAtMilliseconds)),
            "words": .string(line.words),
          ]
        }),
      "fields": .array(audit.fields.map { .provenance($0.provenance) }), "sentence": .string(audit.sentence),
      "transaction": .string(id.description),
    ]
  }
}
