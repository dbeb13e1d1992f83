import EventLog
import LedgerBytes

// Proofs over leaves in memory, from the ranges that a log would read.
extension MerkleTree {
  static func inclusionProof(of index: Int, in leaves: ArraySlice<SHA256Digest>) -> [SHA256Digest] {
    roots(of: inclusionRanges(of: UInt64(index), size: UInt64(leaves.count)), in: leaves)
  }

  static func consistencyProof(from size: Int, in leaves: ArraySlice<SHA256Digest>) -> [SHA256Digest] {
    roots(of: consistencyRanges(from: UInt64(size), to: UInt64(leaves.count)), in: leaves)
  }

  private static func roots(
    of ranges: [Range<UInt64>], in leaves: ArraySlice<SHA256Digest>
  ) -> [SHA256Digest] {
    var subtrees = SubtreeRoots(ranges)
    for (index, leaf) in leaves.enumerated() { subtrees.append(leaf, at: UInt64(index)) }
    guard let roots = subtrees.roots else { preconditionFailure("leaves are missing") }
    return roots
  }
}
