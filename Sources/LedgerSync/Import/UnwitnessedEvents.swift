internal import EventLog
internal import LedgerBook
internal import LedgerBytes
internal import LedgerDomain

/// Events that came in a file which another device published.
struct RelayedEvents {
  let events: SyncReport.DeviceRange
  let publisher: UniqueID

  /// The events of a file that are new in a log, or `nil` if it has no such events.
  init?(_ entry: FolderListing.Entry, after before: UInt64, through size: UInt64) {
    let numbers = entry.name.sequences
    let (first, last) = (max(numbers.lowerBound, before + 1), min(numbers.upperBound, size))
    guard first <= last else { return nil }
    events = SyncReport.DeviceRange(device: entry.name.device, sequences: first...last)
    publisher = entry.publisher
  }
}

extension Book {
  /// Returns the relayed events that their device has not published and no third device has seen.
  ///
  /// Anybody who can write into the folder can add such events. A repair of a device that has them from elsewhere looks
  /// the same, so the sync only names them.
  ///
  /// - Complexity: O(events of the log) if there are such events, otherwise O(files).
  func unwitnessed(_ relayed: [RelayedEvents], _ listing: FolderListing) throws -> [SyncReport.DeviceRange] {
    var open = relayed.filter { relayed in
      let device = relayed.events.device
      return !successors(of: device).contains(relayed.publisher)
        && !(listing.segments[device] ?? []).contains {
          $0.publisher == device && $0.name.sequences.upperBound >= relayed.events.sequences.upperBound
        }
    }
    guard !open.isEmpty else { return [] }
    try log.forEachEvent { event in
      for seen in event.envelope.seen + [event.envelope.cause].compactMap({ $0 }) {
        open.removeAll { relayed in
          relayed.events.device == seen.device && seen.sequence >= relayed.events.sequences.upperBound
            && ![relayed.publisher, seen.device].contains(event.reference.device)
        }
      }
    }
    return open.map(\.events)
  }

  /// Returns the devices that continue a device, directly or through others.
  private func successors(of device: UniqueID) -> Set<UniqueID> {
    var found: Set<UniqueID> = [device]
    // A device continues one that joined before it.
    for next in (try? participants()) ?? [] {
      if let continued = next.continues?.device, found.contains(continued) { found.insert(next.device) }
    }
    return found
  }
}
