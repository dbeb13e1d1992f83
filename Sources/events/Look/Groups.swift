internal import LedgerAnswers
internal import LedgerBook

extension Command {
  static let groups = Command(
    path: ["groups"], section: .look, summary: "List the groups with their dates and totals",
    options: [.through, .names, .ids], shared: Option.looking,
    run: onLedger {
      let ledger = try $0.throughDay()
      return try ledger.show(GroupsAnswer(ledger.book.groups(), names: ledger.figureNames()))
    })
}
