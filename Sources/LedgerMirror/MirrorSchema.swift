internal import LedgerMigrations

/// The tables of a mirror: made by numbered files, and compared with what those made.
enum MirrorSchema {
  /// Makes the tables, or brings them to this program's version.
  ///
  /// - Throws: `MirrorError.oldServer`, `.encoding`, `.newerSchema`, `.changedSchema`.
  static func prepare(_ session: PostgresSession) throws {
    let row = try session.run(
      """
      SELECT current_setting('server_version_num')::int >= 130000, current_setting('server_version'),
        current_setting('server_encoding'), to_regclass('mirror.version') IS NOT NULL;
      """)
    guard let facts = row.first, facts.count == 4 else {
      throw MirrorError.server(reason: "it gave no version")
    }
    guard facts[0] == "t" else { throw MirrorError.oldServer(version: facts[1]) }
    guard facts[2] == "UTF8" else { throw MirrorError.encoding(facts[2]) }
    if try facts[3] != "t" || number(session) < Migrations.mirror.count { try migrate(session) }
    try check(session)
  }

  /// Returns the number of the last file that was applied.
  private static func number(_ session: PostgresSession) throws -> Int {
    let number = try session.run("SELECT coalesce(max(number), 0) FROM mirror.version;")
    return number.first.flatMap { Int($0[0]) } ?? 0
  }

  /// Applies the files that are missing, in one transaction. Another mirror waits for it.
  private static func migrate(_ session: PostgresSession) throws {
    try session.run("BEGIN; SELECT FROM pg_advisory_xact_lock(\(lock));")
    let isThere = try session.run("SELECT to_regclass('mirror.version') IS NOT NULL;") == [["t"]]
    let done = isThere ? try number(session) : 0
    for (index, file) in Migrations.mirror.enumerated() where index >= done {
      try session.run(file.sql)
      try session.run("INSERT INTO mirror.version (number) VALUES (\(index + 1));")
    }
    try session.run(
      """
      UPDATE mirror.version SET shape = (SELECT array_agg(line ORDER BY line) FROM (\(shape)) AS shape)
      WHERE number = (SELECT max(number) FROM mirror.version);
      COMMIT;
      """)
  }

  /// The number under which mirrors wait for each other: the first bytes of that word.
  private static let lock = 0x6d69_7272

  private static func check(_ session: PostgresSession) throws {
    let found = try number(session)
    guard found <= Migrations.mirror.count else { throw MirrorError.newerSchema(number: found) }
    let rows = try session.run(
      """
      WITH made AS (SELECT unnest(shape) AS line FROM mirror.version ORDER BY number DESC LIMIT 1000),
        now AS (\(shape))
      SELECT 'no ' || line FROM (SELECT line FROM made EXCEPT SELECT line FROM now) AS missing
      UNION ALL SELECT 'unknown ' || line FROM (SELECT line FROM now EXCEPT SELECT line FROM made) AS other
      ORDER BY 1;
      """)
    guard rows.isEmpty else { throw MirrorError.changedSchema(rows.map { $0.joined(separator: " ") }) }
  }

  /// A line for each column and each constraint of the tables. Partitions and tables of others are left out.
  private static let shape = """
    SELECT format('%s.%s %s%s', c.relname, a.attname, format_type(a.atttypid, a.atttypmod),
        CASE WHEN a.attnotnull THEN ' NOT NULL' ELSE '' END) AS line
      FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid
      WHERE c.oid IN (\(tables)) AND a.attnum > 0 AND NOT a.attisdropped
    UNION ALL
    SELECT format('%s %s', c.relname, pg_get_constraintdef(k.oid))
      FROM pg_class c JOIN pg_constraint k ON k.conrelid = c.oid
      WHERE c.oid IN (\(tables)) AND k.contype IN ('p', 'u', 'c', 'f')
    UNION ALL
    SELECT format('%s has the trigger %s', c.relname, t.tgname)
      FROM pg_class c JOIN pg_trigger t ON t.tgrelid = c.oid
      WHERE c.oid IN (\(tables)) AND NOT t.tgisinternal
    """

  private static let tables =
    (["version", "ledger", "device", "event"] + MirrorTable.all.map(\.name))
    .map { "to_regclass('mirror.\($0)')" }.joined(separator: ", ")
}
