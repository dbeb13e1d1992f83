internal import LedgerAnswers
internal import LedgerBook
internal import LedgerBytes
internal import LedgerPlatform

extension Invocation {
  /// The folder of a backup that the only operand names, or `nil` if it names a record.
  ///
  /// No id and no name of a record is a folder that exists or has a slash.
  var backupToRestore: String? {
    guard arguments.operands.count == 1, !arguments.has(RecordSelection.isFiltered) else { return nil }
    let operand = arguments.operands[0]
    return operand.contains("/") || DurableFile.isFolder(operand) ? operand : nil
  }

  /// Makes the ledger's folder from a backup, and verifies every byte of it.
  func restoreBackup(_ folder: String) throws -> ExitCode {
    let settings = try bookSettings()
    if arguments.has(.dryRun) {
      let source = try Book.openBackup(folder, for: settings).book
      defer { try? source.close() }
      let events = try source.lastPosition().rawValue
      let words =
        "Would restore \(source.folder) to \(settings.folder): \(counted(Int(clamping: events), "event"))."
      return try show(
        Reply(
          ["events": .integer(events), "folder": .string(settings.folder), "from": .string(source.folder)],
          [.paragraph(Line(words))]))
    }
    let progress = progress("Verifying: event")
    defer { progress.finish() }
    let restored = try Book.restore(folder, settings) { progress.update($0, of: $1) }
    progress.finish()
    var source = settings
    (source.folder, source.isReadOnly) = (restored.backup, true)
    let book = try Book.open(source)
    defer { try? book.close() }
    let notation = OpenLedger(book: book, invocation: self).notation
    return try show(restored.report.restored(from: restored.backup, to: settings.folder, notation))
  }
}
