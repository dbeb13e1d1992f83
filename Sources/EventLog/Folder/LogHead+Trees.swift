internal import LedgerBytes

extension LogHead {
  /// The trees of devices, by their ids.
  ///
  /// A sorted list serves better than a table, as there are only a few. The first table of its kind that a process makes
  /// takes a twentieth of the time in which the tool shows something.
  struct Trees: Equatable {
    /// In the order of their ids, each once.
    private(set) var entries: [Entry] = []

    struct Entry: Equatable {
      let device: UniqueID
      let tree: Tree
    }

    init() {}

    /// The first entry counts if a device comes twice.
    init(_ given: [Entry]) {
      var sorted = given
      if !zip(given, given.dropFirst()).allSatisfy({ $0.device < $1.device }) {
        sorted.sort { $0.device < $1.device }
      }
      entries.reserveCapacity(sorted.count)
      for entry in sorted where entries.last?.device != entry.device { entries.append(entry) }
      precondition(
        zip(entries, entries.dropFirst()).allSatisfy { $0.device < $1.device },
        "a binary search finds trees in the order of their devices")
    }

    /// The tree of a device, or `nil` if it has no events.
    ///
    /// - Complexity: O(log devices).
    subscript(device: UniqueID) -> Tree? {
      var (low, high) = (0, entries.count)
      while low < high {
        let middle = (low + high) / 2
        if entries[middle].device < device { low = middle + 1 } else { high = middle }
      }
      return low < entries.count && entries[low].device == device ? entries[low].tree : nil
    }
  }
}
