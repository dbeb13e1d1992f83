internal import LedgerAnswers
internal import LedgerAudit
internal import LedgerSync

private enum Options {
  static let checkpoint = Option.value(
    "checkpoint", "FILE", "A file with kept checkpoints, as events checkpoint prints them")
}

extension Command {
  static let checkProof = Command(
    path: ["check-proof"], section: .log, summary: "Check proofs, without a ledger",
    operands: [Operand("FILE", "The output of events prove; - for standard input", isFile: true)],
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
    var (number, checked, code) = (0, 0, ExitCode.ok)
    while let line = try input.nextLine(limit: PrintedEvent.lineBytesMax) {
      number += 1
      let printed: PrintedProof
      do throws(EventLine.Fault) {
        guard case .bytes(let bytes) = line else { throw EventLine.Fault(reason: "the line is too long") }
        if bytes.allSatisfy({ $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }) { continue }
        printed = try PrintedProof.read(bytes)
      } catch {
        throw Failure(
          .dataError, "\(input.name):\(number): \(error.reason)",
          advice: "A proof is one line, as it was printed: events prove")
      }
      let verdict = ProofVerdict(
        printed.proof, changedMember: printed.changedMember, kept: kept?.checkpoints)
      checked += 1
      let answer = ProofVerdictAnswer(
        verdict, line: number, keptIn: kept?.name, unhashed: printed.unhashedMembers)
      if try invocation.show(answer) != .ok { code = .no }
    }
    guard checked > 0 else { throw Failure(.dataError, "\(input.name) has no proof in it") }
    if kept == nil, code == .ok {
      let name = path == "-" ? "-" : FigureWords.quoted(path)
      try invocation.show(
        Reply(
          nil,
          [
            .paragraph("Anyone can make a checkpoint. Compare size and root with one that you kept:"),
            .line("  events check-proof \(name) --checkpoint KEPT"),
          ]))
    }
    return code
  }
}
