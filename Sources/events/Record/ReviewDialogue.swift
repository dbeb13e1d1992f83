internal import LedgerAnswers
internal import LedgerBook
internal import LedgerDomain

/// A review on a terminal, field by field in a fixed order (IE-21 … IE-24).
///
/// It starts at the first field that needs a look. Each answer is a command of its own, so every answer is recorded at
/// once and the person can stop at any time.
struct ReviewDialogue {
  let ledger: OpenLedger
  let id: TransactionID
  /// Whether it is one of several drafts, so that the person can go on to the next one or back.
  var isOneOfSeveral = false

  /// The way in which a review ended.
  enum End { case saved, next, back, quit }

  private enum Step {
    case next, again, back
    case end(End)
  }

  private var invocation: Invocation { ledger.invocation }

  static let keys =
    "Enter accepts the value, or the usual value of the vendor if the field is empty. A number picks a "
    + "reading. Any other text becomes the value, and =2 enters a text that looks like an answer. b goes "
    + "back a field, t shows the text on the paper, s saves, q quits."
  static let keysOfSeveral =
    "n goes on to the next draft and leaves this one unchanged. b at the first field goes back to the "
    + "draft before."

  /// Asks for one field after the other, from the first one that needs a look.
  func run() throws -> End {
    let open = try ledger.book.transaction(id).provenance
      .filter { TransactionField.review.contains($0.field) && $0.needsALook }.map(\.field)
    try invocation.print(paragraph: ReviewAnswer.attention(open))
    let fields = TransactionField.review
    var index = fields.firstIndex(where: open.contains) ?? fields.count
    while true {
      try invocation.print()
      switch try index < fields.count ? step(at: fields[index]) : lastStep() {
      case .next, .again: index += 1
      case .back where index > 0: index -= 1
      case .back where isOneOfSeveral: return .back
      case .back: try invocation.print("This is the first field.")
      case .end(let end): return end
      }
    }
  }

  /// Shows a field and asks for it until there is an answer to it.
  private func step(at field: TransactionField) throws -> Step {
    try show(field)
    while true {
      let step = try answer(to: field)
      if case .again = step { continue }
      return step
    }
  }

  /// Asks what to do with the draft after its last field.
  private func lastStep() throws -> Step {
    while true {
      guard let text = try ask("s saves, Enter leaves it a draft") else { return .end(.quit) }
      switch text {
      case "s": if try save() { return .end(.saved) }
      case "b": return .back
      case "", "n": return .end(.next)
      case "q": return .end(.quit)
      case _: continue
      }
    }
  }

  // MARK: One field

  /// Shows the value of a field, and every reading with its number, confidence and reason.
  private func show(_ field: TransactionField) throws {
    let detail = try ledger.book.transaction(id)
    let provenance = detail.state.provenance(of: field)
    let mark: Line = provenance.needsALook ? Line("? ", .attention) : ""
    let status = provenance.shortWords.isEmpty ? "" : " · \(provenance.shortWords)"
    try invocation.print(
      mark + Line("\(field.rawValue): ", .strong) + Line(words(provenance.value, field, detail) + status))
    var table = AnswerTable([.right(), .name(shrinksTo: 16), .right(), .name(shrinksTo: 12)], indent: 2)
    for (index, reading) in provenance.readings.readings.enumerated() {
      let reason = reading.reason.split(separator: " ").joined(separator: " ")
      table.row([
        .init("\(index + 1)", .strong), .init(words(reading.value, field, detail)),
        .init("\(reading.confidence) %"), .init(reason, .quiet),
      ])
    }
    if let offer = try ledger.notation.offer(for: field, detail) {
      let number = provenance.readings.readings.count + 1
      table.row([
        .init("\(number)", .strong), .init(offer.words), .init(offer.confidence), .init(offer.reason, .quiet),
      ])
    }
    if let note = provenance.readings.note { table.span(.init("  " + note, .quiet)) }
    try invocation.print(table)
  }

  private func words(_ value: String?, _ field: TransactionField, _ detail: TransactionDetail) -> String {
    if field == .group { return detail.groupName ?? GroupState.reservedName }
    return ledger.notation.words(
      value, of: field, currency: detail.row.amount?.currency, groupName: detail.groupName)
  }

  private func answer(to field: TransactionField) throws -> Step {
    guard let text = try ask(field.rawValue) else { return .end(.quit) }
    switch text {
    case "q": return .end(.quit)
    case "s": return try save() ? .end(.saved) : .again
    case "b": return .back
    case "n" where isOneOfSeveral: return .end(.next)
    case "t":
      let paper = try ledger.book.transaction(id).text
      try invocation.print(paper.map { visibleLines($0).map { "  | \($0)" } } ?? ["There is no text."])
      return .again
    default: return try attempt { try settle(field, text) } ? .next : .again
    }
  }

  /// Carries out an answer about a field.
  private func settle(_ field: TransactionField, _ text: String) throws {
    let detail = try ledger.book.transaction(id)
    let provenance = detail.state.provenance(of: field)
    let readings = provenance.readings.readings
    let offer = try ledger.notation.offer(for: field, detail)
    if let offer, text.isEmpty && provenance.value == nil || Int(text) == readings.count + 1 {
      try record(.correct(field, try Command.fieldValue(offer.value, field, of: detail.row, ledger)))
    } else if text.isEmpty {
      if field == .group || provenance.value == nil { return }
      try record(.confirm([field]))
    } else if let number = Int(text), readings.indices.contains(number - 1) {
      try record(.pick(field, number: number))
    } else {
      let value = text.hasPrefix("=") ? String(text.dropFirst()) : text
      if field == .group {
        try record(.file(try ledger.livingGroup(orUnfiled: value)))
      } else {
        try record(
          .correct(
            field, try Command.fieldValue(value, field, of: detail.row, ledger),
            expression: Command.expression(value, field)))
      }
    }
  }

  private func record(_ command: TransactionCommand) throws {
    try ledger.draw(try ledger.book.perform(command, on: id).lines)
    try invocation.output.flush()
  }

  private func save() throws -> Bool {
    try attempt { _ = try ledger.perform(try ledger.book.plan(.save, on: id)) }
  }

  /// Runs `body` and returns whether it succeeded. A refusal is printed, and the question is asked again.
  private func attempt(_ body: () throws -> Void) throws -> Bool {
    do {
      try body()
      return true
    } catch {
      let failure = explanation(of: error, in: ledger.locale)
      guard [.no, .usage, .dataError, .noInput].contains(failure.code) else { throw error }
      for line in failure.lines { try invocation.print(Line(line, .attention)) }
      return false
    }
  }

  /// Asks, and returns the answer without blanks around it, or `nil` at the end of the input.
  private func ask(_ question: String) throws -> String? {
    try invocation.output.write("\(visible(question))> ")
    try invocation.output.flush()
    switch try invocation.input.nextLine(limit: 16 * 1_024) {
    case nil: return nil
    case .tooLong: return ""
    case .bytes(let bytes):
      let text = String(decoding: bytes, as: UTF8.self)
      guard let first = text.firstIndex(where: { !$0.isWhitespace }),
        let last = text.lastIndex(where: { !$0.isWhitespace })
      else { return "" }
      return String(text[first...last])
    }
  }
}
