import Foundation
import LedgerSQLite
import Testing

@testable import events

/// Files of a ledger with numbers that no program of ours writes, as the commands meet them.
@Suite("Commands on impossible numbers in a ledger's files") struct ImpossibleNumberTests {
  private static let values: [Int64] = [.min, -1, 0, 1 << 40, 1 << 62, .max]

  /// Places of numbers in the log, and in the search index.
  private static let places = [
    "event.position", "event.stream", "event.version", "event.lag", "event.received", "stream.key",
    "device.last_time", "search_floor.key",
  ]

  /// A ledger that was synced and has all its models, and a second copy of its folder.
  private static func prepared() throws -> Ledger {
    let ledger = try Ledger()
    for number in 1...3 { _ = try ledger.add("\(number)", "--vendor", "Taxi \(number)") }
    let shared = ledger.folder + "/shared"
    try FileManager.default.createDirectory(atPath: shared, withIntermediateDirectories: true)
    for command in [["sync", shared], ["search", "taxi"], ["rebuild", "--model", "history"]] {
      #expect(ledger.run(command).code == .ok, "\(command)")
    }
    // An event that came from another device.
    let other = ledger.folder + "/other"
    for command in [["init", "--from", shared], ["group", "create", "Trip"], ["sync", shared]] {
      #expect(ledger.run(["--ledger", other] + command).code == .ok, "\(command)")
    }
    for command in [["sync", shared], ["search", "taxi"]] {
      #expect(ledger.run(command).code == .ok, "\(command)")
    }
    return ledger
  }

  /// Sets the number at a place in its last row, without the guards of the tables.
  private static func damage(_ folder: String, _ place: String, _ value: Int64) throws {
    let parts = place.split(separator: ".").map(String.init)
    let models = try FileManager.default.contentsOfDirectory(atPath: folder + "/models")
    let search = models.first { $0.hasPrefix("search-") && $0.hasSuffix(".sqlite") } ?? ""
    let file = parts[0] == "search_floor" ? "models/" + search : "log.sqlite"
    let connection = try Connection(path: "\(folder)/\(file)", mode: .readWrite)
    var guards: [(name: String, sql: String)] = []
    try connection.statement("SELECT name, sql FROM sqlite_schema WHERE type = 'trigger'").forEachRow {
      guards.append(($0.string(0), $0.string(1)))
    }
    for trigger in guards { try connection.execute("DROP TRIGGER \(trigger.name)") }
    try connection.execute(
      "UPDATE \(parts[0]) SET \(parts[1]) = \(value) WHERE rowid = (SELECT max(rowid) FROM \(parts[0]))")
    #expect(connection.totalChanges > 0)
    for trigger in guards { try connection.execute(trigger.sql) }
    try connection.close()
  }

  @Test("No command traps or goes on for ever", arguments: places)
  func ends(place: String) throws {
    let ledger = try Self.prepared()
    let receipt = try ledger.add("9")
    for value in Self.values {
      let damaged = ledger.folder + "/damaged"
      try? FileManager.default.removeItem(atPath: damaged)
      try FileManager.default.copyItem(atPath: ledger.path, toPath: damaged)
      try Self.damage(damaged, place, value)
      // Each command finds the damage as it was. One that does not come to an end is killed after a minute.
      let script = """
        while read -r command; do
          rm -rf work && cp -a damaged work
          timeout -s KILL 60 "$events" --ledger work $command > /dev/null 2> errors
          code=$?
          if [ $code -ge 70 ] && [ $code -ne 73 ]; then echo "$command: $code $(head -c 300 errors)"; fi
        done << END
        status
        verify
        rebuild
        search taxi
        compare other
        tail
        receipt \(receipt)
        redact 3 --why x --yes
        sync shared
        END
        """
      let environment = ["XDG_STATE_HOME": ledger.folder + "/state"]
      let outcome = try BuiltTool.shell("cd \(ledger.folder) && \(script)", environment: environment)
      #expect(
        outcome.output == "" && outcome.code == 0, "\(place) = \(value): \(outcome.output)\(outcome.errors)")
    }
  }

  @Test(
    "What a damaged log refuses to record is damage, not a defect, and recover is named",
    arguments: [("device.last_time", Int64.max), ("stream.key", 0), ("stream.key", -1)])
  func recording(place: String, value: Int64) throws {
    let ledger = try Self.prepared()
    try Self.damage(ledger.path, place, value)
    let outcome = ledger.run("group", "create", "After")
    #expect(outcome.code.rawValue == 65 && outcome.errors.contains("recover"), "\(outcome)")
    #expect(ledger.run("verify").code != .ok)
  }

  @Test(
    "A search index with an impossible floor is made again", arguments: [.min, 0, 1 << 62, .max] as [Int64])
  func searchIndex(floor: Int64) throws {
    let ledger = try Self.prepared()
    let found = ledger.run("search", "taxi").output
    try Self.damage(ledger.path, "search_floor.key", floor)
    #expect(ledger.run("search", "taxi").output == found)
    #expect(ledger.run("status").output.contains("search       current"))
    #expect(ledger.run("verify").code == .ok)
  }
}
