internal import LedgerBytes
package import LedgerMirror

/// The ledgers of a mirror.
package struct MirroredLedgersAnswer: PlainAnswer {
  let ledgers: [MirroredLedger]

  package init(_ ledgers: [MirroredLedger]) { self.ledgers = ledgers }

  package var document: Document {
    .lines(
      ledgers.map { ledger in
        [
          "events": .integer(ledger.eventCount), "ledger": .string(ledger.ledger.description),
          "mirrored": .optional(ledger.mirroredAtMilliseconds.map { isoTime(milliseconds: $0) }),
          "rowsAsOf": .integer(ledger.rowsEventCount),
        ]
      })
  }

  package var blocks: [Block] {
    guard !ledgers.isEmpty else { return [.line("The mirror has no ledger yet.")] }
    var table = AnswerTable([.left("ledger"), .right("events"), .left("mirrored")])
    for ledger in ledgers {
      let newer = ledger.eventCount - ledger.rowsEventCount
      let time = ledger.mirroredAtMilliseconds.map { localTime(milliseconds: $0) } ?? ""
      table.row([
        .init(ledger.ledger.description), .init(grouped(ledger.eventCount)),
        .init(newer > 0 ? "\(time), \(grouped(newer)) events newer than the rows" : time),
      ])
    }
    return [.table(table)]
  }
}

/// The events of a ledger that were sent to a mirror.
package struct SentToMirrorAnswer: PlainAnswer {
  let report: MirrorReport
  let folder: String

  package init(_ report: MirrorReport, _ folder: String) { (self.report, self.folder) = (report, folder) }

  package var document: Document {
    .value([
      "events": .integer(report.eventCount), "folder": .string(folder),
      "ledger": .string(report.ledger.description), "missingHere": .integer(report.missingHereCount),
      "rows": .boolean(report.hasNewRows), "sent": .count(report.sentCount),
    ])
  }

  package var blocks: [Block] {
    guard !report.isUnchanged else { return [] }
    let sent = report.sentCount > 0 ? "\(counted(report.sentCount, "event")) sent" : "rows computed again"
    return [.line("\(folder): \(sent)")]
  }

  package var remarks: [Remark] {
    guard report.missingHereCount > 0 else { return [] }
    let missing = counted(Int(clamping: report.missingHereCount), "event")
    return [
      .text(
        "events: \(folder) lacks \(missing) that the mirror has from another device. Its rows stay as they are")
    ]
  }
}

/// The sums of several ledgers that were sent to a mirror.
package struct MirrorSumsAnswer: PlainAnswer {
  let reports: [MirrorReport]

  package init(_ reports: [MirrorReport]) { self.reports = reports }

  package var document: Document { .none }

  package var blocks: [Block] {
    let unchanged = reports.count(where: \.isUnchanged)
    guard reports.count != 1 || unchanged == 1 else { return [] }
    let sent = counted(reports.reduce(0) { $0 + $1.sentCount }, "event")
    let rest = unchanged > 0 ? "; \(grouped(Int64(unchanged))) had nothing new" : ""
    return [.line("\(counted(reports.count, "ledger")): \(sent) sent\(rest).")]
  }
}

extension MirrorReport {
  /// Whether the mirror had everything before.
  fileprivate var isUnchanged: Bool { sentCount == 0 && !hasNewRows }
}
