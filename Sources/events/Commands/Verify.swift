internal import EventLog
internal import LedgerBook
internal import LedgerBytes
internal import LedgerDomain
internal import LedgerProjections

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
    let unreadable = try ledger.book.status().problems.filter { $0.reason != nil }
    if ledger.invocation.isJSON {
      try ledger.invocation.print(json: [
        "events": .integer(report.log.events), "findings": .array(report.found.map(\.json)),
        "ok": .boolean(report.isSound && unreadable.isEmpty), "pages": .count(report.attachmentsChecked),
        "problems": .array(unreadable.map { .problem($0) }),
      ])
    } else {
      try printReport(report, unreadable, ledger)
    }
    if !report.isSound { return .no }
    return unreadable.isEmpty ? .ok : .unhealthy
  }

  private static func printReport(
    _ report: IntegrityReport, _ unreadable: [ModelProblem], _ ledger: OpenLedger
  ) throws {
    for finding in report.found { try ledger.invocation.print(visible(finding.line)) }
    for problem in unreadable { try ledger.invocation.print(visible(problem.words)) }
    let read = [
      counted(Int(clamping: report.log.events), "event"), counted(report.log.trees.count, "device"),
      counted(report.attachmentsChecked, "page"),
    ]
    if !report.isSound {
      let count = report.log.findingCount + report.attachments.count
      try ledger.invocation.print("Damaged: \(counted(count, "finding")) in \(listed(read)).")
      try ledger.invocation.print("Keep the folder as it is, and go on with a backup.")
    } else if unreadable.isEmpty {
      try ledger.invocation.print("All is well: \(listed(read)) verified.")
    } else {
      try ledger.invocation.print("Every byte is as it was written, and some events cannot be read.")
    }
  }
}

/// Something that verify found.
private struct Found {
  let kind: String
  let position: Int64?
  let words: String

  var line: String { position.map { "position \($0): \(words)" } ?? "\(kind): \(words)" }
  var json: JSONValue {
    ["kind": .string(kind), "position": position.map { .integer($0) } ?? .null, "words": .string(words)]
  }
}

extension IntegrityReport {
  /// All findings, the log's first.
  fileprivate var found: [Found] {
    log.findings.map { Found(kind: $0.kind.rawValue, position: $0.position, words: $0.words) }
      + attachments.map { finding in
        let place = "\(finding.sha256.prefix(12)) of transaction \(finding.transaction.description.prefix(8))"
        return Found(kind: "page", position: nil, words: "\(place): \(finding.words)")
      }
  }
}
