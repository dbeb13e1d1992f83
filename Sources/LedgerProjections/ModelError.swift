/// What can be wrong with the read models; all of it is mended by a rebuild.
public enum ModelError: Error, Hashable, Sendable {
  /// Something in a table that no program of ours wrote there.
  case damaged(String)
  /// An event that cannot be read stops a rebuild.
  case unreadable(position: Int64, type: String, reason: String)
  /// A sum left the range of 64 bits.
  case overflow(String)

  /// What is wrong and what to do, for a person.
  public var message: String {
    switch self {
    case .damaged(let what):
      "the read models are damaged (\(what)); `events rebuild` makes them anew from the log"
    case .unreadable(let position, let type, let reason):
      "event \(position) (\(type)) can't be read: \(reason); the read models stay as they were"
    case .overflow(let what):
      "the total of \(what) is too large to be counted"
    }
  }
}
