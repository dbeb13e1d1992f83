import EventLog
import LedgerAudit
import LedgerBytes
import Testing

@Suite("Checkpoints and proofs as values")
struct ProofTests {
  private static let origin = Checkpoint.Origin(
    ledger: UniqueID(high: 1, low: 2), device: UniqueID(high: 3, low: 4))

  private static func checkpoint(_ size: UInt64, _ text: String = "x") -> Checkpoint {
    Checkpoint(origin: origin, size: size, root: SHA256.hash(Array(text.utf8)))
  }

  @Test("A checkpoint is read as it was printed, with its largest size")
  func roundTrip() throws {
    let all = [Self.checkpoint(1), Self.checkpoint(UInt64(Int64.max)), Self.checkpoint(40, "y")]
    let text = all.map { $0.lines.joined(separator: "\n") }.joined(separator: "\n\n")
    #expect(try Checkpoint.notes(in: Array(text.utf8)) == all)
    #expect(try Checkpoint.notes(in: Array((text + "\n").utf8)) == all)
    #expect(try Checkpoint.notes(in: []) == [])
  }

  @Test("An origin has one spelling")
  func origins() {
    let text = Self.origin.description
    #expect(text.utf8.count == 80 && Checkpoint.Origin(text) == Self.origin)
    for other in [text + "/", "/" + text, text.uppercased(), "x" + text, "events//", ""] {
      #expect(Checkpoint.Origin(other) == nil, "\(other)")
    }
  }

  @Test("Whatever bytes there are, they are checkpoints or a line that is wrong")
  func anyBytes() {
    let printed = Array(Self.checkpoint(7).lines.joined(separator: "\n").utf8) + Array("\n".utf8)
    for index in printed.indices {
      for byte in [0, 10, 13, 32, 47, 48, 61, 255] as [UInt8] {
        var bytes = printed + printed
        bytes[index] = byte
        do throws(Checkpoint.NoteError) {
          let notes = try Checkpoint.notes(in: bytes)
          #expect(notes.last == Self.checkpoint(7) || bytes[index] == printed[index])
        } catch { #expect((1...4).contains(error.line)) }
      }
    }
  }

  @Test("A proof of growth needs one tree, a later end and the right hashes")
  func consistency() throws {
    let leaves = (UInt8(0)..<7).map { MerkleTree.leaf([$0]) }
    func checkpoint(_ size: Int, _ device: UInt64 = 4) -> Checkpoint {
      Checkpoint(
        origin: Checkpoint.Origin(ledger: Self.origin.ledger, device: UniqueID(high: 3, low: device)),
        size: UInt64(size), root: MerkleTree.root(of: leaves.prefix(size)))
    }
    var subtrees = SubtreeRoots(MerkleTree.consistencyRanges(from: 3, to: 7))
    for (index, leaf) in leaves.enumerated() { subtrees.append(leaf, at: UInt64(index)) }
    let hashes = try #require(subtrees.roots)
    func problem(_ since: Checkpoint, _ later: Checkpoint, _ hashes: [SHA256Digest]) -> ProofProblem? {
      ConsistencyProof(since: since, checkpoint: later, hashes: hashes).problem()
    }
    #expect(problem(checkpoint(3), checkpoint(7), hashes) == nil)
    #expect(problem(checkpoint(3, 5), checkpoint(7), hashes) == .otherOrigins)
    #expect(problem(checkpoint(7), checkpoint(3), hashes) == .shrunk(checkpoint(7), checkpoint(3)))
    #expect(problem(checkpoint(2), checkpoint(7), hashes) == .otherRoots)
    #expect(problem(checkpoint(3), checkpoint(6), hashes) == .otherRoots)
    #expect(problem(checkpoint(3), checkpoint(7), hashes.reversed()) == .otherRoots)
    #expect(problem(checkpoint(7), checkpoint(7), []) == nil)
    #expect(problem(checkpoint(7), checkpoint(7), hashes) == .otherRoots)
  }

  @Test("A verdict compares a right proof alone, and with all checkpoints that were kept")
  func verdicts() {
    let growth = Proof.consistency(
      ConsistencyProof(since: Self.checkpoint(7), checkpoint: Self.checkpoint(7), hashes: []))
    let wrong = Proof.consistency(
      ConsistencyProof(since: Self.checkpoint(7), checkpoint: Self.checkpoint(7, "y"), hashes: []))
    #expect(ProofVerdict(growth).isProven && !ProofVerdict(growth).isCompared)
    let kept = ProofVerdict(growth, kept: [Self.checkpoint(7), Self.checkpoint(9)])
    #expect(kept.isProven && kept.isCompared && kept.kept.count == 2)
    let other = ProofVerdict(growth, kept: [Self.checkpoint(8), Self.checkpoint(9)])
    #expect(other.problem == .otherThanKept(Self.checkpoint(9)) && other.isCompared)
    let missing = ProofVerdict(growth, kept: [])
    #expect(missing.problem == .notKept(Self.origin) && !missing.isCompared)
    let refused = ProofVerdict(wrong, kept: [Self.checkpoint(7)])
    #expect(refused.problem == .otherRoots && !refused.isCompared && refused.kept.isEmpty)
  }
}
