package import LedgerBook
internal import LedgerBytes
internal import LedgerDomain
internal import LedgerProjections

extension ChangePlan {
  /// The question of what becomes of a group's receipts, which one of `dispositions` answers.
  ///
  /// An example is `[k]eep its 3 receipts, or [d]elete them?`.
  package var dispositionQuestion: String? {
    guard case .group(_, let impact, _)? = deletion, !dispositions.isEmpty else { return nil }
    let count = impact.receipts + impact.drafts
    return "[k]eep its \(counted(count, "receipt")), or [d]elete \(count == 1 ? "it" : "them")?"
  }

  /// The question of how far the change reaches, which one of `choices` answers.
  package var reachQuestion: String? {
    guard !choices.isEmpty else { return nil }
    let others =
      choices.contains(.rule) ? "this and [f]uture ones, or the whole [r]ule" : "or this and [f]uture ones"
    return "Only [t]his one, \(others)?"
  }
}

extension ChangePlan.Deletion {
  func question(_ notation: Notation) -> String {
    "This will delete \(consequence(notation, isDone: false)). Go on?"
  }

  func dryRun(_ notation: Notation) -> CommandAnswer {
    let words = "Would delete \(consequence(notation, isDone: false))."
    switch self {
    case .group(let id, let impact, let disposition):
      let facts: [String: JSONValue] = [
        "deleteReceipts": .boolean(disposition == .delete), "drafts": .count(impact.drafts),
        "group": .string("\(id)"), "receipts": .count(impact.receipts),
        "totals": .array(impact.totals.map(\.json)),
      ]
      return .dryRun(words, facts.merging(impact.tooLarge.tooLargeMember) { first, _ in first })
    case .goal(let goal):
      return .dryRun(words, ["contributions": .count(goal.parts.count), "goal": .string("\(goal.id)")])
    }
  }

  func answer(_ done: Done, _ notation: Notation) -> CommandAnswer {
    switch self {
    case .group(let id, _, _):
      .group(
        done, id, "Deleted \(consequence(notation, isDone: true))",
        undo: .restore(.group, notation.shown(id)))
    case .goal(let goal): .goal(done, goal.id, "Deleted", unchanged: "It is deleted already")
    }
  }

  /// Returns the record and the effect of its deletion.
  private func consequence(_ notation: Notation, isDone: Bool) -> String {
    switch self {
    case .group(_, let impact, let disposition):
      Consequences(notation: notation).ofDeletingGroup(
        impact.name, impact, alsoReceipts: disposition == .delete, isDone: isDone)
    case .goal(let goal):
      "the goal \(goal.row.name) with \(counted(goal.parts.count, "contribution")); receipts stay"
    }
  }
}

extension ChangePlan {
  /// Returns the item or the page that the command takes off its receipt, or `nil` for another command.
  func partTaken(_ notation: Notation) throws -> (words: String, facts: [String: JSONValue])? {
    guard let detail, let command else { return nil }
    let receipt = notation.summary(detail.row)
    if case .removeItem(let id) = command {
      let item = detail.state.lineItems.first { $0.id == id }
      let name = item?.content.map { "\($0.name), \(notation.words($0.money))" } ?? ""
      let left = detail.state.lineItems.count { $0.id != id }
      let rest = left == 0 ? "no item is left" : "\(counted(left, "item")) \(left == 1 ? "is" : "are") left"
      return (
        "the item \(name) off \(receipt): \(rest), its total stays",
        ["item": .string("\(id)"), "left": .count(left), "transaction": .string("\(detail.row.id)")]
      )
    }
    guard case .detach(let digest) = command else { return nil }
    let left = detail.row.attachments.count { $0.digest != digest }
    let rest = left == 0 ? "no paper is left" : "\(counted(left, "page")) \(left == 1 ? "is" : "are") left"
    let page = detail.row.attachments.first { $0.digest == digest }
    let name = page.map { "page \($0.page) (\($0.mediaType), \(byteSize($0.byteCount)))" } ?? "a page"
    return (
      "\(name) off \(receipt): \(rest); the file stays",
      ["left": .count(left), "sha256": .string("\(digest)"), "transaction": .string("\(detail.row.id)")]
    )
  }
}
