internal import LedgerAnswers
internal import LedgerBytes
internal import LedgerDomain

extension EntryReader {
  /// Prints the entry that would be recorded. The words for people were printed before.
  func printDryRun(_ entry: Entry) throws -> ExitCode {
    guard ledger.invocation.isJSON else {
      try ledger.invocation.print("Nothing was recorded.")
      return .ok
    }
    let request = entry.request
    try ledger.invocation.print(json: [
      "account": .optional(request.account), "amount": request.money.json,
      "category": .optional(request.category), "date": .string(request.date.iso), "dryRun": true,
      "expression": .optional(request.expression),
      "flags": .array(request.flags.map { .string($0.rawValue) }),
      "group": .optional(request.group?.description), "kind": .string(request.kind.rawValue),
      "note": .optional(request.note), "offered": .array(entry.offers.map { .string($0.words) }),
      "offers": .array(entry.offers.map(\.json)),
      "payment": .optional(request.payment?.rawValue), "tags": .array(request.tags.map { .string($0) }),
      "vendor": .optional(request.vendor),
    ])
    return .ok
  }
}
