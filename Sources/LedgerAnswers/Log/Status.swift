internal import EventLog
public import LedgerBook
package import LedgerBytes
public import LedgerDomain
internal import LedgerProjections
public import LedgerSync

extension LedgerStatus {
  /// Returns the state of a ledger.
  ///
  /// - Parameters:
  ///   - settings: The settings of the ledger.
  ///   - sync: The state of the ledger's syncs.
  ///   - wording: Returns the text of a step in a sentence.
  package func json(
    _ settings: LedgerRow, sync: SyncStatus, _ wording: (Remedy) -> String = \.title
  ) -> JSONValue {
    [
      "attachments": ["bytes": .integer(attachments.bytes), "count": .count(attachments.count)],
      "backup": automaticBackup?.json ?? .null, "currency": .string(settings.currency.code),
      "device": .optional(identity.device?.description),
      "devices": .array(
        devices.map { device in
          [
            "device": .string(device.device.description),
            "last": .string(isoTime(milliseconds: Int64(clamping: device.lastTime.milliseconds))),
            "name": .optional(device.name), "root": .string(device.root.description),
            "size": .integer(Int64(clamping: device.size)),
          ]
        }),
      "drafts": .count(drafts), "events": .integer(events), "folder": .string(folder),
      "groups": .count(groups), "history": history.json, "ledger": .string(ledger.description),
      "locale": .string(settings.locale.id),
      "missing": .array(missing.map(\.json)),
      "models": models.json.adding(["fingerprint": .string(fingerprint)]),
      "noteCodes": .strings(notes.map(\.code.rawValue)),
      "notes": .strings(notes.map { $0.words.replacingSteps(wording).text }),
      "problems": .array(problems.map(\.json)), "readOnly": .boolean(isReadOnly),
      "search": search?.json ?? .null,
      "skippedInVain": .array(skippedInVain.map { .integer($0) }),
      "sync": sync.waitsJSON(
        { id in devices.first { $0.device == id }?.name ?? String(id.description.prefix(8)) }, wording
      ).adding([
        "folder": .optional(sync.lastFolder?.folder),
        "synced": sync.lastFolder?.syncedAtMilliseconds.map { .string(isoTime(milliseconds: $0)) } ?? .null,
      ]), "transactions": .count(transactions),
      "weeks": .string(settings.weeks.rawValue),
    ]
  }

  /// Returns what `events status --json` prints. In sentences, the title of a step is in place of a command line.
  ///
  /// - Parameters:
  ///   - settings: The settings of the ledger.
  ///   - sync: The state of the ledger's syncs.
  public func jsonLines(_ settings: LedgerRow, sync: SyncStatus) -> String {
    json(settings, sync: sync).line
  }
}

extension AutomaticBackup {
  /// The setting, the last success and what fails, for programs.
  package var json: JSONValue {
    [
      "due": .boolean(isDue), "every": .string(interval.description),
      "failing": failure.map {
        [
          "at": .string(isoTime(milliseconds: $0.milliseconds)),
          "since": .string(isoTime(milliseconds: $0.sinceMilliseconds)), "words": .string($0.words),
          "wordsCode": .optional($0.code),
        ]
      } ?? .null,
      "folder": .string(folder), "keep": .count(count),
      "last": success.map {
        [
          "at": .string(isoTime(milliseconds: $0.milliseconds)), "events": .integer($0.events),
          "folder": .string($0.folder),
        ]
      } ?? .null,
    ]
  }
}

extension DeviceIdentity {
  /// The device that the folder writes as, or `nil` until its next write takes a new id.
  package var device: UniqueID? {
    switch self {
    case .own(let device): device
    case .foreign: nil
    }
  }
}

extension SearchResults.Coverage {
  fileprivate var json: JSONValue {
    ["behind": .integer(eventsBehind), "indexed": .integer(done), "records": .integer(all)]
  }
}

extension HistoryState {
  fileprivate var json: JSONValue {
    let unknown: JSONValue = ["behind": .null, "bytes": .null, "position": .null, "progress": .null]
    return switch self {
    case .absent: unknown.adding(["state": "absent"])
    case .building(let done, let total):
      unknown.adding(["progress": ["done": .integer(done), "total": .integer(total)], "state": "building"])
    case .present(let position, let behind, let bytes):
      unknown.adding([
        "behind": .integer(behind), "bytes": .integer(bytes), "position": .integer(position),
        "state": behind == 0 ? "current" : "behind",
      ])
    case .unavailable: unknown.adding(["state": "unavailable"])
    }
  }
}

extension ModelsState {
  /// The state in a word, with the reason why the models are stale or the event that broke a rebuild.
  fileprivate var json: JSONValue {
    let unknown: JSONValue = ["behind": .null, "progress": .null, "reason": .null, "reasonCode": .null]
    return switch self {
    case .current: unknown.adding(["state": "current"])
    case .behind(let count): unknown.adding(["behind": .integer(count), "state": "behind"])
    case .stale(let why):
      unknown.adding([
        "reason": ["position": .null, "type": .null, "words": .string(why.words)],
        "reasonCode": .string(why.code), "state": "stale",
      ])
    case .building(let done, let total):
      unknown.adding(["progress": ["done": .integer(done), "total": .integer(total)], "state": "building"])
    case .broken(let position, let type, let reason):
      unknown.adding([
        "reason": ["position": .integer(position), "type": .string(type), "words": .string(reason)],
        "state": "broken",
      ])
    case .absent: unknown.adding(["state": "absent"])
    case .inMemory: unknown.adding(["state": "inMemory"])
    }
  }
}
