import EventLog
import LedgerAnswers
import LedgerAudit
import LedgerBytes
import LedgerSync

@testable import events

/// Proofs and checkpoints, which come from people who may want to be believed.
extension FuzzTarget {
  /// A line of `check-proof`: printing it as `prove` does results in the same proof.
  static let proof = FuzzTarget(name: "proof") { input in
    do throws(EventLine.Fault) {
      let printed = try PrintedProof.read(input)
      let line =
        switch printed.proof {
        case .inclusion(let proof):
          proof.json(proof.event.stored(at: 1).json(in: proof.ledger, after: proof.event.previousLeaf))
            .encoded()
        case .consistency(let proof): proof.json.encoded()
        }
      guard let again = try? PrintedProof.read(line), again.proof == printed.proof, again.changedMember == nil
      else {
        fuzzFinding("a proof is another when it is written and read: \(String(decoding: line, as: UTF8.self))")
      }
      let verdict = ProofVerdict(printed.proof, changedMember: printed.changedMember)
      if verdict.isProven != (verdict.problem == nil) || verdict.isCompared { fuzzFinding("\(verdict)") }
    } catch {
      if error.reason.isEmpty { fuzzFinding("a bad line has no reason") }
    }
  }

  /// A file of checkpoints: printing them results in the same ones.
  static let checkpoint = FuzzTarget(name: "checkpoint") { input in
    guard let checkpoints = try? Checkpoint.notes(in: input) else { return }
    let text = checkpoints.flatMap { $0.lines + [""] }.joined(separator: "\n")
    guard let again = try? Checkpoint.notes(in: Array(text.utf8)), again == checkpoints else {
      fuzzFinding("checkpoints are others when they are written and read: \(text)")
    }
  }
}
