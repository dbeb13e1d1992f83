/// What filters need of one version of a transaction.
struct VersionEntry: Hashable, Sendable {
  var key: Int64
  /// Since which event it stands.
  var begins: Int64
  /// Which event ended it; `Int64.max`: none.
  var ends: Int64
  /// Its values are numbered as in the table.
  var entry: FacetEntry

  func value(_ column: FacetColumn) -> Int64 {
    switch column {
    case .slot: key
    case .begins: begins
    case .ends: ends
    case .date, .milliseconds, .counter, .units, .bits, .currency, .category, .group, .vendor, .account, .tags,
      .rule:
      entry.value(column)
    }
  }

  /// Whether it is of a key and stood for a while. What is read may be damaged.
  var isSound: Bool { key > 0 && begins > 0 && ends > begins }

  /// Those that stood about as long share blocks: within a factor of four.
  var lifetime: Int64 { Int64((64 - max(1, ends - begins).leadingZeroBitCount) / 2) }
}

extension FacetBlock {
  /// A version of a block of history.
  func version(_ index: Int) -> VersionEntry {
    VersionEntry(
      key: value(.slot, index), begins: value(.begins, index), ends: value(.ends, index), entry: entry(index))
  }

  /// The bytes of a block of history; one version at least.
  static func bytes(_ versions: [VersionEntry]) -> [UInt8] {
    bytes(versions, FacetColumn.allCases) { $0.value($1) }
  }
}
