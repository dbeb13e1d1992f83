import EventLog
import Foundation
import LedgerBook
import LedgerDomain
import LedgerTestSupport
import Testing

@testable import LedgerMirror
@testable import events

@Suite(
  "A mirror that is interrupted", .enabled(if: PostgresServer.programs != nil, "needs a PostgreSQL server"))
struct MirrorKillTests {
  private static let roundCount = Extent.of(12, nightly: 200)

  @Test("Kills of the tool, psql and the server leave every event once, and figures that are right")
  func kills() throws {
    let server = try PostgresServer()
    let database = try MirrorDatabase(server: server)
    let ledgers = try (0..<3).map { _ in try Ledger() }
    let paths = ledgers.map { "'\($0.path)'" }.joined(separator: " ")
    var random = SeededGenerator(seed: 28)
    var kills = 0
    for round in 0..<Self.roundCount {
      for ledger in ledgers {
        for _ in 0..<Int.random(in: 1...3, using: &random) {
          _ = try ledger.add("\(Int.random(in: 1...99, using: &random))", "--vendor", "Shop \(round)")
        }
      }
      let pause = Double.random(in: 0...0.25, using: &random)
      let victim =
        switch round % 3 {
        case 0: "kill -9 $!"
        case 1: "pkill -9 -P $!"
        default: "kill -9 $(head -n 1 '\(server.folder)/data/postmaster.pid')"
        }
      let run = try BuiltTool.shell(
        """
        "$events" mirror postgres '\(database.url)' \(paths) > /dev/null 2>&1 &
        sleep \(pause)
        \(victim)
        wait $!
        """)
      if run.code != 0 { kills += 1 }
      if round % 3 == 2 { try server.start() }
      let counts =
        try database.rows("SELECT to_regclass('mirror.event') IS NOT NULL") == ["t"]
        ? database.rows(
          """
          SELECT count(*) FROM mirror.ledger l
          WHERE l.events <> (SELECT count(*) FROM mirror.event e WHERE e.ledger = l.id)
            OR l.events <> (SELECT sum(size) FROM mirror.device d WHERE d.ledger = l.id)
            OR l.as_of > l.events
          """) : ["0"]
      #expect(counts == ["0"], "round \(round)")
    }
    #expect(kills > Self.roundCount / 4, "the kills came in time: \(kills)")
    for ledger in ledgers {
      try database.send(ledger)
      try database.compare(ledger)
    }
  }

  @Test("Two mirrors at once send each event once")
  func together() throws {
    let database = try MirrorDatabase()
    let ledger = try Ledger()
    for (day, count) in [(1...28, 34), (1...20, 20), (1...9, 9)] {
      for day in day { _ = try ledger.add("\(day)", "--vendor", "Shop") }
      let outcome = try BuiltTool.shell(
        """
        jobs=
        for i in 1 2 3 4; do
          "$events" --ledger '\(ledger.path)' mirror postgres '\(database.url)' --json & jobs="$jobs $!"
        done
        for job in $jobs; do wait $job || exit 1; done
        """)
      #expect(outcome.code == 0, "\(outcome.errors)")
      #expect(try objects(outcome.output).compactMap { $0["sent"] as? Int }.reduce(0, +) == count)
    }
    #expect(try database.rows("SELECT count(*), max(position) FROM mirror.event") == ["63|63"])
    try database.compare(ledger)
  }

  @Test("Small batches end between two events, and another folder goes on where the first one stopped")
  func batches() throws {
    let database = try MirrorDatabase()
    let ledger = try Ledger()
    for day in 1...20 { _ = try ledger.add("\(day)", "--vendor", "Shop") }
    let mirror = try PostgresMirror(
      try PostgresAddress(database.url), environment: ["PATH": "/usr/local/bin:/usr/bin:/bin"],
      batchEventsMax: 7)
    let settings = Book.Settings(folder: ledger.path, actor: .person("anna"), deviceName: "test")
    let book = try Book.open(settings)
    #expect(try mirror.send(book).sentCount == 26)
    try book.close()
    try database.compare(ledger)
    #expect(try mirror.send(try Book.open(settings)).sentCount == 0)
  }
}
