internal import EventLog
internal import LedgerBook
internal import LedgerBytes
internal import LedgerPlatform
internal import LedgerScreens
internal import LedgerSync

/// The options of the command.
private enum Options {
  static let keep = Option.value(
    "keep", "N", "Make one of several backups in FOLDER, and keep the latest N of them")
}

extension Command {
  static let backup = Command(
    path: ["backup"], section: .log, summary: "Copy the log and all scans into a new folder, safely",
    operands: [Operand("FOLDER", "Where to; a folder that holds no ledger yet")],
    options: [Options.keep],
    discussion: [
      "cp of a ledger in use loses events; this does not.",
      "A page that is damaged or cannot be read is named and left out, and the command ends with 1. A backup that was "
        + "interrupted is no ledger yet: run it again.",
      "With --keep each backup is a subfolder named by its time in UTC. After it is whole, older ones of this ledger are "
        + "removed until N are left. events restore FOLDER brings the latest back.",
    ],
    examples: ["events backup /media/usb/ledger-2026", "events backup --keep 7 /media/usb/ledger"],
    run: { invocation in
      try invocation.withLedger { ledger in
        guard let count = try ledger.arguments.number(Options.keep, in: 1...10_000) else {
          return try backUp(ledger, to: ledger.arguments.operands[0])
        }
        return try rotate(ledger, keeping: count)
      }
    })

  private static func rotate(_ ledger: OpenLedger, keeping count: Int) throws -> ExitCode {
    let shelf = BackupShelf(folder: ledger.arguments.operands[0])
    guard !DurableFile.exists(shelf.folder + "/log.sqlite") else {
      throw Failure(
        .cannotCreate, "\(visible(shelf.folder)) is a ledger itself, so it cannot hold several backups",
        advice: "Name another folder: events backup --keep \(count) FOLDER")
    }
    let name = BackupShelf.name(milliseconds: ledger.invocation.clock().milliseconds)
    let path = shelf.path(of: name)
    guard !DurableFile.exists(path + "/log.sqlite") else {
      throw Failure(
        .cannotCreate, "there is a backup of this second already: \(visible(path))", advice: "Run it again")
    }
    try DurableFile.createFolder(shelf.folder)
    let code = try backUp(ledger, to: path)
    // A backup with a page left out is no reason to remove an older one, which may have it.
    guard code == .ok else { return code }
    let removed = try shelf.remove(except: count, of: ledger.book.log.ledgerID)
    if !removed.isEmpty, !ledger.invocation.isJSON {
      try ledger.invocation.print("Removed \(counted(removed.count, "older backup")): \(listed(removed))")
    }
    return code
  }

  private static func backUp(_ ledger: OpenLedger, to folder: String) throws -> ExitCode {
    let report = try ledger.book.backup(to: folder)
    let invocation = ledger.invocation
    if invocation.isJSON {
      try invocation.print(json: report.json(folder: folder))
    } else {
      try invocation.print("\(visible(folder)): \(report.words)")
    }
    report.remark(to: invocation)
    if !report.isWhole {
      invocation.remark(
        "events: see whose pages they are with events verify; a good copy brings them back: events recover FOLDER"
      )
    }
    return report.isWhole ? .ok : .no
  }
}

extension BackupReport {
  /// The number of events and pages, and their size.
  var words: String {
    "\(counted(Int(clamping: events), "event")), \(counted(attachments.count, "page")), \(byteSize(attachments.bytes))"
  }

  /// Returns the report for programs.
  func json(folder: String) -> JSONValue {
    [
      "attachments": .count(attachments.count), "bytes": .integer(attachments.bytes),
      "events": .integer(events),
      "folder": .string(folder),
      "leftOut": .array(leftOut.map { ["sha256": .string($0.sha256), "words": .string($0.words)] }),
    ]
  }

  /// Names the pages that were left out.
  func remark(to invocation: Invocation) {
    for page in leftOut {
      invocation.remark(visible("events: page \(page.sha256) is not in the backup: \(page.words)"))
    }
  }
}
