import Foundation
import LedgerSQLite
import Testing

@testable import events

/// What people see when a bit of the read models has flipped: words and an exit code, never a program that is gone. As a
/// process, since a trap would take these tests with it.
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
      .first { $0.hasSuffix(".sqlite") && $0.hasPrefix("history-") == ofHistory }
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

  private struct Ran {
    let command: String
    let code: Int32
    let errors: String
  }

  private static func run(_ ledger: Ledger, _ commands: [String]) throws -> [Ran] {
    let script = commands.map {
      "$events \($0) >/dev/null 2>\"$errors\"; echo \"$?|$(tr '\\n' ' ' <\"$errors\")\""
    }
    let outcome = try BuiltTool.shell(
      script.joined(separator: "\n"),
      environment: [
        "EVENTS_LEDGER": ledger.path, "SWIFT_BACKTRACE": "enable=no", "errors": ledger.folder + "/errors",
      ])
    let lines = outcome.output.split(separator: "\n")
    try #require(lines.count == commands.count, "\(outcome.output) \(outcome.errors)")
    return zip(commands, lines).map { command, line in
      let parts = line.split(separator: "|", maxSplits: 1, omittingEmptySubsequences: false)
      return Ran(command: command, code: Int32(parts[0]) ?? -1, errors: String(parts[1]))
    }
  }

  /// Runs commands that must succeed, or report that the models are damaged with advice. Returns those that report it.
  private static func damaged(_ ledger: Ledger, _ commands: [String]) throws -> [String] {
    try run(ledger, commands).compactMap { ran in
      if ran.code == 0 { return nil }
      #expect(ran.code == 65 && ran.errors.contains("`events rebuild`"), "\(ran)")
      return ran.command
    }
  }

  /// Both checks see it, and a rebuild mends it.
  private static func expectMended(_ ledger: Ledger, _ commands: [String]) throws {
    let checks = try run(ledger, ["verify", "rebuild --check", "rebuild", "verify", "rebuild --check"])
    #expect(checks[0].code == 2, "\(checks[0])")
    #expect(checks[1].code == 1 || checks[1].code == 65 && checks[1].errors.contains("`events rebuild`"))
    #expect(checks[2...].allSatisfy { $0.code == 0 }, "\(checks)")
    #expect(try damaged(ledger, commands) == [])
  }

  @Test(
    "A flipped bit of the bits, the currency or a tag: a reading command exits with 65 and suggests a rebuild")
  func columns() throws {
    for (column, wanted) in [(5, 10), (6, 5), (11, 1)] {
      let ledger = try Self.filled()
      try Self.flip(ledger, column: column, byte: 7, 0x40, ofHistory: false)
      #expect(try Self.damaged(ledger, Self.commands).count >= wanted, "\(column)")
      try Self.expectMended(ledger, Self.commands)
    }
  }

  @Test("A number of a value past all there are: every command ends with 65 and suggests to rebuild")
  func values() throws {
    for bit in [27, 40, 61] {
      let ledger = try Self.filled()
      try Self.change(ledger, ofHistory: false) {
        try $0.execute("UPDATE facet_value SET id = id | (1 << \(bit)) WHERE facet = 0 AND id = 1")
      }
      #expect(try Self.damaged(ledger, Self.commands).contains("receipts --all"))
      try Self.expectMended(ledger, Self.commands)
    }
  }

  @Test("A command onto a damaged block is on record; the next look suggests to rebuild, and then all is there")
  func posted() throws {
    let ledger = try Self.filled()
    try Self.flip(ledger, column: 0, byte: 7, 0x40, ofHistory: false)
    let add = "add --amount 4.00 --date 2026-06-12 --category food --payment cash"
    #expect(try Self.run(ledger, [add])[0].code == 0)
    #expect(try Self.damaged(ledger, ["status", "receipts"]) == ["status", "receipts"])
    try Self.expectMended(ledger, Self.commands)
    #expect(ledger.run("receipts", "--json").output.contains("400"))
  }

  @Test(
    "An invalid page of the models' file: 65 and what to do; the log is found whole, and a rebuild mends it"
  )
  func page() throws {
    let ledger = try Self.filled()
    var place: (page: Int64, size: Int64) = (0, 0)
    var name = ""
    try Self.change(ledger, ofHistory: false) { connection in
      let root = "SELECT rootpage FROM sqlite_schema WHERE name = 'transaction_row'"
      place.page = try connection.statement(root).firstInt64() ?? 0
      place.size = try connection.statement("PRAGMA page_size").firstInt64() ?? 0
      name = try connection.statement("PRAGMA database_list").firstText(2)
    }
    let file = try FileHandle(forUpdating: URL(fileURLWithPath: name))
    try file.seek(toOffset: UInt64((place.page - 1) * place.size))
    try file.write(contentsOf: Data(repeating: 0xff, count: 64))
    try file.close()
    #expect(try Self.damaged(ledger, Self.commands).contains("receipts --all"))
    try Self.expectMended(ledger, Self.commands)
  }

  @Test("A flipped bit of the history: a screen of the past exits with 65 and suggests a rebuild")
  func history() throws {
    for column in [5, 7, 15] {
      let ledger = try Self.filled()
      try Self.flip(ledger, column: column, byte: 7, 0x40, ofHistory: true)
      #expect(try Self.damaged(ledger, Self.past).contains("receipts --at 9 --category food"), "\(column)")
      try Self.expectMended(ledger, Self.past)
    }
  }
}

extension Statement {
  /// A column of the first row, as text.
  fileprivate func firstText(_ column: Int32) throws -> String {
    defer { reset() }
    return try step() ? string(column) : ""
  }
}
