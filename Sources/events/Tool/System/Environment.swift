internal import LedgerPlatform

/// The environment variables that the tool reads, and no others.
struct Environment: Sendable {
  /// The values. They are few, so a list is enough.
  private let values: [(name: String, value: String)]

  static let names: [(name: String, purpose: String)] = [
    ("EVENTS_LEDGER", "the ledger's folder, if --ledger is not given"),
    ("XDG_DATA_HOME", "the folder of the default ledger, events/ledger (default ~/.local/share)"),
    ("XDG_STATE_HOME", "the folder of marks of what was recorded, and of tokens (default ~/.local/state)"),
    ("EVENTS_YNAB_TOKEN", "the token for YNAB, instead of the one that `ynab connect` stores"),
    ("EVENTS_YNAB_URL", "the address of YNAB’s interface: https, or http to this machine for tests"),
    ("EVENTS_OCR", "the program that reads images instead of tesseract: a name or a whole path"),
    ("HOME", "the home folder"),
    ("COLUMNS", "the width of the output"),
    ("NO_COLOR", "any value: no colour"),
    ("TERM", "dumb: no colour, and bars in ASCII"),
    ("LC_ALL", "C or POSIX: bars in ASCII"),
    ("LC_CTYPE", "the same, if LC_ALL is not set"),
    ("LANG", "the same, if neither is set"),
    ("TZ", "the time zone in which log times are shown"),
    ("PATH", "the folders with tesseract, pdftotext, pdftoppm, curl and psql"),
    ("USER", "the recorded author"),
  ]

  /// The variables that psql reads, which are explained in its own documentation.
  private static let postgresNames = [
    "PGDATABASE", "PGHOST", "PGHOSTADDR", "PGPASSFILE", "PGPASSWORD", "PGPORT", "PGSERVICE", "PGSERVICEFILE",
    "PGSSLCERT", "PGSSLKEY", "PGSSLMODE", "PGSSLROOTCERT", "PGUSER",
  ]

  /// The values by their names, for a program that is started with some of them.
  var forPrograms: [String: String] {
    Dictionary(values.map { ($0.name, $0.value) }, uniquingKeysWith: { first, _ in first })
  }

  init(_ values: [String: String]) { self.init(values.map { ($0.key, $0.value) }) }

  private init(_ values: [(name: String, value: String)]) { self.values = values }

  static func ofProcess() -> Environment {
    Environment(
      (names.map(\.name) + postgresNames).compactMap { name in System.environment(name).map { (name, $0) } })
  }

  subscript(name: String) -> String? {
    values.first { $0.name == name }.flatMap { $0.value.isEmpty ? nil : $0.value }
  }
}
