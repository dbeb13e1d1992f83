package import EventLog
internal import LedgerAudit
package import LedgerBook
internal import LedgerBytes
internal import LedgerDomain
internal import LedgerProjections
package import LedgerSync

/// The state of the ledger: folder, devices, sizes and read models.
package struct StatusAnswer: Answer {
  let status: LedgerStatus
  let sync: SyncStatus
  let engines: EngineAnswer

  package init(_ status: LedgerStatus, _ sync: SyncStatus, _ engines: EngineAnswer) {
    (self.status, self.sync, self.engines) = (status, sync, engines)
  }

  package func document(_ notation: Notation) -> Document {
    .value(status.json(notation.settings, sync: sync, notation.wording).adding(["engines": engines.json]))
  }

  package func blocks(_ notation: Notation) throws -> [Block] {
    let text = SyncText(book: notation.book, names: try DeviceNames(notation.book))
    let facts = facts(status, notation.settings) + [("sync", text.summary(sync)), ("images", engines.words)]
    var steps: [String: Step] = [:]
    if status.automaticBackup == nil { steps["backup"] = .scheduleBackup }
    if case .absent = status.history { steps["history"] = .rebuildModel("history") }
    let table = AnswerTable.facts(facts, shrinksTo: nil, indent: 0, steps: steps)
    var devices = AnswerTable([.left("device"), .name("name"), .right("events"), .left("last")], indent: 2)
    for device in status.devices {
      let isOwn = device.device == status.identity.device ? " (this one)" : ""
      devices.row([
        .init(String(device.device.description.prefix(8))), .init((device.name ?? "") + isOwn),
        .init(grouped(Int64(clamping: device.size))),
        .init(localTime(milliseconds: Int64(clamping: device.lastTime.milliseconds))),
      ])
    }
    var notes = text.lines(sync.otherWaits) + status.notes.map(\.words)
    for folder in sync.folders { notes += text.holders(folder.holders).map { "\(folder.folder): \($0)" } }
    return [.table(table), .gap, .table(devices)] + Block.afterGap(notes.blocks)
  }

  private func facts(_ status: LedgerStatus, _ settings: LedgerRow) -> [(String, String)] {
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
      ("backup", status.automaticBackup?.words ?? "not automatic"),
      ("models", words(status.models)), ("history", words(status.history)),
      ("search", words(status.search)),
    ]
  }

  private func words(_ search: SearchResults.Coverage?) -> String {
    guard let search else { return "not indexed; the first search does it" }
    if search.done < search.all {
      return "indexed \(grouped(search.done)) of \(grouped(search.all)) records; the next search goes on"
    }
    if search.eventsBehind == 0 { return "current" }
    return "\(counted(Int(clamping: search.eventsBehind), "event")) to index; the next search does it"
  }

  private func words(_ history: HistoryState) -> String {
    switch history {
    case .absent: "not built; --at folds the log"
    case .building(let done, let total):
      total > 0 ? "being built: event \(grouped(done)) of \(grouped(total))" : "being built"
    case .present(_, let behind, let bytes):
      (behind == 0
        ? "current" : "\(counted(Int(clamping: behind), "event")) to read; its next use does it")
        + ", \(byteSize(bytes))"
    case .unavailable: "not looked at; --at folds the log"
    }
  }

  private func words(_ models: ModelsState) -> String {
    switch models {
    case .current: "current"
    case .behind(let count):
      "\(counted(Int(clamping: count), "event")) to read; the next command does it"
    case .stale(let why): "to be rebuilt: \(why.words)"
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
  /// The way on if events are lost, in one line.
  package static let lossAdvice: Line =
    "Name a folder that has them: \(remedy: .takeBack). Or go on without them: \(remedy: .acceptLoss)"

  /// The kind of a note. The words may change, and the code does not.
  package enum NoteCode: String, CaseIterable {
    case copiedFolder, headMissing, headUnreadable, eventsLost, restored, erasedRemains, backupFails
    case marksImpossible, marksNotKept, skippedInVain, modelsProblem
  }

  /// The notes for a person.
  package var notes: [(code: NoteCode, words: Line)] {
    var notes: [(code: NoteCode, words: Line)] = []
    func add(_ code: NoteCode, _ words: Line) { notes.append((code, words)) }
    if case .foreign = identity {
      add(.copiedFolder, "This folder is a copy: it takes an id of its own with its next write.")
    }
    switch head {
    case .current, .behind: break
    case .missing:
      add(.headMissing, "log.head is missing. The next command that records something creates it.")
    case .unreadable:
      add(.headUnreadable, "log.head cannot be read. The next command that records something replaces it.")
    case .ahead(let lost):
      add(
        .eventsLost,
        "The log has lost events, so nothing is appended: \(lost.map(\.description).joined(separator: "; ")). \(Self.lossAdvice)"
      )
      return notes + problems.map { (.modelsProblem, Line($0.words)) }
    }
    for lost in missing {
      add(
        .restored,
        "This folder was restored from an older copy: \(lost.words). What is missing comes back from another device's "
          + "events or a later copy: \(remedy: .takeBack).")
    }
    for remains in redactionRemains { add(.erasedRemains, "Erased content: \(remains.words)") }
    if let failing = automaticBackup?.failingNote { add(.backupFails, failing) }
    switch marks {
    case .kept: break
    case .impossible(let folder):
      add(
        .marksImpossible,
        "Notes of what is recorded cannot be kept in \(folder): a folder that is restored from a copy is noticed only by "
          + "other devices' events.")
    case .notAsked:
      add(
        .marksNotKept,
        "No notes of what is recorded are kept, as there is no home folder (HOME): a folder that is restored from a copy "
          + "is noticed only by other devices' events.")
    }
    if !skippedInVain.isEmpty { add(.skippedInVain, Line(ArrivalText.words(skippedInVain: skippedInVain))) }
    return notes + problems.map { (.modelsProblem, Line($0.words)) }
  }
}

extension LostEvents {
  /// The numbers of a device's events, for programs.
  var json: JSONValue {
    [
      "device": .string(device.description), "expected": .integer(Int64(clamping: expected)),
      "found": .integer(Int64(clamping: found)),
    ]
  }

  /// The number of a device's events here, in a clause.
  package var words: String {
    let id = device.description.prefix(8)
    if found >= expected { return "the last events of device \(id) are others than it had recorded" }
    return "device \(id) had recorded \(counted(Int(clamping: expected), "event")), and "
      + "\(grouped(Int64(clamping: found))) of them \(found == 1 ? "is" : "are") here"
  }
}

extension AutomaticBackup {
  /// The setting and the last success in a line.
  package var words: String {
    let often =
      switch interval {
      case .days(let number): number == 1 ? "every day" : "every \(number) days"
      case .events(let number): "every \(counted(number, "event"))"
      }
    let last =
      success.map { "the last one at \(localTime(milliseconds: $0.milliseconds))" }
      ?? "no good one was made yet"
    return "\(often) to \(folder), \(last)" + (isDue ? "; due with the next change" : "")
  }

  /// The note about a backup that fails, or `nil` if the last try succeeded.
  package var failingNote: Line? {
    failure.map { failure in
      "The automatic backup fails since \(localTime(milliseconds: failure.sinceMilliseconds)): \(failure.words). "
        + "What is recorded is safe in the ledger. To try again: \(step: .backUpNow)"
    }
  }
}

extension Redaction.Remains {
  /// The place, and what removes the content from it.
  package var words: Line {
    switch self {
    case .writeAheadLog:
      "Still in log.sqlite-wal, which another program is reading. The next command after that program has ended "
        + "removes it: \(step: .status)"
    case .writeAheadLogSetAside:
      "Still in log.sqlite-wal.before-recovery, which may have events that are missing here. Get them back, or accept "
        + "the loss: \(remedy: .recover)"
    }
  }

  /// The place in JSON.
  package var code: String {
    switch self {
    case .writeAheadLog: "writeAheadLog"
    case .writeAheadLogSetAside: "writeAheadLogSetAside"
    }
  }
}
