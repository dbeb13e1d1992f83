internal import LedgerAnswers
internal import LedgerBook
internal import LedgerDomain

private enum Options {
  static let remove = Option.value("remove", "TAG", "Remove this tag", repeats: true)
  static let suggest = Option.value(
    "suggest", "PREFIX", "List the most used tags with this beginning; an empty text lists all")
  static let limit = Option.value("limit", "N", "Maximum number of suggestions (default 20)")
}

extension Command {
  static let tag = Command(
    path: ["tag"], section: .record, summary: "Add tags to receipts, or remove them",
    operands: [
      Operand(Operand.receipt.name, Operand.receipt.help, isOptional: true),
      Operand("TAG", "Tags to add, separated by spaces or commas", isOptional: true, repeats: true),
    ],
    options: [Options.remove, Options.suggest, Options.limit] + RecordSelection.options,
    shared: Option.destroying,
    run: { invocation in
      if let prefix = invocation.arguments[Options.suggest] {
        return try invocation.withLedger { try suggest(prefix, $0) }
      }
      let isFiltered = invocation.arguments.has(RecordSelection.isFiltered)
      guard isFiltered || !invocation.arguments.operands.isEmpty else {
        throw Failure.usage("“tag” needs a receipt", command: "tag")
      }
      let words = Array(invocation.arguments.operands.dropFirst(isFiltered ? 0 : 1))
      let add = tags(words)
      let remove = tags(invocation.arguments.all(Options.remove))
      guard !add.isEmpty || !remove.isEmpty else {
        throw Failure.usage("“tag” needs a tag to put on, or --remove TAG", command: "tag")
      }
      return try invocation.withLedger { ledger in
        try refuseIDs(words, ledger)
        let records = isFiltered ? [] : ledger.arguments.operands[0].split(separator: ",").map(String.init)
        return try ledger.perform(
          .tag(add: add, remove: remove), on: try RecordSelection.rows(ledger, records))
      }
    })

  /// Returns the tags with a prefix, most used first, with their numbers of saved receipts (ET-05).
  private static func suggest(_ prefix: String, _ ledger: OpenLedger) throws -> ExitCode {
    var limit = 20
    if let text = ledger.arguments[Options.limit] {
      guard let number = Int(text), number > 0 else {
        throw Failure.usage("--limit needs a number", command: "tag")
      }
      limit = number
    }
    let uses = try ledger.book.tagSuggestions(prefix: prefix, limit: limit)
    return try ledger.show(TagUsesAnswer(uses))
  }

  private static func tags(_ texts: [String]) -> [String] {
    texts.flatMap { $0.split(separator: ",").map { String($0.hasPrefix("#") ? $0.dropFirst() : $0) } }
  }

  /// Refuses a tag that is the id of a receipt, which was meant as one of several.
  private static func refuseIDs(_ words: [String], _ ledger: OpenLedger) throws {
    for word in words where word.utf8.count >= 8 && (try? ledger.book.identified(word)) != nil {
      throw Failure.usage(
        "“\(word)” is a receipt, not a tag; several receipts are written with commas between them",
        command: "tag")
    }
  }
}
