package import LedgerBook
internal import LedgerBytes
internal import LedgerDomain

extension BackupReport {
  /// Returns the answer for a backup that was made.
  ///
  /// - Parameters:
  ///   - folder: The folder of the backup.
  ///   - removed: The names of the older backups that were removed.
  ///   - kept: The paths of older backups that have events which the new one does not have.
  ///   - notation: The notation of the ledger, which knows the receipts.
  package func made(
    at folder: String, removed: [String] = [], kept: [String] = [], _ notation: Notation
  ) -> Reply {
    let older = "Removed \(counted(removed.count, "older backup")): \(listed(removed))"
    let incomplete: [Line] = [
      "events: the backup is not complete, and no older one was removed",
      "  A good copy brings the scans back: \(remedy: .takeBack)",
    ]
    let lines = ["\(folder): \(words)"] + (removed.isEmpty ? [] : [older])
    return Reply(
      json(folder: folder), lines.map { .line(Line($0)) },
      remarks: remarks(notation).map { Line($0) } + (isWhole ? [] : incomplete)
        + kept.map { "events: the older backup \($0) stays: it has events that are not here" },
      verdict: isWhole ? .yes : .no)
  }

  /// Returns the answer for a ledger that was made from a backup.
  package func restored(from backup: String, to folder: String, _ notation: Notation) -> Reply {
    let state = isWhole ? "every byte verified" : "not all of it is whole"
    let next = "The next entry is recorded as a new device, because the old one may go on elsewhere."
    return Reply(
      json(folder: folder).adding(["from": .string(backup), "ok": .boolean(isWhole)]),
      [.paragraph("Restored \(backup) to \(folder): \(words); \(state).")]
        + (isWhole ? [.line(Line(next))] : []),
      remarks: remarks(notation).map { Line($0) }, verdict: isWhole ? .yes : .no)
  }

  /// The number of events and pages, and their size.
  private var words: String {
    "\(counted(Int(clamping: events), "event")), \(counted(attachments.count, "page")), \(byteSize(attachments.bytes))"
  }

  private func json(folder: String) -> JSONValue {
    [
      "attachments": .count(attachments.count), "bytes": .integer(attachments.bytes),
      "events": .integer(events), "folder": .string(folder),
      "leftOut": .array(
        leftOut.map { page in
          [
            "sha256": .string(page.sha256), "transactions": .strings(page.transactions.map(\.description)),
            "words": .string(page.words),
          ]
        }),
    ]
  }

  /// Names the receipts whose pages are not in the backup.
  private func remarks(_ notation: Notation) -> [String] {
    leftOut.flatMap { page in
      page.transactions.map { transaction in
        let row = try? notation.book.transaction(transaction).row
        let receipt = transaction.description.prefix(8) + (row.map { " (\(notation.summary($0)))" } ?? "")
        return "events: receipt \(receipt): page \(page.sha256) is not in the backup: \(page.words)"
      }
    }
  }
}
