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
  /// - Throws: `Refusal` for a text that is no answer.
  public func importSession(
    _ files: [(name: String, bytes: [UInt8])] = [], answers: [ImportQuestion.Topic: String] = [:]
  ) throws -> ImportSession {
    var checked = ImportAnswers()
    for topic in ImportQuestion.Topic.allCases {
      if let text = answers[topic] { try checked.set(topic, text) }
    }
    var session = ImportSession(
      checked, profiles: try importProfiles(), accounts: try models.read { try $0.accountRows() })
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
    try plan(try statements(session), suggesting: true).map { $0.taking(suggestionsFrom: confidenceMin) }
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
      plans = try plan(files, suggesting: confidenceMin != nil, progress: progress).map {
        $0.taking(suggestionsFrom: confidenceMin)
      }
      try openAccounts(plans, in: &batch)
      let counts = try plans.map { try append($0, to: &batch) }
      for (plan, count) in zip(plans, counts) where count > 0 { note(plan, in: &batch) }
      let known = try importProfiles()
      for case (let shape, let profile)? in session.files.map(\.changedProfile) where known[shape] != profile {
        let changed = SettingsEvent.ImportProfileChanged(shape: shape, from: known[shape], to: profile)
        batch.append(SettingsEvent.importProfileChanged(changed))
      }
    }
    return (done, plans)
  }

  private func plan(
    _ files: [StatementFile], suggesting: Bool, progress: (Int, Int) throws -> Void = { _, _ in }
  ) throws -> [FilePlan] {
    let categories = try models.categoriesByKey()
    let names = VendorNames(try renamedVendors())
    return try models.read { reader in
      // Read one snapshot of the log, because each single look-up would lock the file and check the cache again.
      try log.reading {
        var planner = StatementPlanner(
          self, reader, categories: categories, names: names, suggesting: suggesting)
        planner.hasLaterFiles = files.count > 1
        var plans = try files.enumerated().map { index, file in
          try progress(index, files.count)
          return try planner.plan(file)
        }
        try progress(files.count, files.count)
        try TransferPlanner(book: self, reader: reader).join(&plans)
        return plans
      }
    }
  }

  /// Returns the files of a session with the account in the ledger for each statement.
  private func statements(_ session: ImportSession) throws -> [StatementFile] {
    try session.files.map { file in
      guard case .read(let read) = file.state else {
        throw file.refusal?.about(file.name) ?? Refusal(.invalidValue, "\(file.name) was not read")
      }
      let answer = try file.answers[.account].map { try text(ofAccount: $0) }
      let printed = read.statements.map(\.printed)
      let known =
        (answer == nil || file.fillsAccount) && printed.contains { $0 != nil } ? try accountsInUse() : []
      let accounts = printed.map { number in
        guard let number, answer == nil || file.fillsAccount else { return answer }
        return known.first { AccountNumber.areSame($0, number) } ?? NFC.normalized(NFC.trimmed(number))
      }
      return StatementFile(name: file.name, digest: file.digest, file: read, accounts: accounts)
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
    for plan in plans {
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

  /// Appends the events of a file's rows, and returns how many there are.
  private func append(_ plan: FilePlan, to batch: inout Batch) throws -> Int {
    let machine = EventActor.importer(plan.source.file.format.rawValue).text
    let before = batch.count
    for planned in plan.rows {
      if let double = planned.double { try unite(double, actor: machine, in: &batch) }
      if case .known = planned.verdict { continue }
      let linked = planned.linked(file: plan.source.name)
      switch planned.verdict {
      case .known: continue
      case .new where planned.transfer != nil, .matched where planned.transfer != nil:
        try append(planned, linked, actor: machine, to: &batch)
      case .new:
        let recorded = linked.recorded(on: today, vendor: planned.vendor, category: planned.category)
        batch.append(.transaction(.transactionRecorded(recorded)), planned.transaction.stream, actor: machine)
        batch.append(.transaction(.bankRowLinked(linked)), planned.transaction.stream, actor: machine)
      // A person's undo removed it, so the import restores it in the person's name.
      case .restored: batch.append(.transactionRestored, to: planned.transaction)
      case .matched where planned.settled != nil: try appendSettled(planned, linked, actor: machine, to: &batch)
      case .matched(let id, _):
        let state = try fold(id.stream).transaction
        let actor = state.hasBeenLinked(to: linked.row) ? nil : machine
        batch.append(.transaction(.bankRowLinked(linked)), id.stream, actor: actor)
        if let account = planned.account, state.account.value == nil {
          let filled = TransactionEvent.FieldCorrected(field: .account, from: nil, to: .text(account))
          batch.append(.transaction(.fieldCorrected(filled)), id.stream, actor: actor)
        }
        let isSeen = try log.key(of: planned.transaction.stream) != nil
        batch.append(
          .transaction(.transactionMerged(TransactionEvent.Merged(into: id))), planned.transaction.stream,
          actor: isSeen ? nil : machine)
      }
    }
    return batch.count - before
  }

  /// Appends the events by which a booked row replaces the one that was not booked yet.
  ///
  /// The transaction stays, with all that a person added. Its day becomes the booking day, unless a person changed it.
  private func appendSettled(
    _ planned: PlannedRow, _ linked: TransactionEvent.BankRowLinked, actor: String, to batch: inout Batch
  ) throws {
    guard let pending = planned.settled else { return }
    let id = pending.transaction
    batch.append(.transaction(.bankRowLinked(linked)), id.stream, actor: actor)
    let state = try fold(id.stream).transaction
    let day = pending.isPlanned ? pending.row.date : state.date.value
    if [nil, .recorded(.imported)].contains(state.origin?.how), day == pending.row.date, day != linked.date {
      let moved = TransactionEvent.FieldCorrected(
        field: .date, from: day.map { .date($0) }, to: .date(linked.date))
      batch.append(.transaction(.fieldCorrected(moved)), id.stream, actor: actor)
    }
    guard id != planned.transaction else { return }
    let merged = TransactionEvent.Merged(into: id)
    batch.append(.transaction(.transactionMerged(merged)), planned.transaction.stream, actor: actor)
  }

  /// Appends the events by which two transactions of one row become one, which keeps the rows of both.
  private func unite(_ double: PlannedDouble, actor: String, in batch: inout Batch) throws {
    for linked in try linkedRows(of: double.goes) {
      batch.append(.transaction(.bankRowLinked(linked)), double.stays.stream, actor: actor)
    }
    let merged = TransactionEvent.Merged(into: double.stays)
    batch.append(.transaction(.transactionMerged(merged)), double.goes.stream, actor: actor)
  }

  /// Appends the events of a row that is a half of a transfer.
  private func append(
    _ planned: PlannedRow, _ linked: TransactionEvent.BankRowLinked, actor: String, to batch: inout Batch
  ) throws {
    if case .matched(let id, _) = planned.verdict {
      batch.append(.transaction(.bankRowLinked(linked)), id.stream, actor: actor)
      let merged = TransactionEvent.Merged(into: id)
      return batch.append(.transaction(.transactionMerged(merged)), planned.transaction.stream, actor: actor)
    }
    guard let transfer = planned.transfer else { return }
    let recorded = TransactionEvent.TransferRecorded(
      origin: .imported, on: today, money: linked.amount, received: nil, date: linked.date,
      account: transfer.from, toAccount: transfer.to, vendor: planned.vendor)
    batch.append(.transaction(.transferRecorded(recorded)), planned.transaction.stream, actor: actor)
    batch.append(.transaction(.bankRowLinked(linked)), planned.transaction.stream, actor: actor)
    guard let joined = transfer.joined else { return }
    for earlier in try fold(joined.stream).transaction.linkedRows {
      batch.append(.transaction(.bankRowLinked(earlier)), planned.transaction.stream, actor: actor)
    }
    let merged = TransactionEvent.Merged(into: planned.transaction)
    batch.append(.transaction(.transactionMerged(merged)), joined.stream, actor: actor)
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

extension PlannedRow {
  /// Returns the row as its transaction keeps it.
  fileprivate func linked(file: String) -> TransactionEvent.BankRowLinked {
    func kept(_ text: String) -> String? { text.isEmpty ? nil : NFC.normalized(text) }
    return TransactionEvent.BankRowLinked(
      row: id, file: file, line: row.line, bankID: row.bankID.flatMap(kept), account: account, date: row.date,
      otherDate: row.otherDate, money: row.money, payee: kept(row.payee), text: kept(row.text),
      isBooked: !row.isPending)
  }
}

extension TransactionEvent.BankRowLinked {
  /// The amount without its sign.
  fileprivate var amount: Money {
    Money(minorUnits: Int64(money.minorUnits.magnitude), currency: money.currency)
  }

  /// Returns the transaction that a row becomes.
  func recorded(on today: CivilDate, vendor: String?, category: String?) -> TransactionEvent.Recorded {
    let kind = PlannedRow.kind(of: money)
    return TransactionEvent.Recorded(
      origin: .imported, on: today, kind: kind,
      money: amount, date: date,
      vendor: vendor, category: category,
      payment: kind == .income ? nil : .card, account: account)
  }
}
