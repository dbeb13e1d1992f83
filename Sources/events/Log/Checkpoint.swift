internal import LedgerBook
internal import LedgerBytes

/// The options of the command.
private enum Options {
  static let device = Option.value("device", "D", "Of this device; else of all")
}

extension Command {
  static let checkpoint = Command(
    path: ["checkpoint"], section: .log, summary: "Print size and root of the log, to be kept or signed",
    options: [Options.device],
    discussion: [
      "A note for each device in the form of a C2SP checkpoint: origin, size, root. Whoever keeps it can tell later "
        + "that the log only grew. Sign it with your own tools, for example ssh-keygen -Y sign."
    ],
    run: { try $0.withLedger(printCheckpoints) })

  private static func printCheckpoints(_ ledger: OpenLedger) throws -> ExitCode {
    let status = try ledger.book.status()
    let chosen = try ledger.arguments[Options.device].map { try ledger.devices($0) }
    let devices = status.devices.filter { chosen?.contains($0.device) ?? true }
    for (index, device) in devices.enumerated() {
      let origin = "events/\(status.ledger)/\(device.device)"
      if ledger.invocation.isJSON {
        try ledger.invocation.print(json: [
          "device": .string(device.device.description), "origin": .string(origin),
          "root": .string(Base64.encode(device.root.bytes)), "size": .integer(Int64(clamping: device.size)),
        ])
      } else {
        if index > 0 { try ledger.invocation.print() }
        try ledger.invocation.print([origin, "\(device.size)", Base64.encode(device.root.bytes)])
      }
    }
    return .ok
  }
}
