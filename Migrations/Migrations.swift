/// One SQL file of this folder, embedded in the program.
public struct SQLFile: Sendable, Hashable {
  /// The file's name without `.sql`: `log_0001_create`.
  public let name: String
  /// Its text.
  public let sql: String

  fileprivate init(_ name: String, _ bytes: [UInt8]) {
    self.name = name
    sql = String(decoding: bytes, as: UTF8.self)
  }

  /// The number of a file of the log, from 1, or `nil` for a file without a number.
  public var number: Int64? {
    let underscore = UInt8(ascii: "_")
    return Int64(Substring(name.utf8.drop { $0 != underscore }.dropFirst().prefix { $0 != underscore }))
  }
}

/// The SQL of this folder.
///
/// Embedded constants cannot be listed at run time: a new file gets a line here, and a test compares the lists with the
/// folders.
public enum Migrations {
  /// The log's schema: numbered, forward only, in order. Applied once each, never changed after a release.
  public static let log: [SQLFile] = [
    SQLFile("log_0001_create", PackageResources.log_0001_create_sql),
    SQLFile("log_0002_branches", PackageResources.log_0002_branches_sql),
    SQLFile("log_0003_redacted_branches", PackageResources.log_0003_redacted_branches_sql),
  ]

  /// The read models' schema. It has no migrations: the tables are dropped and created again when it changes.
  public static let models = [
    head, SQLFile("models_tables", PackageResources.models_tables_sql),
    SQLFile("models_findings", PackageResources.models_findings_sql),
  ]

  /// The schema of the file of history, which is next to the models. It has no migrations either.
  public static let history = [head, SQLFile("models_history", PackageResources.models_history_sql)]

  /// The schema of the file with the words of a search, which is next to the models too.
  public static let search = [head, SQLFile("models_search", PackageResources.models_search_sql)]

  /// The tables and views of a mirror in PostgreSQL: numbered, forward only, in order.
  public static let mirror: [SQLFile] = [
    SQLFile("mirror_0001_create", PackageResources.mirror_0001_create_sql),
    SQLFile("mirror_0002_views", PackageResources.mirror_0002_views_sql),
  ]

  private static let head = SQLFile("models_head", PackageResources.models_head_sql)
}
