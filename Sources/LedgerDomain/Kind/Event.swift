/// Everything that can happen, by the stream it happens to.
public enum Event: Hashable, Sendable {
  case transaction(TransactionEvent)
  case group(GroupEvent)
  case category(CategoryEvent)
  case rule(RuleEvent)
  case ledger(LedgerEvent)
}
