internal import LedgerBytes

extension LogHead {
  /// The trees of devices, by their ids.
  ///
  /// A list in their order and no table: there are a few, and the first table of its kind that a process makes takes a
  /// twentieth of what the tool needs to show something.
  struct Trees: Equatable {
    /// In the order of their ids, each once.
    private(set) var entries: [Entry] = []

    struct Entry: Equatable {
      let device: UniqueID
      let tree: Tree
    }

    init() {}

    /// Of a device that comes twice the first counts.
    init(_ given: [Entry]) {
      var sorted = given
      if !zip(given, given.dropFirst()).allSatisfy({ $0.device < $1.device }) {
        sorted.sort { $0.device < $1.device }
      }
      entries.reserveCapacity(sorted.count)
      for entry in sorted where entries.last?.device != entry.device { entries.append(entry) }
    }

    /// The tree of a device; nil where it has none.
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
