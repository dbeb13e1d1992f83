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
  /// Nothing is called that.
  case unknown(what: String, text: String)
  /// Several are.
  case ambiguous(what: String, text: String, candidates: [Candidate])
  /// A text that cannot be a name.
  case notAName(what: String, text: String)
  /// A command on a view of the past.
  case past
  /// An event that is to be passed over can be read.
  case readable(position: Position)
  /// The book was closed, for example before the app was suspended.
  case closed
  /// The field was changed on this device after the person looked at it.
  case changedMeanwhile(TransactionField)
  /// A version that the record does not have yet.
  case versionAhead(given: StreamVersion, newest: StreamVersion)

  /// A folder that is no place for a backup.
  case backupFolder(String, BackupPlace)

  /// One of several that a text could mean.
  public struct Candidate: Hashable, Sendable {
    /// Its identifier.
    public let id: UniqueID
    /// A short name of the candidate.
    public let words: String
  }

  /// A sentence about what is wrong and what to do.
  public var message: String {
    switch self {
    case .unknown(let what, let text):
      "there is no \(what) “\(text)” in this ledger"
    case .ambiguous(let what, let text, let candidates):
      "“\(text)” could be \(candidates.count) \(what)s; say which by its id: "
        + candidates.map { "\($0.id) (\($0.words))" }.joined(separator: ", ")
    case .past:
      "this is a view of the past; only the ledger as it is now can be changed"
    case .readable(let position):
      "nothing is wrong with event \(position): only one that can't be read is passed over"
    case .closed:
      "the ledger is closed; open it again"
    case .changedMeanwhile(let field):
      "\(field.rawValue) was changed on this device meanwhile; look at the record again, then repeat your change"
    case .versionAhead(let given, let newest):
      "the record has \(newest) versions, and version \(given) is not one of them; read it again"
    case .backupFolder(let folder, let place):
      "\(folder) \(place.words)"
    case .notAName(let what, let text):
      "“\(text)” can't be the id or the name of a \(what)"
    }
  }
}
