internal import LedgerAnswers
internal import LedgerBook
internal import LedgerBytes
internal import LedgerDomain
internal import LedgerProjections

private enum Options {
  static let key = Option.value("key", "KEY", "The key (default: made from the name)")
  static let emoji = Option.value("emoji", "E", "An emoji; an empty text removes it")
  static let name = Option.value("name", "NAME", "The displayed name; the key does not change")
  static let color = Option.value("color", "C", "A colour as #rrggbb; an empty text removes it")
  static let kind = Option.value(
    "kind", "KIND", "Offer it for this kind", repeats: true, choices: TransactionKind.allCases.map(\.rawValue))
  static let allKinds = Option.flag("all-kinds", "Offer it for every kind")
  static let header = Option.value(
    "header", "NAME", "The header group in the budget; an empty text removes it")
  static let before = Option.value("before", "CATEGORY", "Place it before this category")
  static let beforeHeader = Option.value(
    "before", "HEADER", "Place its categories before this header group")
  static let last = Option.flag("last", "Place it last")
  static let headerName = Option.value("name", "NAME", "The new name; an empty text removes the header group")
  static let active = Option.flag("active", "List only active categories")
}

extension Command {
  static let category = Command(
    path: ["category"], section: .record, summary: "List, add, change or deactivate categories",
    subcommands: [
      Command(
        path: ["category", "list"], section: .look, summary: "List all categories, even inactive ones",
        options: [Options.kind, Options.active], shared: Option.looking,
        run: onLedger(listCategories)),
      Command(
        path: ["category", "add"], section: .record, summary: "Add a category",
        operands: [Operand("NAME", "The name")],
        options: [Options.key, Options.emoji, Options.kind],
        run: onLedger(addCategory)),
      Command(
        path: ["category", "change"], section: .record,
        summary: "Change how a category is shown, and for which kinds",
        operands: [.category],
        options: [
          Options.name, Options.emoji, Options.color, Options.kind, Options.allKinds, Options.header,
        ],
        run: onLedger(changeCategory)),
      Command(
        path: ["category", "move"], section: .record, summary: "Move a category in lists",
        operands: [.category], options: [Options.before, Options.last],
        run: onLedger(moveCategory)),
      Command(
        path: ["category", "header"], section: .record, summary: "Rename or move a header group of a budget",
        operands: [Operand("HEADER", "The name of the header group")],
        options: [Options.headerName, Options.beforeHeader, Options.last],
        run: onLedger(changeHeader)),
      Command(
        path: ["category", "deactivate"], section: .record,
        summary: "Stop offering a category; its receipts keep it",
        operands: [.category], shared: Option.destroying,
        run: onLedger(deactivateCategory)),
      Command(
        path: ["category", "reactivate"], section: .record, summary: "Offer an inactive category again",
        operands: [.category],
        run: onLedger { ledger in
          let key = try ledger.category().key
          let done = try ledger.book.reactivateCategory(key: key)
          return try ledger.show(.category(done, key, "Offered again", unchanged: "It is offered already"))
        }),
    ])

  private static func addCategory(_ ledger: OpenLedger) throws -> ExitCode {
    let arguments = ledger.arguments
    let outcome = try ledger.book.addCategory(
      name: arguments.operands[0], key: arguments[Options.key], emoji: arguments[Options.emoji],
      kinds: kinds(arguments))
    let key = outcome.category ?? CategoryState.key(of: arguments[Options.key] ?? arguments.operands[0])
    return try ledger.show(
      CommandAnswer(outcome.document(["category": .string(key)])) { _ in
        [.fitted("A new category: \(arguments.operands[0]), key \(key)")]
      })
  }

  private static func kinds(_ arguments: Arguments) -> [TransactionKind] {
    arguments.all(Options.kind).compactMap { TransactionKind(rawValue: $0) }
  }

  private static func changeCategory(_ ledger: OpenLedger) throws -> ExitCode {
    let arguments = ledger.arguments
    let given = [
      Options.name, Options.emoji, Options.color, Options.kind, Options.allKinds, Options.header,
    ]
    guard given.contains(where: { arguments.has($0) }) else {
      throw Failure.usage(
        "“category change” needs what to change: --name, --emoji, --color, --kind, --all-kinds or --header",
        command: "category change")
    }
    guard !arguments.has(Options.kind) || !arguments.has(Options.allKinds) else {
      throw Failure.usage("--kind and --all-kinds exclude each other", command: "category change")
    }
    let key = try ledger.category().key
    let saysKinds = arguments.has(Options.kind) || arguments.has(Options.allKinds)
    let outcome = try ledger.book.changeCategory(
      key: key, name: arguments[Options.name], emoji: arguments[Options.emoji],
      color: arguments[Options.color], kinds: saysKinds ? kinds(arguments) : nil,
      header: arguments[Options.header])
    return try ledger.show(.category(outcome, key, "Changed", unchanged: "It is so already"))
  }

  private static func moveCategory(_ ledger: OpenLedger) throws -> ExitCode {
    let arguments = ledger.arguments
    guard arguments.has(Options.before) != arguments.has(Options.last) else {
      throw Failure.usage("“category move” needs either --before CATEGORY or --last", command: "category move")
    }
    let key = try ledger.category().key
    let other = try arguments[Options.before].map { try ledger.category($0) }
    guard other != key else {
      throw Failure(.usage, "a category cannot be put before itself", advice: "Name another category")
    }
    let outcome = try ledger.book.moveCategory(key: key, before: other)
    return try ledger.show(.category(outcome, key, "Moved", unchanged: "That is its place already"))
  }

  private static func changeHeader(_ ledger: OpenLedger) throws -> ExitCode {
    let arguments = ledger.arguments
    let given = [Options.headerName, Options.beforeHeader, Options.last].filter { arguments.has($0) }
    guard given.count == 1 else {
      throw Failure.usage(
        "“category header” needs one of --name, --before and --last", command: "category header")
    }
    let header = arguments.operands[0]
    let outcome: Done
    if let name = arguments[Options.headerName] {
      outcome = try ledger.book.renameHeader(header, to: name)
    } else {
      let other = try arguments[Options.beforeHeader].map { try ledger.firstCategory(ofHeader: $0) }
      if let other, try ledger.firstCategory(ofHeader: header) == other {
        throw Failure(.usage, "a header group cannot be put before itself", advice: "Name another one")
      }
      outcome = try ledger.book.moveHeader(header, before: other)
    }
    return try ledger.show(
      CommandAnswer(outcome.document(["header": .string(header)])) { _ in
        let words = "\(header): \(counted(outcome.positions.count, "event")) recorded"
        return [.fitted(Line(outcome.isUnchanged ? "It is so already" : words))]
      })
  }

  private static func deactivateCategory(_ ledger: OpenLedger) throws -> ExitCode {
    let row = try ledger.category()
    var filter = TransactionFilter()
    filter.stages = [.draft, .saved]
    filter.categories = [row.key]
    let count = try ledger.book.count(filter)
    let kept =
      count == 0
      ? "nothing is recorded under it"
      : "the \(counted(count, "receipt")) under it \(count == 1 ? "keeps" : "keep") it"
    let consequence = "stop offering the category \(row.name); \(kept), and no figure changes"
    if ledger.arguments.has(.dryRun) {
      // A dry run refuses what the command would refuse.
      if FixedCategories.contains(row.key) { throw Rejection.fixedCategory(row.key) }
      return try ledger.show(
        .dryRun("Would \(consequence).", ["category": .string(row.key), "receipts": .count(count)]))
    }
    let outcome = try ledger.book.deactivateCategory(key: row.key)
    return try ledger.show(
      .category(outcome, row.key, "Not offered any more; \(kept)", unchanged: "It is not offered already"))
  }

  private static func listCategories(_ ledger: OpenLedger) throws -> ExitCode {
    let wanted = kinds(ledger.arguments)
    let categories = try ledger.book.categories().filter { row in
      let isOfKind = wanted.isEmpty || row.kinds.isEmpty || row.kinds.contains { wanted.contains($0) }
      return isOfKind && (row.isActive || !ledger.arguments.has(Options.active))
    }
    return try ledger.show(CategoriesAnswer(categories))
  }
}

extension Operand {
  static let category = Operand("CATEGORY", "The category: its key, or its name")
}

extension OpenLedger {
  /// Returns the first category of a header group, before which others are put.
  fileprivate func firstCategory(ofHeader name: String) throws -> String {
    guard let row = try book.categories().first(where: { $0.isIn(header: name) }) else {
      throw Rejection.unknownHeader(name)
    }
    return row.key
  }

  fileprivate func category() throws -> CategoryRow { try book.resolveCategory(arguments.operands[0]) }
}
