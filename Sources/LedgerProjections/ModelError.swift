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
}
