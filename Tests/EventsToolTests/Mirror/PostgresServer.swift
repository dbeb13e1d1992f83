import Foundation
import Testing

/// A PostgreSQL server in a temporary folder, with a socket there. It ends with the process of the tests.
final class PostgresServer: @unchecked Sendable {
  /// The programs of the newest server that is installed, or `nil`.
  static let programs: String? = {
    let versions = "/usr/lib/postgresql"
    let installed = (try? FileManager.default.contentsOfDirectory(atPath: versions)) ?? []
    return
      (installed.sorted { Int($0) ?? 0 > Int($1) ?? 0 }.map { "\(versions)/\($0)/bin" } + ["/usr/local/bin"])
      .first { FileManager.default.isExecutableFile(atPath: "\($0)/initdb") }
  }()

  /// The server that tests share.
  static let shared = Result { try PostgresServer() }

  let folder: String
  private let programs: String
  /// The user of the system that the server runs as: it refuses to run as root.
  private let prefix: String
  private let lock = NSLock()
  private var databaseCount = 0

  init() throws {
    programs = try #require(Self.programs)
    prefix = getuid() == 0 ? "setpriv --reuid postgres --regid postgres --clear-groups " : ""
    // A socket's path has at most 107 bytes.
    folder = "/tmp/events-pg-\(UUID().uuidString.prefix(8))"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    let owner = getuid() == 0 ? "chown postgres '\(folder)' && cd / &&" : ""
    try shell(
      "\(owner) \(prefix)\(programs)/initdb -D '\(folder)/data' -U postgres -A trust -E UTF8 --no-locale --no-sync"
    )
    try shell(
      """
      cd / && cat > '\(folder)/data/pg_hba.conf' <<'END'
      local all guest scram-sha-256
      local all all trust
      END
      """)
    try start()
    try shell(
      """
      (
        while kill -0 \(ProcessInfo.processInfo.processIdentifier) 2> /dev/null; do sleep 1; done
        kill -QUIT $(head -n 1 '\(folder)/data/postmaster.pid') 2> /dev/null
        sleep 1
        rm -rf '\(folder)'
      ) > /dev/null 2>&1 &
      """)
  }

  deinit {
    try? stop()
    try? FileManager.default.removeItem(atPath: folder)
  }

  /// Starts the server and waits until it answers.
  ///
  /// After a kill its former processes may still hold its memory for a moment, so that it is started again. What was
  /// written is lost in a power cut alone, so fsync can be off.
  func start() throws {
    try shell(
      """
      cd /
      for start in $(seq 20); do
        rm -f '\(folder)/data/postmaster.pid'
        \(prefix)\(programs)/postgres -D '\(folder)/data' -k '\(folder)' -c listen_addresses= -c fsync=off \
          -c max_connections=40 -c shared_buffers=64MB >> '\(folder)/log' 2>&1 &
        server=$!
        while kill -0 $server 2> /dev/null; do
          psql -h '\(folder)' -U postgres -Atqc 'SELECT 1' > /dev/null 2>&1 && exit 0
          sleep 0.1
        done
        sleep 0.5
      done
      cat '\(folder)/log' >&2
      exit 1
      """)
  }

  /// Ends the server at once, as a crash does.
  func kill() throws { try shell("kill -9 $(head -n 1 '\(folder)/data/postmaster.pid'); sleep 0.3") }

  func stop() throws {
    try shell("cd / && \(prefix)\(programs)/pg_ctl -D '\(folder)/data' -m immediate stop")
  }

  /// Makes an empty database, and returns its name.
  func makeDatabase() throws -> String {
    lock.lock()
    databaseCount += 1
    let name = "test\(databaseCount)"
    lock.unlock()
    try query("CREATE DATABASE \(name)", in: "postgres")
    return name
  }

  /// The address of a database.
  func url(_ database: String, user: String = "postgres") -> String {
    "postgresql://\(user)@/\(database)?host=\(folder)"
  }

  /// The rows of a query, of which each has one value, or several with a bar between them.
  @discardableResult
  func query(_ sql: String, in database: String) throws -> [String] {
    let outcome = try BuiltTool.shell(
      "psql -X -h '\(folder)' -U postgres -v ON_ERROR_STOP=1 -Atqc \"$sql\" \(database)",
      environment: ["sql": sql])
    guard outcome.code == 0 else { throw Failed(words: outcome.errors) }
    return outcome.output.split(separator: "\n", omittingEmptySubsequences: false).dropLast().map(String.init)
  }

  struct Failed: Error {
    let words: String
  }

  private func shell(_ script: String) throws {
    let outcome = try BuiltTool.shell(script)
    guard outcome.code == 0 else { throw Failed(words: "\(script): \(outcome.output) \(outcome.errors)") }
  }
}
