internal import EventLog
internal import LedgerBook
internal import LedgerBytes
internal import LedgerScreens

/// The options of the command.
private enum Options {
  static let accept = Option.flag(
    "accept-loss", "Go on without what is lost, as a new device that says what it continues")
}

extension Command {
  static let recover = Command(
    path: ["recover"], section: .log,
    summary: "Take back events that a log has lost, from a copy of the ledger",
    operands: [Operand("FOLDER", "A backup, or another device's ledger folder", isOptional: true)],
    options: [Options.accept], shared: [.ledger, .json, .verbose, .yes],
    discussion: [
      "A log that is shorter than it was when it was last written has lost events: a damaged -wal does that in "
        + "silence. Nothing is appended to it until they are back, or given up with --accept-loss."
    ],
    examples: ["events recover /backups/ledger", "events recover --accept-loss"],
    run: { invocation in
      let folder = invocation.arguments.operands.first
      let accepts = invocation.arguments.has(Options.accept)
      guard (folder == nil) == accepts else {
        throw Failure.usage(
          "“recover” needs a FOLDER to take events from, or --accept-loss", command: "recover")
      }
      return try invocation.withLedger { ledger in
        if let folder { return try report(try ledger.book.recover(from: folder), ledger) }
        guard try invocation.agrees(to: "Go on without the events that are lost?") else { return .no }
        return try report(try ledger.book.acceptLosses(), ledger)
      }
    })

  private static func report(_ report: RecoveryReport, _ ledger: OpenLedger) throws -> ExitCode {
    let isWritable = report.lost.isEmpty || report.device != nil
    if ledger.invocation.isJSON {
      let lost = report.lost.map { lost -> JSONValue in
        [
          "device": .string(lost.device.description), "expected": .integer(Int64(clamping: lost.expected)),
          "found": .integer(Int64(clamping: lost.found)),
        ]
      }
      try ledger.invocation.print(json: [
        "device": .optional(report.device?.description), "lost": .array(lost), "taken": .count(report.taken),
      ])
      return isWritable ? .ok : .no
    }
    if report.taken > 0 { try ledger.invocation.print("\(counted(report.taken, "event")) came back") }
    for lost in report.lost {
      try ledger.invocation.print(
        "device \(lost.device): \(lost.found) of \(counted(Int(clamping: lost.expected), "event")) are here")
    }
    if let device = report.device {
      try ledger.invocation.print("This folder goes on as device \(device)")
    } else if report.lost.isEmpty {
      try ledger.invocation.print(report.taken > 0 ? "Nothing is missing any more" : "Nothing is missing")
    } else {
      try ledger.invocation.print("Try another copy, or give them up: events recover --accept-loss")
    }
    return isWritable ? .ok : .no
  }
}
