internal import EventLog
internal import LedgerAnswers
internal import LedgerAudit
internal import LedgerBook
internal import LedgerBytes

extension Command {
  private static let figures = Option.flag(
    "figures",
    "Include all transactions of a group or rule, or of the receipt's group, kind and currency")
  private static let standIns = Option.flag(
    "stand-ins", "Replace your texts and amounts by others of the same shape")

  static let repro = Command(
    path: ["repro"], section: .travel, summary: "Extract the events of one record for a bug report",
    operands: [
      Operand("R|P", "A receipt, group or rule, or an event: its record up to that event", repeats: true)
    ],
    options: [figures, standIns],
    run: { try $0.withLedger(cutOut) })

  private static func cutOut(_ ledger: OpenLedger) throws -> ExitCode {
    let requests = try ledger.arguments.operands.map { text -> Reproduction.Request in
      if let event = try ledger.event(text, orRecord: true) { return .event(at: event.position) }
      let stream = try ledger.stream(text)
      guard try !ledger.book.events(of: stream).isEmpty else {
        throw Failure(.noInput, "there are no events of “\(text)”")
      }
      return .record(stream)
    }
    var generator = SystemRandomNumberGenerator()
    let secret = (0..<16).map { _ in UInt8.random(in: 0...255, using: &generator) }
    let reproduction = try Reproduction.of(
      requests, in: ledger.book, sharesFigures: ledger.arguments.has(figures),
      standIns: ledger.arguments.has(standIns) ? StandIns(secret: secret) : nil)
    var leaves: [UniqueID: SHA256Digest] = [:]
    for (index, item) in reproduction.items.enumerated() {
      let event = item.event.stored(at: Position(index + 1))
      let device = event.reference.device
      let document = event.json(in: ledger.book.ledgerID, after: leaves[device])
      leaves[device] = event.leaf
      let was: JSONValue = [
        "deviceSequence": .integer(Int64(clamping: item.original.sequence)),
        "position": .integer(item.position),
      ]
      try ledger.invocation.print(json: document.adding(["was": was]))
    }
    let all = try ledger.book.lastPosition()
    try ledger.invocation.output.flush()
    ledger.invocation.remark(
      "events: \(counted(reproduction.items.count, "event")) of \(grouped(all)); events --ledger NEW import "
        + "--format ndjson FILE makes a ledger of them")
    return .ok
  }
}
