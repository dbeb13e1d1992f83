internal import LedgerAudit
public import LedgerBook
internal import LedgerSync

extension Book {
  /// Answers whether proofs prove something, without a ledger (`events check-proof`).
  ///
  /// - Parameters:
  ///   - lines: The proofs as lines of JSON, as `LedgerQuestion.proof` and `growth` give them.
  ///   - kept: The text of the checkpoints that the person kept. Without it anyone can have made the proofs.
  /// - Throws: `Refusal` if a line is no proof, or if the text contains no proof.
  /// - Complexity: O(bytes).
  public static func checkProofs(_ lines: [UInt8], kept: [UInt8]? = nil) throws -> any Answer {
    let checkpoints = try kept.map { try KeptCheckpoints($0).checkpoints }
    var parts: [any Answer] = []
    let newline = UInt8(ascii: "\n")
    for (index, line) in lines.split(separator: newline, omittingEmptySubsequences: false).enumerated() {
      if line.allSatisfy({ [UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\r")].contains($0) }) {
        continue
      }
      let printed: PrintedProof
      do throws(EventLine.Fault) {
        guard line.count <= PrintedEvent.lineBytesMax else {
          throw EventLine.Fault(reason: "the line is too long")
        }
        printed = try PrintedProof.read(Array(line))
      } catch {
        throw Refusal(
          .invalidValue, "line \(index + 1): \(error.reason)", .enter("A proof is one line, as it was printed"))
      }
      let verdict = ProofVerdict(printed.proof, changedMember: printed.changedMember, kept: checkpoints)
      let keptIn = kept == nil ? nil : "checkpoints"
      parts.append(
        ProofVerdictAnswer(verdict, line: index + 1, keptIn: keptIn, unhashed: printed.unhashedMembers))
    }
    guard !parts.isEmpty else { throw Refusal(.invalidValue, "there is no proof in the text") }
    return AnswerParts(parts: parts)
  }
}
