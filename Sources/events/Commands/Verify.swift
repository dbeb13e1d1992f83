internal import EventLog
internal import LedgerBook
internal import LedgerBytes
internal import LedgerDomain

extension Command {
  static let verify = Command(
    path: ["verify"], section: .log, summary: "Check every byte: database, hashes, sequences, scans",
    discussion: [
      "Ends with 0 where all is well, 1 where bytes are damaged or lost, 2 where bytes are whole and "
        + "their meaning is not."
    ],
    run: { try $0.withLedger(verifyLedger) })

  private static func verifyLedger(_ ledger: OpenLedger) throws -> ExitCode {
    let progress = ledger.invocation.progress("Verifying: event")
    let report = try ledger.book.verify { progress.update($0, of: $1) }
    progress.finish()
    if ledger.invocation.isJSON {
      try ledger.invocation.print(json: [
        "attachments": .count(report.attachmentsChecked), "findings": .array(report.findings.map(\.json)),
        "ok": .boolean(report.isSound),
      ])
    } else if report.isSound {
      let events = counted(Int(clamping: try ledger.book.log.lastPosition()), "event")
      try ledger.invocation.print(
        "All is well: \(events) and \(counted(report.attachmentsChecked, "page")) verified.")
    } else {
      for finding in report.findings { try ledger.invocation.print(visible(finding.line)) }
      try ledger.invocation.print("\(counted(report.findings.count, "finding")).")
    }
    return report.isSound ? .ok : .no
  }
}

/// Something that verify found.
private struct Found {
  let place: String
  let words: String

  var line: String { "\(place): \(words)" }
  var json: JSONValue { ["place": .string(place), "words": .string(words)] }
}

extension IntegrityReport {
  /// All findings, the log's first.
  fileprivate var findings: [Found] {
    attachments.map { finding in
      Found(
        place:
          "the page \(finding.sha256.prefix(12)) of transaction \(finding.transaction.description.prefix(8))",
        words: finding.words)
    }
  }
}
