public import LedgerBytes

/// An error of the read models, or in a request to them. A rebuild repairs damage.
public enum ModelError: Error, Hashable, Sendable {
  /// A table contains a value that no program of ours wrote.
  case damaged(String)
  /// The folder of the read models was removed while they were made, time and again.
  case removed
  /// An event that cannot be read stops a rebuild.
  case unreadable(position: Position, type: String, reason: String)
  /// A requested sum needs more than 64 bits.
  ///
  /// It is stored as it is, and fits again once the excess is deleted or changed.
  case overflow(String)

  /// The problem and what to do, for a person.
  public var message: String {
    switch self {
    case .damaged(let what):
      "the read models are damaged (\(what)); `events rebuild` makes them anew from the log"
    case .removed:
      "the folder of the read models was removed while they were made; nothing that was recorded is lost, and they are made when they are needed"
    case .unreadable(let position, let type, let reason):
      "event \(position) (\(type)) can't be read: \(reason); the read models stay as they were"
    case .overflow(let what):
      "the total of \(what) is too large to be shown; ask for fewer receipts, or look for an amount with too many digits"
    }
  }
}
