internal import EventLog
package import LedgerAudit
package import LedgerBook
internal import LedgerBytes
internal import LedgerDomain

/// The findings in every byte, and in the meaning of every event.
package struct VerifyAnswer: Answer {
  let report: IntegrityReport
  /// The meaning of the events, or `nil` if it was not checked.
  let health: Health?

  package init(_ report: IntegrityReport, _ health: Health?) { (self.report, self.health) = (report, health) }

  package var verdict: Verdict {
    report.isSound ? (health?.isHealthy ?? true ? .yes : .unhealthy) : .no
  }

  package func document(_ notation: Notation) -> Document {
    .value([
      "events": .integer(report.log.events), "findings": .array(report.found.map(\.json)),
      "health": health?.json ?? .null, "ok": .boolean(verdict == .yes),
      "pages": .count(report.attachmentsChecked),
    ])
  }

  /// Returns all findings, then one verdict.
  package func blocks(_ notation: Notation) -> [Block] {
    var blocks: [Block] = report.found.map { .line(Line($0.line)) }
    if let health, verdict != .yes { blocks += findings(health, notation) }
    let read = listed([
      counted(Int(clamping: report.log.events), "event"), counted(report.log.trees.count, "device"),
      counted(report.attachmentsChecked, "page"),
    ])
    let broken = health.map { health in Health.Invariant.allCases.filter { health.counts[$0] != nil } } ?? []
    let names = listed(broken.map(\.rawValue)) + (broken.count == 1 ? " does" : " do") + " not hold"
    if !report.isSound {
      let count = report.log.findingCount + report.attachments.count
      blocks.append(.line("Damaged: \(counted(count, "finding")) in \(read)."))
      if !broken.isEmpty { blocks.append(.paragraph("Of what the events mean, \(names).")) }
      return blocks + [.remedy("Repair it", .recover)]
    }
    guard !broken.isEmpty else {
      blocks.append(.line("All is well: \(read) verified."))
      guard let health else { return blocks }
      return blocks + findings(health, notation) + [.paragraph(Line(Self.words(of: health)))]
    }
    let areModels = broken.allSatisfy { $0 == .totalsMatch || $0 == .modelsMatch }
    let verdict: Line =
      areModels
      ? "The log is whole (\(read)), and the read models differ from it: \(names). Build them again: \(remedy: .rebuild)"
      : "Every byte is as it was written (\(read)), and its meaning does not hang together: \(names)."
    return blocks + [.paragraph(verdict)]
  }

  private func findings(_ health: Health, _ notation: Notation) -> [Block] {
    var lines = health.findings.map { finding in
      let place = finding.position.map { " at event \($0)" } ?? ""
      return "\(finding.invariant.rawValue)\(place): \(finding.words)"
    }
    lines += health.notes.map { "Note: \($0)." }
    if notation.isVerbose {
      lines += Health.Invariant.allCases.map { invariant in
        let verdict = health.counts[invariant].map { counted($0, "finding") } ?? "holds"
        return "\(invariant.rawValue): \(invariant.meaning): \(verdict)"
      }
    }
    return lines.map { .paragraph(Line($0)) }
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
package struct Found {
  let kind: String
  let position: Position?
  let words: String

  package var line: String { position.map { "position \($0): \(words)" } ?? "\(kind): \(words)" }
  var json: JSONValue {
    ["kind": .string(kind), "position": position.map { .integer($0) } ?? .null, "words": .string(words)]
  }
}

extension IntegrityReport {
  /// All findings, the log's first.
  package var found: [Found] {
    log.findings.map { Found(kind: $0.kind.rawValue, position: $0.position, words: $0.words) }
      + attachments.map { finding in
        let place = "\(finding.sha256.prefix(12)) of transaction \(finding.transaction.description.prefix(8))"
        return Found(kind: "page", position: nil, words: "\(place): \(finding.words)")
      }
  }
}
