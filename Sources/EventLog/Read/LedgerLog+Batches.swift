internal import LedgerBytes

extension LedgerLog {
  /// Returns all events of the command that recorded an event, in the order of its device.
  ///
  /// A command's events follow each other on their device. Here they may have arrived in pieces, with events of other
  /// devices in between. So positions do not tell where a batch ends. Events of another device with the same
  /// correlation are another execution of the command. An id that the caller gave may be used on two devices.
  ///
  /// - Complexity: Three look-ups for each event of the batch.
  package func batch(of event: StoredEvent) throws -> [StoredEvent] {
    var before: [StoredEvent] = []
    var first = event.reference
    while first.sequence > 1,
      let previous = try self.event(EventReference(device: first.device, sequence: first.sequence - 1)),
      previous.correlation == event.correlation
    {
      before.append(previous)
      first = previous.reference
    }
    return before.reversed() + [event] + (try batch(after: event))
  }

  /// Returns the events of the same command that its device recorded after an event.
  ///
  /// - Complexity: A step per event, and two look-ups per piece.
  package func batch(after event: StoredEvent) throws -> [StoredEvent] {
    var rest: [StoredEvent] = []
    var limit = 16
    while true {
      let last = (rest.last ?? event).reference
      let next = try events(of: last.device, after: last.sequence, limit: limit)
      let own = next.prefix { $0.correlation == event.correlation }
      rest += own
      if own.count < limit { return rest }
      limit = min(limit * 4, 1_024)
    }
  }
}
