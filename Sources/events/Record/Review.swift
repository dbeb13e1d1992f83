internal import LedgerBook
internal import LedgerBytes
internal import LedgerDomain
internal import LedgerProjections
internal import LedgerScreens

/// The options of the command.
private enum Options {
  static let all = Option.flag("all", "Every draft, one after the other")
  static let acceptAbove = Option.value(
    "accept-above", "PERCENT",
    "Take a suggested category that is at least so sure, if the draft has no category")
}

extension Command {
  static let review = Command(
    path: ["review"], section: .record, summary: "Show what was read off a receipt and what needs a look",
    operands: [Operand(Operand.receipt.name, Operand.receipt.help, isOptional: true)],
    options: [Options.all, Options.acceptAbove],
    run: { invocation in
      let isOfAll = invocation.arguments.has(Options.all)
      guard isOfAll == invocation.arguments.operands.isEmpty else {
        throw Failure.usage(
          isOfAll ? "--all is about every draft, not one" : "name a receipt, or give --all", command: "review")
      }
      return try invocation.withLedger { ledger in
        if let confidence = try invocation.arguments.number(Options.acceptAbove, in: 0...100) {
          let drafts = isOfAll ? try ledger.book.drafts().map(\.row.id) : [try ledger.transaction()]
          try ledger.takeCategories(of: drafts, from: confidence)
        }
        guard isOfAll else { return try showReview(try ledger.transaction(), ledger) }
        return try ReviewOfAll(ledger: ledger, show: { try showReview($0, ledger) }).run()
      }
    })

  private static func showReview(_ id: TransactionID, _ ledger: OpenLedger) throws -> ExitCode {
    let detail = try ledger.book.transaction(id)
    let fields = detail.provenance.filter { TransactionField.review.contains($0.field) }
    if ledger.invocation.isJSON {
      try ledger.invocation.print(
        json: detail.reviewJSON(
          try ledger.book.duplicates(of: id), try ledger.suggestedCategory(of: detail.row)))
      return .ok
    }
    let invocation = ledger.invocation
    if ledger.canReview, detail.row.stage == .draft {
      try invocation.print(title: "\(try ledger.short(detail.row.id))  \(ledger.summary(detail.row))")
      try ledger.printDuplicates(of: detail.row.id)
      try invocation.print(paragraph: ReviewDialogue.keys)
      if try ReviewDialogue(ledger: ledger, id: id).run() != .saved {
        try invocation.print("Everything answered is on record.")
        try ledger.printNextStep(try ledger.book.transaction(id))
      }
      return .ok
    }
    let review = ReviewText(
      ledger: ledger, detail: detail, fields: fields, id: try ledger.short(detail.row.id),
      suggestion: try ledger.suggestedCategory(of: detail.row))
    try review.print()
    return .ok
  }
}

extension TransactionRow {
  /// The way it was entered, as a verb.
  var came: String {
    switch origin {
    case "scan": "scanned"
    case "photo": "photographed"
    case "file", "imported": "imported"
    case "recurring": "generated"
    default: "entered"
    }
  }
}

/// A review as people read it.
private struct ReviewText {
  let ledger: OpenLedger
  let detail: TransactionDetail
  let fields: [FieldProvenance]
  let id: String
  let suggestion: CategorySuggestion?

  func print() throws {
    let row = detail.row
    var origin = [id, row.stage.rawValue, "\(row.came) \(ledger.words(row.on))"]
    if !row.attachments.isEmpty { origin.append(counted(row.attachments.count, "page")) }
    if let name = row.name { origin.append(visible(name)) }
    try ledger.invocation.print(title: origin.joined(separator: " · "))
    if let note = detail.extractionNote { try ledger.invocation.print(visible(note)) }
    let open = fields.filter(\.needsALook)
    if row.stage == .draft { try ledger.invocation.print(ReviewDialogue.attention(open.map(\.field))) }
    try ledger.invocation.print()
    try ledger.invocation.print(table())
    try ledger.printProposals(detail)
    try ledger.printDuplicates(of: row.id)
    let steps = try nextSteps(open)
    if !steps.isEmpty { try ledger.invocation.print([""] + steps) }
  }

  private func table() -> TextTable {
    var table = TextTable([
      .left(), .left(), .left(), .name(shrinksTo: 16), .left(), .right(), .name(shrinksTo: 12),
    ])
    for field in fields {
      let mark: TextTable.Cell = field.needsALook ? .init("?", .attention) : ""
      let name = TextTable.Cell(field.field.rawValue, field.needsALook ? .attention : .quiet)
      let readings = field.readings.readings
      let isOpen = field.needsALook && readings.count > 1
      if isOpen {
        for (index, reading) in readings.enumerated() {
          table.row([
            index == 0 ? mark : "", index == 0 ? name : "", "\(index + 1)",
            .init(words(reading.value, field.field)),
            "", "\(reading.confidence) %", .init(squeezed(reading.reason), .quiet),
          ])
        }
      } else {
        table.row([
          mark, name, "", .init(words(field.value, field.field)), .init(field.shortWords, .quiet),
          .init(evidence(of: field).confidence), .init(evidence(of: field).reason, .quiet),
        ])
      }
    }
    return table
  }

  /// Returns the confidence and reason of the value's reading, or why there is no such reading.
  private func evidence(of field: FieldProvenance) -> (confidence: String, reason: String) {
    let current = field.readings.readings.first {
      words($0.value, field.field) == words(field.value, field.field)
    }
    if let current { return ("\(current.confidence) %", squeezed(current.reason)) }
    guard let first = field.readings.readings.first else {
      if field.field == .category, let suggestion {
        let name = ledger.categoryName(suggestion.category)
        return ("\(suggestion.confidence) %", visible("\(name)? \(suggestion.times) at \(suggestion.vendor)"))
      }
      return ("", field.readings.note.map { visible($0) } ?? "")
    }
    return ("", "read \(words(first.value, field.field))")
  }

  /// A reason quotes the paper, whose columns are lost here.
  private func squeezed(_ reason: String) -> String {
    visible(reason.split(separator: " ").joined(separator: " "))
  }

  private func words(_ value: String?, _ field: TransactionField) -> String {
    if field == .group { return detail.groupName.map { visible($0) } ?? GroupState.reservedName }
    return ledger.words(value, of: field, currency: detail.row.amount?.currency, groupName: detail.groupName)
  }

  /// Returns the commands that settle the open fields, ready to be copied.
  private func nextSteps(_ open: [FieldProvenance]) throws -> [String] {
    guard detail.row.stage == .draft else { return [] }
    var steps = open.map { field in
      if field.field == .category, let suggestion {
        return "events correct \(id) category \(suggestion.category)"
      }
      return field.readings.readings.count > 1
        ? "events pick \(id) \(field.field.rawValue) 1    or 2"
        : "events correct \(id) \(field.field.rawValue) …"
    }
    if steps.isEmpty { steps.append("events save \(id)") }
    return steps.map { "  \($0)" }
  }
}
