internal import EventLog
package import LedgerAudit
internal import LedgerBook
internal import LedgerBytes
package import LedgerSync

/// The events that an import of printed events brought, and those that wait for others.
package struct EventImportAnswer: PlainAnswer {
  let report: EventImport.Report
  /// The names of devices, or `nil` in a new ledger.
  let names: DeviceNames?
  /// The name of the input, if its last lines were not read.
  let unread: String?

  package init(_ report: EventImport.Report, _ names: DeviceNames?, unread: String?) {
    (self.report, self.names, self.unread) = (report, names, unread)
  }

  package var document: Document {
    let (result, news) = (report.result, report.news)
    return .value([
      "ahead": .object(
        Dictionary(
          (news?.aheadMilliseconds ?? [:]).map { ($0.description, .integer($1)) },
          uniquingKeysWith: { first, _ in first })),
      "conflicts": .count(news?.conflicts ?? 0), "healed": .count(result.healed.count),
      "known": .count(result.known), "ledger": .string(report.ledger.description),
      "leftOut": .count(result.leftOut), "taken": .count(result.taken),
      "unknownTypes": .count(news?.unknownTypes ?? 0),
      "waiting": .array(
        report.waiting.map {
          [
            "device": .string($0.device.description), "first": .integer(Int64(clamping: $0.missing.lowerBound)),
            "held": .count($0.held), "last": .integer(Int64(clamping: $0.missing.upperBound)),
          ]
        }),
    ])
  }

  package var blocks: [Block] {
    let result = report.result
    var words = "\(counted(result.taken, "event")) \(report.isDryRun ? "would be imported" : "imported")"
    if result.known > 0 { words += "; \(counted(result.known, "event")) known already" }
    if result.leftOut > 0 { words += "; \(counted(result.leftOut, "event")) of another branch kept aside" }
    if !result.healed.isEmpty { words += "; \(counted(result.healed.count, "event")) whole again" }
    guard let news = report.news, let names, !report.isDryRun else { return [.line(Line(words + "."))] }
    let before = (result.positions?.lowerBound ?? 1) - 1
    let lines: [Line] = [Line(words + ".")] + ArrivalText.lines(news, names).map { "  " + $0 }
    return lines.blocks + (before > 0 ? [.step("  What changed", .changes(since: before))] : [])
  }

  package var remarks: [Remark] {
    let forks = report.result.forks.map { fork -> Line in
      "device \(fork.device.description.prefix(8)) has recorded two different events \(fork.sequence): its id "
        + "was used twice. The other branch is kept aside: \(step: .branches)"
    }
    let waits = report.waiting.map { waiting -> Line in
      let device = names?.words(waiting.device) ?? String(waiting.device.description.prefix(8))
      return "\(counted(waiting.held, "event")) from \(device) not imported: "
        + "\(ArrivalText.range(waiting.missing)) must come first"
    }
    let restored: Line =
      "these events show that this folder was restored from an older copy, or that its device's id is used "
      + "twice. With its next change it goes on as a new device"
    let rest: [Line] = unread.map { ["the rest of \($0) was not read"] } ?? []
    return ((report.isRestored ? [restored] : []) + forks + waits + rest).map { .line("events: " + $0) }
  }
}
