// Proofs as ranges of leaves. The roots of the ranges, in their order, are the hashes of the proof.
extension MerkleTree {
  /// Returns the ranges of leaves whose roots prove that leaf `index` is in the tree (section 2.1.1).
  ///
  /// - Returns: The siblings from the leaf up, at most ⌈log2 size⌉ ranges. They do not overlap.
  package static func inclusionRanges(of index: UInt64, size: UInt64) -> [Range<UInt64>] {
    precondition(index < size, "a proof of a leaf that is not there")
    var ranges: [Range<UInt64>] = []
    var tree = 0..<size
    while tree.upperBound - tree.lowerBound > 1 {
      let (left, right) = split(tree)
      let isLeft = left.contains(index)
      ranges.append(isLeft ? right : left)
      tree = isLeft ? left : right
    }
    precondition(tree == index..<index + 1, "the way of a proof ends at its leaf")
    precondition(
      ranges.reduce(0) { $0 + ($1.upperBound - $1.lowerBound) } == size - 1,
      "the siblings of a leaf cover every other leaf")
    return ranges.reversed()
  }

  /// Returns the ranges of leaves whose roots prove that one tree begins another (section 2.1.2).
  ///
  /// The first tree has `size` leaves, the other one `later`. If both are the same, no range is needed.
  ///
  /// - Returns: At most ⌈log2 later⌉ + 1 ranges, which do not overlap.
  package static func consistencyRanges(from size: UInt64, to later: UInt64) -> [Range<UInt64>] {
    precondition(size > 0 && size <= later, "a proof from an empty tree, or from a later one")
    var ranges: [Range<UInt64>] = []
    var tree = 0..<later
    while size < tree.upperBound {
      let (left, right) = split(tree)
      let endsLeft = size <= left.upperBound
      ranges.append(endsLeft ? right : left)
      tree = endsLeft ? left : right
    }
    precondition(tree.upperBound == size, "the later tree is divided where the first one ends")
    // The verifier knows the root of the whole first tree, and not that of a part of it.
    if tree.lowerBound > 0 { ranges.append(tree) }
    return ranges.reversed()
  }

  /// Splits a tree of at least two leaves. The left part has the largest power of two that is less than their number.
  private static func split(_ tree: Range<UInt64>) -> (left: Range<UInt64>, right: Range<UInt64>) {
    let count = tree.upperBound - tree.lowerBound
    precondition(count > 1, "a tree with one leaf has no parts")
    let middle = tree.lowerBound + (1 << UInt64(UInt64.bitWidth - 1 - (count - 1).leadingZeroBitCount))
    precondition(
      middle < tree.upperBound && middle - tree.lowerBound >= tree.upperBound - middle,
      "the left part of a tree is full and not smaller than the right one")
    return (tree.lowerBound..<middle, middle..<tree.upperBound)
  }
}
