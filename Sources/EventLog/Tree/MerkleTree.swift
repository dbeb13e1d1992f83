package import LedgerBytes

/// The tree of RFC 6962 over leaf hashes, as pure functions.
///
/// A leaf is SHA-256(00 ‖ bytes), a node SHA-256(01 ‖ left ‖ right). Sizes and indexes count leaves, from 0.
package enum MerkleTree {
  static let leafPrefix: UInt8 = 0
  static let nodePrefix: UInt8 = 1

  /// Returns the hash of one leaf's bytes.
  package static func leaf(_ bytes: [UInt8]) -> SHA256Digest { SHA256.hash([leafPrefix] + bytes) }

  /// Returns the hash of a node.
  package static func node(_ left: SHA256Digest, _ right: SHA256Digest) -> SHA256Digest {
    SHA256.hash(prefix: nodePrefix, left, right)
  }

  /// The root of a tree without leaves: SHA-256 of nothing.
  package static let emptyRoot = SHA256.hash([])

  /// Returns the root over the leaves (RFC 6962, section 2.1).
  ///
  /// - Complexity: One hash per leaf.
  package static func root(of leaves: some Collection<SHA256Digest>) -> SHA256Digest {
    var edge = RightEdge()
    for leaf in leaves { edge.append(leaf) }
    return edge.root
  }
}

// MARK: - Proofs

extension MerkleTree {
  /// Returns the proof that leaf `index` is in the tree of these leaves (section 2.1.1).
  ///
  /// - Returns: The siblings from the leaf up, at most ⌈log2 count⌉ hashes.
  /// - Complexity: One hash per leaf.
  package static func inclusionProof(of index: Int, in leaves: ArraySlice<SHA256Digest>) -> [SHA256Digest] {
    precondition(leaves.indices.contains(leaves.startIndex + index), "a proof of a leaf that is not there")
    guard leaves.count > 1 else { return [] }
    let split = leaves.startIndex + largestPowerOfTwo(below: leaves.count)
    let left = leaves[..<split]
    let right = leaves[split...]
    if index < left.count { return inclusionProof(of: index, in: left) + [root(of: right)] }
    return inclusionProof(of: index - left.count, in: right) + [root(of: left)]
  }

  /// Returns the proof that the first `size` leaves form a prefix of the tree (section 2.1.2).
  ///
  /// It is empty if nothing was added.
  package static func consistencyProof(from size: Int, in leaves: ArraySlice<SHA256Digest>) -> [SHA256Digest] {
    precondition(size > 0 && size <= leaves.count, "a proof from an empty tree, or from a later one")
    return consistencyPath(from: size, in: leaves, isWhole: true)
  }

  private static func consistencyPath(
    from size: Int, in leaves: ArraySlice<SHA256Digest>, isWhole: Bool
  ) -> [SHA256Digest] {
    if size == leaves.count { return isWhole ? [] : [root(of: leaves)] }
    let split = largestPowerOfTwo(below: leaves.count)
    let left = leaves.prefix(split)
    let right = leaves.dropFirst(split)
    if size <= split {
      return consistencyPath(from: size, in: left, isWhole: isWhole) + [root(of: right)]
    }
    return consistencyPath(from: size - split, in: right, isWhole: false) + [root(of: left)]
  }

  /// Returns the largest power of two less than `count`, which is at least 2.
  private static func largestPowerOfTwo(below count: Int) -> Int {
    1 << (Int.bitWidth - 1 - (count - 1).leadingZeroBitCount)
  }
}
