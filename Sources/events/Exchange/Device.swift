internal import EventLog
internal import LedgerAnswers
internal import LedgerBook
internal import LedgerBytes
internal import LedgerSync

extension Command {
  static let device = Command(
    path: ["device"], section: .exchange,
    summary: "List devices, rename this one, or retire its id",
    subcommands: [
      Command(
        path: ["device", "list"], section: .exchange,
        summary: "List the devices: last seen, last event, and whether the clock is ahead",
        run: onLedger { try $0.show(DevicesAnswer($0.book.syncStatus().devices)) }),
      Command(
        path: ["device", "rename"], section: .exchange, summary: "Rename this device",
        operands: [Operand("NAME", "The new name")], shared: [.ledger, .json, .verbose],
        run: onLedger(renameDevice)),
      Command(
        path: ["device", "retire"], section: .exchange,
        summary: "Retire this folder's device id: the next event gets a new one",
        shared: [.ledger, .json, .verbose, .yes],
        run: onLedger(retireDevice)), deviceBranches,
      deviceAdopt,
    ])

  private static func renameDevice(_ ledger: OpenLedger) throws -> ExitCode {
    let name = ledger.arguments.operands[0]
    let outcome = try ledger.book.renameDevice(name)
    return try ledger.show(Reply(["events": outcome.json], "This device is called \(name)"))
  }

  private static func retireDevice(_ ledger: OpenLedger) throws -> ExitCode {
    guard case .own(let device) = ledger.book.identity else {
      throw Failure(.no, "this folder has no device of its own; its next change makes one")
    }
    guard try ledger.invocation.agrees(to: "End this folder's device?") else { return .no }
    try ledger.book.retireDevice()
    return try ledger.show(
      Reply(
        ["retired": .string(device.description)],
        "Device \(device) has ended. With its next change this folder goes on as a new device"))
  }
}
