import Foundation
import LedgerSQLite
import Testing

@testable import events

/// What people see when a bit of the read models has flipped: what they would see otherwise, and never a program that is
/// gone. As a process, since a trap would take these tests with it.
@Suite("Damaged read models, on the built tool")
struct DamagedModelsProcessTests {
  private static let commands = [
    "receipts --all", "receipts --group Trip", "receipts --text rewe", "receipts --category food",
    "receipts --tag a", "receipts --min 1", "groups", "group show Trip", "search rewe --category food",
    "analysis --kind expense --all", "export --format csv", "duplicates", "status",
  ]
  private static let past = [
    "receipts --at 9", "receipts --at 9 --category food", "groups --at 9",
    "why expense all category:food EUR --at 9",
  ]

  private static func filled() throws -> Ledger {
    let ledger = try Ledger()
    ledger.run("group", "create", "Trip")
    for _ in 0..<3 { _ = try ledger.add("3.00", "--vendor", "REWE", "--group", "Trip", "--tags", "a") }
    ledger.run("groups")
    #expect(ledger.run("rebuild", "--model", "history").code == .ok)
    return ledger
  }

  /// Changes a ledger's models or its history without its knowledge.
  private static func change(_ ledger: Ledger, ofHistory: Bool, _ body: (Connection) throws -> Void) throws {
    let models = ledger.path + "/models"
    let name = try FileManager.default.contentsOfDirectory(atPath: models)
      .first {
        $0.hasSuffix(".sqlite") && $0.hasPrefix("history-") == ofHistory && !$0.hasPrefix("search-")
      }
    let connection = try Connection(path: "\(models)/\(try #require(name))", mode: .readWrite)
    try body(connection)
    try connection.close()
  }

  /// Flips bits of a byte of the least value of a column in every block.
  private static func flip(_ ledger: Ledger, column: Int, byte: Int, _ bits: UInt8, ofHistory: Bool) throws {
    try change(ledger, ofHistory: ofHistory) { connection in
      var blocks: [(number: Int64, bytes: [UInt8])] = []
      try connection.statement("SELECT number, columns FROM facet_block").forEachRow {
        blocks.append(($0.int64(0), $0.bytes(1)))
      }
      for block in blocks {
        var bytes = block.bytes
        bytes[2 + column * 9 + byte] ^= bits
        let update = try connection.statement("UPDATE facet_block SET columns = ?2 WHERE number = ?1")
        try update.bind(1, block.number)
        try update.bind(2, blob: bytes)
        try update.run()
      }
    }
  }

  /// What a command has printed, and how it ended.
  private struct Ran: Equatable {
    let code: Int32
    let output: String
  }

  private static func run(_ ledger: Ledger, _ commands: [String]) throws -> [Ran] {
    let script = commands.map { "$events \($0) 2>&1; code=$?; echo; echo \"=$code=\"" }
    let outcome = try BuiltTool.shell(
      script.joined(separator: "\n"),
      environment: ["EVENTS_LEDGER": ledger.path, "SWIFT_BACKTRACE": "enable=no"])
    let parts = outcome.output.split(separator: "=\n", omittingEmptySubsequences: true)
    try #require(parts.count == commands.count, "\(outcome.output) \(outcome.errors)")
    return parts.map { part in
      let halves = part.split(separator: "\n=", maxSplits: 1, omittingEmptySubsequences: false)
      return Ran(code: Int32(halves.last ?? "") ?? -1, output: String(halves[0]))
    }
  }

  /// Damages a ledger before each command, which must print what it prints for the sound one. Both checks then report
  /// the damage, and a rebuild mends it.
  private static func expectMended(
    _ commands: [String], _ note: Comment, _ damage: (Ledger) throws -> Void
  ) throws {
    let ledger = try filled()
    let sound = ledger.folder + "/sound"
    _ = try run(ledger, commands)
    try FileManager.default.copyItem(atPath: ledger.path + "/models", toPath: sound)
    func damageAgain() throws {
      try FileManager.default.removeItem(atPath: ledger.path + "/models")
      try FileManager.default.copyItem(atPath: sound, toPath: ledger.path + "/models")
      try damage(ledger)
    }
    // The path and the number of the file are in it.
    let compared = commands.filter { $0 != "status" }
    let expected = try run(ledger, compared)
    #expect(expected.allSatisfy { $0.code == 0 }, "\(expected)")
    for (command, wanted) in zip(compared, expected) {
      try damageAgain()
      #expect(try run(ledger, [command, command]) == [wanted, wanted], "\(note): \(command)")
    }
    try damageAgain()
    #expect(try run(ledger, commands).allSatisfy { $0.code == 0 }, note)
    try damageAgain()
    let checks = try run(ledger, ["verify", "rebuild --check", "rebuild", "verify", "rebuild --check"])
    #expect(checks[0].code == 2, "\(checks[0])")
    #expect(
      checks[1].code == 1 || checks[1].code == 65 && checks[1].output.contains("computed figures are damaged"))
    #expect(checks[2...].allSatisfy { $0.code == 0 }, "\(checks)")
  }

  @Test("A flipped bit of the bits, the currency or a tag: every screen is right")
  func columns() throws {
    for column in [5, 6, 11] {
      try Self.expectMended(Self.commands, "\(column)") {
        try Self.flip($0, column: column, byte: 7, 0x40, ofHistory: false)
      }
    }
  }

  @Test("A number of a value past all there are: every screen is right")
  func values() throws {
    for bit in [27, 40, 61] {
      try Self.expectMended(Self.commands, "\(bit)") { ledger in
        try Self.change(ledger, ofHistory: false) {
          try $0.execute("UPDATE facet_value SET id = id | (1 << \(bit)) WHERE facet = 0 AND id = 1")
        }
      }
    }
  }

  @Test("A command onto a damaged block is on record, and the next look has it")
  func posted() throws {
    let ledger = try Self.filled()
    try Self.flip(ledger, column: 0, byte: 7, 0x40, ofHistory: false)
    let add = "add --amount 4.00 --date 2026-06-12 --category food --payment cash"
    #expect(try Self.run(ledger, [add, "status", "receipts"]).map(\.code) == [0, 0, 0])
    #expect(ledger.run("receipts", "--json").output.contains("400"))
    #expect(ledger.run("verify").code == .ok)
  }

  @Test("A flipped bit of the history: a screen of the past is right, and comes from history again")
  func history() throws {
    for column in [5, 7, 15] {
      try Self.expectMended(Self.past, "\(column)") {
        try Self.flip($0, column: column, byte: 7, 0x40, ofHistory: true)
      }
    }
  }
}
