public import LedgerBook
internal import LedgerBytes
internal import LedgerDomain
internal import LedgerProjections

/// A plan answers what it would do. Nothing is done.
extension ChangePlan: Answer {
  /// Returns the facts for programs, with `"dryRun":true`.
  public func document(_ notation: Notation) throws -> Document { try dryRun(notation).document(notation) }

  /// Returns what the plan would do, for people.
  public func blocks(_ notation: Notation) throws -> [Block] { try dryRun(notation).blocks(notation) }

  /// Returns the question before it is carried out, or `nil` if nobody needs to be asked.
  ///
  /// An example is `Delete REWE City, 14 Jun 2026, €84.50: it leaves Berlin, which is empty then. Its history stays. Go
  /// on?`.
  public func question(_ notation: Notation) throws -> String? {
    guard needsConfirmation else { return nil }
    if let rule { return rule.question(notation) }
    if let deletion { return deletion.question(notation) }
    if let part = try partTaken(notation) { return "Take \(part.words)?" }
    guard let detail, let command else { return "\(verb.capitalizedFirst) \(receipts(notation))?" }
    return "\(command.verb.capitalizedFirst) \(try effect(of: command, on: detail, notation)). Go on?"
  }

  private func dryRun(_ notation: Notation) throws -> CommandAnswer {
    if let rule { return try rule.dryRun(steps.first?.row, notation) }
    if let deletion { return deletion.dryRun(notation) }
    if let part = try partTaken(notation) { return .dryRun("Would take \(part.words).", part.facts) }
    guard let detail, let command else {
      return .dryRun("Would \(verb) \(receipts(notation)).", factsOfSet)
    }
    var facts: [String: JSONValue] = ["transaction": .string("\(detail.row.id)")]
    if command == .delete { facts = detail.factsOfDeletion }
    if command == .discard {
      facts["fieldsSet"] = .count(editedFields)
      facts["pages"] = .count(detail.row.attachments.count)
    }
    if case .correct(let field, _, _) = command {
      return .dryRun("Would set the \(field.rawValue) of \(notation.summary(detail.row)).", facts)
    }
    return .dryRun("Would \(command.verb) \(try effect(of: command, on: detail, notation)).", facts)
  }

  /// Returns the result after it was carried out.
  package func answer(_ done: Done, _ notation: Notation) -> CommandAnswer {
    if let rule { return rule.answer(done, steps.first?.row.id, notation) }
    if let deletion { return deletion.answer(done, notation) }
    if isSet, isCorrectionOfOne {
      return .receipt(done, steps[0].row.id, unchanged: "it is so already", factsOfSet)
    }
    guard let command, let id = steps.first?.row.id else {
      return CommandAnswer(done.document(factsOfSet)) { notation in
        let count = counted(done.positions.count, "event")
        let named = steps.count <= Self.namedReceiptsMax ? steps.map { notation.line($0.row.id, $0.row) } : []
        return named + [.paragraph("Done: \(verb) \(receipts(notation)); \(count) recorded.")] + done.undo
      }
    }
    guard case .file(let group) = command else {
      return .receipt(
        done, id, unchanged: command.unchanged,
        undo: command == .delete ? .restore(.transaction, notation.shown(id)) : nil)
    }
    let name = group.flatMap { try? notation.book.groupRow($0)?.name } ?? GroupState.reservedName
    return .receipt(done, id, "\(done.isUnchanged ? "it is already in" : "filed into") \(name)")
  }

  /// The greatest number of receipts whose lines an answer has.
  private static let namedReceiptsMax = 10

  // MARK: Words

  private var factsOfSet: [String: JSONValue] {
    [
      "count": .count(steps.count), "transactions": .array(steps.map { .string("\($0.row.id)") }),
    ]
  }

  private var verb: String { steps.first?.commands.first?.verb ?? "change" }

  /// `12 receipts, €412.10 + US$5.00`, without the sums if one of them needs more than 64 bits.
  private func receipts(_ notation: Notation) -> String {
    let count = counted(steps.count, "receipt")
    let sums = notation.sum(expenses ?? [], [])
    return sums.isEmpty ? count : "\(count), \(sums)"
  }

  private func effect(
    of command: TransactionCommand, on detail: TransactionDetail, _ notation: Notation
  ) throws -> String {
    if command == .delete { return try Consequences(notation: notation).ofDeleting(detail) }
    return command == .discard
      ? Consequences(notation: notation).ofDiscarding(detail, edited: editedFields)
      : notation.summary(detail.row)
  }
}

extension TransactionCommand {
  /// The verb for its effect on a receipt.
  fileprivate var verb: String {
    switch self {
    case .correct, .correctTransfer: "correct"
    case .save: "save"
    case .discard: "discard"
    case .file: "file"
    case .tag: "tag"
    case .flag: "flag"
    case .clear(let isCleared): isCleared ? "clear" : "unclear"
    case .delete: "delete"
    case .restore: "restore"
    case .capture, .recognize, .confirm, .pick, .record, .transfer, .attach, .detach, .addItem, .changeItem,
      .removeItem, .restoreItem, .propose, .accept, .reject, .dismissDuplicate, .unlink:
      "change"
    }
  }

  fileprivate var unchanged: String {
    switch self {
    case .confirm: "nothing was left to confirm"
    case .pick: "that reading is chosen already"
    case .accept, .reject: "no proposal waits for an answer"
    case .save: "it is saved already"
    case .discard: "it is discarded already"
    case .tag: "its tags are so already"
    case .flag: "its flags are so already"
    case .delete: "it is deleted already"
    case .restore: "it is there already"
    case .removeItem: "it is removed already"
    case .detach: "it is gone already"
    case .correct, .correctTransfer, .clear, .file, .capture, .recognize, .record, .transfer, .attach,
      .addItem, .changeItem, .restoreItem, .propose, .dismissDuplicate, .unlink:
      "it is so already"
    }
  }
}
