package import LedgerBook
package import LedgerDomain

/// The values that were read off a receipt, and those that need a look.
package struct ReviewAnswer: Answer {
  let detail: TransactionDetail
  /// The category of earlier receipts at the vendor, or `nil` if the draft has a category.
  let suggestion: CategorySuggestion?

  package init(_ detail: TransactionDetail, _ suggestion: CategorySuggestion?) {
    (self.detail, self.suggestion) = (detail, suggestion)
  }

  private var fields: [FieldProvenance] {
    detail.provenance.filter { TransactionField.review.contains($0.field) }
  }

  package func document(_ notation: Notation) throws -> Document {
    .value(detail.reviewJSON(try notation.book.duplicates(of: detail.row.id), suggestion))
  }

  package func blocks(_ notation: Notation) throws -> [Block] {
    let row = detail.row
    let id = try notation.short(row.id)
    var origin = [id, row.stage.rawValue, "\(row.came) \(notation.words(row.on))"]
    if !row.attachments.isEmpty { origin.append(counted(row.attachments.count, "page")) }
    if let name = row.name { origin.append(name) }
    var blocks: [Block] = [.title(Line(origin.joined(separator: " · "), .strong))]
    if let note = detail.extractionNote { blocks.append(.line(Line(note))) }
    let open = fields.filter(\.needsALook)
    if row.stage == .draft { blocks.append(.line(Line(Self.attention(open.map(\.field))))) }
    blocks += [.gap, .table(table(notation))]
    return try blocks + notation.proposals(detail) + notation.duplicates(of: row.id) + nextSteps(open, id)
  }

  /// `2 fields need a look: date, total`.
  package static func attention(_ open: [TransactionField]) -> String {
    if open.isEmpty { return "Nothing needs a look." }
    let names = open.map(\.rawValue).joined(separator: ", ")
    return "\(counted(open.count, "field")) \(open.count == 1 ? "needs" : "need") a look: \(names)"
  }

  private func table(_ notation: Notation) -> AnswerTable {
    var table = AnswerTable([
      .left(), .left(), .left(), .name(shrinksTo: 16), .left(), .right(), .name(shrinksTo: 12),
    ])
    for field in fields {
      let mark: AnswerTable.Cell = field.needsALook ? .init("?", .attention) : ""
      let name = AnswerTable.Cell(field.field.rawValue, field.needsALook ? .attention : .quiet)
      let readings = field.readings.readings
      let isOpen = field.needsALook && readings.count > 1
      if isOpen {
        for (index, reading) in readings.enumerated() {
          table.row([
            index == 0 ? mark : "", index == 0 ? name : "", "\(index + 1)",
            .init(words(reading.value, field.field, notation)),
            "", "\(reading.confidence) %", .init(squeezed(reading.reason), .quiet),
          ])
        }
      } else {
        table.row([
          mark, name, "", .init(words(field.value, field.field, notation)), .init(field.shortWords, .quiet),
          .init(evidence(of: field, notation).confidence), .init(evidence(of: field, notation).reason, .quiet),
        ])
      }
    }
    return table
  }

  /// Returns the confidence and reason of the value's reading, or why there is no such reading.
  private func evidence(of field: FieldProvenance, _ notation: Notation) -> (confidence: String, reason: String)
  {
    let current = field.readings.readings.first {
      words($0.value, field.field, notation) == words(field.value, field.field, notation)
    }
    if let current { return ("\(current.confidence) %", squeezed(current.reason)) }
    guard let first = field.readings.readings.first else {
      if field.field == .category, let suggestion {
        let name = notation.categoryName(suggestion.category)
        return ("\(suggestion.confidence) %", "\(name)? \(suggestion.times) at \(suggestion.vendor)")
      }
      return ("", field.readings.note ?? "")
    }
    return ("", "read \(words(first.value, field.field, notation))")
  }

  /// A reason quotes the paper, whose columns are lost here.
  private func squeezed(_ reason: String) -> String {
    reason.split(separator: " ").joined(separator: " ")
  }

  private func words(_ value: String?, _ field: TransactionField, _ notation: Notation) -> String {
    if field == .group { return detail.groupName ?? GroupState.reservedName }
    return notation.words(value, of: field, currency: detail.row.amount?.currency, groupName: detail.groupName)
  }

  /// Returns the commands that settle the open fields, ready to be copied.
  private func nextSteps(_ open: [FieldProvenance], _ id: String) -> [Block] {
    guard detail.row.stage == .draft else { return [] }
    var steps = open.map { field -> Line in
      if field.field == .category, let suggestion {
        return "  \(step: .correct(id, .category, to: suggestion.category))"
      }
      return field.readings.readings.count > 1
        ? "  \(step: .pick(id, field.field))    or 2" : "  \(step: .correct(id, field.field))"
    }
    if steps.isEmpty { steps.append("  \(step: .save(id))") }
    return [.gap] + steps.blocks
  }
}

extension TransactionRow {
  /// The way it was entered, as a verb.
  package var came: String {
    if let source = CaptureSource(rawValue: origin) {
      return switch source {
      case .scan: "scanned"
      case .photo: "photographed"
      case .file: "imported"
      }
    }
    return switch RecordOrigin(rawValue: origin) {
    case .recurring: "generated"
    case .imported: "imported"
    case .manual, nil: "entered"
    }
  }
}
