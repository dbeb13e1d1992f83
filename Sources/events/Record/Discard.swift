internal import LedgerBook
internal import LedgerDomain

extension Command {
  static let discard = Command(
    path: ["discard"], section: .record, summary: "Discard a draft",
    operands: [.receipt], shared: Option.destroying,
    run: onLedger { try $0.perform(.discard) })
}
