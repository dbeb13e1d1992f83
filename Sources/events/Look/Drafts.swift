internal import LedgerAnswers
internal import LedgerBook

extension Command {
  static let drafts = Command(
    path: ["drafts"], section: .look,
    summary: "List unsaved drafts and unanswered proposals",
    shared: Option.looking,
    run: onLedger { try $0.show(DraftsAnswer($0.book.drafts(), $0.book.waitingProposals())) })
}
