internal import EventLog
internal import LedgerAudit
internal import LedgerBook
internal import LedgerBytes
internal import LedgerDomain

/// Every field of a receipt, explained by its events.
package struct AuditAnswer: Answer {
  let audit: Audit
  let detail: TransactionDetail

  package func document(_ notation: Notation) throws -> Document {
    .value(try audit.json(in: notation.book))
  }

  package func blocks(_ notation: Notation) throws -> [Block] {
    let title = "\(try notation.short(detail.row.id))  \(notation.summary(detail.row))"
    let sentences = [audit.sentence] + audit.extractions.map(\.words)
    let events = try EventText(notation).block(audit.events, showsSubject: false)
    return [.title(Line(title, .strong))] + sentences.map { .paragraph(Line($0)) }
      + [.gap, .table(try fields(notation)), .gap, events]
  }

  private func fields(_ notation: Notation) throws -> AnswerTable {
    let currency = detail.row.amount?.currency
    let positions = Dictionary(audit.events.map { ($0.reference, $0.position) }, uniquingKeysWith: { $1 })
    func position(_ event: EventReference?) -> AnswerTable.Cell {
      .init(event.flatMap { positions[$0] }.map(String.init) ?? "", .quiet)
    }
    var table = AnswerTable(
      [
        .left("field"), .name("value", shrinksTo: 12), .right("sure"), .name("why", shrinksTo: 12),
        .right("event"),
      ],
      indent: 2)
    for field in audit.fields {
      let provenance = field.provenance
      func words(_ value: String?, in currency: CurrencyCode?) throws -> String {
        if provenance.field == .group {
          return try notation.words(
            value.flatMap { UniqueID($0) }.map { TypedValue.group(GroupID($0)) }, of: .group)
        }
        return notation.words(value, of: provenance.field, currency: currency, groupName: nil)
      }
      table.row([
        .init(provenance.field.rawValue, .strong),
        .init(try words(provenance.value, in: currency), .strong), "",
        .init(field.words(for: notation.book.settings.actor.text)), position(field.setBy),
      ])
      for step in field.steps {
        table.row([
          .init("  \(step.words)", .quiet), .init(try words(step.value, in: step.currency)),
          .init(step.confidence, .quiet),
          .init(step.why, .quiet), position(step.event),
        ])
      }
    }
    return table
  }
}

extension Audit.AuditedField {
  /// Returns the field's status, the person who gave it, and whether other values conflict with it.
  fileprivate func words(for reader: String) -> String {
    let person = Audit.person(provenance.actor, for: reader) ?? "a person"
    let words =
      switch (provenance.status, provenance.origin) {
      case (.corrected, .picked): "corrected: \(person) picked another reading"
      case (.confirmed, .picked): "confirmed: \(person) picked the first reading"
      case (.filledIn, _) where steps.contains(where: \.isRecording): "changed"
      case (.corrected, _), (.confirmed, _), (.empty, _), (.read, _), (.filledIn, _), (.recorded, _),
        (.changedRemotely, _):
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
