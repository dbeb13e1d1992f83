import Foundation
import LedgerTestSupport
import Testing

@testable import events

@Suite("Help and completions")
struct HelpTests {
  private static func everyCommand(of commands: [Command] = Command.all) -> [Command] {
    commands.flatMap { [$0] + everyCommand(of: $0.subcommands) }
  }

  @Test("Every command is in the help, and its own help fits 80 columns")
  func everyCommandHasHelp() {
    let overview = Tool().run("help")
    #expect(overview.code == .ok)
    for command in Self.everyCommand() {
      let help = Tool().run(["help"] + command.path)
      #expect(help.code == .ok)
      #expect(help.output.hasPrefix("usage: events \(command.name)"))
      #expect(Tool().run(command.path + ["--help"]).output == help.output)
      for line in help.lines + overview.lines { #expect(columnWidth(line) <= 80, "\(line)") }
    }
    for command in Command.all { #expect(overview.output.contains("\n  \(command.name) "), "\(command.name)") }
  }

  @Test("An alias with a ledger shows help as well")
  func alias() {
    let help = Tool().run("help", "undo")
    #expect(Tool().run("--ledger", "/nowhere", "--read-only", "help", "undo").output == help.output)
    #expect(Tool().run("--json", "help", "undo").code == .usage)
  }

  @Test("Every topic is in the list and is explained in 80 columns; no topic has the name of a command")
  func topics() {
    let overview = Tool().run("help").output
    for topic in HelpTopic.all {
      #expect(overview.contains("\n  \(topic.name) "), "\(topic.name)")
      let help = Tool().run("help", topic.name)
      #expect(help.code == .ok && help.output.hasPrefix(topic.title + "\n"))
      #expect(!help.output.contains("`"), "marks around code are for the documentation")
      for line in help.lines { #expect(columnWidth(line) <= 80, "\(line)") }
      #expect(Command.named(topic.name) == nil, "\(topic.name)")
    }
    #expect(Tool().run("help", "time", "travel").output == Tool().run("help", "time-travel").output)
    #expect(Tool().run("help", "time-travle").errors.contains("Did you mean “time-travel”?"))
  }

  @Test("The blocks of a topic are headings, paragraphs, terms and code, whatever the breaks of lines")
  func blocks() {
    let text = """
      One `paragraph`
      of two lines.

      ## Heading

          code

            indented

      - `name`: its meaning
        goes on
      - `--other: x`: another
      - No `code: here` before it: a third

      Last.
      """
    let terms = [
      HelpPage.Term(name: "name", meaning: "its meaning goes on"),
      .init(name: "--other: x", meaning: "another"),
      .init(name: "No code: here before it", meaning: "a third"),
    ]
    #expect(
      HelpPage.blocks(of: text) == [
        .paragraph("One paragraph of two lines."), .heading("Heading"), .code(["code", "", "  indented"]),
        .terms(terms), .paragraph("Last."),
      ])
  }

  @Test("Manual pages: one for each command and topic")
  func manualPages() throws {
    let pages = Tool().run("help", "--man").output
    let names = pages.split(separator: "\n").filter { $0.hasPrefix(".\\\" ") }.map { $0.dropFirst(4) }
    #expect(Set(names).count == 1 + Command.all.count + HelpTopic.all.count && names.count == Set(names).count)
    #expect(names.contains("events.1") && names.contains("events-add.1") && names.contains("events-files.7"))
    for name in ["add", "files"] { #expect(pages.contains(Tool().run("help", "--man", name).output)) }
    #expect(!pages.unicodeScalars.contains { !$0.isASCII })
    #expect(ManualPage.escaped(".a\\-'ä") == "\\&.a\\e\\-\\(aq\\[u00E4]")
  }

  @Test("groff takes the manual pages without a warning", .enabled(if: has("groff"), "needs groff"))
  func manualPagesInGroff() throws {
    let outcome = try BuiltTool.shell(
      "$events help --man | groff -man -Tutf8 -ww > \"$TMPDIR/$$\"; wc -l < \"$TMPDIR/$$\"; rm \"$TMPDIR/$$\"",
      environment: ["TMPDIR": NSTemporaryDirectory()])
    #expect(outcome.errors.isEmpty, "\(outcome.errors)")
    let lines = try #require(Int(outcome.output.filter(\.isNumber)))
    #expect(lines > 1_000)
  }

  @Test("Each command is found by its word and by its other names, alone, as among all of them")
  func named() {
    for command in Command.all {
      for word in [command.word] + command.aliases {
        let found = Command.named(word)
        #expect(found?.path == command.path && found?.summary == command.summary, "\(word)")
      }
    }
    for word in ["", "tails", "events", "-h", "group create"] { #expect(Command.named(word) == nil) }
  }

  @Test("Names, options and short letters are given once per command")
  func namesAreUnique() {
    let words = Command.all.flatMap { [$0.word] + $0.aliases }
    #expect(Set(words).count == words.count)
    for command in Self.everyCommand() {
      let names = command.allOptions.map(\.name)
      #expect(Set(names).count == names.count, "\(command.name)")
      let letters = command.allOptions.compactMap(\.short)
      #expect(Set(letters).count == letters.count, "\(command.name)")
      #expect(!command.summary.hasSuffix("."), "\(command.name)")
    }
  }

  @Test("The version is one line")
  func version() {
    #expect(Tool().run("--version").output == "events \(toolVersion)\n")
  }

  @Test("An unknown command or shell is wrong usage")
  func unknown() {
    #expect(Tool().run("help", "nonsense").code == .usage)
    #expect(Tool().run("completions", "tcsh").code == .usage)
  }

  @Test("Completions name every command and option", arguments: Completions.shells)
  func completions(_ shell: String) {
    let script = Tool().run("completions", shell)
    #expect(script.code == .ok)
    for command in Self.everyCommand() {
      #expect(script.output.contains(command.word))
      for option in command.options {
        #expect(script.output.contains(option.name), "\(command.name) \(option.name)")
      }
    }
  }

  @Test("The bash completion completes commands, their words and their options")
  func bash() throws {
    let script = Tool().run("completions", "bash").output
    func complete(_ words: [String]) throws -> [String] {
      let quoted = words.map { "'\($0)'" }.joined(separator: " ")
      let test =
        script + "\nCOMP_WORDS=(events \(quoted)); COMP_CWORD=\(words.count); _events; echo \"${COMPREPLY[@]}\""
      return try BuiltTool.shell(test).output.split(whereSeparator: \.isWhitespace).map(String.init)
    }
    #expect(try complete(["compl"]) == ["completions"])
    #expect(try complete(["--ledger", "x", "help", "--he"]) == ["--help"])
    #expect(try complete(["help", "time"]) == ["time-travel"])
    #expect(try complete(["help", "bis"]) == ["bisect"])
  }

  @Test("Folders are offered where a folder is meant: compare's A is one, diff's A is a point in time")
  func folders() throws {
    let script = Tool().run("completions", "bash").output
    func complete(_ command: String) throws -> String {
      try BuiltTool.shell(
        """
        cd "$(mktemp -d)" && touch scan.txt
        \(script)
        COMP_WORDS=(events \(command) sc); COMP_CWORD=2; _events; echo "${COMPREPLY[@]}"
        rm -r "$PWD"
        """, environment: ["TMPDIR": NSTemporaryDirectory()]
      ).output
    }
    #expect(try complete("compare") == "scan.txt\n")
    #expect(try complete("capture") == "scan.txt\n")
    #expect(try complete("diff") == "\n")
  }

  private static func has(_ program: String) -> Bool { InstalledProgram.path(program) != nil }

  @Test("Each shell takes its script", arguments: Completions.shells.filter(has))
  func syntax(_ shell: String) throws {
    // The script is too long for an argument.
    let outcome = try BuiltTool.shell(
      "$events completions \(shell) > \"$TMPDIR/$$\"; \(shell) -n \"$TMPDIR/$$\"; code=$?; rm \"$TMPDIR/$$\"; exit $code",
      environment: ["TMPDIR": NSTemporaryDirectory()])
    #expect(outcome.code == 0 && outcome.errors.isEmpty, "\(outcome.errors)")
  }

  @Test("Completion offers files only for arguments that are files")
  func files() throws {
    let script = Tool().run("completions", "bash").output
    func complete(_ words: String...) throws -> [String] {
      let quoted = words.map { "'\($0)'" }.joined(separator: " ")
      let test =
        "cd \"$(mktemp -d)\"; touch scan.png; \(script)\n"
        + "COMP_WORDS=(events \(quoted)); COMP_CWORD=\(words.count); _events; echo \"${COMPREPLY[@]}\""
      return try BuiltTool.shell(test).output.split(whereSeparator: \.isWhitespace).map(String.init)
    }
    #expect(try complete("capture", "sc") == ["scan.png"])
    #expect(try complete("export", "-o", "") == ["scan.png"] && complete("--ledger", "sc") == ["scan.png"])
    #expect(try complete("page", "add", "3f", "sc") == ["scan.png"])
    for command in [
      ["groups", ""], ["group", "s"], ["group", "show", ""], ["receipts", "sc"], ["save", "s"],
    ] {
      let offered = try complete(command[0], command[1], command.count > 2 ? command[2] : "")
      #expect(!offered.contains("scan.png"), "\(command): \(offered)")
    }
  }

  @Test("Fish completes files and commands", .enabled(if: has("fish"), "needs fish"))
  func filesInFish() throws {
    let outcome = try BuiltTool.shell(
      "cd \"$(mktemp -d)\"; touch scan.png; $events completions fish > f\n"
        + "for line in 'groups ' 'group ' 'group show ' 'save '; do "
        + "fish -c \"source f; complete -C 'events $line'\"; done; fish -c \"source f; complete -C 'events capture s'\""
    )
    #expect(outcome.output.components(separatedBy: "scan.png").count == 2, "\(outcome.output)")
    #expect(outcome.output.contains("Undo a group's deletion"), "\(outcome.output)")
  }
}
