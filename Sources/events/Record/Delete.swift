internal import LedgerBook
internal import LedgerDomain

extension Command {
  static let delete = Command(
    path: ["delete"], section: .record, summary: "Delete receipts; events restore brings them back",
    operands: [RecordSelection.operand],
    options: [ReachOptions.this, ReachOptions.futureDeleted] + RecordSelection.options,
    shared: Option.destroying,
    run: { invocation in
      let reach = try ReachOptions.reach(invocation.arguments, command: "delete")
      return try invocation.withLedger { ledger in
        let operands = ledger.arguments.operands
        let areSeveral =
          operands.count > 1 || operands == ["-"] || ledger.arguments.has(RecordSelection.isFiltered)
        if let reach, areSeveral {
          throw Failure.usage("--\(reach.rawValue) is about one receipt, not several")
        }
        return try ledger.performOnRecords(.delete) { id in
          let plan = try ledger.book.plan(.delete, on: id, reach: reach)
          return try ledger.perform(choosing: plan)
        }
      }
    })

  private static let fromPostgres = Option.value(
    "from-postgres", "URL", "Restore the ledger from this mirror; see events help many-ledgers")

  static let restore = Command(
    path: ["restore"], section: .record,
    summary: "Undo a receipt's deletion, or restore a ledger from a backup",
    operands: [RecordSelection.operand], options: RecordSelection.options + [fromPostgres],
    shared: Option.destroying,
    run: { invocation in
      if let url = invocation.arguments[fromPostgres] {
        guard invocation.arguments.operands.count == 1 else {
          throw Failure.usage("--from-postgres needs the id of one ledger", command: "restore")
        }
        return try invocation.restoreFromMirror(url)
      }
      if let folder = invocation.backupToRestore { return try invocation.restoreBackup(folder) }
      return try invocation.withLedger { ledger in
        try ledger.performOnRecords(.restore, stages: [.deleted])
      }
    })
}
