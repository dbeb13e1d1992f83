/// A proof of one of the two kinds.
package enum Proof: Hashable, Sendable {
  /// An event is in a tree.
  case inclusion(InclusionProof)
  /// A tree only grew.
  case consistency(ConsistencyProof)

  /// The tree that the proof is about: the later one of two.
  package var checkpoint: Checkpoint {
    switch self {
    case .inclusion(let proof): proof.checkpoint
    case .consistency(let proof): proof.checkpoint
    }
  }

  /// Verifies the proof. Returns the reason why it proves nothing, or `nil` if it is right.
  package func problem() -> ProofProblem? {
    switch self {
    case .inclusion(let proof): proof.problem()
    case .consistency(let proof): proof.problem()
    }
  }

  /// The checkpoints of the proof, the earlier one first.
  fileprivate var checkpoints: [Checkpoint] {
    switch self {
    case .inclusion(let proof): [proof.checkpoint]
    case .consistency(let proof): [proof.since, proof.checkpoint]
    }
  }
}

/// The verdict on a proof, after a comparison with checkpoints that a person kept.
package struct ProofVerdict: Hashable, Sendable {
  package let proof: Proof
  /// The reason why it proves nothing, or `nil` if it is proven.
  package private(set) var problem: ProofProblem?
  /// Whether a checkpoint was kept of this tree, and was compared.
  package private(set) var isCompared = false
  /// The checkpoints of the proof that were kept.
  package private(set) var kept: [Checkpoint] = []

  /// Whether the proof is right, and agrees with a checkpoint that was kept.
  package var isProven: Bool { problem == nil }

  /// Verifies a proof.
  ///
  /// - Parameters:
  ///   - proof: The proof.
  ///   - changedMember: A printed member of the event that differs from the hashed one, or `nil`.
  ///   - kept: The checkpoints that a person kept, or `nil` if there is nothing to compare with.
  package init(_ proof: Proof, changedMember: String? = nil, kept: [Checkpoint]? = nil) {
    self.proof = proof
    problem = proof.problem() ?? changedMember.map { .changedMember($0) }
    guard problem == nil, let kept else { return }
    let origin = proof.checkpoint.origin
    guard let last = kept.last(where: { $0.origin == origin }) else {
      problem = .notKept(origin)
      return
    }
    isCompared = true
    self.kept = proof.checkpoints.filter { kept.contains($0) }
    if self.kept.isEmpty { problem = .otherThanKept(last) }
  }
}
