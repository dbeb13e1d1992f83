internal import EventLog
package import LedgerBytes

/// A proof that a tree only grew since an earlier checkpoint (RFC 6962, section 2.1.2).
package struct ConsistencyProof: Hashable, Sendable {
  /// The earlier tree.
  package let since: Checkpoint
  /// The later tree.
  package let checkpoint: Checkpoint
  /// The roots of the subtrees from which both roots are computed.
  package let hashes: [SHA256Digest]

  package init(since: Checkpoint, checkpoint: Checkpoint, hashes: [SHA256Digest]) {
    self.since = since
    self.checkpoint = checkpoint
    self.hashes = hashes
  }

  /// Verifies the proof. Returns the reason why it proves nothing, or `nil` if it is right.
  ///
  /// - Complexity: Two hashes for each of `hashes`.
  package func problem() -> ProofProblem? {
    guard since.origin == checkpoint.origin else { return .otherOrigins }
    guard since.size <= checkpoint.size else { return .shrunk(since, checkpoint) }
    let isBeginning = MerkleTree.verifyConsistency(
      size1: since.size, root1: since.root, size2: checkpoint.size, root2: checkpoint.root, proof: hashes)
    return isBeginning ? nil : .otherRoots
  }
}
