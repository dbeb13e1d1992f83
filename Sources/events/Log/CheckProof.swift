internal import EventLog
internal import LedgerAudit
internal import LedgerBytes
internal import LedgerDomain
internal import LedgerScreens

/// The options of the command.
private enum Options {
  static let checkpoint = Option.value(
    "checkpoint", "FILE", "Compare with the checkpoints that you kept, as events checkpoint prints them")
}

extension Command {
  static let checkProof = Command(
    path: ["check-proof"], section: .log, summary: "Check proofs, without a ledger",
    operands: [Operand("FILE", "What events prove printed; “-” is standard input", isFile: true)],
    options: [Options.checkpoint], shared: [.json],
    run: checkProofs)

  private static func checkProofs(_ invocation: Invocation) throws -> ExitCode {
    let path = invocation.arguments.operands[0]
    let keptPath = invocation.arguments[Options.checkpoint]
    guard path != "-" || keptPath != "-" else {
      throw Failure.usage("standard input is either the proofs or the checkpoints", command: "check-proof")
    }
    let kept = try keptPath.map { try CheckpointFile($0, invocation) }
    let input = path == "-" ? invocation.input : try TextInput(path: path)
    let text = VerdictText(invocation, kept: kept)
    var (number, checked, code) = (0, 0, ExitCode.ok)
    while let line = try input.nextLine(limit: PrintedEvent.lineBytesMax) {
      number += 1
      let printed: PrintedProof
      do throws(Failure) {
        guard case .bytes(let bytes) = line else { throw Failure(.dataError, "the line is too long") }
        if bytes.allSatisfy({ $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }) { continue }
        printed = try PrintedProof.read(bytes)
      } catch {
        throw Failure(
          .dataError, "\(input.name):\(number): \(error.message)",
          advice: "A proof is one line, as it was printed: events prove")
      }
      let verdict = ProofVerdict(
        printed.proof, changedMember: printed.changedMember, kept: kept?.checkpoints)
      checked += 1
      if !verdict.isProven { code = .no }
      if invocation.isJSON {
        try invocation.print(json: verdict.json.adding(["unhashed": .strings(printed.unhashedMembers)]))
      } else {
        try text.print(verdict, line: number)
        if verdict.isProven { try text.print(unhashed: printed.unhashedMembers) }
      }
    }
    guard checked > 0 else { throw Failure(.dataError, "\(input.name) has no proof in it") }
    if kept == nil, !invocation.isJSON, code == .ok { try text.printHint(path) }
    return code
  }
}

/// Prints verdicts for people.
private struct VerdictText {
  private let invocation: Invocation
  private let kept: CheckpointFile?

  init(_ invocation: Invocation, kept: CheckpointFile?) {
    self.invocation = invocation
    self.kept = kept
  }

  func print(_ verdict: ProofVerdict, line number: Int) throws {
    if let problem = verdict.problem {
      try invocation.print(
        paragraph: "Not proven, line \(number): \(subject(verdict.proof)): \(visible(problem.words)).")
      return
    }
    switch verdict.proof {
    case .inclusion(let proof):
      try invocation.print(
        paragraph: "Proven: \(subject(verdict.proof)) is in the checkpoint of \(size(proof.checkpoint)).")
      try printEvent(proof.event)
      try printRoot("root", proof.checkpoint)
    case .consistency(let proof):
      let span =
        proof.since.size == proof.checkpoint.size
        ? "has not changed: \(size(proof.checkpoint))"
        : "only grew, from \(size(proof.since)) to \(grouped(Int64(clamping: proof.checkpoint.size)))"
      try invocation.print(paragraph: "Proven: \(subject(verdict.proof)) \(span).")
      try printRoot("root then", proof.since)
      try printRoot("root now ", proof.checkpoint)
    }
    try printKept(verdict)
  }

  /// Names the members that the verdict is not about.
  func print(unhashed members: [String]) throws {
    guard !members.isEmpty else { return }
    try printIndented(
      "No hash covers these parts of the line, so anyone can have changed them: \(members.joined(separator: ", "))."
    )
  }

  /// Explains what only a person can compare.
  func printHint(_ path: String) throws {
    let name = path == "-" ? "-" : visible(FigureWords.quoted(path))
    try invocation.print(
      paragraph: "Anyone can make a checkpoint. Compare size and root with one that you kept:")
    try invocation.print("  events check-proof \(name) --checkpoint KEPT")
  }

  private func printEvent(_ event: ForeignEvent) throws {
    let stored = event.stored(at: 1)
    let words = EventSentence(locale: .default).words(stored, stored.decoded)
    let recorded = localTime(milliseconds: event.recordedAtMilliseconds)
    try printIndented("\(recorded) by \(event.actor) · \(event.type)")
    if !words.isEmpty { try printIndented(words) }
  }

  private func printRoot(_ name: String, _ checkpoint: Checkpoint) throws {
    try invocation.print("  \(name)  \(checkpoint.lines[2])")
  }

  /// Prints which checkpoint of the proof is one that was kept.
  private func printKept(_ verdict: ProofVerdict) throws {
    guard let kept, let first = verdict.kept.first else { return }
    let subject =
      switch verdict.proof {
      case .consistency(let proof) where proof.since != proof.checkpoint:
        verdict.kept.count == 2
          ? "Both checkpoints are"
          : first == proof.since ? "The earlier checkpoint is" : "The later checkpoint is"
      case .inclusion, .consistency: "The checkpoint is"
      }
    try invocation.print("  \(subject) in \(kept.name).")
  }

  private func printIndented(_ line: String) throws {
    let columns = min(invocation.outputTerminal.width, 100) - 2
    try invocation.print(wrapped(visible(line), to: columns).map { "  \($0)" })
  }

  /// Returns the subject of a verdict: an event, or the log of a device.
  private func subject(_ proof: Proof) -> String {
    let device = "device \(proof.checkpoint.origin.device.description.prefix(8))"
    switch proof {
    case .inclusion(let proof):
      let reference = proof.event.reference
      return "event \(reference.sequence) of device \(reference.device.description.prefix(8))"
    case .consistency: return "the log of \(device)"
    }
  }

  private func size(_ checkpoint: Checkpoint) -> String {
    counted(Int(clamping: checkpoint.size), "event")
  }
}
