internal import LedgerAnswers
internal import LedgerBook
internal import LedgerBytes
internal import LedgerDomain
internal import LedgerYNAB

/// The options of the commands about YNAB.
enum YNABOptions {
  static let fromEnvironment = Option.flag("environment", "Store the token in EVENTS_YNAB_TOKEN")
  static let oauth = Option.value(
    "oauth", "CLIENT", "Ask for access in the browser, as the application with this client id")
  static let disconnect = Option.flag("forget", "Remove the stored token")
  static let plan = Option.value("plan", "PLAN", "The plan, by its name or id (default: the usual plan)")
  static let account = Option.value("account", "A", "The account in YNAB, by its name or id")
  static let items = Option.flag("line-items", "Send line items as parts of a split")
  static let noItems = Option.flag("no-line-items", "Send only the total")
  static let remainder = Option.flag("remainder", "Add a line item for the difference to the total")
  static let prefix = Option.value(
    "import-id", "FORM", "The form of new identifiers; see events help remote-budget",
    choices: ImportPrefix.allCases.map(\.rawValue))
  static let usage = Option.flag("usage", "Show the numbers of scans and of receipts sent, by month")
  static let none = Option.flag("none", "Remove the link")
}

extension Command {
  static let ynab = Command(
    path: ["ynab"], section: .exchange, summary: "Send receipts to YNAB, and merge changes made there",
    subcommands: [
      Command(
        path: ["ynab", "connect"], section: .exchange, summary: "Store the access token for YNAB",
        options: [YNABOptions.fromEnvironment, YNABOptions.oauth, YNABOptions.disconnect],
        run: onLedger(connect)),
      Command(
        path: ["ynab", "plans"], section: .exchange, summary: "List the plans in YNAB",
        run: onLedger { ledger in
          var catalog = ledger.ynabCatalog()
          try catalog.refreshPlans(try ledger.ynabClient())
          let chosen = try ledger.ynabSettings().plan
          return try ledger.show(RemotePlansAnswer(catalog.plans, chosen: chosen))
        }),
      Command(
        path: ["ynab", "accounts"], section: .exchange, summary: "List the accounts of a plan in YNAB",
        options: [YNABOptions.plan, YNABOptions.account, YNABOptions.prefix],
        run: onLedger(listRemoteAccounts)),
      Command(
        path: ["ynab", "categories"], section: .exchange, summary: "List the categories of a plan in YNAB",
        options: [YNABOptions.plan], run: onLedger(listRemoteCategories)),
      Command(
        path: ["ynab", "link"], section: .exchange, summary: "Link a category to a category in YNAB",
        operands: [
          Operand("CATEGORY", "The category in this ledger: its key, or its name"),
          Operand("REMOTE", "The category in YNAB, by its name or id", isOptional: true),
        ],
        options: [YNABOptions.none, YNABOptions.plan], run: onLedger(linkCategory)),
      Command(
        path: ["ynab", "push"], section: .exchange,
        summary: "Send receipts, and changes to receipts sent earlier",
        operands: [
          Operand(
            "R", "The receipts (default: all that wait or have changed since)", isOptional: true,
            repeats: true)
        ],
        options: [
          YNABOptions.account, YNABOptions.plan, YNABOptions.items, YNABOptions.noItems, YNABOptions.remainder,
        ], shared: Option.destroying,
        run: onLedger(push)),
      Command(
        path: ["ynab", "pull"], section: .exchange, summary: "Merge changes made in YNAB",
        run: onLedger(pull)),
      Command(
        path: ["ynab", "sync"], section: .exchange, summary: "Pull, then push",
        run: onLedger { ledger in
          let pulled = try pull(ledger)
          let pushed = try push(ledger)
          return pushed == .ok ? pulled : pushed
        }),
      Command(
        path: ["ynab", "status"], section: .exchange, summary: "Show which receipts were sent, and which wait",
        operands: [Operand("R", "The receipt (default: all that were sent or wait)", isOptional: true)],
        options: [YNABOptions.usage], run: onLedger(showCopies)),
      Command(
        path: ["ynab", "detach"], section: .exchange, summary: "Stop following the copy of a receipt in YNAB",
        operands: [.receipt],
        run: onLedger(detach)),
      Command(
        path: ["ynab", "conflicts"], section: .exchange, summary: "List fields that changed on both sides",
        run: onLedger(listCopyConflicts)),
      Command(
        path: ["ynab", "settle"], section: .exchange, summary: "Settle a conflict by choosing a side",
        operands: [
          .receipt, Operand("FIELD", "The field, as ynab conflicts prints it"),
          Operand("SIDE", "ours or theirs"),
        ],
        run: onLedger(settle)),
    ])

  private static func connect(_ ledger: OpenLedger) throws -> ExitCode {
    let invocation = ledger.invocation
    let file = try ledger.tokenFile()
    if ledger.arguments.has(YNABOptions.disconnect) {
      try file.remove()
      return try ledger.show(Reply(["connected": false], "The token is removed."))
    }
    if let client = ledger.arguments[YNABOptions.oauth] {
      guard !client.isEmpty, client.utf8.allSatisfy({ $0 > 32 && $0 < 127 }) else {
        throw Failure.usage("“\(client)” is no client id", command: "ynab connect")
      }
      return try keep(try ledger.ynabConsent(client: client), in: file, ledger)
    }
    let token: String?
    if ledger.arguments.has(YNABOptions.fromEnvironment) {
      token = invocation.environment["EVENTS_YNAB_TOKEN"]
    } else if invocation.canAsk {
      token = try invocation.askSecretly("The token from YNAB’s settings")
    } else if case .bytes(let line)? = try invocation.input.nextLine(limit: TokenFile.tokenBytesMax) {
      token = NFC.trimmed(String(decoding: line, as: UTF8.self))
    } else {
      token = nil
    }
    guard let token, !token.isEmpty else {
      throw Failure.usage("no token is given; write it on standard input", command: "ynab connect")
    }
    return try keep(KeptToken(address: ledger.ynabAddress, token: token), in: file, ledger)
  }

  /// Keeps a token with which YNAB lists the plans.
  private static func keep(_ kept: KeptToken, in file: TokenFile, _ ledger: OpenLedger) throws -> ExitCode {
    var catalog = ledger.ynabCatalog()
    try catalog.refreshPlans(try ledger.ynabClient(kept.token))
    try file.write(kept)
    return try ledger.show(
      Reply(
        ["connected": true, "plans": .count(catalog.plans.count)],
        "Connected. YNAB has \(counted(catalog.plans.count, "plan"))."))
  }

  private static func listRemoteAccounts(_ ledger: OpenLedger) throws -> ExitCode {
    var plan = try ledger.remotePlan()
    try plan.catalog.refreshAccounts(plan.id, plan.client)
    let before = plan.settings
    if let text = ledger.arguments[YNABOptions.account] {
      (plan.settings.account, plan.settings.plan) = (try plan.account(text).id, plan.id)
    }
    if let form = ledger.arguments[YNABOptions.prefix].flatMap(ImportPrefix.init) {
      plan.settings.prefix = form
    }
    if plan.settings != before { try plan.settings.save(ledgerFolder: ledger.book.settings.folder) }
    let currency = plan.catalog.plans.first { $0.id == plan.id }?.currency.flatMap { CurrencyCode($0) }
    return try ledger.show(
      RemoteAccountsAnswer(plan.catalog.accounts(plan.id), chosen: plan.usualAccount, in: currency))
  }

  private static func listRemoteCategories(_ ledger: OpenLedger) throws -> ExitCode {
    var plan = try ledger.remotePlan()
    try plan.catalog.refreshCategories(plan.id, plan.client)
    return try ledger.show(
      RemoteCategoriesAnswer(plan.catalog.categories(plan.id), links: plan.settings.links[plan.id] ?? [:]))
  }

  private static func linkCategory(_ ledger: OpenLedger) throws -> ExitCode {
    let key = try ledger.category(ledger.arguments.operands[0])
    var plan = try ledger.remotePlan()
    if ledger.arguments.has(YNABOptions.none) {
      plan.settings.links[plan.id]?[key] = nil
    } else {
      guard let text = ledger.arguments.operand(1) else {
        throw Failure.usage("“ynab link” needs a category in YNAB, or --none", command: "ynab link")
      }
      try plan.catalog.refreshCategories(plan.id, plan.client)
      let found = plan.catalog.categories(plan.id).filter {
        $0.id == text || NFC.foldedKey($0.name) == NFC.foldedKey(text)
      }
      guard found.count == 1 else {
        throw YNABError.unknown(
          what: "category", text: text, known: found.isEmpty ? [] : found.map { "\($0.group): \($0.id)" })
      }
      plan.settings.links[plan.id, default: [:]][key] = found[0].id
    }
    let linked = plan.settings.links[plan.id]?[key]
    try plan.settings.save(ledgerFolder: ledger.book.settings.folder)
    let words =
      linked == nil
      ? "\(key) is not linked." : "\(key) is sent as \(ledger.arguments.operands[1])."
    return try ledger.show(
      Reply(
        ["category": .string(key), "remote": .optional(linked)], [.fitted(Line(words))]))
  }
}
