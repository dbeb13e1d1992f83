/// The reason why a proof proves nothing.
package enum ProofProblem: Hashable, Sendable {
  /// A printed member of the event differs from the one that was hashed.
  case changedMember(String)
  /// The checkpoint is of another ledger than the event.
  case otherLedger
  /// The checkpoint is of another device than the event.
  case otherDevice
  /// The parts of the event do not result in its leaf hash.
  case changedEvent
  /// The tree of the checkpoint ends before the event.
  case younger(Checkpoint)
  /// The event and the hashes do not result in the root.
  case otherRoot
  /// The two checkpoints are of different trees.
  case otherOrigins
  /// The later tree has fewer events than the earlier one.
  case shrunk(Checkpoint, Checkpoint)
  /// The hashes do not result in the two roots.
  case otherRoots
  /// No kept checkpoint is of this tree.
  case notKept(Checkpoint.Origin)
  /// The kept checkpoint of this tree differs from those of the proof.
  case otherThanKept(Checkpoint)

  /// The code of the reason, which stays when the words are changed.
  package var code: String {
    switch self {
    case .changedMember: "changedMember"
    case .otherLedger: "otherLedger"
    case .otherDevice: "otherDevice"
    case .changedEvent: "changedEvent"
    case .younger: "younger"
    case .otherRoot: "otherRoot"
    case .otherOrigins: "otherOrigins"
    case .shrunk: "shrunk"
    case .otherRoots: "otherRoots"
    case .notKept: "notKept"
    case .otherThanKept: "otherThanKept"
    }
  }

  /// The reason, for a person.
  package var words: String {
    switch self {
    case .changedMember(let name): "“\(name)” of the event is not what was hashed"
    case .otherLedger: "the checkpoint is of another ledger than the event"
    case .otherDevice: "the checkpoint is of another device than the event"
    case .changedEvent: "the event was changed: its parts do not result in its leaf hash"
    case .younger(let checkpoint):
      "the event is younger than the checkpoint, which ends with event \(checkpoint.size)"
    case .otherRoot: "the event and the hashes do not result in the root of the checkpoint"
    case .otherOrigins: "its two checkpoints are of different devices or ledgers"
    case .shrunk(let since, let checkpoint):
      "the log had \(since.size) events, and has \(checkpoint.size) now: it did not grow"
    case .otherRoots: "the hashes do not result in the roots of its two checkpoints"
    case .notKept(let origin): "no checkpoint that you kept is of \(origin)"
    case .otherThanKept(let kept):
      "its checkpoint is not the one that you kept, of \(kept.size) events with root \(kept.lines[2])"
    }
  }
}
