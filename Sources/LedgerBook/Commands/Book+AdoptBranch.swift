package import EventLog
package import LedgerBytes
internal import LedgerDomain

/// The result of adopting a branch.
package struct AdoptedBranch: Hashable, Sendable {
  /// The device that the events of the branch have now.
  package let device: UniqueID
  /// The number of events that are new in the log. 0 if the branch was adopted before.
  package let taken: Int
}

extension LedgerLog {
  /// Returns the names of the devices that branches here were turned into: `laptop (branch at 12)`.
  ///
  /// - Parameter names: The names that devices recorded.
  package func adoptedNames(_ names: [UniqueID: String]) throws -> [UniqueID: String] {
    try branches().reduce(into: [:]) { adopted, branch in
      let name = names[branch.device] ?? String(branch.device.description.prefix(8))
      adopted[branch.adoptedDevice] = "\(name) (branch at \(branch.sequences.lowerBound))"
    }
  }
}

extension Book {
  /// Turns a branch that is kept aside into a device of its own, whose events are in the log.
  ///
  /// Each event is appended with its time, content and author, under the id that every device derives for this branch.
  /// Two devices that adopt it record the same events, and exchange nothing. Positions of other events do not change,
  /// and the branch stays where it is kept. Redacted content stays erased.
  ///
  /// - Throws: `EventLogError.gap` if events between the log and the branch were not received.
  /// - Complexity: O(events of the branch), and a look at the streams they are about.
  package func adopt(_ branch: DeviceBranch) throws -> AdoptedBranch {
    guard branch.isJoined else {
      let size = try log.devices().first { $0.device == branch.device }?.size ?? 0
      throw EventLogError.gap(branch.first, expected: size + 1)
    }
    let events = try renamed(try log.events(of: branch), of: branch)
    // Without a redaction under its new name, no other device would import an event without content.
    try recordRedactions(
      of: events.filter { try $0.payload == nil && !log.isRedacted($0.reference) },
      why: "it was redacted before its branch was adopted")
    let result = try log.takeIn(events, receivedAtMilliseconds: settings.clock().milliseconds)
    if result.taken > 0 { try prepare() }
    return AdoptedBranch(device: branch.adoptedDevice, taken: result.taken)
  }

  /// Returns the events as those of the adopted device, whose numbers begin with 1.
  private func renamed(_ events: [ForeignEvent], of branch: DeviceBranch) throws -> [ForeignEvent] {
    let before = branch.sequences.lowerBound - 1
    let device = branch.adoptedDevice
    var seenBefore: [StreamID: UInt64] = [:]
    var renamed: [ForeignEvent] = []
    for event in events {
      // The author had seen its own earlier events. Those are another device's now.
      let last = try seenBefore[event.stream] ?? last(of: branch.device, in: event.stream, through: before)
      seenBefore[event.stream] = last
      var seen = event.seen.filter { $0.device != device }
      if last > 0 {
        seen.append(EventReference(device: branch.device, sequence: last))
        seen.sort { $0.device < $1.device }
      }
      renamed.append(
        try event.renamed(
          EventReference(device: device, sequence: event.reference.sequence - before), seen: seen,
          cause: event.cause.map { cause in
            guard cause.device == branch.device, cause.sequence > before else { return cause }
            return EventReference(device: device, sequence: cause.sequence - before)
          }))
    }
    return renamed
  }

  /// Returns the last number of a device's events in a stream up to a number, or 0.
  private func last(of device: UniqueID, in stream: StreamID, through sequence: UInt64) throws -> UInt64 {
    let references = try log.events(of: stream).map(\.reference)
    return references.last { $0.device == device && $0.sequence <= sequence }?.sequence ?? 0
  }
}

extension ForeignEvent {
  /// Returns the event under another device and number, with the leaf that these parts give.
  fileprivate func renamed(
    _ reference: EventReference, seen: [EventReference], cause: EventReference?
  ) throws -> ForeignEvent {
    func with(_ leaf: SHA256Digest) -> ForeignEvent {
      ForeignEvent(
        reference: reference, time: time, recordedAtMilliseconds: recordedAtMilliseconds,
        offsetMinutes: offsetMinutes, stream: stream, seen: seen, type: type, schema: schema,
        correlation: correlation, cause: cause, actor: actor, salt: salt, payload: payload, leaf: leaf)
    }
    guard let leaf = with(self.leaf).computedLeaf else {
      throw EventLogError.invalidEvent(self.reference, reason: "its parts give no hash")
    }
    return with(leaf)
  }
}
