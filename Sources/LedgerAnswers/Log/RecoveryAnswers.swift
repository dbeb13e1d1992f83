internal import EventLog
internal import LedgerBook
package import LedgerBytes
internal import LedgerDomain
package import LedgerSync

// A recovery of a damaged ledger, in the order of its steps.
extension RecoveryPlan {
  /// The parts that can be recovered, and those that are lost. Programs get them at the end.
  package var found: Reply {
    let parts = sources.filter { $0.eventCount > 0 || $0.pages > 0 }
    var lines = parts.map { $0.line("can be read") } + lost.map { "Lost: \($0.words)" }
    if lostOfUnknownDevices > 0 {
      lines.append("Lost: \(counted(Int(clamping: lostOfUnknownDevices), "event")) of devices not known")
    }
    var blocks = lines.map { Block.line(Line($0)) }
    if beginsAgain {
      blocks.append(
        .paragraph(
          "Lost: the ledger's beginning, with its currency, its calendar and its first categories. It begins "
            + "again with EUR and the usual settings, until a folder brings the beginning back"))
    }
    let pages = lostPages.map { page in
      "Lost: page \(page.sha256.prefix(12)) of transaction \(page.transaction.description.prefix(8))"
    }
    return Reply(nil, blocks + waiting.blocks + pages.map { .line(Line($0)) })
  }

  /// The plan for programs, if nothing is changed.
  package var unchanged: Reply { Reply(json(setAside: nil, device: nil), []) }

  /// Returns the answer after the recovery.
  ///
  /// - Parameters:
  ///   - aside: The folder that has the damaged ledger.
  ///   - device: The device as which the ledger goes on.
  package func done(setAside aside: String, device: UniqueID) -> Reply {
    var blocks: [Block] = taken > 0 ? [.line("\(counted(taken, "event")) came back")] : []
    blocks.append(.line("The ledger is sound again: \(counted(events, "event"))."))
    if self.device == nil { blocks.append(.line("This folder goes on as device \(device)")) }
    return Reply(
      json(setAside: aside, device: self.device == nil ? device : nil),
      blocks + [.paragraph("The damaged folder is kept whole: \(aside)")],
      verdict: lostPages.isEmpty ? .yes : .no)
  }

  private var taken: Int { sources.dropFirst().reduce(0) { $0 + $1.eventCount } }

  private func json(setAside: String?, device: UniqueID?) -> JSONValue {
    [
      "beginsAgain": .boolean(beginsAgain), "changed": .boolean(setAside != nil),
      "device": .optional(device?.description),
      "lost": .array(lost.map(\.json)), "lostOfUnknownDevices": .integer(lostOfUnknownDevices),
      "lostPages": .array(lostPages.map { .string($0.sha256) }), "setAside": .optional(setAside),
      "sources": .array(sources.map(\.json)), "taken": .count(taken),
      "waiting": .array(waiting.map(\.json)),
    ]
  }
}

extension RecoveredMissing {
  /// Returns the answer about the scans and events that a sound ledger got from other folders.
  package func reply(isDryRun: Bool) -> Reply {
    let taken = sources.reduce(0) { $0 + $1.eventCount }
    var lines = sources.map { $0.line(isDryRun ? "would come" : "came") }
    if taken > 0, !isDryRun { lines.append("\(counted(taken, "event")) came back") }
    let missing = missingPages.map { page in
      "page \(page.sha256.prefix(12)) of transaction \(page.transaction.description.prefix(8)): \(page.words)"
    }
    let end =
      sources.isEmpty
      ? "Nothing is damaged or missing. Nothing was changed."
      : isDryRun ? "Nothing was changed" : "Nothing is missing any more"
    let blocks = lines.map { Block.line(Line($0)) } + waiting.blocks
    return Reply(
      [
        "changed": .boolean(!sources.isEmpty && !isDryRun), "device": .null, "lost": .array([]),
        "lostPages": .array(missingPages.map { .string($0.sha256) }), "setAside": .null,
        "sources": .array(sources.map(\.json)), "taken": .count(taken),
        "waiting": .array(waiting.map(\.json)),
      ], blocks + (missing.isEmpty ? [end] : missing).map { .line(Line($0)) },
      verdict: missing.isEmpty ? .yes : .no)
  }
}

extension [EventRange] {
  /// The events that wait for others.
  fileprivate var blocks: [Block] {
    isEmpty
      ? []
      : map { .line(Line("Waiting for the events before them: \($0.words)")) } + [
        .paragraph(
          "Events that wait can be read, and are kept in the damaged folder. They count once the events before "
            + "them are back: \(remedy: .takeBack)")
      ]
  }
}

extension RecoveredPart {
  fileprivate func line(_ verb: String) -> String {
    let pages = pages > 0 ? " and \(counted(pages, "page"))" : ""
    return "\(folder): \(counted(eventCount, "event"))\(pages) \(verb)"
      + (events.isEmpty ? "" : " (\(events.map(\.short).joined(separator: ", ")))")
  }

  fileprivate var json: JSONValue {
    ["events": .array(events.map(\.json)), "folder": .string(folder), "pages": .count(pages)]
  }
}

extension EventRange {
  fileprivate var short: String { "\(device.description.prefix(8)):\(first)–\(last)" }
  fileprivate var words: String {
    first == last
      ? "event \(first) of device \(device.description.prefix(8))"
      : "events \(first)–\(last) of device \(device.description.prefix(8))"
  }
  fileprivate var json: JSONValue {
    [
      "device": .string(device.description), "expected": .integer(Int64(clamping: last)),
      "first": .integer(Int64(clamping: first)), "found": .integer(Int64(clamping: first - 1)),
      "last": .integer(Int64(clamping: last)),
    ]
  }
}
