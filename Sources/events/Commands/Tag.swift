internal import LedgerBook
internal import LedgerBytes
internal import LedgerDomain
internal import LedgerProjections

/// What it takes by name.
private enum Options {
  static let remove = Option.value("remove", "TAG", "Take this tag off", repeats: true)
  static let suggest = Option.value(
    "suggest", "PREFIX", "List the tags used most that begin so; \"\" for all beginnings")
  static let limit = Option.value("limit", "N", "At most so many suggestions (20)")
}

extension Command {
  static let tag = Command(
    path: ["tag"], section: .record, summary: "Put tags on a receipt or take them off",
    operands: [
      Operand(Operand.receipt.name, Operand.receipt.help, isOptional: true),
      Operand("TAG", "Tags to put on, separated by spaces or commas", isOptional: true, repeats: true),
    ],
    options: [Options.remove, Options.suggest, Options.limit],
    examples: [
      "events tag 3f2a1b9c client \"coffee shop\"", "events tag 3f2a1b9c --remove client",
      "events tag --suggest cl",
    ],
    run: { invocation in
      if let prefix = invocation.arguments[Options.suggest] {
        return try invocation.withLedger { try suggest(prefix, $0) }
      }
      guard !invocation.arguments.operands.isEmpty else {
        throw Failure.usage("'tag' needs a receipt", command: "tag")
      }
      let add = tags(Array(invocation.arguments.operands.dropFirst()))
      let remove = tags(invocation.arguments.all(Options.remove))
      guard !add.isEmpty || !remove.isEmpty else {
        throw Failure.usage("'tag' needs a tag to put on, or --remove TAG", command: "tag")
      }
      return try invocation.withLedger { ledger in
        try ledger.perform(.tag(add: add, remove: remove), sayingNothingNew: "its tags are so already")
      }
    })

  /// The tags that begin so, most used first, with how many saved receipts each is on (CHECKLIST ET-05).
  private static func suggest(_ prefix: String, _ ledger: OpenLedger) throws -> ExitCode {
    var limit = 20
    if let text = ledger.arguments[Options.limit] {
      guard let number = Int(text), number > 0 else {
        throw Failure.usage("--limit needs a number", command: "tag")
      }
      limit = number
    }
    let uses = try ledger.book.tagSuggestions(prefix: prefix, limit: limit)
    var table = Table([.right(), .left()])
    for use in uses {
      if ledger.invocation.isJSON {
        try ledger.invocation.print(json: ["count": .count(use.count), "tag": .string(use.tag)])
      } else {
        table.row([.init(grouped(Int64(use.count))), .init(visible(use.tag))])
      }
    }
    try ledger.invocation.print(table)
    return .ok
  }

  private static func tags(_ texts: [String]) -> [String] {
    texts.flatMap { $0.split(separator: ",").map { String($0) } }
  }
}
