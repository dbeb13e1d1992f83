internal import LedgerBook
internal import LedgerDomain

extension Command {
  static let save = Command(
    path: ["save"], section: .record, summary: "Make a draft count",
    operands: [.receipt],
    discussion: ["Date, total, category and payment must be set."],
    run: { invocation in
      try invocation.withLedger { try $0.perform(.save, sayingNothingNew: "it is saved already") }
    })
}
