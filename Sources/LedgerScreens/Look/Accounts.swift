package import LedgerBytes
internal import LedgerDomain
public import LedgerProjections

extension AccountSummary {
  /// The account as `account list` prints it: a document for each of its currencies.
  package var documents: [JSONValue] { balances.map(json) }

  /// Returns the account in one of its currencies.
  package func json(_ balance: AccountBalance) -> JSONValue {
    [
      "account": .string(id.description), "balance": balance.balance.json, "cleared": balance.cleared.json,
      "closed": .boolean(isClosed), "kind": .string(kind.rawValue), "name": .string(name),
    ]
  }

  /// Returns the lines that `events account list --json` prints for the account: one for each currency.
  public func jsonLines() -> String { documents.map(\.line).joined() }
}
