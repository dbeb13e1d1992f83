internal import LedgerBook
internal import LedgerBytes
internal import LedgerDomain
internal import LedgerScreens

extension Operand {
  fileprivate static let profile = Operand("PROFILE", "The profile: its name, or the beginning of its shape")
}

extension Command {
  static let profile = Command(
    path: ["profile"], section: .exchange, summary: "Look at the answers that import keeps for a bank's files",
    subcommands: [
      Command(
        path: ["profile", "list"], section: .exchange, summary: "List the profiles",
        shared: Option.reading, run: { try $0.withLedger(listProfiles) }),
      Command(
        path: ["profile", "show"], section: .exchange, summary: "Show the answers of a profile",
        operands: [.profile], shared: Option.reading,
        run: { invocation in
          try invocation.withLedger { ledger in
            try ledger.print(ledger.profile())
            return .ok
          }
        }),
      Command(
        path: ["profile", "edit"], section: .exchange, summary: "Change an answer of a profile",
        operands: [
          .profile, Operand("OPTION", "An option of import without its hyphens, such as currency"),
          Operand("VALUE", "The answer, or an empty text to take the answer away"),
        ],
        run: { try $0.withLedger(editProfile) }),
      Command(
        path: ["profile", "delete"], section: .exchange, summary: "Delete a profile",
        operands: [.profile], shared: Option.destroying,
        run: { try $0.withLedger(deleteProfile) }),
    ])

  private static func listProfiles(_ ledger: OpenLedger) throws -> ExitCode {
    let profiles = try ledger.book.importProfiles().sorted { ($0.value.name, $0.key) < ($1.value.name, $1.key) }
    for (shape, profile) in profiles { try ledger.print((shape, profile)) }
    if profiles.isEmpty, !ledger.invocation.isJSON {
      try ledger.invocation.print("There are no profiles. An import keeps the answers that you give it.")
    }
    return .ok
  }

  private static func editProfile(_ ledger: OpenLedger) throws -> ExitCode {
    let (shape, profile) = try ledger.profile()
    let (option, value) = (ledger.arguments.operands[1], ledger.arguments.operands[2])
    guard let known = ImportAnswers.kept.first(where: { $0.name == option }) else {
      throw Failure.usage(
        "“\(option)” is not an answer of a profile", command: "profile edit",
        advice: ["The answers: \(ImportAnswers.kept.map(\.name).joined(separator: " "))"])
    }
    var answers = ImportAnswers()
    if !value.isEmpty { try answers.set(known.name, value) }
    answers.add(profile.answers.filter { $0.option != option })
    let changed = ImportProfile(name: profile.name, answers: answers.list)
    try ledger.book.setImportProfile(changed, for: shape)
    try ledger.print((shape, changed))
    return .ok
  }

  private static func deleteProfile(_ ledger: OpenLedger) throws -> ExitCode {
    let (shape, profile) = try ledger.profile()
    if ledger.arguments.has(.dryRun) {
      return try ledger.reportDryRun(
        "Would delete the profile \(visible(profile.name)).", ["profile": .string(shape)])
    }
    if try !ledger.invocation.agrees(to: "Delete the profile \(visible(profile.name))?") { return .no }
    try ledger.book.setImportProfile(nil, for: shape)
    if !ledger.invocation.isJSON {
      try ledger.invocation.print("Deleted: \(visible(profile.name)). Bring it back: events undo")
    }
    return .ok
  }
}

extension OpenLedger {
  /// Returns the profile that the first operand names.
  fileprivate func profile() throws -> (shape: String, profile: ImportProfile) {
    let text = arguments.operands[0]
    let all = try book.importProfiles()
    let named = all.filter { $0.value.name == text }
    let found = (named.isEmpty ? all.filter { $0.key.hasPrefix(text) } : named).sorted { $0.key < $1.key }
    guard let first = found.first else {
      throw Failure(.noInput, "there is no profile “\(text)”", advice: "All of them: events profile list")
    }
    guard found.count == 1 else {
      throw Failure(
        .noInput, "“\(text)” names \(counted(found.count, "profile"))",
        advice: "Name one by its shape: \(listed(found.map(\.key)))")
    }
    return (first.key, first.value)
  }

  fileprivate func print(_ item: (shape: String, profile: ImportProfile)) throws {
    if invocation.isJSON {
      return try invocation.print(json: [
        "answers": .object(
          Dictionary(item.profile.answers.map { ($0.option, .string($0.value)) }) { first, _ in first }),
        "name": .string(item.profile.name), "profile": .string(item.shape),
      ])
    }
    try invocation.print(fitted: visible("\(item.shape)  \(item.profile.name)"))
    for answer in item.profile.answers {
      try invocation.print(fitted: visible("  \(answer.option): \(answer.value)"))
    }
  }
}
