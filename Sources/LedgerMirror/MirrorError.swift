package import LedgerBook
package import LedgerBytes
package import LedgerDomain

/// Why a ledger cannot be mirrored, or made again from a mirror.
package enum MirrorError: Error, Hashable, Sendable {
  /// The text is not the address of a PostgreSQL database.
  case address(reason: String)
  /// An address that other users of the machine can read has a password.
  case passwordInArgument
  /// The program `psql` is not installed.
  case noProgram
  /// The server cannot be reached, or does not let us in.
  case connection(reason: String)
  /// The server refused something, or the connection was lost.
  case server(reason: String)
  /// The server is older than the mirror can use.
  case oldServer(version: String)
  /// The database does not keep texts in UTF-8.
  case encoding(String)
  /// A newer program made the tables.
  case newerSchema(number: Int)
  /// The tables are not as the program made them.
  case changedSchema([String])
  /// The mirror has another event under the number of one of the ledger's.
  case fork(EventReference)
  /// The tree of a device gives another root than the ledger's.
  case otherRoot(device: UniqueID)
  /// The mirror has no such ledger.
  case noLedger(String)
  /// Several ledgers of the mirror have ids that begin so.
  case ambiguous(String)
  /// An event of the mirror is not the one that was sent.
  case damaged(EventReference, reason: String)
}

extension MirrorError: Explained {
  package func refusal(in locale: LedgerLocale?) -> Refusal {
    switch self {
    case .address(let reason):
      Refusal(
        .misuse, "this is not the address of a PostgreSQL database", detail: reason,
        .enter("Write it as postgresql://USER@HOST/DATABASE"))
    case .passwordInArgument:
      Refusal(
        .misuse, "other users of this machine can read a password in an argument",
        .enter("Keep it in ~/.pgpass or in the variable PGPASSWORD, or write the address to standard input"))
    case .noProgram:
      Refusal(
        .notFound, "the program psql is not installed",
        .install(program: "psql", package: "postgresql-client"))
    case .connection(let reason):
      Refusal(
        .busy, "cannot connect to the PostgreSQL server", detail: reason,
        .enter("Check that psql reaches it with the same address"))
    case .server(let reason):
      Refusal(
        .busy, "the PostgreSQL server reported an error", detail: reason,
        .enter("Fix the cause, then run the command again: what was already sent is kept"))
    case .oldServer(let version):
      Refusal(
        .unreadable, "the PostgreSQL server has version \(version), and 13 or newer is required",
        .enter("Update the server, or name another one"))
    case .encoding(let encoding):
      Refusal(
        .unreadable, "the database has the encoding \(encoding), and UTF8 is required",
        .enter("Make a database for the mirror: createdb --encoding UTF8 --template template0 NAME"))
    case .newerSchema(let number):
      Refusal(
        .unreadable, "a newer version of this program made the mirror's tables", detail: "version \(number)",
        .update)
    case .changedSchema(let lines):
      Refusal(
        .unreadable, "the mirror's tables were changed",
        detail: lines.prefix(3).joined(separator: "; ")
          + (lines.count > 3 ? "; and \(lines.count - 3) more" : ""),
        .enter("Keep your own views and tables in another schema, or mirror into another database"))
    case .fork(let event):
      Refusal(.unreadable, "the mirror has another event of this number", detail: "\(event)", .compare)
    case .otherRoot(let device):
      Refusal(
        .unreadable, "the events of a device in the mirror are not those of the ledger",
        detail: device.description, Self.compare)
    case .damaged(let event, let reason):
      Refusal(
        .unreadable, "an event of the mirror is not as it was sent", detail: "\(event): \(reason)", Self.compare
      )
    case .noLedger(let text): Refusal(.notFound, "the mirror has no ledger “\(text)”", .choose(.mirror))
    case .ambiguous(let text):
      Refusal(.notFound, "several ledgers of the mirror begin with “\(text)”", .choose(.mirror))
    }
  }

  private static let compare = Remedy.enter("Mirror into a new database, and compare the two")
}
