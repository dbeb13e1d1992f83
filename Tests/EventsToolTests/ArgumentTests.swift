import LedgerDomain
import Testing

@testable import events

@Suite("Arguments")
struct ArgumentTests {
  private static let amount = Option.value("amount", "AMOUNT", "How much")
  private static let tag = Option.value("tag", "TAG", "A tag", repeats: true)
  private static let last = Option.value("last", "N", "The last ones", short: "n")
  private static let follow = Option.flag("follow", "Go on", short: "f")
  private static let color = Option.value("color", "C", "A colour", choices: ["red", "green"])

  private static let commands = [
    Command(
      path: ["add"], section: .record, summary: "Add", aliases: ["plus"],
      operands: [Operand("R", "A receipt", isOptional: true), Operand("REST", "More", isOptional: true)],
      options: [amount, tag, last, follow, color]),
    Command(
      path: ["group"], section: .record, summary: "Groups",
      subcommands: [
        Command(
          path: ["group", "create"], section: .record, summary: "Create",
          operands: [Operand("NAME", "Its name")]),
        Command(
          path: ["group", "delete"], section: .record, summary: "Delete", operands: [Operand("G", "A group")],
          shared: Option.destroying),
      ]),
  ]

  private func parse(_ words: String...) throws -> (command: String, arguments: Arguments) {
    switch try ArgumentParser(commands: Self.commands).parse(words) {
    case .run(let command, let arguments): return (command.name, arguments)
    case .overview(let arguments): return ("", arguments)
    case .help(let command): return ("help \(command?.name ?? "")", Arguments())
    case .version: return ("version", Arguments())
    }
  }

  private func failure(_ words: String...) -> Failure? {
    do {
      _ = try ArgumentParser(commands: Self.commands).parse(words)
      return nil
    } catch { return error }
  }

  @Test("A value may follow its option, or an equals sign")
  func values() throws {
    #expect(try parse("add", "--amount", "38.00").arguments[Self.amount] == "38.00")
    #expect(try parse("add", "--amount=38.00").arguments[Self.amount] == "38.00")
    #expect(try parse("add", "--amount=").arguments[Self.amount] == "")
    #expect(try parse("add", "--amount=a=b").arguments[Self.amount] == "a=b")
    // A combining character after the sign is one character with it.
    #expect(try parse("add", "--amount=\u{316}x").arguments[Self.amount] == "\u{316}x")
  }

  @Test(
    "Negative amounts are values, as option and as operand",
    arguments: ["-12.50", "-.5", "-1", "-", "-€5", "−3"])
  func negativeAmounts(_ amount: String) throws {
    #expect(try parse("add", "--amount", amount).arguments[Self.amount] == amount)
    #expect(try parse("add", "r", amount).arguments.operands == ["r", amount])
  }

  @Test("Short options take their value with or without a space, and flags may be joined")
  func shortOptions() throws {
    #expect(try parse("add", "-n", "20").arguments[Self.last] == "20")
    #expect(try parse("add", "-n20").arguments[Self.last] == "20")
    let together = try parse("add", "-fn", "20").arguments
    #expect(together.has(Self.follow))
    #expect(together[Self.last] == "20")
  }

  @Test("A repeated option keeps every value in order; another is refused the second time")
  func repetition() throws {
    #expect(try parse("add", "--tag", "a", "--tag=b").arguments.all(Self.tag) == ["a", "b"])
    #expect(failure("add", "--amount", "1", "--amount", "2")?.message == "--amount is given twice")
  }

  @Test("After -- everything is an operand")
  func endOfOptions() throws {
    #expect(try parse("add", "--follow", "--", "--tag", "-n").arguments.operands == ["--tag", "-n"])
  }

  @Test("Options of every command go before or after it")
  func sharedOptions() throws {
    for words in [["--json", "--ledger", "d", "add"], ["add", "--json", "--ledger=d"]] {
      guard case .run(_, let arguments) = try ArgumentParser(commands: Self.commands).parse(words) else {
        Issue.record("runs a command")
        return
      }
      #expect(arguments.has(.json))
      #expect(arguments[.ledger] == "d")
    }
    #expect(try parse("group", "--json", "create", "Berlin").command == "group create")
  }

  @Test("An option that does not apply is refused in any position")
  func foreignOptions() {
    #expect(failure("--dry-run", "add")?.message == "“add” takes no option --dry-run")
    #expect(failure("add", "--dry-run")?.message == "“add” takes no option --dry-run")
    #expect(failure("--yes", "group", "delete", "g") == nil)
  }

  @Test("A misspelt name is refused with the nearest name and exit code 64")
  func suggestions() {
    #expect(failure("ad")?.advice.first == "Did you mean “add”?")
    #expect(failure("plsu")?.advice.first == "Did you mean “plus”?")
    #expect(failure("group", "craete")?.advice.first == "Did you mean “group create”?")
    #expect(failure("add", "--amuont", "3")?.advice.first == "Did you mean “--amount”?")
    #expect(failure("add", "--color", "gren")?.advice.first == "Did you mean “green”?")
    #expect(failure("zebra")?.advice == ["All commands: events help"])
    #expect(failure("zebra")?.code == .usage)
  }

  @Test("A missing value or operand is named")
  func missing() {
    #expect(failure("add", "--amount")?.message == "--amount needs a value: --amount AMOUNT")
    let followed = failure("add", "--amount", "--tag", "x")
    #expect(followed?.message == "--amount needs a value: --amount AMOUNT")
    #expect(followed?.advice.first == "If “--tag” is the value, write --amount=--tag")
    #expect(failure("group", "create")?.message == "“group create” needs NAME (its name)")
    #expect(failure("group")?.message == "“group” needs one more word: create or delete")
    #expect(failure("group", "create", "a", "b")?.message == "“group create” has no use for “b”")
    #expect(failure("add", "--follow=yes")?.message == "--follow takes no value")
  }

  @Test("Help and version are asked for anywhere")
  func help() throws {
    #expect(try parse("--help").command == "help ")
    #expect(try parse("add", "-h").command == "help add")
    #expect(try parse("group", "create", "--help").command == "help group create")
    #expect(try parse("--version").command == "version")
    #expect(try parse().command == "")
  }

  @Test("A hostile word in an error cannot drive the terminal")
  func hostileWords() {
    #expect(failure("\u{1b}[2J")?.lines.first == "events: there is no command “\\u{1b}[2J”")
    #expect(failure("add", "--\u{1b}[2J")?.lines.first == "events: “add” takes no option --\\u{1b}[2J")
  }

  @Test("Numbers within bounds only")
  func numbers() throws {
    let arguments = try parse("add", "-n", "20").arguments
    #expect(try arguments.number(Self.last, in: 1...100) == 20)
    #expect(throws: Failure.self) { try arguments.number(Self.last, in: 1...10) }
    #expect(throws: Failure.self) { try parse("add", "-n", "x").arguments.number(Self.last, in: 1...10) }
  }
}

@Suite("Suggestions")
struct SuggestionTests {
  @Test(
    "The distance counts letters added, lost, changed and swapped",
    arguments: [
      ("", "", 0), ("abc", "abc", 0), ("abc", "ab", 1), ("abc", "acb", 1), ("abc", "xyz", 3), ("", "ab", 2),
    ])
  func distance(_ left: String, _ right: String, _ expected: Int) {
    #expect(editDistance(left, right) == expected)
    #expect(editDistance(right, left) == expected)
  }

  @Test("No name is suggested if no name is near")
  func nothingNear() {
    #expect(nearest(to: "zebra", among: ["add", "groups"]) == nil)
    #expect(nearest(to: "gro", among: ["add", "groups"]) == "groups")
  }
}
