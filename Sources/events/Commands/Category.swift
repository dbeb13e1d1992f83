internal import LedgerBook
internal import LedgerBytes
internal import LedgerDomain

/// What it takes by name.
private enum Options {
  static let key = Option.value("key", "KEY", "Its key; else made from the name")
  static let emoji = Option.value("emoji", "E", "An emoji")
  static let kind = Option.value(
    "kind", "KIND", "Offer it for this kind", repeats: true, choices: TransactionKind.allCases.map(\.rawValue))
}

extension Command {
  static let category = Command(
    path: ["category"], section: .record, summary: "List or add categories",
    subcommands: [
      Command(
        path: ["category", "list"], section: .look, summary: "List the categories",
        run: { try $0.withLedger(listCategories) }),
      Command(
        path: ["category", "add"], section: .record, summary: "Add a category",
        operands: [Operand("NAME", "Its name")], options: [Options.key, Options.emoji, Options.kind],
        examples: ["events category add \"Coffee shop\" --emoji ☕"],
        run: { try $0.withLedger(addCategory) }),
    ])

  private static func addCategory(_ ledger: OpenLedger) throws -> ExitCode {
    let arguments = ledger.arguments
    let outcome = try ledger.book.addCategory(
      name: arguments.operands[0], key: arguments[Options.key], emoji: arguments[Options.emoji],
      kinds: arguments.all(Options.kind).compactMap { TransactionKind(rawValue: $0) })
    let key = outcome.category ?? CategoryState.key(of: arguments[Options.key] ?? arguments.operands[0])
    if ledger.invocation.isJSON {
      try ledger.invocation.print(json: ["category": .string(key), "events": ledger.events(outcome)])
    } else {
      try ledger.invocation.print("A new category: \(visible(arguments.operands[0])), key \(visible(key))")
    }
    return .ok
  }

  private static func listCategories(_ ledger: OpenLedger) throws -> ExitCode {
    let categories = try ledger.book.categories()
    if ledger.invocation.isJSON {
      for category in categories {
        try ledger.invocation.print(json: [
          "active": .boolean(category.isActive), "color": .optional(category.color),
          "emoji": .optional(category.emoji),
          "key": .string(category.key), "kinds": .strings(category.kinds.map(\.rawValue)),
          "name": .string(category.name),
        ])
      }
      return .ok
    }
    var table = Table([.left("key"), .left(), .name("name"), .left("kinds"), .left()])
    for category in categories {
      table.row([
        .init(visible(category.key)), .init(visible(category.emoji ?? "")), .init(visible(category.name)),
        .init(category.kinds.map(\.rawValue).joined(separator: ", "), .quiet),
        .init(category.isActive ? "" : "not active", .quiet),
      ])
    }
    try ledger.invocation.print(table)
    return .ok
  }
}
