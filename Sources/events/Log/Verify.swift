internal import EventLog
internal import LedgerAudit
internal import LedgerBook
internal import LedgerBytes
internal import LedgerDomain
internal import LedgerProjections
internal import LedgerSQLite
internal import LedgerScreens

extension Command {
  private static let bytes = Option.flag("bytes", "Only the bytes, not what they mean")

  static let verify = Command(
    path: ["verify"], section: .log, summary: "Check every byte, and that what the events mean hangs together",
    options: [bytes],
    discussion: [
      "Two verdicts: the bytes (database, hashes, sequences, scans), and the ledger's health: every event is read and "
        + "folded again, and the read models are compared with that, table by table.",
      "What must hold: "
        + Health.Invariant.allCases.map { "\($0.rawValue): \($0.meaning)" }.joined(separator: "; ") + ".",
      "Ends with 0 where all is well, 1 where bytes are damaged or lost, 2 where bytes are whole and "
        + "their meaning is not.",
    ],
    run: { try $0.withLedger(verifyLedger) })

  private static func verifyLedger(_ ledger: OpenLedger) throws -> ExitCode {
    let progress = ledger.invocation.progress("Verifying: event")
    let report = try ledger.book.verify { progress.update($0, of: $1) }
    // The meaning of a damaged log is not reliable. Missing pages of paper do not affect it.
    let health = report.log.isSound && !ledger.arguments.has(bytes) ? try health(ledger, progress) : nil
    progress.finish()
    if ledger.invocation.isJSON {
      let isWell = report.isSound && health?.isHealthy ?? true
      try ledger.invocation.print(json: [
        "events": .integer(report.log.events), "findings": .array(report.found.map(\.json)),
        "health": health?.json ?? .null, "ok": .boolean(isWell), "pages": .count(report.attachmentsChecked),
      ])
    } else {
      try printReport(report, ledger)
      if let health { try printHealth(health, ledger) }
    }
    if !report.isSound { return .no }
    return health?.isHealthy ?? true ? .ok : .unhealthy
  }

  private static func health(_ ledger: OpenLedger, _ progress: Progress) throws -> Health {
    var path: String?
    var damage: String?
    do {
      path = try ledger.book.modelsFile()
    } catch let error as ModelError {
      // The models may be unable to catch up, or a screen may be unreadable. The log is verified in any case.
      damage = error.message
    } catch let error as SQLiteError where error.kind == .corrupt {
      // The log is open and was read before this.
      damage = ModelError.damaged("their file").message
    }
    return try Health.of(
      ledger.book.log, modelsPath: path, damage: damage, scratch: ledger.book.log.folder + "/models/verify"
    ) { progress.update($0, of: $1) }
  }

  private static func printReport(_ report: IntegrityReport, _ ledger: OpenLedger) throws {
    for finding in report.found { try ledger.invocation.print(visible(finding.line)) }
    let read = [
      counted(Int(clamping: report.log.events), "event"), counted(report.log.trees.count, "device"),
      counted(report.attachmentsChecked, "page"),
    ]
    guard !report.isSound else {
      return try ledger.invocation.print("All is well: \(listed(read)) verified.")
    }
    let count = report.log.findingCount + report.attachments.count
    try ledger.invocation.print("Damaged: \(counted(count, "finding")) in \(listed(read)).")
    try ledger.invocation.print("Keep the folder as it is, and go on with a backup.")
  }

  private static func printHealth(_ health: Health, _ ledger: OpenLedger) throws {
    for finding in health.findings {
      let place = finding.position.map { " at event \($0)" } ?? ""
      try ledger.invocation.print(
        paragraph: visible("\(finding.invariant.rawValue)\(place): \(finding.words)"))
    }
    for note in health.notes { try ledger.invocation.print(paragraph: visible("Note: \(note).")) }
    if ledger.arguments.has(.verbose) {
      for invariant in Health.Invariant.allCases {
        let verdict = health.counts[invariant].map { counted($0, "finding") } ?? "holds"
        try ledger.invocation.print(paragraph: "\(invariant.rawValue): \(invariant.meaning): \(verdict)")
      }
    }
    let models =
      health.models.isEmpty
      ? "the read models are in memory, folded from the log just now"
      : "\(counted(health.models.count, "read model")) equal a fold of the log"
    if health.isHealthy {
      return try ledger.invocation.print(
        paragraph: "Healthy: \(Health.Invariant.allCases.count) invariants hold; \(models).")
    }
    let failed = Health.Invariant.allCases.filter { health.counts[$0] != nil }
    let bytes = "Every byte is as it was written, and its meaning does not hang together: "
    try ledger.invocation.print(
      paragraph: bytes + "\(listed(failed.map(\.rawValue))) \(failed.count == 1 ? "does" : "do") not hold.")
    if failed.allSatisfy({ $0 == .totalsMatch || $0 == .modelsMatch }) {
      try ledger.invocation.print("The log is whole: events rebuild makes the read models anew.")
    }
  }
}

extension Health {
  fileprivate var json: JSONValue {
    [
      "invariants": .array(
        Invariant.allCases.map { invariant in
          [
            "findings": .array(
              findings.filter { $0.invariant == invariant }.map { finding in
                [
                  "position": finding.position.map { .integer($0) } ?? .null, "words": .string(finding.words),
                ]
              }),
            "meaning": .string(invariant.meaning), "name": .string(invariant.rawValue),
            "ok": .boolean(counts[invariant] == nil),
          ]
        }),
      "models": .array(
        models.map {
          ["differences": .integer($0.differences), "name": .string($0.name), "rows": .integer($0.rows)]
        }),
      "notes": .strings(notes), "ok": .boolean(isHealthy),
    ]
  }
}

/// Something that verify found.
struct Found {
  let kind: String
  let position: Position?
  let words: String

  var line: String { position.map { "position \($0): \(words)" } ?? "\(kind): \(words)" }
  var json: JSONValue {
    ["kind": .string(kind), "position": position.map { .integer($0) } ?? .null, "words": .string(words)]
  }
}

extension IntegrityReport {
  /// All findings, the log's first.
  var found: [Found] {
    log.findings.map { Found(kind: $0.kind.rawValue, position: $0.position, words: $0.words) }
      + attachments.map { finding in
        let place = "\(finding.sha256.prefix(12)) of transaction \(finding.transaction.description.prefix(8))"
        return Found(kind: "page", position: nil, words: "\(place): \(finding.words)")
      }
  }
}
