internal import BankFiles
internal import EventLog
internal import LedgerBytes
internal import LedgerDomain
internal import LedgerProjections

extension Book {
  /// Begins an import of files of banks.
  ///
  /// - Parameters:
  ///   - files: The files in the order of importing. More of them can be added to the session.
  ///   - answers: The answers for all files. They win over the answers that profiles keep.
  ///   - opensAccounts: Whether an answer may name an account that does not exist. The first account always may.
  /// - Throws: `Refusal` for a text that is no answer, `BookError.unknown` for an account.
  public func importSession(
    _ files: [(name: String, bytes: [UInt8])] = [], answers: [ImportQuestion.Topic: String] = [:],
    opensAccounts: Bool = false
  ) throws -> ImportSession {
    var checked = ImportAnswers()
    for topic in ImportQuestion.Topic.allCases {
      if let text = answers[topic] { try checked.set(topic, text) }
    }
    let accounts = try accounts()
    if let name = answers[.account], !opensAccounts, !accounts.isEmpty { _ = try resolveAccount(name) }
    let currencies = try models.read { reader in
      ImportCurrencies(accounts: try reader.accountRows(), ledger: try settings(reader).currency)
    }
    var session = ImportSession(
      checked, profiles: try importProfiles(), currencies: currencies, accounts: accounts)
    session.opensAccounts = opensAccounts
    for file in files { session.add(file.bytes, named: file.name) }
    return session
  }

  /// Returns what an import would do with each row, without doing it.
  ///
  /// - Parameters:
  ///   - session: The files, none of which is refused.
  ///   - confidenceMin: The percent from which a suggested category is taken, or `nil` to take no suggestion.
  /// - Throws: The `Refusal` of a file.
  /// - Complexity: A look-up per row, and one more per row that is new. For suggestions, some look-ups per vendor.
  public func plan(
    _ session: ImportSession, takingSuggestionsFrom confidenceMin: Int? = nil
  ) throws -> [FilePlan] {
    try plan(try statements(session), session, suggesting: true).map {
      $0.taking(suggestionsFrom: confidenceMin)
    }
  }

  /// Imports files as one action, which a single undo reverts.
  ///
  /// Rows that the ledger has are left out, deleted ones too. A row that is a transaction already is linked with it.
  ///
  /// - Parameters:
  ///   - session: The files, none of which is refused.
  ///   - confidenceMin: The percent from which a suggested category is taken, or `nil` to take no suggestion.
  ///   - progress: Called with the number of files that are planned and of all files. If it throws, nothing is recorded.
  /// - Throws: The `Refusal` of a file.
  @discardableResult
  public func carryOut(
    _ session: ImportSession, takingSuggestionsFrom confidenceMin: Int? = nil,
    progress: (Int, Int) throws -> Void = { _, _ in }
  ) throws -> (done: Done, plans: [FilePlan]) {
    let files = try statements(session)
    let content: JSONValue = [
      "command": "import", "sha256": .texts(files.map(\.digest.description)),
    ]
    var plans: [FilePlan] = []
    let done = try execute(id: nil, content: content) { batch in
      plans = try plan(files, session, suggesting: confidenceMin != nil, progress: progress).map {
        $0.taking(suggestionsFrom: confidenceMin)
      }
      try openAccounts(plans, in: &batch)
      try addCategories(plans, in: &batch)
      for moved in plans.flatMap(\.movedOpenings) {
        batch.append(AccountEvent.accountOpened(moved.opened), to: moved.account.id)
      }
      let counts = try plans.map { try append($0, to: &batch) }
      for (plan, count) in zip(plans, counts) where count > 0 { note(plan, in: &batch) }
      let known = try importProfiles()
      var changes: [String: ImportProfile] = [:]
      for case (let shape, let profile)? in session.files.map(\.changedProfile) { changes[shape] = profile }
      let numbers = AccountNumbers(known)
      for (plan, count) in zip(plans, counts) where count > 0 {
        for (statement, account) in zip(plan.source.file.statements, plan.source.accounts) {
          if let (shape, profile) = numbers.change(statement.account, of: account) { changes[shape] = profile }
        }
      }
      for (shape, profile) in changes.sorted(by: { $0.key < $1.key }) where known[shape] != profile {
        let changed = SettingsEvent.ImportProfileChanged(shape: shape, from: known[shape], to: profile)
        batch.append(SettingsEvent.importProfileChanged(changed))
      }
    }
    return (done, plans)
  }

  private func plan(
    _ files: [StatementFile], _ session: ImportSession, suggesting: Bool,
    progress: (Int, Int) throws -> Void = { _, _ in }
  ) throws -> [FilePlan] {
    let categories = try models.categoriesByKey()
    let names = VendorNames(try renamedVendors())
    return try models.read { reader in
      // Read one snapshot of the log, because each single look-up would lock the file and check the cache again.
      try log.reading {
        let imports = try StatementImports(self)
        var planner = StatementPlanner(
          self, reader, categories: categories, names: names, imports: imports, suggesting: suggesting,
          addingCategories: session.addsCategories)
        planner.hasLaterFiles = files.count > 1
        var plans = try files.enumerated().map { index, file in
          try progress(index, files.count)
          return try planner.plan(file)
        }
        try progress(files.count, files.count)
        var transfers = TransferPlanner(
          book: self, reader: reader, numbers: AccountNumbers(try importProfiles()), imports: imports)
        try transfers.join(&plans)
        try settleBeforeOpening(session.beforeOpening, reader, &plans)
        let check = try StatementCheck(self, reader, plans)
        for index in plans.indices { plans[index].balances = try check.balances(in: plans[index]) }
        return plans
      }
    }
  }

  /// Moves openings in front of older rows, or leaves these rows out.
  private func settleBeforeOpening(
    _ answer: BeforeOpening?, _ reader: ModelReader, _ plans: inout [FilePlan]
  ) throws {
    guard let last = plans.indices.last else { return }
    var olderCount = 0
    for account in try answer == nil ? [] : reader.accountRows() {
      let texts = Set(try reader.accountTexts(of: account.key) + [account.text, account.name])
      for index in plans.indices {
        let isOlder = { (row: PlannedRow) in
          row.date < account.terms.on && row.account.map { texts.contains($0) } ?? false
            && [.new, .restored].contains(row.verdict)
        }
        olderCount += plans[index].rows.count(where: isOlder)
        guard answer == .skip else { continue }
        plans[index].leftOut += plans[index].rows.filter(isOlder).map(\.line)
        plans[index].rows.removeAll(where: isOlder)
      }
    }
    switch answer {
    case .count, .skip: break
    case .move, nil:
      plans[last].movedOpenings = try OpeningMover(book: self, reader: reader).moved(
        plans, isGiven: answer == .move)
    }
    plans[last].hasIdleAnswer = answer != nil && olderCount == 0 && plans[last].movedOpenings.isEmpty
  }

  /// Returns the files of a session with the account in the ledger for each statement.
  private func statements(_ session: ImportSession) throws -> [StatementFile] {
    let numbers = AccountNumbers(try importProfiles())
    return try session.files.map { file in
      guard case .read(let read) = file.state else {
        throw file.refusal?.about(file.name) ?? Refusal(.invalidValue, "\(file.name) was not read")
      }
      let answer = try file.answers[.account].map { try text(ofAccount: $0) }
      let printed = read.statements.map(\.printed)
      let known =
        (answer == nil || file.fillsAccount) && printed.contains { $0 != nil } ? try accountsInUse() : []
      let accounts = try printed.map { number -> String? in
        if let number, answer == nil || file.fillsAccount || file.takesAccountFromProfile,
          let account = numbers.account(of: number)
        {
          return try text(ofAccount: account)
        }
        // The profile's account has another number, so this file of the same bank is of another account.
        let isForeign = file.takesAccountFromProfile && answer.map { !numbers.texts(of: $0).isEmpty } ?? false
        guard let number, answer == nil || file.fillsAccount || isForeign else { return answer }
        return known.first { AccountNumber.areSame($0, number) } ?? NFC.normalized(NFC.trimmed(number))
      }
      return StatementFile(
        name: file.name, digest: file.digest, file: read, accounts: accounts,
        assumedCurrency: file.assumedCurrency)
    }
  }

  /// Returns the text by which transactions mention an account, which a rename does not change.
  private func text(ofAccount name: String) throws -> String {
    do {
      return try resolveAccount(name).text
    } catch BookError.unknown {
      return NFC.normalized(name)
    }
  }

  /// Opens the accounts whose beginning the files print as a movement, unless they are opened already.
  private func openAccounts(_ plans: [FilePlan], in batch: inout Batch) throws {
    let known = try accounts()
    var rank = AccountOrder.last(after: known.compactMap { $0.row?.rank })
    var opened = Set(known.filter { $0.row != nil }.map(\.key))
    // The ledger has everything of a file whose rows it all has.
    for plan in plans where plan.rows.isEmpty || plan.rows.count > plan.knownCount {
      for (statement, account) in zip(plan.source.file.statements, plan.source.accounts) {
        guard let on = statement.openedOn, let opening = statement.opening, opening.minorUnits != 0,
          let account, opened.insert(AccountState.key(of: account)).inserted
        else { continue }
        let terms = AccountTerms(kind: .budget, opening: opening, on: on)
        try decide(
          .open(name: account, rank: rank, terms), onAccount: AccountState.key(of: account), implied: nil,
          &batch)
        rank = AccountOrder.last(after: [rank])
      }
    }
  }

  /// Adds the categories that the files name and the ledger does not have.
  private func addCategories(_ plans: [FilePlan], in batch: inout Batch) throws {
    let known = try models.categoriesByKey()
    var missing: [String: MissingCategory] = [:]
    for category in plans.filter(\.addsCategories).flatMap(\.missingCategories) where known[category.key] == nil
    {
      missing[category.key, default: category].kinds.formUnion(category.kinds)
    }
    for category in missing.values.sorted(by: { $0.key < $1.key }) {
      let state = try fold(CategoryStream.of(key: category.key)).category
      let kinds = category.isExported ? [] : TransactionKind.allCases.filter(category.kinds.contains)
      let command = CategoryCommand.add(name: category.name, key: category.key, emoji: nil, kinds: kinds)
      for event in try state.decide(command, key: category.key) { batch.append(event, key: category.key) }
    }
  }

  /// Appends what was imported from a file.
  private func note(_ plan: FilePlan, in batch: inout Batch) {
    // The deed of the person, by which undo finds the action.
    batch.append(
      SettingsEvent.statementImported(
        SettingsEvent.StatementImported(
          file: plan.source.name, format: plan.source.file.format.rawValue, digest: plan.source.digest,
          account: Set(plan.source.accounts).count == 1 ? plan.source.accounts[0] : nil,
          new: plan.newCount, matched: plan.matchedCount, known: plan.knownCount, refused: plan.refused.count,
          on: today)))
  }
}
