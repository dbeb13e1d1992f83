import Foundation
import LedgerTestSupport
import Testing

@testable import events

/// Commands that are printed to be copied. Names in them come from papers, banks and other devices.
@Suite("Commands that are copied")
struct CopiedCommandsTests {
  /// A name that a shell would run if it were not quoted.
  private static func hostile(_ name: String) -> String { "\(name); touch ran #" }

  @Test("No name that is printed in a command makes a shell run something else")
  func names() throws {
    let ledger = try Ledger()
    let name = Self.hostile("Giro")
    #expect(ledger.run("account", "open", name, "--opening", "100").code == .ok)
    #expect(ledger.run("account", "open", Self.hostile("Savings")).code == .ok)
    #expect(ledger.run("category", "add", Self.hostile("Taxi")).code == .ok)
    #expect(ledger.run("goal", "add", Self.hostile("Bike"), "500").code == .ok)
    let group = try #require(try ledger.json("group", "create", Self.hostile("Berlin"))["group"] as? String)
    let entry = [
      "add", "--amount", "5", "--vendor", Self.hostile("Rewe"), "--category", Self.hostile("Taxi"),
      "--payment", "cash", "--date", "2026-06-14",
    ]
    #expect(ledger.run(entry + ["--account", name]).code == .ok)
    let id = try #require(try ledger.json("add", "3 food cash")["transaction"] as? String)
    let draft = try ledger.capture("\(Self.hostile("Rewe"))\n14.06.2026\nSumme EUR 12,00\n")
    var texts: [String] = []
    for command in [
      ["account", "close", name], ["account", "open", name],
      ["account", "rename", name, Self.hostile("Savings")],
      ["account", "show", Self.hostile("None")], ["account", "check", name, "--balance", "7"],
      ["transfer", "5", name, Self.hostile("None")], ["category", "deactivate", Self.hostile("Taxi")],
      ["add", "3.00", "--category", Self.hostile("Taxi"), "--payment", "cash"],
      ["category", "reactivate", Self.hostile("Taxi")], ["category", "add", Self.hostile("Taxi")],
      ["category", "header", Self.hostile("None"), "--name", "x"],
      ["review", draft], ["review", "--all"], ["receipt", draft], ["correct", Self.hostile("x"), "group", "y"],
      ["undo", Self.hostile("x")], ["goal", "show", Self.hostile("Bike")],
      ["goal", "contribute", Self.hostile("Bike"), "--remove", "3"],
      ["goal", "complete", Self.hostile("Bike")],
      ["goal", "contribute", Self.hostile("Bike"), "1"], ["goal", "add", Self.hostile("Bike"), "1"],
      ["budget", "set", Self.hostile("Taxi"), "1"], ["budget", "fill", Self.hostile("Taxi")], ["budget"],
      ["budget", "move", "900", Self.hostile("Taxi"), "food"], ["budget", "cover", "food"],
      ["group", "show", Self.hostile("Berlin")], ["group", "show", Self.hostile("Berlin"), "--limit", "1"],
      ["groups", "--names"], ["receipts", "--group", Self.hostile("Berlin"), "--limit", "1"],
      ["file", id, Self.hostile("None")], ["group", "create", Self.hostile("Berlin")],
      ["group", "delete", group, "--yes"], ["group", "show", group], ["prove", Self.hostile("x")],
      ["backup", "\(ledger.folder)/\(Self.hostile("x"))"], ["why", "group", Self.hostile("Berlin")],
      ["why", "account", name], ["restore", Self.hostile("x")], ["recover", "--from", Self.hostile("x")],
      ["sync", Self.hostile("x")], ["compare", Self.hostile("x")], ["init", "--from", Self.hostile("x")],
      ["--ledger", Self.hostile("x"), "groups"], ["bisect", "group", Self.hostile("Berlin"), ">", "3"],
    ] {
      let outcome = ledger.run(command)
      texts += (outcome.output + outcome.errors).split(separator: "\n").map(String.init)
    }
    let commands = texts.flatMap { line -> [String] in
      // A command is what follows the word events, as a person would copy it.
      line.ranges(of: "events ").map { "true " + line[$0.upperBound...] }
    }
    let hostile = commands.filter { $0.contains("touch ran") }
    #expect(hostile.count >= 5, "the names stand in commands: \(hostile)")
    for command in commands {
      let folder = TemporaryFolder()
      let shell = Process()
      shell.executableURL = URL(fileURLWithPath: "/bin/sh")
      shell.arguments = ["-c", command]
      shell.currentDirectoryURL = URL(fileURLWithPath: folder.path)
      shell.standardError = FileHandle.nullDevice
      shell.standardOutput = FileHandle.nullDevice
      try shell.run()
      shell.waitUntilExit()
      let ran = FileManager.default.fileExists(atPath: folder.path + "/ran")
      #expect(!ran, "\(command)")
    }
  }

  @Test("A printed command with a name that begins with a dash can be copied: the tool takes the name")
  func dashes() throws {
    let ledger = try Ledger()
    let name = "-giro x"
    #expect(ledger.run("account", "open", "--opening", "100", "--", name).code == .ok)
    #expect(ledger.run("category", "add", "--", "-taxi").code == .ok)
    #expect(ledger.run("goal", "add", "--", "-bike", "500").code == .ok)
    #expect(ledger.run("group", "create", "--", "-berlin").code == .ok)
    for vendor in ["Rewe", "Lidl"] {
      let entry = [
        "add", "--amount", "5", "--vendor", vendor, "--category=-taxi", "--payment", "cash", "--date",
        "2026-06-14",
        "--group=-berlin",
      ]
      #expect(ledger.run(entry).code == .ok)
    }
    var commands: [String] = []
    for command in [
      ["account", "close", "--", name], ["account", "open", "--", name],
      ["category", "deactivate", "--", "-taxi"],
      ["add", "3.00", "--category=-taxi", "--payment", "cash"], ["category", "add", "--", "-taxi"],
      ["transfer", "--", "5", name, "-none"], ["budget"], ["group", "create", "--", "-berlin"],
      ["receipts", "--group=-berlin", "--limit", "1"], ["groups", "--names"],
      ["budget", "fill", "--", "-taxi"],
      ["goal", "complete", "--", "-bike"], ["goal", "add", "--", "-bike", "5"], ["prove", "--", "-x"],
      ["restore", "--", "-x"], ["undo", "--", "-x"], ["goal", "contribute", "--remove", "3", "--", "-bike"],
      ["init", "--from=-x"], ["sync", "--", "-x"], ["recover", "--from=-x"],
    ] {
      let outcome = ledger.run(command)
      for line in (outcome.output + outcome.errors).split(separator: "\n") {
        guard let start = line.firstRange(of: ": events ")?.upperBound else { continue }
        commands.append(String(line[start...]))
      }
    }
    let dashed = commands.filter { command in
      ["-giro", "-taxi", "-bike", "-berlin", "-none", "-x"].contains(where: command.contains)
    }
    #expect(dashed.count >= 6, "\(commands)")
    for command in dashed {
      let words = try Self.words(of: command)
      #expect(throws: Never.self, "\(command)") { try ArgumentParser().parse(words) }
    }
  }

  /// Returns the words of a command line as a shell splits them.
  static func words(of command: String) throws -> [String] {
    let shell = Process()
    let pipe = Pipe()
    shell.executableURL = URL(fileURLWithPath: "/bin/sh")
    shell.arguments = ["-c", "printf '%s\\0' \(command)"]
    shell.standardOutput = pipe
    try shell.run()
    let output = try pipe.fileHandleForReading.readToEnd() ?? Data()
    shell.waitUntilExit()
    return output.split(separator: 0, omittingEmptySubsequences: false).dropLast().map {
      String(decoding: $0, as: UTF8.self)
    }
  }
}
