package import LedgerBytes

extension LedgerLog {
  /// Returns the roots over ranges of a device's leaves, in the order of the ranges.
  ///
  /// Leaf `n` is the hash of event `n + 1` of the device. The ranges must not overlap.
  ///
  /// - Parameter progress: Called repeatedly with the leaves read and the leaves in all.
  /// - Complexity: A step per event from the first range to the last one, in memory that does not grow with them.
  package func subtreeRoots(
    of device: UniqueID, over ranges: [Range<UInt64>], progress: (UInt64, UInt64) -> Void = { _, _ in }
  ) throws -> [SHA256Digest] {
    var subtrees = SubtreeRoots(ranges)
    if let span = subtrees.span {
      try forEachLeaf(of: device, after: span.lowerBound, through: span.upperBound) { sequence, leaf in
        subtrees.append(leaf, at: sequence - 1)
        if sequence.isMultiple(of: 1_024) {
          progress(sequence - span.lowerBound, span.upperBound - span.lowerBound)
        }
        return true
      }
    }
    guard let roots = subtrees.roots else {
      throw EventLogError.damaged("leaves of device \(device) are missing")
    }
    return roots
  }
}
