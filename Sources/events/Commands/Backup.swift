internal import LedgerBook
internal import LedgerBytes

extension Command {
  static let backup = Command(
    path: ["backup"], section: .log, summary: "Copy the log and all scans into a new folder, safely",
    operands: [Operand("FOLDER", "Where to; a folder that holds no ledger yet")],
    discussion: ["cp of a ledger in use loses events; this does not."],
    run: { invocation in
      try invocation.withLedger { ledger in
        let folder = invocation.arguments.operands[0]
        let report = try ledger.book.backup(to: folder)
        if invocation.isJSON {
          try invocation.print(json: [
            "attachments": .count(report.attachments.count), "bytes": .integer(report.attachments.bytes),
            "events": .integer(report.events), "folder": .string(folder),
          ])
        } else {
          try invocation.print(
            "\(visible(folder)): \(counted(Int(clamping: report.events), "event")), "
              + "\(counted(report.attachments.count, "page")), \(byteSize(report.attachments.bytes))")
        }
        return .ok
      }
    })
}
