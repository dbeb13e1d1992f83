internal import LedgerBook
internal import LedgerDomain

/// What it takes by name.
private enum Options {
  static let remove = Option.value("remove", "TAG", "Take this tag off", repeats: true)
}

extension Command {
  static let tag = Command(
    path: ["tag"], section: .record, summary: "Put tags on a receipt or take them off",
    operands: [
      .receipt,
      Operand("TAG", "Tags to put on, separated by spaces or commas", isOptional: true, repeats: true),
    ],
    options: [Options.remove],
    examples: ["events tag 3f2a1b9c client \"coffee shop\"", "events tag 3f2a1b9c --remove client"],
    run: { invocation in
      let add = tags(Array(invocation.arguments.operands.dropFirst()))
      let remove = tags(invocation.arguments.all(Options.remove))
      guard !add.isEmpty || !remove.isEmpty else {
        throw Failure.usage("'tag' needs a tag to put on, or --remove TAG", command: "tag")
      }
      return try invocation.withLedger { ledger in
        try ledger.perform(.tag(add: add, remove: remove), sayingNothingNew: "its tags are so already")
      }
    })

  private static func tags(_ texts: [String]) -> [String] {
    texts.flatMap { $0.split(separator: ",").map { String($0) } }
  }
}
