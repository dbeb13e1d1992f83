package import EventLog
package import LedgerBook
package import LedgerBytes

/// The reason why a log gives no proof.
package enum ProofRefusal: Error, Hashable, Sendable {
  /// The event was recorded after the checkpoint.
  case younger(EventReference, Checkpoint)
  /// The checkpoint is of another ledger than this one.
  case otherLedger(Checkpoint, here: UniqueID)
  /// The log has fewer events of the device than the checkpoint counts.
  case shorter(Checkpoint, count: UInt64)
  /// The first events of the device are not those of the checkpoint.
  case rewritten(Checkpoint)
}

extension Book {
  /// Returns the newest checkpoint of every device that has events here.
  ///
  /// - Complexity: O(devices).
  package func checkpoints() throws -> [Checkpoint] {
    try log.devices().map { head in
      Checkpoint(
        origin: Checkpoint.Origin(ledger: log.ledgerID, device: head.device), size: head.size, root: head.root)
    }
  }

  /// Returns the proof that an event of the log is in a tree of its device.
  ///
  /// - Parameters:
  ///   - event: The event.
  ///   - checkpoint: A checkpoint of the event's device, or `nil` for the newest.
  ///   - progress: Called repeatedly with the events read and the events in all.
  /// - Throws: `ProofRefusal` if the log is not that of the checkpoint. `EventLogError` if it is damaged.
  /// - Complexity: O(events of the device), in memory that does not grow with them.
  package func inclusionProof(
    of event: StoredEvent, in checkpoint: Checkpoint? = nil,
    progress: (UInt64, UInt64) -> Void = { _, _ in }
  ) throws -> InclusionProof {
    let (reference, device) = (event.reference, event.reference.device)
    let newest = try newestCheckpoint(of: device)
    guard let checkpoint = checkpoint ?? newest else { throw EventLogError.noSuchEvent(reference) }
    precondition(checkpoint.origin.device == device, "a checkpoint of another device than the event")
    try requireWhole(checkpoint, newest)
    guard reference.sequence <= checkpoint.size else { throw ProofRefusal.younger(reference, checkpoint) }
    let ranges = MerkleTree.inclusionRanges(of: reference.sequence - 1, size: checkpoint.size)
    let hashes = try log.subtreeRoots(of: device, over: ranges, progress: progress)
    let proof = InclusionProof(
      event: event.envelope, ledger: log.ledgerID, checkpoint: checkpoint, hashes: hashes)
    guard let problem = proof.problem() else { return proof }
    if problem == .changedEvent {
      throw EventLogError.damaged("the parts of event \(reference) do not result in its leaf hash")
    }
    throw try reason(against: checkpoint, newest)
  }

  /// Returns the proof that the log only grew since a checkpoint.
  ///
  /// - Parameters:
  ///   - since: The checkpoint.
  ///   - progress: Called repeatedly with the events read and the events in all.
  /// - Throws: `ProofRefusal` if the log did anything else. `EventLogError` if it is damaged.
  /// - Complexity: O(events of the device), in memory that does not grow with them.
  package func consistencyProof(
    since: Checkpoint, progress: (UInt64, UInt64) -> Void = { _, _ in }
  ) throws -> ConsistencyProof {
    let newest = try newestCheckpoint(of: since.origin.device)
    try requireWhole(since, newest)
    guard let newest else { throw ProofRefusal.shorter(since, count: 0) }
    let ranges = MerkleTree.consistencyRanges(from: since.size, to: newest.size)
    let hashes = try log.subtreeRoots(of: since.origin.device, over: ranges, progress: progress)
    let proof = ConsistencyProof(since: since, checkpoint: newest, hashes: hashes)
    guard proof.problem() != nil else { return proof }
    throw try reason(against: since, newest)
  }

  private func newestCheckpoint(of device: UniqueID) throws -> Checkpoint? {
    try checkpoints().first { $0.origin.device == device }
  }

  /// Throws if a checkpoint is of another ledger, or if its tree has more events than are here.
  private func requireWhole(_ checkpoint: Checkpoint, _ newest: Checkpoint?) throws {
    guard checkpoint.origin.ledger == log.ledgerID else {
      throw ProofRefusal.otherLedger(checkpoint, here: log.ledgerID)
    }
    let count = newest?.size ?? 0
    guard checkpoint.size <= count else { throw ProofRefusal.shorter(checkpoint, count: count) }
  }

  /// Returns the reason why the log has another root than a checkpoint.
  ///
  /// Either its history was rewritten, or its own leaves are not those of its own root.
  private func reason(against checkpoint: Checkpoint, _ newest: Checkpoint?) throws -> any Error {
    guard let newest else { return ProofRefusal.rewritten(checkpoint) }
    let device = newest.origin.device
    guard try log.subtreeRoots(of: device, over: [0..<newest.size]) == [newest.root] else {
      return EventLogError.damaged("the events of device \(device) do not result in the root of its tree")
    }
    return ProofRefusal.rewritten(checkpoint)
  }
}
