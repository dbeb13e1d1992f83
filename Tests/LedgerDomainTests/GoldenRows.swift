import LedgerBytes
import LedgerDomain

/// Rows and values as text for goldens, one line each.
enum GoldenRows {
  /// A transaction's row, the provenance of every field, its items and its open proposals.
  static func lines(_ row: TransactionRow?, _ state: TransactionState) -> [String] {
    var lines = [row.map(line) ?? "no transaction"]
    lines += state.provenance.map(line)
    lines += state.items.map { "item \($0.id) \($0.isPresent) \($0.isContested) \(text($0.content))" }
    lines += state.openProposals.map { proposal in
      "proposal \(proposal.proposed.field.rawValue) \(text(proposal.proposed.to)) \(text(proposal.reference))"
    }
    lines.append("two \(state.dismissedDuplicates.sorted().map(\.description)) \(text(state.extractionNote))")
    return lines
  }

  static func line(_ row: TransactionRow) -> String {
    let texts: [String] = [
      "transaction", row.id.description, row.stage.rawValue, row.origin, row.on.iso,
      "created=\(row.created.rawValue)", "name=\(text(row.name))", row.kind.rawValue,
      "vendor=\(text(row.vendor))",
      "date=\(text(row.date?.iso))", "amount=\(text(row.amount))", "category=\(text(row.category))",
      "payment=\(text(row.payment?.rawValue))", "group=\(text(row.group?.description))",
      "account=\(text(row.account))", "note=\(text(row.note))", "tags=\(row.tags)", "flags=\(row.flags.names)",
      "cleared=\(row.isCleared)", "rule=\(text(row.rule?.description))",
      "pages=\(row.attachments.map { "\($0.digest) \($0.byteCount) \($0.mediaType) \($0.page)" })",
      "attention=\(row.attentionCount)", "corrected=\(row.correctedCount)", "conflicts=\(row.conflictCount)",
    ]
    return texts.joined(separator: " ")
  }

  private static func line(_ field: FieldProvenance) -> String {
    let readings = field.readings.readings.map { "\($0.value) \($0.reason) \($0.confidence)" }
    let texts: [String] = [
      field.field.rawValue, field.status.rawValue, "value=\(text(field.value))",
      "replaced=\(text(field.replaced))",
      "by=\(text(field.setBy))", "origin=\(text(field.origin?.rawValue))", "actor=\(text(field.actor))",
      "conflicts=\(field.conflicts)", "look=\(field.needsALook)", "readings=\(readings)",
      "note=\(text(field.readings.note))",
    ]
    return texts.joined(separator: " ")
  }

  static func line(_ row: GroupRow) -> String {
    "group \(row.id) \(row.name) \(row.createdOn.iso) \(row.isDeleted) \(row.hasPendingDeletion)"
  }

  static func line(_ row: CategoryRow) -> String {
    "category \(row.key) \(row.name) \(text(row.emoji)) \(text(row.color)) \(row.kinds.map(\.rawValue)) \(row.isActive)"
  }

  static func line(_ row: RuleRow) -> String {
    let terms = row.terms
    let texts: [String] = [
      "rule", row.id.description, row.series.description, "since=\(text(row.since?.iso))",
      "template=\(text(row.template?.description))", terms.frequency.rawValue, "\(terms.interval)",
      terms.start.iso,
      "end=\(text(terms.end?.iso))", terms.monthEnd.rawValue, terms.kind.rawValue, text(Amount(terms.money)),
      "vendor=\(text(terms.vendor))", "category=\(text(terms.category))",
      "payment=\(text(terms.payment?.rawValue))",
      "group=\(text(terms.group?.description))", "note=\(text(terms.note))", "account=\(text(terms.account))",
      "tags=\(terms.tags)", "flags=\(terms.flags.names)", "paused=\(text(row.pausedFrom?.iso))",
      "split=\(text(row.splitOn?.iso))", "through=\(text(row.generatedThrough?.iso))",
      "revision=\(row.revision)",
      "deleted=\(row.isDeleted)", "pending=\(row.hasPendingDeletion)", "conflicts=\(row.conflictCount)",
    ]
    return texts.joined(separator: " ")
  }

  static func line(_ row: LedgerRow) -> String {
    "ledger \(row.currency.code) \(text(row.payment?.rawValue)) \(row.locale.id) \(row.weeks.rawValue)"
  }

  static func text(_ text: String?) -> String { text.map { "“\($0)”" } ?? "-" }

  static func text(_ amount: Amount?) -> String {
    amount.map { "\($0.currency.code) \($0.minorUnits.map(String.init) ?? "-")" } ?? "-"
  }

  static func text(_ reference: EventReference?) -> String {
    reference.map { "\($0.device):\($0.sequence)" } ?? "-"
  }

  private static func text(_ item: LineItem?) -> String {
    item.map { "\($0.name) \(text($0.quantity)) \(text(Amount($0.money))) \(text($0.category))" } ?? "-"
  }

  private static func text(_ value: FieldValue?) -> String {
    text(value?.text) + text(value?.date?.iso) + text(value?.amount) + text(value?.group?.description)
  }
}
