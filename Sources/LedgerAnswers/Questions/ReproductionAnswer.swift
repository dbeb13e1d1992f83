internal import EventLog
internal import LedgerAudit
internal import LedgerBook
internal import LedgerBytes

/// The events that reproduce some records, as lines that make a ledger of them.
struct ReproductionAnswer: Answer {
  let reproduction: Reproduction

  func document(_ notation: Notation) throws -> Document {
    var leaves: [UniqueID: SHA256Digest] = [:]
    return .lines(
      reproduction.items.enumerated().map { index, item in
        let event = item.event.stored(at: Position(index + 1))
        let device = event.reference.device
        let document = event.json(in: notation.book.ledgerID, after: leaves[device])
        leaves[device] = event.leaf
        return document.adding([
          "was": [
            "deviceSequence": .integer(Int64(clamping: item.original.sequence)),
            "position": .integer(item.position),
          ]
        ])
      })
  }

  func blocks(_ notation: Notation) throws -> [Block] {
    let all = try notation.book.lastPosition()
    return [.line(Line("\(counted(reproduction.items.count, "event")) of \(grouped(all))"))]
  }
}
