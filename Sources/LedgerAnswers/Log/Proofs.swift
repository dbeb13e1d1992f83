package import LedgerAudit
package import LedgerBytes

/// Checkpoints of the log, one for each device.
package struct CheckpointsAnswer: Answer {
  let checkpoints: [Checkpoint]

  package func document(_ notation: Notation) -> Document {
    .lines(checkpoints.map { $0.json.adding(["device": .string($0.origin.device.description)]) })
  }

  package func blocks(_ notation: Notation) -> [Block] {
    checkpoints.enumerated().flatMap { index, checkpoint -> [Block] in
      (index == 0 ? [] : [.gap]) + checkpoint.lines.map { .line(Line($0)) }
    }
  }
}

extension Checkpoint {
  /// The checkpoint as `events checkpoint` and the proofs print it.
  package var json: JSONValue {
    [
      "origin": .string(origin.description), "root": .string(Base64.encode(root.bytes)),
      "size": .integer(Int64(clamping: size)),
    ]
  }
}

extension InclusionProof {
  /// Returns the proof as `events prove` prints it.
  ///
  /// - Parameter event: The document of its event, as `events show` prints it.
  package func json(_ event: JSONValue) -> JSONValue {
    [
      "checkpoint": checkpoint.json, "event": event, "hashes": .hashes(hashes),
      "proof": .string(Proof.inclusion(self).name),
    ]
  }
}

extension ConsistencyProof {
  /// The proof as `events prove --since` prints it.
  package var json: JSONValue {
    [
      "checkpoint": checkpoint.json, "hashes": .hashes(hashes),
      "proof": .string(Proof.consistency(self).name), "since": since.json,
    ]
  }
}

extension Proof {
  /// The name of its kind in documents.
  package var name: String {
    switch self {
    case .inclusion: "inclusion"
    case .consistency: "consistency"
    }
  }
}

extension ProofVerdict {
  /// The verdict as `events check-proof` prints it.
  package var json: JSONValue {
    [
      "checkpoint": proof.checkpoint.json, "isCompared": .boolean(isCompared), "isProven": .boolean(isProven),
      "proof": .string(proof.name), "reason": .optional(problem?.words),
      "reasonCode": .optional(problem?.code),
    ]
  }
}

extension JSONValue {
  /// Returns the hashes in base64.
  fileprivate static func hashes(_ hashes: [SHA256Digest]) -> JSONValue {
    .strings(hashes.map { Base64.encode($0.bytes) })
  }
}
