package import LedgerBytes

/// Computes the roots over some ranges of leaves in one pass over them.
///
/// It keeps one right edge per range, so its memory does not grow with the number of leaves.
package struct SubtreeRoots: Sendable {
  private let ranges: [Range<UInt64>]
  private var edges: [RightEdge]
  /// The indexes of the ranges, in the order of their leaves.
  private let order: [Int]
  /// The number of ranges in `order` that are over.
  private var passed = 0

  /// Creates empty subtrees over ranges that do not overlap.
  package init(_ ranges: [Range<UInt64>]) {
    self.ranges = ranges
    edges = ranges.map { _ in RightEdge() }
    order = ranges.indices.sorted { ranges[$0].lowerBound < ranges[$1].lowerBound }
    precondition(
      zip(order, order.dropFirst()).allSatisfy { ranges[$0].upperBound <= ranges[$1].lowerBound },
      "subtrees that overlap")
  }

  /// The leaves from the first to the last one that is needed, or `nil` if there are no ranges.
  package var span: Range<UInt64>? {
    guard let first = order.first, let last = order.last else { return nil }
    return ranges[first].lowerBound..<ranges[last].upperBound
  }

  /// Adds the next leaf, with its index in the whole tree. A leaf outside the ranges is ignored.
  package mutating func append(_ leaf: SHA256Digest, at index: UInt64) {
    while passed < order.count, ranges[order[passed]].upperBound <= index { passed += 1 }
    guard passed < order.count, ranges[order[passed]].contains(index) else { return }
    precondition(
      edges[order[passed]].size == index - ranges[order[passed]].lowerBound,
      "the leaves of a range follow each other")
    edges[order[passed]].append(leaf)
  }

  /// The roots in the order of the ranges, or `nil` while leaves are missing.
  package var roots: [SHA256Digest]? {
    for (range, edge) in zip(ranges, edges) where edge.size != range.upperBound - range.lowerBound {
      return nil
    }
    return edges.map(\.root)
  }
}
