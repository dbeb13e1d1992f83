internal import EventLog
internal import LedgerAudit
internal import LedgerBook
internal import LedgerBytes
internal import LedgerScreens
internal import LedgerSync

extension Command {
  static let device = Command(
    path: ["device"], section: .exchange,
    summary: "List the devices of the ledger and their branches, rename this one or end it",
    subcommands: [
      Command(
        path: ["device", "list"], section: .exchange,
        summary: "List every device: last seen, how far, and whether its clock is ahead",
        run: { try $0.withLedger(listDevices) }),
      Command(
        path: ["device", "rename"], section: .exchange, summary: "Give this device another name",
        operands: [Operand("NAME", "Its name from now on")], shared: [.ledger, .json, .verbose],
        run: { try $0.withLedger(renameDevice) }),
      Command(
        path: ["device", "retire"], section: .exchange,
        summary: "End this folder's device: its next event is a new device's",
        shared: [.ledger, .json, .verbose, .yes],
        run: { try $0.withLedger(retireDevice) }), deviceBranches,
      deviceAdopt,
    ])

  private static func listDevices(_ ledger: OpenLedger) throws -> ExitCode {
    let names = try DeviceNames(ledger.book.log)
    let devices = ledger.book.syncStatus().devices
    if ledger.invocation.isJSON {
      for device in devices {
        try ledger.invocation.print(json: [
          "ahead": .integer(device.aheadMilliseconds), "device": .string(device.device.description),
          "lastRecorded": .string(isoTime(milliseconds: device.lastRecordedMilliseconds)),
          "name": .optional(names[device.device]), "own": .boolean(device.isOwn),
          "size": .integer(Int64(clamping: device.size)),
        ])
      }
      return .ok
    }
    var table = TextTable([.left(), .name(shrinksTo: 8), .right(), .left(), .left()])
    for device in devices {
      let ahead =
        device.aheadMilliseconds > 60_000 ? "clock \(EventText.span(device.aheadMilliseconds)) ahead" : ""
      table.row([
        .init(String(device.device.description.prefix(8))), .init(visible(names[device.device] ?? "")),
        .init(grouped(Int64(clamping: device.size))),
        .init(localTime(milliseconds: device.lastRecordedMilliseconds)),
        .init(device.isOwn ? "this device" : ahead),
      ])
    }
    try ledger.invocation.print(table)
    return .ok
  }

  private static func renameDevice(_ ledger: OpenLedger) throws -> ExitCode {
    let outcome = try ledger.book.renameDevice(ledger.arguments.operands[0])
    if ledger.invocation.isJSON {
      try ledger.invocation.print(json: ["events": .array(outcome.positions.map { .integer($0) })])
    } else {
      try ledger.invocation.print("This device is called \(visible(ledger.arguments.operands[0]))")
    }
    return .ok
  }

  private static func retireDevice(_ ledger: OpenLedger) throws -> ExitCode {
    guard case .own(let device) = ledger.book.log.identity else {
      throw Failure(.no, "this folder has no device of its own; its next change makes one")
    }
    guard try ledger.invocation.agrees(to: "End this folder's device?") else { return .no }
    try ledger.book.log.write { try $0.endIfOwn(device) }
    if ledger.invocation.isJSON {
      try ledger.invocation.print(json: ["retired": .string(device.description)])
    } else {
      try ledger.invocation.print(
        "Device \(device) has ended. With its next change this folder goes on as a new device")
    }
    return .ok
  }
}
