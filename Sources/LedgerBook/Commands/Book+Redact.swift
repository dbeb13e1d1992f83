public import EventLog
public import LedgerBytes
internal import LedgerDomain
internal import LedgerPlatform

/// The contents that a redaction erases or would erase.
public struct Redaction: Hashable, Sendable {
  /// The events whose contents are erased. Those that were redacted before are left out.
  public let events: [EventReference]
  /// The scans and photos that no other event names. Their files are deleted.
  public let pages: [SHA256Digest]
  /// The bytes of these files.
  public let pageBytes: Int64
  /// The result of the command, or `nil` for a plan.
  public internal(set) var done: Done?
  /// The places that may still have the contents, because they cannot be reached now. The next command finishes it.
  public internal(set) var remains: [Redaction.Remains] = []
}

extension Book {
  /// Returns what `redact(_:why:id:progress:)` would erase. Nothing is changed.
  ///
  /// Events of the same record that repeat an erased text are added, such as the one that replaced the value.
  ///
  /// - Throws: `BookError.unknown`, and `Rejection.notRedactable` for an event that the ledger rests on.
  /// - Complexity: O(events of the log) if one of them names a page.
  public func redactionPlan(of events: [EventReference]) throws -> Redaction {
    let streams = Set(try events.compactMap { try log.event($0)?.stream })
    let repeated = try streams.flatMap { try repeats(in: $0, erasing: Set(events)).map(\.reference) }
    let whole = try contents(of: events + repeated.sorted())
    for content in whole { _ = try decision(on: content, why: "-") }
    let pages = try unnamedPages(of: whole)
    let bytes = pages.reduce(Int64(0)) { $0 + (attachments.size(of: $1) ?? 0) }
    return Redaction(
      events: whole.map(\.reference), pages: pages.sorted { $0.description < $1.description }, pageBytes: bytes)
  }

  /// Erases the contents of events for good, here and on each device when it syncs.
  ///
  /// The events stay on record with their time, author and place in the tree, which still verifies. No fold applies
  /// them. The read models are built again, so that no file of the ledger has the contents. The next sync writes the
  /// files of this device in a shared folder again, without them. Backups and exports keep them.
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
    redaction.done = try execute(id: id, content: content, posting: false) { batch in
      for content in whole {
        for decided in try self.decision(on: content, why: why) { batch.append(decided) }
      }
      batch.erases = true
    }
    redaction.remains = try removeRedactionRemains(waits: true)
    if whole.isEmpty {
      try removePages([])
    } else {
      try prepare(progress: progress)
      if hasHistory { try rebuildHistory(progress: progress) }
    }
    return redaction
  }

  /// Returns the events whose content has a text, and the names of those of branches that are kept aside.
  ///
  /// - Parameters:
  ///   - text: The text, which is compared without regard to case and accents. It is not empty.
  ///   - progress: Called repeatedly with the events searched and the events in all.
  /// - Complexity: O(events of the log).
  public func redactableEvents(
    containing text: String, progress: (Int64, Int64) -> Void = { _, _ in }
  ) throws -> (events: [StoredEvent], asides: [EventReference]) {
    let wanted = NFC.foldedForComparison(text)
    let exempt: Set<String> = Set([EventType.ledgerCreated, .eventRedacted, .eventSkipped].map(\.rawValue))
    func matches(_ type: String, _ payload: [UInt8]?) -> Bool {
      !exempt.contains(type) && payload.map { Self.contains($0, wanted) } ?? false
    }
    let last = try log.lastPosition().rawValue
    var events: [StoredEvent] = []
    try log.forEachEvent { event in
      if event.position.rawValue.isMultiple(of: 1_024) { progress(event.position.rawValue, last) }
      if matches(event.type, event.payload) { events.append(event) }
    }
    let asides = try log.eventsAside().filter { name, event in
      try log.event(name) == nil && matches(event.type, event.payload)
    }
    return (events, asides.keys.sorted())
  }

  /// Whether a text in a payload contains a folded one.
  private static func contains(_ payload: [UInt8], _ wanted: String) -> Bool {
    func contains(_ value: JSONValue) -> Bool {
      switch value {
      case .string(let text): NFC.contains(text, folded: wanted)
      case .array(let elements): elements.contains { contains($0) }
      case .object(let members): members.values.contains { contains($0) }
      case .integer, .fraction, .boolean, .null: false
      }
    }
    guard let value = try? JSONValue(parsing: payload, as: .exchange) else {
      return NFC.contains(String(decoding: payload, as: UTF8.self), folded: wanted)
    }
    return contains(value)
  }

  /// An event that has its content.
  private struct Content {
    /// The name under which it is redacted.
    let reference: EventReference
    let event: ForeignEvent
  }

  private func decision(on content: Content, why: String) throws -> [SettingsEvent] {
    try LedgerState().decide(.redact(content.reference, type: content.event.type, why: why), today: today)
  }

  /// Returns these events without those that have no content.
  ///
  /// An event of a branch that is kept aside has the name that it gets when the branch is adopted.
  private func contents(of events: [EventReference]) throws -> [Content] {
    var seen: Set<EventReference> = []
    var asides: [EventReference: ForeignEvent]?
    return try events.filter { seen.insert($0).inserted }.compactMap { reference in
      if let event = try log.event(reference) {
        return event.payload == nil ? nil : Content(reference: reference, event: event.envelope)
      }
      let known = try asides ?? log.eventsAside()
      asides = known
      guard let event = known[reference] else {
        throw BookError.unknown(what: "event", text: reference.description)
      }
      return event.payload == nil ? nil : Content(reference: reference, event: event)
    }
  }

  /// Returns the pages that these events name and no other event does.
  private func unnamedPages(of contents: [Content]) throws -> Set<SHA256Digest> {
    var pages = Set(contents.flatMap(\.event.namedPages))
    guard !pages.isEmpty else { return [] }
    let own = Set(contents.map(\.reference))
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
}
