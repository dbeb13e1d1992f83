package import EventLog
package import LedgerAudit
package import LedgerBook
internal import LedgerBytes
internal import LedgerSync

/// The syncs that brought events here, with the files that they came in.
///
/// The list of files is bounded. An event that came earlier has a time of arrival and no file.
package struct EventArrivals {
  private struct Key: Hashable {
    let atMilliseconds: Int64
    let device: UniqueID
  }

  private let arrivals: [Key: [SyncArrival]]

  package init(_ book: Book) {
    arrivals = Dictionary(grouping: book.syncArrivals()) {
      Key(atMilliseconds: $0.atMilliseconds, device: $0.device)
    }
  }

  /// Returns the file that brought an event.
  ///
  /// `nil` if it was recorded or imported here, or came long ago.
  package func file(of event: StoredEvent) -> String? {
    guard event.receivedAtMilliseconds != 0 else { return nil }
    let key = Key(atMilliseconds: event.receivedAtMilliseconds, device: event.reference.device)
    return arrivals[key]?.first { $0.sequences.contains(event.reference.sequence) }?.file
  }

  /// Returns events in the groups in which they came, in order.
  package static func groups(_ events: [StoredEvent]) -> [[StoredEvent]] {
    var groups: [[StoredEvent]] = []
    for event in events {
      if let last = groups.last?.last, last.receivedAtMilliseconds == event.receivedAtMilliseconds {
        groups[groups.count - 1].append(event)
      } else {
        groups.append([event])
      }
    }
    return groups
  }

  /// Returns the heading of a group: when it came, and the number of events that each file brought.
  package func heading(_ events: [StoredEvent], _ names: DeviceNames) -> [String] {
    guard let first = events.first else { return [] }
    var counts: [(device: UniqueID, file: String?, count: Int)] = []
    for event in events {
      let (device, file) = (event.reference.device, file(of: event))
      if let index = counts.firstIndex(where: { $0.device == device && $0.file == file }) {
        counts[index].count += 1
      } else {
        counts.append((device, file, 1))
      }
    }
    let isSync = counts.contains { $0.file != nil }
    let lines = counts.map { part in
      let from = "  \(counted(part.count, "event")) from \(names.words(part.device))"
      return part.file.map { "\(from), in \($0)" } ?? from
    }
    return ["\(isSync ? "Synced" : "Came") \(localTime(milliseconds: first.receivedAtMilliseconds))"] + lines
  }
}
