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
      try printReport(report, health, ledger)
    }
    if !report.isSound { return .no }
    return health?.isHealthy ?? true ? .ok : .unhealthy
  }

  private static func health(_ ledger: OpenLedger, _ progress: Progress) throws -> Health {
    try Health.of(
      ledger.book.log, modelsPath: try ledger.book.modelsFile(),
      scratch: ledger.book.log.folder + "/models/verify"
    ) { progress.update($0, of: $1) }
  }

  /// Prints all findings, then one verdict.
  private static func printReport(
    _ report: IntegrityReport, _ health: Health?, _ ledger: OpenLedger
  ) throws {
    let invocation = ledger.invocation
    for finding in report.found { try invocation.print(visible(finding.line)) }
    if let health, !report.isSound || !health.isHealthy { try printFindings(health, invocation) }
    let read = listed([
      counted(Int(clamping: report.log.events), "event"), counted(report.log.trees.count, "device"),
      counted(report.attachmentsChecked, "page"),
    ])
    let broken = health.map { health in Health.Invariant.allCases.filter { health.counts[$0] != nil } } ?? []
    let names = listed(broken.map(\.rawValue)) + (broken.count == 1 ? " does" : " do") + " not hold"
    if !report.isSound {
      let count = report.log.findingCount + report.attachments.count
      try invocation.print("Damaged: \(counted(count, "finding")) in \(read).")
      if !broken.isEmpty { try invocation.print(paragraph: "Of what the events mean, \(names).") }
      return try invocation.print("Repair it: events recover")
    }
    guard !broken.isEmpty else {
      try invocation.print("All is well: \(read) verified.")
      guard let health else { return }
      try printFindings(health, invocation)
      return try invocation.print(paragraph: words(of: health))
    }
    if broken.allSatisfy({ $0 == .totalsMatch || $0 == .modelsMatch }) {
      try invocation.print(
        paragraph: "The log is whole (\(read)), and the read models differ from it: \(names). "
          + "Build them again: events rebuild")
    } else {
      try invocation.print(
        paragraph:
          "Every byte is as it was written (\(read)), and its meaning does not hang together: \(names).")
    }
  }

  private static func printFindings(_ health: Health, _ invocation: Invocation) throws {
    for finding in health.findings {
      let place = finding.position.map { " at event \($0)" } ?? ""
      try invocation.print(
        paragraph: visible("\(finding.invariant.rawValue)\(place): \(finding.words)"))
    }
    for note in health.notes { try invocation.print(paragraph: visible("Note: \(note).")) }
    guard invocation.arguments.has(.verbose) else { return }
    for invariant in Health.Invariant.allCases {
      let verdict = health.counts[invariant].map { counted($0, "finding") } ?? "holds"
      try invocation.print(paragraph: "\(invariant.rawValue): \(invariant.meaning): \(verdict)")
    }
  }

  private static func words(of health: Health) -> String {
    let models =
      health.models.isEmpty
      ? "the read models are in memory, folded from the log just now"
      : "\(counted(health.models.count, "read model")) equal a fold of the log"
    return "Healthy: \(Health.Invariant.allCases.count) invariants hold; \(models)."
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
