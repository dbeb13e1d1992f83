package import EventLog
public import LedgerBytes
internal import LedgerDomain
internal import LedgerPlatform
internal import LedgerProjections

/// The contents that a redaction erases or would erase.
public struct Redaction: Hashable, Sendable {
  /// The events whose contents are erased. Those that were redacted before are left out.
  public let events: [EventReference]
  /// The scans and photos that no other event names. Their files are deleted.
  public let pages: [SHA256Digest]
  /// The bytes of these files.
  public let pageBytes: Int64
  /// The result of the command, or `nil` for a plan.
  public internal(set) var outcome: Outcome?
}

extension Book {
  /// Returns what `redact(_:why:id:progress:)` would erase. Nothing is changed.
  ///
  /// - Throws: `BookError.unknown`, and `Rejection.notRedactable` for an event that the ledger rests on.
  /// - Complexity: O(events of the log) if one of them names a page.
  public func redactionPlan(of events: [EventReference]) throws -> Redaction {
    let whole = try contents(of: events)
    for event in whole { _ = try decision(on: event, why: "-") }
    let pages = try unnamedPages(of: whole)
    let bytes = pages.reduce(Int64(0)) { $0 + (attachments.size(of: $1) ?? 0) }
    return Redaction(
      events: whole.map(\.reference), pages: pages.sorted { $0.description < $1.description }, pageBytes: bytes)
  }

  /// Erases the contents of events for good, here and on each device when it syncs.
  ///
  /// The events stay on record with their time, author and place in the tree, which still verifies. No fold applies
  /// them. The read models are built again, so that no file of the ledger has the contents. Copies elsewhere keep
  /// them: backups, exports, and the files in a shared folder.
  ///
  /// - Parameters:
  ///   - events: The events.
  ///   - why: The reason, which stays on record.
  ///   - id: The id of the command.
  ///   - progress: Called repeatedly while the read models are built.
  /// - Throws: `BookError.unknown`, `Rejection.notRedactable`, `Rejection.emptyReason`.
  /// - Complexity: O(events of the log).
  @discardableResult
  public func redact(
    _ events: [EventReference], why: String, id: UniqueID? = nil, progress: Progress? = nil
  ) throws -> Redaction {
    var redaction = try redactionPlan(of: events)
    let hasHistory = try hasHistory()
    let whole = try contents(of: redaction.events)
    let content: JSONValue = [
      "command": "redact", "events": .array(events.map { .string($0.description) }), "why": .string(why),
    ]
    redaction.outcome = try execute(id: id, content: content, posting: false) { batch in
      for event in whole {
        for decided in try self.decision(on: event, why: why) { batch.append(decided) }
      }
      batch.erases = true
    }
    if whole.isEmpty {
      // An earlier run may have been interrupted before it removed the files.
      log.emptyWriteAheadLog()
      try removeUnnamedPages()
    } else {
      try removeRemains(of: whole)
      try prepare(progress: progress)
      if hasHistory { try rebuildHistory(progress: progress) }
    }
    return redaction
  }

  /// Removes the files of erased contents, and returns the pages that no event names any more.
  @discardableResult
  package func removeRemains(of erased: [StoredEvent]) throws -> Set<SHA256Digest> {
    log.emptyWriteAheadLog()
    let pages = try unnamedPages(of: erased)
    for page in pages { try attachments.remove(page) }
    return pages
  }

  /// Removes files that no event names. One younger than a day may belong to a capture that goes on.
  private func removeUnnamedPages() throws {
    let day: Int64 = 86_400_000
    let now = settings.clock().milliseconds
    var unnamed = attachments.pages { now - $0 > day }
    try log.forEachNamingEvent { unnamed.subtract($0.envelope.namedPages) }
    for page in unnamed { try attachments.remove(page) }
  }

  private func decision(on event: StoredEvent, why: String) throws -> [LedgerEvent] {
    try LedgerState().decide(.redact(event.reference, type: event.type, why: why), today: today)
  }

  /// Returns these events without those that have no content.
  private func contents(of events: [EventReference]) throws -> [StoredEvent] {
    var seen: Set<EventReference> = []
    return try events.filter { seen.insert($0).inserted }.compactMap { reference in
      guard let event = try log.event(reference) else {
        throw BookError.unknown(what: "event", text: reference.description)
      }
      return event.payload == nil ? nil : event
    }
  }

  /// Returns the pages that these events name and no other event does.
  private func unnamedPages(of events: [StoredEvent]) throws -> Set<SHA256Digest> {
    var pages = Set(events.flatMap(\.envelope.namedPages))
    guard !pages.isEmpty else { return [] }
    let own = Set(events.map(\.reference))
    try log.forEachNamingEvent { event in
      if !own.contains(event.reference) { pages.subtract(event.envelope.namedPages) }
    }
    return pages
  }
}

extension AttachmentStore {
  /// Returns the bytes of a page's file, or `nil` if it is not there.
  fileprivate func size(of digest: SHA256Digest) -> Int64? {
    (try? DurableFile.size(path(of: digest))).flatMap { $0 }.map { Int64($0) }
  }

  /// Returns the pages whose files were last changed at a time that passes, in milliseconds of UTC.
  fileprivate func pages(_ passes: (Int64) -> Bool) -> Set<SHA256Digest> {
    var pages: Set<SHA256Digest> = []
    for subfolder in (try? DurableFile.list(folder)) ?? [] {
      for name in (try? DurableFile.list("\(folder)/\(subfolder)")) ?? [] {
        guard let digest = SHA256Digest(hexadecimal: name), name.hasPrefix(subfolder),
          let changed = DurableFile.modified(path(of: digest)), passes(changed)
        else { continue }
        pages.insert(digest)
      }
    }
    return pages
  }

  /// Removes the file of a page, and the pictures that were made of it.
  fileprivate func remove(_ digest: SHA256Digest) throws(FileError) {
    let name = digest.description
    let pictures = "\(folder.dropLast("attachments".count))pictures/\(name.prefix(2))"
    for picture in (try? DurableFile.list(pictures)) ?? [] where picture.hasPrefix(name) {
      try DurableFile.discard("\(pictures)/\(picture)")
    }
    let path = path(of: digest)
    guard DurableFile.exists(path) else { return }
    try DurableFile.remove(path)
  }
}
