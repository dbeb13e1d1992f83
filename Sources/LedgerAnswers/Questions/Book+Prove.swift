internal import EventLog
package import LedgerAudit
internal import LedgerBook
internal import LedgerBytes

extension Book {
  /// Answers with the proof that an event is in the log, or in that of kept checkpoints.
  func proof(
    of reference: EventReference, in kept: [UInt8]?, _ progress: (Int64, Int64) -> Void
  ) throws -> any Answer {
    guard let event = try event(reference) else { throw BookError.unknown(what: "event", text: "\(reference)") }
    let checkpoint = try kept.map { bytes in
      let origin = Checkpoint.Origin(ledger: ledgerID, device: reference.device)
      if let last = try KeptCheckpoints(bytes).checkpoints.last(where: { $0.origin == origin }) { return last }
      throw Refusal(
        .notFound, "the file has no checkpoint of \(origin), which recorded event \(event.position)",
        .enter("Prove the event in the current log: leave --checkpoint out"))
    }
    let proof = try inclusionProof(of: event, in: checkpoint) {
      progress(Int64(clamping: $0), Int64(clamping: $1))
    }
    return CommandAnswer(
      facts: { proof.json(try EventText($0).document(of: event)) },
      text: { _ in [.line(Line("The proof that event \(event.position) is in the log"))] })
  }

  /// Answers with the proof that the log only grew since a checkpoint.
  func growth(since checkpoint: Checkpoint, _ progress: (Int64, Int64) -> Void) throws -> any Answer {
    let proof = try consistencyProof(since: checkpoint) { progress(Int64(clamping: $0), Int64(clamping: $1)) }
    return CommandAnswer(proof.json) { _ in
      [.line(Line("The proof that \(checkpoint.origin) only grew since event \(checkpoint.size)"))]
    }
  }
}

/// Checkpoints that a person kept, as `checkpoint` printed them.
package struct KeptCheckpoints {
  /// The checkpoints in the order of the file, at least one.
  package let checkpoints: [Checkpoint]

  /// Reads the text of a file.
  ///
  /// - Parameters:
  ///   - text: The bytes of the file.
  ///   - name: The name of the file for people.
  /// - Throws: `Refusal` if a checkpoint is not whole, or if the text contains no checkpoint.
  package init(_ text: [UInt8], named name: String = "checkpoints") throws {
    do throws(Checkpoint.NoteError) { checkpoints = try Checkpoint.notes(in: text) } catch {
      throw Refusal(
        .invalidValue, "\(name):\(error.line): \(error.reason)",
        .enter("A checkpoint is three lines as they were printed"), .checkpoint)
    }
    guard !checkpoints.isEmpty else {
      throw Refusal(.invalidValue, "\(name) has no checkpoint in it", .checkpoint)
    }
  }
}
