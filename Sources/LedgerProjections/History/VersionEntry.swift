internal import LedgerBytes

/// The values that filters need of one version of a transaction.
struct VersionEntry: Hashable, Sendable {
  var key: StreamKey
  /// The event that began it.
  var begins: Position
  /// The event that ended it, or `Position.max` if it is current.
  var ends: Position
  /// The values for filters, numbered as in the table of values.
  var entry: FacetEntry

  func value(_ column: FacetColumn) -> Int64 {
    switch column {
    case .slot: key.rawValue
    case .begins: begins.rawValue
    case .ends: ends.rawValue
    // The other columns are those of every entry.
    case _: entry.value(column)
    }
  }

  /// Whether it has a key and a positive duration. Values read from the file may be damaged.
  var isSound: Bool { key > 0 && begins > 0 && ends > begins }

  /// The class of its duration. Durations within a factor of four share blocks.
  var lifetime: Int64 { Int64((64 - max(1, begins.distance(to: ends)).leadingZeroBitCount) / 2) }
}

extension FacetBlock {
  /// Returns a version of a block of history.
  func version(_ index: Int) -> VersionEntry {
    VersionEntry(
      key: StreamKey(value(.slot, index)), begins: Position(value(.begins, index)),
      ends: Position(value(.ends, index)), entry: entry(index))
  }

  /// Returns the bytes of a block of history with at least one version.
  static func bytes(_ versions: [VersionEntry]) -> [UInt8] {
    withUnsafeTemporaryAllocation(of: Int64.self, capacity: versions.count) { values in
      versions.withUnsafeBufferPointer { versions in
        bytes(versions.count, FacetColumn.allCases) { column, write in
          // In place, because copying an entry takes longer than reading its value.
          for index in versions.indices {
            values.initializeElement(at: index, to: versions[index].value(column))
          }
          write(UnsafeBufferPointer(values))
        }
      }
    }
  }
}
