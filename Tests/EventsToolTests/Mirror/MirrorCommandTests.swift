import EventLog
import Foundation
import LedgerBytes
import LedgerDomain
import Testing

@testable import LedgerMirror
@testable import events

@Suite("A mirror in PostgreSQL", .enabled(if: PostgresServer.programs != nil, "needs a PostgreSQL server"))
struct MirrorCommandTests {
  /// A ledger with receipts of every kind, and one that another device has changed too.
  private func household() throws -> Ledger {
    let ledger = try Ledger()
    let group = try ledger.json("group", "create", "Berlin")["group"] as? String ?? ""
    let first = try ledger.add(
      "12.50", "--vendor", "Rewe \\ 'Süd'\t☕", "--tags", "a b,\"c\"", "--group", group)
    _ = try ledger.add("7", "--vendor", "Lidl", "--note", "line one\nline two", "--account", "Cash")
    _ = try ledger.add("100", "--kind", "income", "--vendor", "Work")
    ledger.run(
      "add", "--amount", "30", "--date", "2026-12-24", "--category", "food", "--payment", "card", "--vendor",
      "Inn", "--group", group)
    _ = try ledger.add("19.99", "--vendor", "Amazon", "--currency", "USD")
    let deleted = try ledger.add("5", "--vendor", "Gone")
    #expect(ledger.run("delete", deleted, "--yes").code == .ok)
    let draft = try ledger.capture("REWE\n14.06.2026\nSUMME EUR 4,70\nKarte")
    #expect(ledger.run("save", draft).code == .ok)
    #expect(ledger.run("correct", draft, "total", "4.90").code == .ok)
    _ = try ledger.capture("no total here")
    let elsewhere = try ledger.recordedElsewhere(["correct", first, "vendor", "Edeka"])
    #expect(ledger.run("correct", first, "vendor", "Aldi").code == .ok)
    let log = try LedgerLog.open(ledger.path, mode: .readWrite)
    _ = try log.takeIn(elsewhere, receivedAtMilliseconds: 1_781_500_000_000)
    try log.close()
    return ledger
  }

  @Test("The views have the figures of the tool, after each of several runs")
  func figures() throws {
    let database = try MirrorDatabase()
    let ledger = try household()
    let first = try database.send(ledger)
    #expect(first["sent"] as? Int == (try ledger.json("status"))["events"] as? Int)
    try database.compare(ledger)
    let again = try database.send(ledger)
    #expect(again["sent"] as? Int == 0 && again["rows"] as? Bool == false)
    let id = try ledger.add("3", "--vendor", "Later")
    #expect(ledger.run("delete", id, "--yes").code == .ok)
    #expect(ledger.run("group", "create", "Rome").code == .ok)
    #expect(try database.send(ledger)["sent"] as? Int == 3)
    try database.compare(ledger)
    // Only what changed was written: the other rows have the transaction of the first run.
    let writes = try database.rows("SELECT count(*), count(DISTINCT xmin::text) FROM mirror.receipt")
    #expect(writes == ["9|2"], "\(writes)")
    let late = try database.rows("SELECT sum(late), count(*) FROM mirror.late_events")
    #expect(late == ["1|2"], "\(late)")
  }

  @Test("Every question of the help is answered")
  func questions() throws {
    let database = try MirrorDatabase()
    let ledger = try household()
    try database.send(ledger)
    let statements = try #require(HelpFile.topic("many-ledgers")).components(separatedBy: "\n\n").flatMap {
      block in
      block.components(separatedBy: "\n").allSatisfy { $0.hasPrefix("    ") } && block.contains("SELECT")
        ? [block] : []
    }
    #expect(statements.count == 6)
    var answers = 0
    for statement in statements {
      answers += try database.rows(
        statement.replacingOccurrences(of: "current_date", with: "date '2027-01-01'")
      ).count
    }
    #expect(answers >= 10)
  }

  @Test("A ledger that is made from the mirror has the same events, with all that is local")
  func restore() throws {
    let database = try MirrorDatabase()
    let ledger = try household()
    try database.send(ledger)
    let id = try #require(try ledger.json("status")["ledger"] as? String)
    let target = ledger.folder + "/again"
    let arguments = ["restore", "--from-postgres", database.url, String(id.prefix(6)), "--ledger", target]
    #expect(database.run(ledger, arguments + ["--dry-run"]).output.contains("Would restore ledger \(id)"))
    #expect(!FileManager.default.fileExists(atPath: target))
    let outcome = database.run(ledger, arguments)
    #expect(
      outcome.code == .ok && outcome.output.replacing("\n", with: " ").contains("every event verified"),
      "\(outcome.errors)")
    let events = try wholeLog(ledger.path)
    #expect(try wholeLog(target) == events && events.count > 20)
    let exports = [ledger.path, target].map {
      ledger.run("export", "--format", "ndjson", "--ledger", $0).output
    }
    #expect(exports[0] == exports[1] && !exports[0].isEmpty)
    // It goes on as a device of its own, which the mirror learns of.
    #expect(ledger.run("add", "food 5 card", "--ledger", target).code == .ok)
    let sent = try object(database.run(ledger, ["mirror", "postgres", database.url, target, "--json"]).output)
    #expect(sent["sent"] as? Int == 1, "\(sent)")
    // The first folder lacks them: its rows do not replace newer ones.
    let older = try database.send(ledger)
    #expect(older["missingHere"] as? Int == 1 && older["rows"] as? Bool == false, "\(older)")
    #expect(ledger.run("add", "taxi 9 card").code == .ok)
    let apart = try database.send(ledger)
    #expect(apart["sent"] as? Int == 1 && apart["rows"] as? Bool == false, "\(apart)")
    #expect(try database.rows("SELECT DISTINCT events_behind FROM mirror.receipts") == ["1"])
  }

  @Test("Content that is redacted goes from the mirror, and does not come back")
  func redaction() throws {
    let database = try MirrorDatabase()
    let ledger = try Ledger()
    let id = try ledger.add("12.50", "--vendor", "Secret shop")
    try database.send(ledger)
    let event = try #require(try wholeLog(ledger.path).last?.reference)
    let log = try LedgerLog.open(ledger.path, mode: .readWrite)
    try redact(event, in: log)
    try log.close()
    #expect(ledger.run("rebuild").code == .ok)
    try database.send(ledger)
    let rows = try database.rows(
      "SELECT payload IS NULL, exact IS NULL, length(salt) FROM mirror.event WHERE type = 'TransactionRecorded'"
    )
    #expect(rows == ["t|t|32"], "\(rows)")
    let dump = try database.rows("SELECT count(*) FROM mirror.event WHERE payload::text LIKE '%Secret%'")
    #expect(dump == ["0"] && !id.isEmpty)
    try database.compare(ledger)
  }

  @Test("A folder of ledgers is sent, and one that is broken does not keep the others from it")
  func folder() throws {
    let database = try MirrorDatabase()
    let ledger = try Ledger()
    for name in ["a", "b", "c"] {
      #expect(ledger.run("init", "--currency", "EUR", "--ledger", "\(ledger.folder)/many/\(name)").code == .ok)
    }
    try Data("no database".utf8).write(to: URL(fileURLWithPath: ledger.folder + "/many/b/log.sqlite"))
    let outcome = database.run(ledger, ["mirror", "postgres", database.url, ledger.folder + "/many"])
    #expect(outcome.code != .ok && outcome.errors.contains("/many/b: "), "\(outcome.errors)")
    #expect(outcome.output.hasSuffix("2 ledgers: 12 events sent.\n"), "\(outcome.output)")
    let listed = try objects(database.run(ledger, ["mirror", "list", database.url, "--json"]).output)
    #expect(listed.map { $0["events"] as? Int } == [6, 6])
    #expect(database.run(ledger, ["mirror", "list", "-"], input: database.url + "\n").lines.count == 3)
  }

  @Test("Two folders of one ledger that went on apart are not mixed")
  func fork() throws {
    let database = try MirrorDatabase()
    let ledger = try Ledger()
    let copy = ledger.folder + "/copy"
    try FileManager.default.copyItem(atPath: ledger.path, toPath: copy)
    #expect(ledger.run("add", "food 5 card").code == .ok)
    try database.send(ledger)
    // The copy records under the same device and number.
    try FileManager.default.removeItem(atPath: ledger.path)
    try FileManager.default.moveItem(atPath: copy, toPath: ledger.path)
    let log = try LedgerLog.open(ledger.path, mode: .readWrite)
    let known = try #require(try log.backwards(limit: 1).first)
    let forged = forgedEvent(after: known)
    _ = try log.takeIn([forged], receivedAtMilliseconds: 1)
    try log.close()
    let outcome = database.run(ledger, ["mirror", "postgres", database.url])
    #expect(
      outcome.code == .dataError && outcome.errors.contains("the mirror has another event"), "\(outcome.errors)"
    )
    #expect(try database.rows("SELECT events FROM mirror.ledger") == ["7"])
  }

  /// Another event than the one that the device has recorded under the next number.
  private func forgedEvent(after event: StoredEvent) -> ForeignEvent {
    func make(_ leaf: SHA256Digest) -> ForeignEvent {
      ForeignEvent(
        reference: EventReference(device: event.reference.device, sequence: event.reference.sequence + 1),
        time: HybridTime(milliseconds: event.time.milliseconds + 1),
        recordedAtMilliseconds: event.recordedAtMilliseconds,
        offsetMinutes: 0, stream: event.stream, seen: [], type: "Other", schema: 1,
        correlation: event.correlation,
        cause: nil, actor: "user/anna", salt: [UInt8](repeating: 1, count: 16), payload: Array("{}".utf8),
        leaf: leaf)
    }
    return make(make(event.leaf).computedLeaf ?? event.leaf)
  }

  @Test("Wrong addresses, servers and tables are refused in words, and nothing is half done")
  func refusals() throws {
    let database = try MirrorDatabase()
    let server = database.server
    let ledger = try Ledger()
    func refusal(_ url: String, _ code: ExitCode, _ words: String) {
      let outcome = database.run(ledger, ["mirror", "postgres", url])
      #expect(outcome.code == code && outcome.errors.contains(words), "\(outcome.errors)")
    }
    refusal("mysql://localhost", .usage, "does not begin with postgresql://")
    refusal("postgresql://anna:secret@localhost/books", .usage, "can read a password in an argument")
    refusal("postgresql://localhost:99999/books", .usage, "no port")
    refusal("postgresql://localhost/books?color=red", .usage, "unknown setting “color”")
    refusal(server.url("nowhere"), .tryAgain, "database \"nowhere\" does not exist")
    refusal(server.url(database.name, user: "nobody"), .tryAgain, "role \"nobody\" does not exist")
    refusal("postgresql://postgres@/x?host=/tmp/no-such-folder", .tryAgain, "No such file or directory")
    let noProgram = ledger.run(
      ["mirror", "list", database.url], environment: ledger.environment.merging(["PATH": "/nowhere"]) { $1 })
    #expect(noProgram.code == .noInput && noProgram.errors.contains("psql is not installed"))

    try server.query("DROP ROLE IF EXISTS guest; CREATE ROLE guest LOGIN PASSWORD 'right'", in: "postgres")
    for (password, words) in [
      ("wrong", "password authentication failed"), ("right", "permission denied for database"),
    ] {
      let outcome = database.run(
        ledger, ["mirror", "postgres", "-"],
        input: "postgresql://guest:\(password)@/\(database.name)?host=\(server.folder)\n")
      #expect(outcome.code == .tryAgain && outcome.errors.contains(words), "\(outcome.errors)")
      #expect(!outcome.errors.contains(password == "right" ? "right@" : "wrong"), "\(outcome.errors)")
    }
    #expect(try database.rows("SELECT count(*) FROM pg_namespace WHERE nspname = 'mirror'") == ["0"])

    try server.query(
      "CREATE DATABASE latin ENCODING 'LATIN1' LC_COLLATE 'C' LC_CTYPE 'C' TEMPLATE template0", in: "postgres")
    refusal(server.url("latin"), .dataError, "has the encoding LATIN1")
    try database.send(ledger)
    try database.execute("ALTER TABLE mirror.event RENAME COLUMN leaf TO leaves")
    refusal(database.url, .dataError, "the mirror's tables were changed: no event.leaf bytea")
    try database.execute("ALTER TABLE mirror.event RENAME COLUMN leaves TO leaf")
    try database.execute("CREATE TABLE mirror.own (a int)")
    try database.send(ledger)
    try database.execute("INSERT INTO mirror.version (number) VALUES (99)")
    refusal(database.url, .dataError, "a newer version of this program")
  }

  @Test("A server without room takes back the whole batch, and the next run sends it")
  func fullDisk() throws {
    let database = try MirrorDatabase()
    let ledger = try Ledger()
    try database.send(ledger)
    #expect(ledger.run("add", "food 5 card").code == .ok)
    // A table that refuses rows stands for a disk that does.
    try database.execute(
      """
      ALTER TABLE mirror.receipt ADD CONSTRAINT full_disk CHECK (vendor IS NOT NULL) NOT VALID;
      UPDATE mirror.version SET shape = shape || 'receipt CHECK ((vendor IS NOT NULL)) NOT VALID'::text
      """)
    let refused = database.run(ledger, ["mirror", "postgres", database.url])
    #expect(refused.code == .tryAgain && refused.errors.contains("full_disk"), "\(refused.errors)")
    #expect(try database.rows("SELECT events, as_of FROM mirror.ledger") == ["6|6"])
    #expect(try database.rows("SELECT count(*) FROM mirror.event") == ["6"])
    try database.execute(
      "ALTER TABLE mirror.receipt DROP CONSTRAINT full_disk; UPDATE mirror.version SET shape = array_remove(shape, 'receipt CHECK ((vendor IS NOT NULL)) NOT VALID')"
    )
    #expect(try database.send(ledger)["sent"] as? Int == 1)
    try database.compare(ledger)
  }
}

extension MirrorDatabase {
  /// Runs a statement.
  fileprivate func execute(_ sql: String) throws { _ = try rows(sql) }
}
