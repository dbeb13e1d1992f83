package import EventLog
package import LedgerBytes

/// A proof that an event is one of the leaves of a tree (RFC 6962, section 2.1.1).
package struct InclusionProof: Hashable, Sendable {
  /// The event with all that is hashed.
  package let event: ForeignEvent
  /// The ledger that the event belongs to.
  package let ledger: UniqueID
  package let checkpoint: Checkpoint
  /// The roots of the neighbouring subtrees, from the leaf up.
  package let hashes: [SHA256Digest]

  package init(event: ForeignEvent, ledger: UniqueID, checkpoint: Checkpoint, hashes: [SHA256Digest]) {
    self.event = event
    self.ledger = ledger
    self.checkpoint = checkpoint
    self.hashes = hashes
  }

  /// Verifies the proof. Returns the reason why it proves nothing, or `nil` if it is right.
  ///
  /// - Complexity: A hash over the event, and one for each of `hashes`.
  package func problem() -> ProofProblem? {
    if checkpoint.origin.ledger != ledger { return .otherLedger }
    if checkpoint.origin.device != event.reference.device { return .otherDevice }
    guard event.computedLeaf == event.leaf else { return .changedEvent }
    let sequence = event.reference.sequence
    guard sequence > 0, sequence <= checkpoint.size else { return .younger(checkpoint) }
    let isIncluded = MerkleTree.verifyInclusion(
      of: event.leaf, at: sequence - 1, size: checkpoint.size, root: checkpoint.root, proof: hashes)
    return isIncluded ? nil : .otherRoot
  }
}
