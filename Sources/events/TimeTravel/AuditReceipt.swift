internal import EventLog
internal import LedgerAudit
internal import LedgerBook
internal import LedgerBytes
internal import LedgerDomain
internal import LedgerScreens

extension Command {
  private static let ofAll = Option.flag("all", "Of all receipts: what people corrected, and how sure it was")

  static let audit = Command(
    path: ["audit"], section: .travel, summary: "Explain every field of a receipt by the events behind it",
    operands: [Operand("R", "The receipt: its id, or the beginning of it", isOptional: true)],
    options: [ofAll], shared: Option.looking,
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
      try ledger.invocation.print(json: try audit.json(in: ledger.book.log))
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
      try fields(of: audit, ledger, currency: detail.row.amount?.currency))
    try ledger.invocation.print()
    var date: String?
    try ledger.invocation.print(
      try EventText(ledger: ledger).table(audit.events, after: &date, showsSubject: false))
    return .ok
  }

  private static func fields(
    of audit: Audit, _ ledger: OpenLedger, currency: CurrencyCode?
  ) throws -> TextTable {
    let positions = Dictionary(audit.events.map { ($0.reference, $0.position) }, uniquingKeysWith: { $1 })
    func position(_ event: EventReference?) -> TextTable.Cell {
      .init(event.flatMap { positions[$0] }.map(String.init) ?? "", .quiet)
    }
    var table = TextTable(
      [
        .left("field"), .name("value", shrinksTo: 12), .right("sure"), .name("why", shrinksTo: 12),
        .right("event"),
      ],
      indent: 2)
    for field in audit.fields {
      let provenance = field.provenance
      func words(_ value: String?, in currency: CurrencyCode?) throws -> String {
        if provenance.field == .group {
          return try ledger.words(value.flatMap { UniqueID($0) }.map { .group(GroupID($0)) }, of: .group)
        }
        return ledger.words(value, of: provenance.field, currency: currency, groupName: nil)
      }
      table.row([
        .init(provenance.field.rawValue, .strong),
        .init(try words(provenance.value, in: currency), .strong), "",
        .init(visible(field.words(for: ledger.book.settings.actor))), position(field.setBy),
      ])
      for step in field.steps {
        table.row([
          .init("  \(step.action.word)", .quiet), .init(try words(step.value, in: step.currency)),
          .init(step.confidence, .quiet),
          .init(visible(step.why), .quiet), position(step.event),
        ])
      }
    }
    return table
  }
}

extension Audit.AuditedField {
  /// Returns the field's status, the person who gave it, and whether other values conflict with it.
  fileprivate func words(for reader: String) -> String {
    let person = Audit.person(provenance.actor, for: reader) ?? "somebody"
    let words =
      switch (provenance.status, provenance.origin) {
      case (.corrected, .picked): "corrected: \(person) picked another reading"
      case (.confirmed, .picked): "confirmed: \(person) picked the first reading"
      case (.filledIn, _) where steps.contains(where: \.isRecording): "changed"
      case (.corrected, _), (.confirmed, _), (.empty, _), (.read, _), (.filledIn, _), (.recorded, _):
        provenance.shortWords
      }
    guard steps.contains(where: \.isInConflict) else { return words }
    return words.isEmpty ? "in conflict" : "in conflict; \(words)"
  }
}

extension AuditStep {
  /// Whether the value was recorded together with the transaction.
  fileprivate var isRecording: Bool { if case .recorded = action { true } else { false } }

  fileprivate var confidence: String {
    if case .read(let reading, _, _, _, _) = action { "\(reading.confidence)%" } else { "" }
  }

  fileprivate var why: String {
    if case .read(let reading, _, let extractor, let version, _) = action {
      return "\(reading.reason) · \(extractor)-\(version)"
    }
    return (isInConflict ? "in conflict; " : "") + "by \(actor)"
  }
}

extension Audit.AuditedExtraction {
  /// `Read by rules-1, deterministic: 84% sure (text 90, completeness 83 …).`
  fileprivate var words: String {
    let parts = parts.map { "\($0.name) \($0.score)" }.joined(separator: ", ")
    let sure = confidence.map { ": \($0)% sure (\(parts))" } ?? ""
    return "Read by \(extractor)-\(version), \(method.rawValue)\(sure)"
  }
}
