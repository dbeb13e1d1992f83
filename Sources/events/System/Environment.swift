/// The environment variables that the tool looks at, and nothing else of the environment.
struct Environment: Sendable {
  private let values: [String: String]

  /// Their names, with what each is for.
  static let names: [(name: String, purpose: String)] = [
    ("EVENTS_LEDGER", "the ledger's folder, where --ledger is not given"),
    ("XDG_DATA_HOME", "where the ledger events/ledger is, without either; else ~/.local/share"),
    ("HOME", "the home folder"),
    ("COLUMNS", "how wide the output may be"),
    ("NO_COLOR", "set: no colour"),
    ("TERM", "dumb: no colour"),
    ("TZ", "the time zone in which log times are shown"),
    ("PATH", "where tesseract, pdftotext and pdftoppm are looked for"),
    ("USER", "who is recorded as the author"),
  ]

  init(_ values: [String: String]) { self.values = values }

  /// Those of the process.
  static func ofProcess() -> Environment {
    var values: [String: String] = [:]
    for (name, _) in names { values[name] = System.environment(name) }
    return Environment(values)
  }

  subscript(name: String) -> String? { values[name].flatMap { $0.isEmpty ? nil : $0 } }
}
