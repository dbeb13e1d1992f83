internal import LedgerAnswers
internal import LedgerBook

extension Command {
  static let groups = Command(
    path: ["groups"], section: .look, summary: "List the groups with their dates and totals",
    options: [.ids], shared: Option.looking,
    run: { invocation in
      try invocation.withLedger {
        try $0.show(GroupsAnswer($0.book.groups(), names: $0.figureNames()))
      }
    })
}
