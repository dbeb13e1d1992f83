package import LedgerAudit
package import LedgerBook
internal import LedgerBytes
internal import LedgerDomain

/// One receipt with everything that is known about it.
package struct ReceiptAnswer: Answer {
  let detail: TransactionDetail
  let audit: Audit
  /// Whether the text on the paper and what was read as its items are shown.
  let showsPaper: Bool

  package init(_ detail: TransactionDetail, _ audit: Audit, showsPaper: Bool) {
    (self.detail, self.audit, self.showsPaper) = (detail, audit, showsPaper)
  }

  package func document(_ notation: Notation) throws -> Document {
    let typed = try typed(notation).map { ["expression": JSONValue.string($0)] } ?? [:]
    return .value(try detail.json(audit, try notation.book.duplicates(of: detail.row.id)).adding(typed))
  }

  /// Returns the price in another currency, or the computation, that a person typed for the amount.
  private func typed(_ notation: Notation) throws -> String? {
    try Blame.of(detail.row.id.stream, in: notation.book, field: .total)?.lines
      .first { $0.status == .current }?.expression
  }

  package func blocks(_ notation: Notation) throws -> [Block] {
    let row = detail.row
    let state = row.stage == .saved ? "" : " · \(row.stage.rawValue)"
    let date = row.date.map { notation.locale.longDate($0) } ?? "no date"
    var blocks: [Block] = [
      .title(Line("\(notation.vendor(row))\(state)", .strong)), .line("\(notation.words(row.money)) · \(date)"),
      .gap, .table(.facts(try facts(notation))),
    ]
    blocks += notation.items(detail)
    if showsPaper { blocks += paper() }
    blocks += [.gap, .paragraph(Line(audit.sentence))]
    blocks += try notation.proposals(detail) + notation.duplicates(of: row.id)
    if row.attentionCount > 0 {
      let need = row.attentionCount == 1 ? "needs" : "need"
      let id = try notation.short(row.id)
      blocks.append(.step("\(counted(row.attentionCount, "field")) \(need) a look", .review(id)))
    }
    return blocks
  }

  private func facts(_ notation: Notation) throws -> [(String, String)] {
    let row = detail.row
    let pages = row.attachments.map { "\($0.mediaType), \(byteSize($0.byteCount))" }
    return [
      ("receipt", row.id.description),
      ("kind", row.kind == .expense ? "" : row.kind.rawValue),
      ("typed", try typed(notation) ?? ""),
      ("category", row.category.map { notation.categoryName($0) } ?? ""),
      ("parts", parts(notation)),
      ("payment", row.payment?.rawValue ?? ""),
      ("group", detail.groupName ?? GroupState.reservedName),
      ("rule", rule(notation)),
      ("account", account(notation)),
      ("received", received(notation)),
      ("tags", row.tags.joined(separator: ", ")),
      ("flags", row.flags.names.joined(separator: " · ")),
      ("cleared", row.isCleared ? "yes" : ""),
      ("note", row.note ?? ""),
      ("pages", pages.isEmpty ? "" : "\(pages.count): " + pages.joined(separator: "; ")),
      ("conflicts", row.conflictCount == 0 ? "" : counted(row.conflictCount, "field")),
      ("deletion", detail.hasPendingDeletion ? "waits: it was changed meanwhile; delete or restore it" : ""),
      ("extraction", detail.extractionNote ?? ""),
      ("confidence", confidence),
    ]
  }

  private var confidence: String {
    guard let readings = detail.extraction?.readings, let percent = readings.overallConfidence else {
      return ""
    }
    return "\(percent) %: " + readings.confidence.map { "\($0.name) \($0.score)" }.joined(separator: ", ")
  }

  /// Returns the amounts by category of a receipt with items in other categories.
  private func parts(_ notation: Notation) -> String {
    guard let money = detail.row.money else { return "" }
    return detail.row.parts.map { part in
      let name = part.category.map { notation.categoryName($0) } ?? "no category"
      return "\(name) \(notation.words(Money(minorUnits: part.minorUnits, currency: money.currency)))"
    }.joined(separator: " · ")
  }

  /// Returns the account, or both of a transfer. An account that is not known is a question mark.
  private func account(_ notation: Notation) -> String {
    let row = detail.row
    let names = [row.account, row.toAccount].map { $0.map { notation.accountName($0) } }
    guard row.kind == .transfer, row.account != nil || row.toAccount != nil else { return names[0] ?? "" }
    let words = names.map { $0 ?? "?" }.joined(separator: " → ")
    return row.isHalfKnown ? "\(words) (half of the transfer is known)" : words
  }

  /// Returns the amount that arrived, with the rate.
  private func received(_ notation: Notation) -> String {
    guard detail.row.received != nil, let money = detail.row.money, let arrival = detail.row.arrival else {
      return ""
    }
    return [notation.words(arrival), notation.rateWords(money, arrival)].compactMap { $0 }
      .joined(separator: ", ")
  }

  /// Returns the rule's label, with its id.
  private func rule(_ notation: Notation) -> String {
    guard let rule = detail.row.rule else { return "" }
    let id = (try? notation.short(rule)) ?? rule.description
    let terms = (try? notation.book.ruleRow(rule)).flatMap { $0 }?.terms
    return terms.map { "\(notation.label($0)) (\(id))" } ?? id
  }

  private func paper() -> [Block] {
    var blocks: [Block] = []
    if let items = detail.extraction?.readings.items, !items.isEmpty {
      var table = AnswerTable([.name(shrinksTo: 20), .right(), .right()], indent: 2)
      for item in items { table.row([.init(item.name), .init(item.quantity ?? ""), .init(item.price)]) }
      blocks.append(.gap)
      if !detail.state.lineItems.isEmpty { blocks.append(.line("  Read off the paper:")) }
      blocks.append(.table(table))
    }
    if let text = detail.text { blocks += [.gap] + lines(of: text).map { .line("  | \($0)") } }
    return blocks
  }
}
