internal import LedgerBook
internal import LedgerBytes

extension Command {
  static let backup = Command(
    path: ["backup"], section: .log, summary: "Copy the log and all scans into a new folder, safely",
    operands: [Operand("FOLDER", "Where to; a folder that holds no ledger yet")],
    discussion: [
      "cp of a ledger in use loses events; this does not.",
      "A page that is damaged or cannot be read is named and left out, and the command ends with 1. A backup that was "
        + "interrupted is no ledger yet: run it again.",
    ],
    run: { invocation in
      try invocation.withLedger { ledger in
        let folder = invocation.arguments.operands[0]
        let report = try ledger.book.backup(to: folder)
        if invocation.isJSON {
          try invocation.print(json: [
            "attachments": .count(report.attachments.count), "bytes": .integer(report.attachments.bytes),
            "events": .integer(report.events), "folder": .string(folder),
            "leftOut": .array(
              report.leftOut.map { ["sha256": .string($0.sha256), "words": .string($0.words)] }),
          ])
        } else {
          try invocation.print(
            "\(visible(folder)): \(counted(Int(clamping: report.events), "event")), "
              + "\(counted(report.attachments.count, "page")), \(byteSize(report.attachments.bytes))")
        }
        for page in report.leftOut {
          invocation.remark(visible("events: page \(page.sha256) is not in the backup: \(page.words)"))
        }
        if !report.isWhole {
          invocation.remark(
            "events: see whose pages they are with events verify; a good copy brings them back: events recover FOLDER"
          )
        }
        return report.isWhole ? .ok : .no
      }
    })
}
