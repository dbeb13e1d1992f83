package import LedgerBytes

extension MerkleTree {
  /// Returns a proof's hashes from outside, or `nil` if one of them is not 32 bytes.
  package static func digests(_ hashes: [[UInt8]]) -> [SHA256Digest]? {
    var digests: [SHA256Digest] = []
    for hash in hashes {
      guard let digest = SHA256Digest(bytes: hash) else { return nil }
      digests.append(digest)
    }
    return digests
  }

  /// Whether `proof` shows that `leaf` is number `index` of that tree (RFC 9162, 2.1.3.2).
  package static func verifyInclusion(
    of leaf: SHA256Digest, at index: UInt64, size: UInt64, root: SHA256Digest, proof: [SHA256Digest]
  ) -> Bool {
    guard index < size else { return false }
    var node = index
    var last = size - 1
    var hash = leaf
    for sibling in proof {
      if last == 0 { return false }
      if node & 1 == 1 || node == last {
        hash = self.node(sibling, hash)
        while node & 1 == 0, node != 0 {
          node >>= 1
          last >>= 1
        }
      } else {
        hash = self.node(hash, sibling)
      }
      node >>= 1
      last >>= 1
    }
    return last == 0 && hash == root
  }

  /// Whether `proof` shows that one tree is the beginning of another (RFC 9162, 2.1.4.2).
  ///
  /// The first has `size1` and `root1`, the second `size2` and `root2`. A `size1` of 0 proves nothing and is rejected.
  package static func verifyConsistency(
    size1: UInt64, root1: SHA256Digest, size2: UInt64, root2: SHA256Digest, proof: [SHA256Digest]
  ) -> Bool {
    guard size1 > 0, size1 <= size2 else { return false }
    if size1 == size2 { return proof.isEmpty && root1 == root2 }
    // A first tree that is a perfect subtree is its own first hash.
    let path = size1 & (size1 - 1) == 0 ? [root1] + proof : proof
    guard let start = path.first else { return false }
    var node = size1 - 1
    var last = size2 - 1
    while node & 1 == 1 {
      node >>= 1
      last >>= 1
    }
    var first = start
    var second = start
    for hash in path.dropFirst() {
      if last == 0 { return false }
      if node & 1 == 1 || node == last {
        first = self.node(hash, first)
        second = self.node(hash, second)
        while node & 1 == 0, node != 0 {
          node >>= 1
          last >>= 1
        }
      } else {
        second = self.node(second, hash)
      }
      node >>= 1
      last >>= 1
    }
    return last == 0 && first == root1 && second == root2
  }
}
