public import LedgerBytes
public import LedgerDomain

/// A question to a ledger that cannot be answered, with text for a person.
///
///     do {
///       _ = try book.resolveGroup("Trip")
///     } catch BookError.ambiguous(_, _, let candidates) {
///       choices = candidates.map(\.words)
///     }
public enum BookError: Error, Hashable, Sendable {
  /// Nothing is called that. `known` has the names that exist, for a suggestion.
  case unknown(what: String, text: String, known: [String] = [])
  /// Several are.
  case ambiguous(what: String, text: String, candidates: [Candidate])
  /// A text that cannot be a name.
  case notAName(what: String, text: String)
  /// A command on a view of the past or of another day.
  case past
  /// An event that is to be passed over can be read.
  case readable(position: Position)
  /// The book was closed, for example before the app was suspended.
  case closed
  /// The field was changed on this device after the person looked at it.
  case changedMeanwhile(TransactionField)
  /// A version that the record does not have yet.
  case versionAhead(given: StreamVersion, newest: StreamVersion)
  /// The log is not the one that a bookmark is from, such as after a backup was put back.
  case otherLog(position: Position)

  /// A folder that is no place for a backup.
  case backupFolder(String, BackupPlace)

  /// One of several that a text could mean.
  public struct Candidate: Hashable, Sendable {
    /// Its identifier.
    public let id: UniqueID
    /// A short name of the candidate.
    public let words: String
  }
}
