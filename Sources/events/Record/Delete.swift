internal import LedgerAnswers
internal import LedgerBook
internal import LedgerDomain

extension Command {
  static let delete = Command(
    path: ["delete"], section: .record, summary: "Delete receipts; events restore brings them back",
    operands: [RecordSelection.operand],
    options: [CorrectOptions.this, DeleteOptions.future] + RecordSelection.options, shared: Option.destroying,
    run: { invocation in
      try invocation.withLedger { ledger in
        try ledger.performOnRecords(.delete, "delete", alone: [CorrectOptions.this, DeleteOptions.future]) {
          try deleteOne(ledger)
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
        try ledger.performOnRecords(.restore, "restore", stages: [.deleted]) {
          try ledger.perform(.restore, sayingNothingNew: "it is there already")
        }
      }
    })

  private static func deleteOne(_ ledger: OpenLedger) throws -> ExitCode {
    let detail = try ledger.book.transaction(try ledger.transaction())
    if let code = try ledger.deleteFuture(detail) { return code }
    let consequence = try Consequences(ledger.notation).ofDeleting(detail)
    if ledger.arguments.has(.dryRun) {
      return try ledger.show(.dryRun("Would delete \(consequence).", detail.factsOfDeletion))
    }
    if try !ledger.invocation.agrees(to: "Delete \(consequence). Go on?") { return .no }
    return try ledger.perform(
      .delete, on: detail.row.id, sayingNothingNew: "it is deleted already",
      undo: .restore(.transaction, ledger.notation.shown(detail.row.id)))
  }
}
