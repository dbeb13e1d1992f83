internal import LedgerAudit
package import LedgerBook
package import LedgerBytes
internal import LedgerDomain

/// The fields of a receipt that today's extractor reads otherwise.
package struct ExtractionOfferAnswer: Answer {
  let offer: ExtractionOffer
  /// Whether people do not see it, because enough were shown before.
  let isLeftOut: Bool

  package init(_ offer: ExtractionOffer, isLeftOut: Bool = false) {
    (self.offer, self.isLeftOut) = (offer, isLeftOut)
  }

  package func document(_ notation: Notation) -> Document { .value(offer.json) }

  package func blocks(_ notation: Notation) throws -> [Block] {
    if isLeftOut { return [] }
    let title = "\(try notation.short(offer.row.id))  \(notation.summary(offer.row))"
    var table = AnswerTable(
      [.left(), .name(shrinksTo: 12), .left(), .name(shrinksTo: 12), .right(), .name(shrinksTo: 8)], indent: 2)
    for proposed in offer.proposal.fields {
      let reading = proposed.readings.first
      table.row([
        .init(proposed.field.rawValue, .quiet), .init(words(proposed.from, proposed.field, notation)), "→",
        .init(words(proposed.to, proposed.field, notation)),
        .init(reading.map { "\($0.confidence)%" } ?? "", .quiet), .init(reading?.reason ?? "", .quiet),
      ])
    }
    return [.title(Line(title, .strong)), .table(table)]
  }

  private func words(_ value: FieldValue?, _ field: TransactionField, _ notation: Notation) -> String {
    guard let value else { return "–" }
    if field == .total, let money = value.amount?.money { return notation.words(money) }
    return value.text(of: field) ?? "–"
  }
}

/// The last line: the number of proposals that were made, or would be.
package struct ExtractionProposalsAnswer: Answer {
  /// The outcome of the command.
  package enum Outcome: Hashable, Sendable {
    case nothing
    case dryRun
    case proposed([Position])
  }

  let outcome: Outcome
  let transactions: Int
  let fields: Int

  let isDryRun: Bool

  package init(_ outcome: Outcome, transactions: Int, fields: Int, isDryRun: Bool) {
    (self.outcome, self.transactions, self.fields) = (outcome, transactions, fields)
    self.isDryRun = isDryRun
  }

  package func document(_ notation: Notation) -> Document {
    var positions: [Position] = []
    if case .proposed(let recorded) = outcome { positions = recorded }
    return .value([
      "dryRun": .boolean(isDryRun), "events": .array(positions.map { .integer($0) }),
      "fields": .count(fields), "transactions": .count(transactions),
    ])
  }

  package func blocks(_ notation: Notation) -> [Block] {
    let words = "\(counted(fields, "field")) of \(counted(transactions, "receipt"))"
    return switch outcome {
    case .nothing: [.paragraph("Today's extractor reads no new value for a field that no person has settled.")]
    case .dryRun: [.line("Would propose \(words). No current value would change.")]
    case .proposed:
      [
        .line(
          "Proposed \(words). See them: \(step: .drafts), \(step: .review()); take them: \(step: .accept())")
      ]
    }
  }
}
