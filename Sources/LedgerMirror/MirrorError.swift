package import LedgerBytes

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

extension MirrorError {
  /// The reason, in one sentence without a full stop.
  package var message: String {
    switch self {
    case .address(let reason): "that is no address of a PostgreSQL database: \(reason)"
    case .passwordInArgument: "other users of this machine can read a password in an argument"
    case .noProgram: "the program psql is not installed"
    case .connection(let reason): "the PostgreSQL server cannot be used: \(reason)"
    case .server(let reason): "the PostgreSQL server did not do it: \(reason)"
    case .oldServer(let version): "the PostgreSQL server has version \(version), and 13 or newer is needed"
    case .encoding(let encoding): "the database keeps texts in \(encoding), and UTF8 is needed"
    case .newerSchema(let number): "a newer version of the program made the mirror's tables (\(number))"
    case .changedSchema(let lines):
      "the mirror's tables were changed: " + lines.prefix(3).joined(separator: "; ")
        + (lines.count > 3 ? "; and \(lines.count - 3) more" : "")
    case .fork(let event): "the mirror has another event \(event.sequence) of device \(event.device)"
    case .otherRoot(let device): "the events of device \(device) in the mirror are not those of the ledger"
    case .noLedger(let text): "the mirror has no ledger “\(text)”"
    case .ambiguous(let text): "several ledgers of the mirror begin with “\(text)”"
    case .damaged(let event, let reason):
      "event \(event.sequence) of device \(event.device) is not as it was sent: \(reason)"
    }
  }

  /// The next thing to do, or `nil` if there is no advice.
  package var advice: String? {
    switch self {
    case .address: "Write it as postgresql://USER@HOST/DATABASE"
    case .passwordInArgument:
      "Keep it in ~/.pgpass, or in the variable PGPASSWORD, or give “-” and write the address to standard input"
    case .noProgram: "Install it: apt-get install postgresql-client, or brew install libpq"
    case .connection: "Does psql reach it with the same address? Nothing was changed"
    case .server: "What was mirrored before is kept. Run it again when the cause is gone"
    case .oldServer: "Update the server, or name another one"
    case .encoding: "Make a database for the mirror: createdb --encoding UTF8 --template template0 NAME"
    case .newerSchema: "Update the program"
    case .changedSchema:
      "Change them back, or mirror into another database. Views and tables of your own belong in another schema"
    case .fork: "One of the two folders was restored from a copy and went on. See: events help sync-trouble"
    case .otherRoot, .damaged: "Mirror into a new database, and compare the two"
    case .noLedger, .ambiguous: "List them: events mirror list URL"
    }
  }
}
