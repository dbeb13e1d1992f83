internal import EventLog
internal import LedgerAudit
internal import LedgerBook
internal import LedgerBytes
internal import LedgerDomain

extension Command {
  static let audit = Command(
    path: ["audit"], section: .travel, summary: "Explain every field of a receipt by the events behind it",
    operands: [.receipt], shared: Option.looking, run: { try $0.withLedger(explain) })

  private static func explain(_ ledger: OpenLedger) throws -> ExitCode {
    let id = try ledger.transaction()
    let audit = try Audit.of(id, in: ledger.book)
    let detail = try ledger.book.transaction(id)
    if ledger.invocation.isJSON {
      try ledger.invocation.print(json: json(audit, ledger))
      return .ok
    }
    let terminal = ledger.invocation.outputTerminal
    try ledger.invocation.print(
      terminal.styled("\(try ledger.short(id))  \(ledger.summary(detail.row))", .strong))
    try ledger.invocation.print(paragraph: visible(audit.sentence))
    try ledger.invocation.print()
    let positions = Dictionary(audit.events.map { ($0.reference, $0.position) }, uniquingKeysWith: { $1 })
    var fields = Table(
      [
        .left("field"), .name("stands", shrinksTo: 12), .left("what became of it"),
        .name("read", shrinksTo: 12), .right("events"),
      ],
      indent: 2)
    for field in audit.fields {
      let provenance = field.provenance
      func words(_ value: String?) -> String {
        ledger.words(
          value, of: provenance.field, currency: detail.row.amount?.currency, groupName: detail.groupName)
      }
      let read = provenance.readings.readings.map { words($0.value) }.joined(separator: " or ")
      fields.row([
        .init(provenance.field.rawValue, .quiet), .init(words(provenance.value)), .init(provenance.words),
        .init(read, .quiet),
        .init(field.steps.compactMap { positions[$0].map(String.init) }.joined(separator: ", ")),
      ])
    }
    try ledger.invocation.print(fields)
    try ledger.invocation.print()
    var date: String?
    try ledger.invocation.print(
      try EventText(ledger: ledger).table(audit.events, after: &date, showsSubject: false))
    return .ok
  }

  private static func json(_ audit: Audit, _ ledger: OpenLedger) -> JSONValue {
    [
      "events": .array(audit.events.map { EventText(ledger: ledger).json($0) }),
      "fields": .array(
        audit.fields.map { field in
          guard case .object(var members) = JSONValue.provenance(field.provenance) else { return .null }
          members["steps"] = .array(field.steps.map { .reference($0) })
          return .object(members)
        }),
      "sentence": .string(audit.sentence), "transaction": .string(audit.transaction.description),
    ]
  }
}

extension FieldProvenance {
  /// What became of the field, and how.
  fileprivate var words: String {
    switch (status, origin) {
    case (.corrected, .picked): "corrected: you picked another reading"
    case (.corrected, _): "corrected"
    case (.confirmed, .picked): "confirmed: you picked the first reading"
    default: shortWords
    }
  }
}
