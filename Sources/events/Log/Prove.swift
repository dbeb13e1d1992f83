internal import EventLog
internal import LedgerAnswers
internal import LedgerAudit
internal import LedgerBook
internal import LedgerBytes

private enum Options {
  static let checkpoint = Option.value(
    "checkpoint", "FILE", "Prove the event against a kept checkpoint, not the current log")
  static let since = Option.value(
    "since", "FILE", "Prove that the log only grew since these kept checkpoints")
  static let output = Option.value(
    "output", "FILE", "The file to write (default: standard output)", short: "o")
}

extension Command {
  static let prove = Command(
    path: ["prove"], section: .log, summary: "Prove that an event is in the log, or that the log only grew",
    operands: [Operand("P", "The event: a position or DEVICE:SEQUENCE", isOptional: true)],
    options: [Options.checkpoint, Options.since, Options.output],
    shared: Option.reading + [.yes],
    run: { invocation in
      let arguments = invocation.arguments
      switch (arguments.operand(0), arguments[Options.since]) {
      case (let name?, nil): return try invocation.withLedger(needsSettings: false) { try proveEvent(name, $0) }
      case (nil, let path?):
        guard !arguments.has(Options.checkpoint) else {
          throw Failure.usage(
            "--since has the checkpoints already: leave --checkpoint out", command: "prove")
        }
        return try invocation.withLedger(needsSettings: false) { try proveGrowth(path, $0) }
      case (nil, nil): throw Failure.usage("“prove” needs an event, or --since FILE", command: "prove")
      case (_?, _?): throw Failure.usage("“prove” takes an event or --since, not both", command: "prove")
      }
    })

  private static func proveEvent(_ name: String, _ ledger: OpenLedger) throws -> ExitCode {
    guard let event = try ledger.event(name) else {
      throw Failure(
        .noInput, "“\(name)” is not an event: a proof is about one, by its position or as DEVICE:SEQUENCE",
        advice: "The events of a record with their positions: " + printedCommand("show", name))
    }
    let kept = try ledger.arguments[Options.checkpoint].map { try CheckpointFile($0, ledger.invocation) }
    let progress = ledger.invocation.progress("Proving: event")
    defer { progress.finish() }
    let question = LedgerQuestion.proof(of: event.reference, in: kept?.bytes)
    let answer = try ledger.book.answer(question) { progress.update($0, of: $1) }
    progress.finish()
    return try write(
      [try answer.jsonLines(ledger.notation)], "The proof of event \(event.position) is", ledger)
  }

  /// Prints a proof for each checkpoint of a file, and reports those that the log contradicts.
  private static func proveGrowth(_ path: String, _ ledger: OpenLedger) throws -> ExitCode {
    let file = try CheckpointFile(path, ledger.invocation)
    var lines: [String] = []
    var codes: Set<ExitCode> = []
    for checkpoint in file.checkpoints {
      let progress = ledger.invocation.progress("Proving: event")
      defer { progress.finish() }
      do {
        let proof = try ledger.book.consistencyProof(since: checkpoint) {
          progress.update(Int64(clamping: $0), of: Int64(clamping: $1))
        }
        lines.append(proof.json.line)
      } catch let refusal as ProofRefusal {
        progress.finish()
        let failure = Failure(Refusal(refusal)).about(ledger.arguments[.ledger])
        for line in failure.lines { ledger.invocation.remark(line) }
        codes.insert(failure.code)
      }
    }
    var code = ExitCode.ok
    if !lines.isEmpty {
      let are = lines.count == 1 ? "is" : "are"
      code = try write(lines, "\(counted(lines.count, "proof")) that the log only grew \(are)", ledger)
    }
    // A rewritten log is worse than a checkpoint that belongs elsewhere.
    return codes.contains(.no) ? .no : codes.first ?? code
  }

  /// Writes proofs to standard output, or to a file that is then named in a sentence.
  private static func write(_ lines: [String], _ subject: String, _ ledger: OpenLedger) throws -> ExitCode {
    guard let path = ledger.arguments[Options.output] else {
      for line in lines { try ledger.invocation.output.write(line) }
      return .ok
    }
    let written: Void? = try ledger.replaceFile(path) { write in
      for line in lines { try write(Array(line.utf8)) }
    }?.0
    guard written != nil else { return .no }
    return try ledger.show(
      Reply(
        ["file": .string(path), "proofs": .count(lines.count)],
        [
          .line("\(subject) in \(path)."),
          .line(Line("  Check: " + printedCommand("check-proof", path))),
        ]))
  }
}
