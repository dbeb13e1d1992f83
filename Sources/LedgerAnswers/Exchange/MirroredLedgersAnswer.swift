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
    var table = Table([.left("ledger"), .right("events"), .left("mirrored")])
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
