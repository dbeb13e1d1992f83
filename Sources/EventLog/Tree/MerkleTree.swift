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
