internal import EventLog
package import LedgerAudit
internal import LedgerBytes
internal import LedgerDomain

/// Whether a proof proves something, and what.
package struct ProofVerdictAnswer: PlainAnswer {
  let found: ProofVerdict
  let line: Int
  /// The name of the file with the checkpoints that the person kept, or `nil` without one.
  let keptIn: String?
  /// The members of the line that no hash covers.
  let unhashed: [String]

  package init(_ found: ProofVerdict, line: Int, keptIn: String?, unhashed: [String]) {
    (self.found, self.line, self.keptIn, self.unhashed) = (found, line, keptIn, unhashed)
  }

  package var verdict: Verdict { found.isProven ? .yes : .no }

  package var document: Document { .value(found.json.adding(["unhashed": .strings(unhashed)])) }

  package var blocks: [Block] {
    if let problem = found.problem {
      return [.paragraph("Not proven, line \(line): \(subject): \(problem.words).")]
    }
    var blocks: [Block]
    switch found.proof {
    case .inclusion(let proof):
      blocks = [.paragraph("Proven: \(subject) is in the checkpoint of \(size(proof.checkpoint)).")]
      blocks += event(proof.event) + [root("root", proof.checkpoint)]
    case .consistency(let proof):
      let span =
        proof.since.size == proof.checkpoint.size
        ? "has not changed: \(size(proof.checkpoint))"
        : "only grew, from \(size(proof.since)) to \(grouped(Int64(clamping: proof.checkpoint.size)))"
      blocks = [
        .paragraph("Proven: \(subject) \(span)."), root("root then", proof.since),
        root("root now ", proof.checkpoint),
      ]
    }
    blocks += kept
    guard found.isProven, !unhashed.isEmpty else { return blocks }
    let members = unhashed.joined(separator: ", ")
    return blocks
      + [.indented("No hash covers these parts of the line, so anyone can have changed them: \(members).")]
  }

  private func event(_ event: ForeignEvent) -> [Block] {
    let stored = event.stored(at: 1)
    let words = EventSentence(locale: .default).words(stored, stored.decoded)
    let recorded = localTime(milliseconds: event.recordedAtMilliseconds)
    return [.indented("\(recorded) by \(event.actor) · \(event.type)")]
      + (words.isEmpty ? [] : [.indented(Line(words))])
  }

  private func root(_ name: String, _ checkpoint: Checkpoint) -> Block {
    .line("  \(name)  \(checkpoint.lines[2])")
  }

  /// The checkpoint of the proof that is one that was kept.
  private var kept: [Block] {
    guard let keptIn, let first = found.kept.first else { return [] }
    let subject =
      switch found.proof {
      case .consistency(let proof) where proof.since != proof.checkpoint:
        found.kept.count == 2
          ? "Both checkpoints are"
          : first == proof.since ? "The earlier checkpoint is" : "The later checkpoint is"
      case .inclusion, .consistency: "The checkpoint is"
      }
    return [.line("  \(subject) in \(keptIn).")]
  }

  /// The subject of the verdict: an event, or the log of a device.
  private var subject: String {
    switch found.proof {
    case .inclusion(let proof):
      let reference = proof.event.reference
      return "event \(reference.sequence) of device \(reference.device.description.prefix(8))"
    case .consistency(let proof):
      return "the log of device \(proof.checkpoint.origin.device.description.prefix(8))"
    }
  }

  private func size(_ checkpoint: Checkpoint) -> String {
    counted(Int(clamping: checkpoint.size), "event")
  }
}
