internal import EventLog
internal import LedgerAudit
internal import LedgerBook
internal import LedgerBytes
internal import LedgerDomain

extension Command {
  private static let ofAll = Option.flag("all", "Of all receipts: what people corrected, and how sure it was")

  static let audit = Command(
    path: ["audit"], section: .travel, summary: "Explain every field of a receipt by the events behind it",
    operands: [Operand("R", "The receipt: its id, or the beginning of it", isOptional: true)],
    options: [ofAll], shared: Option.looking,
    discussion: [
      "Per field: what stands, every reading with its reason, confidence and extractor, and what was done about "
        + "it, each with the position of its event.",
      "--all counts corrections per field, extractor and vendor, says how often each band of confidence was "
        + "right, and names better weights for a receipt's confidence where the corrections show them.",
    ],
    examples: ["events audit 3f2a1b9c", "events audit --all"],
    run: { invocation in
      let isWhole = invocation.arguments.has(ofAll)
      guard isWhole == invocation.arguments.operands.isEmpty else {
        throw Failure.usage(
          isWhole ? "--all is about all receipts, not one" : "name a receipt, or give --all", command: "audit")
      }
      return try invocation.withLedger { ledger in
        isWhole ? try AccuracyText(ledger).run() : try explain(ledger)
      }
    })

  private static func explain(_ ledger: OpenLedger) throws -> ExitCode {
    let id = try ledger.transaction()
    let audit = try Audit.of(id, in: ledger.book)
    if ledger.invocation.isJSON {
      try ledger.invocation.print(json: try json(audit, ledger))
      return .ok
    }
    let detail = try ledger.book.transaction(id)
    try ledger.invocation.print(title: "\(try ledger.short(id))  \(ledger.summary(detail.row))")
    try ledger.invocation.print(paragraph: visible(audit.sentence))
    for extraction in audit.extractions {
      try ledger.invocation.print(paragraph: visible(extraction.words))
    }
    try ledger.invocation.print()
    try ledger.invocation.print(
      fields(of: audit, ledger, currency: detail.row.amount?.currency, detail.groupName))
    try ledger.invocation.print()
    var date: String?
    try ledger.invocation.print(
      try EventText(ledger: ledger).table(audit.events, after: &date, showsSubject: false))
    return .ok
  }

  private static func fields(
    of audit: Audit, _ ledger: OpenLedger, currency: Currency?, _ groupName: String?
  ) -> Table {
    let positions = Dictionary(audit.events.map { ($0.reference, $0.position) }, uniquingKeysWith: { $1 })
    func position(_ event: EventReference?) -> Table.Cell {
      .init(event.flatMap { positions[$0] }.map(String.init) ?? "", .quiet)
    }
    var table = Table(
      [
        .left("field"), .name("value", shrinksTo: 12), .right("sure"), .name("why", shrinksTo: 12),
        .right("event"),
      ],
      indent: 2)
    for field in audit.fields {
      let provenance = field.provenance
      func words(_ value: String?) -> String {
        ledger.words(value, of: provenance.field, currency: currency, groupName: groupName)
      }
      table.row([
        .init(provenance.field.rawValue, .strong), .init(words(provenance.value), .strong), "",
        .init(provenance.words), position(field.steps.last { !$0.isReading }?.event ?? provenance.setBy),
      ])
      for step in field.steps {
        table.row([
          .init("  \(step.deed.word)", .quiet), .init(words(step.value)), .init(step.confidence, .quiet),
          .init(visible(step.why), .quiet), position(step.event),
        ])
      }
    }
    return table
  }

  private static func json(_ audit: Audit, _ ledger: OpenLedger) throws -> JSONValue {
    let text = EventText(ledger: ledger)
    return [
      "events": .array(audit.events.map { text.json($0) }),
      "extractions": .array(audit.extractions.map(\.json)),
      "fields": .array(
        audit.fields.map { field in
          guard case .object(var members) = JSONValue.provenance(field.provenance) else { return .null }
          members["steps"] = .array(field.steps.map(\.json))
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

extension AuditStep {
  fileprivate var isReading: Bool { if case .read = deed { true } else { false } }

  fileprivate var confidence: String {
    if case .read(let reading, _, _, _, _) = deed { "\(reading.confidence)%" } else { "" }
  }

  fileprivate var why: String {
    if case .read(let reading, _, let extractor, let version, _) = deed {
      return "\(reading.reason) · \(extractor)-\(version)"
    }
    return "by \(actor)"
  }

  fileprivate var json: JSONValue {
    var members: [String: JSONValue] = [
      "actor": .string(actor), "deed": .string(deed.word), "event": .reference(event),
      "value": .optional(value),
    ]
    if case .read(let reading, let number, let extractor, let version, let method) = deed {
      members["confidence"] = .count(reading.confidence)
      members["extractor"] = .string(extractor)
      members["method"] = .string(method.rawValue)
      members["number"] = .count(number)
      members["reason"] = .string(reading.reason)
      members["version"] = .count(version)
    }
    return .object(members)
  }
}

extension Audit.AuditedExtraction {
  /// `Read by rules-1, deterministic: 84% sure (text 90, completeness 83 …).`
  fileprivate var words: String {
    let parts = parts.map { "\($0.name) \($0.score)" }.joined(separator: ", ")
    let sure = confidence.map { ": \($0)% sure (\(parts))" } ?? ""
    return "Read by \(extractor)-\(version), \(method.rawValue)\(sure)"
  }

  fileprivate var json: JSONValue {
    [
      "confidence": confidence.map { .count($0) } ?? .null, "event": .reference(event),
      "extractor": .string(extractor), "method": .string(method.rawValue),
      "parts": .array(
        parts.map {
          ["name": .string($0.name), "score": .count($0.score), "weight": .count($0.weight)]
        }), "version": .count(version),
    ]
  }
}
