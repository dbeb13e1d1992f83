internal import EventLog
internal import LedgerAudit
internal import LedgerBook
internal import LedgerBytes
internal import LedgerDomain
internal import LedgerProjections
internal import LedgerScreens
internal import LedgerSync

extension Command {
  static let status = Command(
    path: ["status"], section: .log,
    summary: "Show the state of the ledger: folder, devices, sizes, read models",
    options: [YNABOptions.usage],
    run: { invocation in
      try invocation.withLedger {
        $0.arguments.has(YNABOptions.usage) ? try $0.show(UsageAnswer($0.book.usage())) : try showStatus($0)
      }
    })

  private static func showStatus(_ ledger: OpenLedger) throws -> ExitCode {
    let status = try ledger.book.status()
    let sync = ledger.book.syncStatus()
    if ledger.invocation.isJSON {
      try ledger.invocation.print(json: status.json(ledger.settings, notes: status.notes, sync: sync))
      return .ok
    }
    let text = SyncText(ledger, try DeviceNames(ledger.book.log))
    var table = TextTable([.left(), .left()])
    for (name, value) in facts(status, ledger.settings) + [("sync", text.summary(sync))] {
      table.row([.init(name, .quiet), .init(visible(value))])
    }
    try ledger.invocation.print(table)
    var devices = TextTable([.left("device"), .name("name"), .right("events"), .left("last")], indent: 2)
    for device in status.devices {
      let isOwn = device.device == status.identity.device ? " (this one)" : ""
      devices.row([
        .init(String(device.device.description.prefix(8))), .init(visible(device.name ?? "") + isOwn),
        .init(grouped(Int64(clamping: device.size))),
        .init(localTime(milliseconds: Int64(clamping: device.lastTime.milliseconds))),
      ])
    }
    try ledger.invocation.print()
    try ledger.invocation.print(devices)
    var notes = text.lines(sync.waits) + status.notes
    for folder in sync.folders { notes += text.holders(folder.holders).map { "\(folder.folder): \($0)" } }
    if !notes.isEmpty { try ledger.invocation.print([""] + notes.map { visible($0) }) }
    return .ok
  }

  private static func facts(_ status: LedgerStatus, _ settings: LedgerRow) -> [(String, String)] {
    [
      ("folder", status.folder + (status.isReadOnly ? " (read only: nothing is written there)" : "")),
      ("ledger", status.ledger.description),
      ("settings", "\(settings.currency.code), \(settings.locale.id), weeks \(settings.weeks.rawValue)"),
      ("events", grouped(status.events)),
      (
        "holds",
        [
          counted(status.transactions, "transaction"), counted(status.drafts, "draft"),
          counted(status.groups, "group"),
        ].joined(separator: ", ")
      ),
      ("attachments", "\(counted(status.attachments.count, "file")), \(byteSize(status.attachments.bytes))"),
      ("backup", status.automaticBackup?.words ?? "not automatic (events backup --auto FOLDER)"),
      ("models", words(status.models)), ("history", words(status.history)),
      ("search", words(status.search)),
    ]
  }

  private static func words(_ search: SearchCoverage?) -> String {
    guard let search else { return "not indexed; the first search does it" }
    if search.done < search.all {
      return "indexed \(grouped(search.done)) of \(grouped(search.all)) records; the next search goes on"
    }
    if search.eventsBehind == 0 { return "current" }
    return "\(counted(Int(clamping: search.eventsBehind), "event")) behind; it catches up at its next use"
  }

  private static func words(_ history: HistoryState) -> String {
    switch history {
    case .absent: "not built; --at folds the log (events rebuild --model history)"
    case .building(let done, let total):
      total > 0 ? "being built: event \(grouped(done)) of \(grouped(total))" : "being built"
    case .present(_, let behind, let bytes):
      (behind == 0
        ? "current" : "\(counted(Int(clamping: behind), "event")) behind; it catches up at its next use")
        + ", \(byteSize(bytes))"
    case .unavailable: "not looked at; --at folds the log"
    }
  }

  private static func words(_ models: ModelsState) -> String {
    switch models {
    case .current: "current"
    case .behind(let count):
      "\(counted(Int(clamping: count), "event")) behind; they catch up at the next command"
    case .stale(let why): "to be rebuilt: \(why)"
    case .building(let done, let total):
      total > 0 ? "being built: event \(grouped(done)) of \(grouped(total))" : "being built"
    case .broken(let position, let type, let reason):
      "the last rebuild stopped at event \(grouped(position)) (\(type)): \(reason)"
    case .absent: "not there; they are built when first needed"
    case .inMemory: "in memory only"
    }
  }
}

extension LedgerStatus {
  /// The notes for a person.
  var notes: [String] {
    var notes: [String] = []
    if case .foreign = identity {
      notes.append("This folder is a copy: it takes an id of its own with its next write.")
    }
    switch head {
    case .current, .behind: break
    case .missing: notes.append("log.head was missing; the next write makes it anew.")
    case .unreadable: notes.append("log.head could not be read; the next write makes it anew.")
    case .ahead(let lost):
      notes.append(
        "The log has lost events, so nothing is appended: \(lost.map(\.description).joined(separator: "; ")). "
          + Invocation.lossAdvice)
      return notes + problems.map(\.words)
    }
    for lost in missing {
      notes.append(
        "This folder was restored from an older copy: \(lost.words). What is missing comes back from another device's "
          + "events or a later copy: events recover --from FOLDER.")
    }
    notes += redactionRemains.map { "Erased content: \($0.words)" }
    if let failing = automaticBackup?.failingNote { notes.append(failing) }
    switch marks {
    case .kept: break
    case .impossible(let folder):
      notes.append(
        "Notes of what is recorded cannot be kept in \(folder): a folder that is restored from a copy is noticed only by "
          + "other devices' events.")
    case .notAsked:
      notes.append(
        "No notes of what is recorded are kept, as there is no home folder (HOME): a folder that is restored from a copy "
          + "is noticed only by other devices' events.")
    }
    if !skippedInVain.isEmpty { notes.append(ArrivalText.words(skippedInVain: skippedInVain)) }
    return notes + problems.map(\.words)
  }
}

extension LostEvents {
  /// The number of a device's events here, in a clause.
  var words: String {
    let id = device.description.prefix(8)
    if found >= expected { return "the last events of device \(id) are others than it had recorded" }
    return "device \(id) had recorded \(counted(Int(clamping: expected), "event")), and "
      + "\(grouped(Int64(clamping: found))) of them \(found == 1 ? "is" : "are") here"
  }
}
