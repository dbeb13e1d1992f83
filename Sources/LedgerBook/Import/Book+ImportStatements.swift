internal import BankFiles
internal import EventLog
internal import LedgerBytes
internal import LedgerDomain
internal import LedgerProjections

extension Book {
  /// The effect of importing files, without doing it.
  ///
  /// - Parameters:
  ///   - files: the files in the order of the command.
  ///   - suggesting: whether categories are suggested for new rows.
  /// - Complexity: a look-up per row, and one per row that is new. For suggestions, some look-ups per vendor.
  package func planImport(_ files: [StatementFile], suggesting: Bool) throws -> [FilePlan] {
    let categories = try models.categoriesByKey()
    let names = VendorNames(try renamedVendors())
    return try models.read { reader in
      var planner = StatementPlanner(self, reader, categories: categories, names: names, suggesting: suggesting)
      return try files.map { try planner.plan($0) }
    }
  }

  /// Imports files as one action, which one undo takes back.
  ///
  /// Rows that the ledger has are left out, deleted ones too. A row that is a transaction already is linked with it.
  ///
  /// - Parameters:
  ///   - files: the files in the order of the command.
  ///   - confidenceMin: the percent from which a suggested category is taken, or `nil` to take no suggestion.
  package func importStatements(
    _ files: [StatementFile], takingSuggestionsFrom confidenceMin: Int?
  ) throws -> (outcome: Outcome, plans: [FilePlan]) {
    let content: JSONValue = [
      "command": "import", "sha256": .texts(files.map(\.digest.description)),
    ]
    var plans: [FilePlan] = []
    let outcome = try execute(id: nil, content: content) { batch in
      plans = try planImport(files, suggesting: confidenceMin != nil).map {
        $0.taking(suggestionsFrom: confidenceMin)
      }
      for plan in plans { try append(plan, to: &batch) }
      let known = try importProfiles()
      for case (let shape, let profile)? in files.map(\.profile) where known[shape] != profile {
        let changed = ImportProfileChanged(shape: shape, from: known[shape], to: profile)
        batch.append(LedgerEvent.importProfileChanged(changed))
      }
    }
    return (outcome, plans)
  }

  private func append(_ plan: FilePlan, to batch: inout Batch) throws {
    let machine = "import/" + plan.source.file.format.rawValue
    let before = batch.count
    for planned in plan.rows {
      let linked = planned.linked(file: plan.source.name)
      switch planned.verdict {
      case .known: continue
      case .new:
        let recorded = linked.recorded(on: today, vendor: planned.vendor, category: planned.category)
        batch.append(.transaction(.transactionRecorded(recorded)), planned.transaction.stream, actor: machine)
        batch.append(.transaction(.bankRowLinked(linked)), planned.transaction.stream, actor: machine)
      // A person's undo removed it, so the import restores it in the person's name.
      case .restored: batch.append(.transactionRestored, to: planned.transaction)
      case .matched(let id, _):
        let state = try fold(id.stream).transaction
        let actor = state.hasBeenLinked(to: linked.row) ? nil : machine
        batch.append(.transaction(.bankRowLinked(linked)), id.stream, actor: actor)
        if let account = planned.account, state.account.value == nil {
          let filled = FieldCorrected(field: .account, from: nil, to: .text(account))
          batch.append(.transaction(.fieldCorrected(filled)), id.stream, actor: actor)
        }
        let isSeen = try log.key(of: planned.transaction.stream) != nil
        batch.append(
          .transaction(.transactionMerged(TransactionMerged(into: id))), planned.transaction.stream,
          actor: isSeen ? nil : machine)
      }
    }
    guard batch.count > before else { return }
    // The deed of the person, by which undo finds the action.
    batch.append(
      LedgerEvent.statementImported(
        StatementImported(
          file: plan.source.name, format: plan.source.file.format.rawValue, digest: plan.source.digest,
          account: Set(plan.source.accounts).count == 1 ? plan.source.accounts[0] : nil,
          new: plan.newCount, matched: plan.matchedCount, known: plan.knownCount, refused: plan.refused.count,
          on: today)))
  }
}

extension PlannedRow {
  /// The row as its transaction keeps it.
  fileprivate func linked(file: String) -> BankRowLinked {
    func kept(_ text: String) -> String? { text.isEmpty ? nil : NFC.normalized(text) }
    return BankRowLinked(
      row: id, file: file, line: row.line, bankID: row.bankID.flatMap(kept), account: account, date: row.date,
      otherDate: row.otherDate, money: row.money, payee: kept(row.payee), text: kept(row.text),
      isBooked: !row.isPending)
  }
}

extension BankRowLinked {
  /// The transaction that a row becomes.
  func recorded(on today: CivilDate, vendor: String?, category: String?) -> TransactionRecorded {
    let kind = PlannedRow.kind(of: money)
    return TransactionRecorded(
      origin: .imported, on: today, kind: kind,
      money: Money(minorUnits: Int64(money.minorUnits.magnitude), currency: money.currency), date: date,
      vendor: vendor, category: category,
      payment: kind == .income ? nil : .card, account: account)
  }
}
