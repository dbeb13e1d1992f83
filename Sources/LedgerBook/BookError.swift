public import LedgerBytes
public import LedgerDomain

/// A question to a ledger that cannot be answered, with text for a person.
///
///     do {
///       _ = try book.resolveGroup("Trip")
///     } catch BookError.ambiguous(_, _, let candidates, _) {
///       choices = candidates.map(\.words)
///     }
public enum BookError: Error, Hashable, Sendable {
  /// Nothing is called that. `known` has the names that exist, for a suggestion.
  case unknown(what: String, text: String, known: [String] = [])
  /// Several are: the candidates, and a number of others, which are older.
  case ambiguous(what: String, text: String, candidates: [Candidate], others: Int = 0)
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
    /// The text that means only this one: the beginning of its identifier, or an account's key.
    public let key: String
    /// Its name, such as a vendor's.
    public let name: String
    /// Its date, or the first one of a rule.
    public var date: CivilDate?
    /// Its amount.
    public var money: Money?

    /// The name, the date and the amount, in the canonical notation.
    public var words: String { words(in: nil) }

    /// Returns the name, the date and the amount in a locale's notation.
    public func words(in locale: LedgerLocale?) -> String {
      let notation = RefusalNotation(locale: locale)
      return [name, date.map(notation.date), money.map(notation.money)].compactMap { $0 }.joined(
        separator: ", ")
    }
  }
}
