internal import EventLog
internal import LedgerBook
internal import LedgerBytes

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
        "events": .integer(report.events),
        "findings": .array(
          report.findings.map { finding in
            [
              "kind": .string("\(finding.kind)"), "position": finding.position.map { .integer($0) } ?? .null,
              "words": .string(finding.words),
            ]
          }), "ok": .boolean(report.findings.isEmpty),
      ])
    } else if report.findings.isEmpty {
      try ledger.invocation.print("All is well: \(counted(Int(clamping: report.events), "event")) verified.")
    } else {
      for finding in report.findings {
        let place = finding.position.map { "position \($0): " } ?? ""
        try ledger.invocation.print(visible(place + finding.words))
      }
      try ledger.invocation.print("\(counted(report.findings.count, "finding")).")
    }
    return report.findings.isEmpty ? .ok : .no
  }
}
