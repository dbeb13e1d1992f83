internal import LedgerAnswers
internal import LedgerBook
internal import LedgerBytes
internal import LedgerDomain

extension Operand {
  fileprivate static let profile = Operand("PROFILE", "The profile, by its name or the beginning of its shape")
}

extension Command {
  static let profile = Command(
    path: ["profile"], section: .exchange,
    summary: "Show or change the answers that import keeps for a bank's files",
    subcommands: [
      Command(
        path: ["profile", "list"], section: .exchange, summary: "List the profiles",
        shared: Option.reading, run: onLedger { try $0.show($0.book.answer(.profiles)) }),
      Command(
        path: ["profile", "show"], section: .exchange, summary: "Show the answers of a profile",
        operands: [.profile], shared: Option.reading,
        run: onLedger { ledger in
          let (shape, profile) = try ledger.profile()
          return try ledger.show(ProfilesAnswer([(shape, profile)]))
        }),
      Command(
        path: ["profile", "edit"], section: .exchange, summary: "Change an answer of a profile",
        operands: [
          .profile, Operand("OPTION", "An option of import without its hyphens, such as currency"),
          Operand("VALUE", "The answer; an empty text removes it"),
        ],
        run: onLedger(editProfile)),
      Command(
        path: ["profile", "delete"], section: .exchange, summary: "Delete a profile",
        operands: [.profile], shared: Option.destroying,
        run: onLedger(deleteProfile)),
    ])

  private static func editProfile(_ ledger: OpenLedger) throws -> ExitCode {
    let (shape, profile) = try ledger.profile()
    let (option, value) = (ledger.arguments.operands[1], ledger.arguments.operands[2])
    if value.isEmpty, let changed = profile.forgetting(option) {
      try ledger.book.setImportProfile(changed, for: shape)
      return try ledger.show(ProfilesAnswer([(shape, changed)]))
    }
    guard let topic = ImportQuestion.Topic(rawValue: option) else {
      let topics = ImportQuestion.Topic.allCases.map(\.rawValue).joined(separator: " ")
      throw Failure.usage(
        "“\(option)” is no option of a profile", command: "profile edit", advice: ["The answers: \(topics)"]
      )
    }
    let changed = try ImportOptions.checking { try profile.answering(topic, value) }
    try ledger.book.setImportProfile(changed, for: shape)
    return try ledger.show(ProfilesAnswer([(shape, changed)]))
  }

  private static func deleteProfile(_ ledger: OpenLedger) throws -> ExitCode {
    let (shape, profile) = try ledger.profile()
    if ledger.arguments.has(.dryRun) {
      return try ledger.show(
        .dryRun("Would delete the profile \(profile.name).", ["profile": .string(shape)]))
    }
    if try !ledger.invocation.agrees(to: "Delete the profile \(profile.name)?") { return .no }
    try ledger.book.setImportProfile(nil, for: shape)
    return try ledger.show(Reply(nil, "Deleted: \(profile.name). Bring it back: events undo"))
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
}
