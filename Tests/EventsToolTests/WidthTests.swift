import EventLog
import Foundation
import LedgerAnswers
import LedgerBook
import LedgerDomain
import LedgerPlatform
import LedgerSQLite
import Testing

@testable import events

@Suite("Output fits, whatever the text")
struct WidthTests {
  /// What an outsider can make of a name: one word, wide characters, and two spaces where an id has them.
  static let names = [
    String(repeating: "x", count: 160), String(repeating: "日本", count: 60),
    String(repeating: "y", count: 100) + "  word", "deadbeef  " + String(repeating: "z ", count: 80),
  ]

  private static func widths(_ text: String) -> [Int] {
    text.split(whereSeparator: \.isNewline).map { columnWidth(String($0)) }
  }

  @Test("Words that are longer than a line are broken, styles are not, and what follows goes under an id only")
  func words() {
    #expect(wrapped("abcdefghij k", to: 4) == ["abcd", "efgh", "ij k"])
    #expect(wrapped("a 日本日本日", to: 5) == ["a", "日本", "日本", "日"])
    #expect(wrapped("日", to: 1) == ["日"])
    #expect(columnWidth("\u{1b}[1mab\u{1b}[0m") == 2)
    #expect(wrapped("\u{1b}[1mabcd\u{1b}[0m", to: 3) == ["\u{1b}[1mabc", "d\u{1b}[0m"])
    #expect(fitted("3f2a1b9c  one two", to: 14) == ["3f2a1b9c  one", "          two"])
    #expect(fitted("  one two three", to: 9) == ["  one two", "  three"])
    #expect(fitted("yyyyyyyy  one two", to: 12) == ["yyyyyyyy one", "two"])
    let long = String(repeating: "y", count: 100) + "  word"
    #expect(
      fitted(long, to: 80) == [String(repeating: "y", count: 80), String(repeating: "y", count: 20) + " word"])
  }

  @Test("A table that is too wide for all its columns takes several lines a row, amounts at the right edge")
  func decks() {
    var table = AnswerTable([.left(), .name(shrinksTo: 6), .left(), .right()])
    table.row(["1a2b", "A very long name", "Jun 12", "1,234,567.89"])
    table.row(["", "", "", "1.00"])
    let narrow = Terminal(isInteractive: false, width: 24, hasColor: false)
    #expect(
      TableLayout(table).lines(for: narrow) == [
        "1a2b  A very lo…  Jun 12", "            1,234,567.89", "                    1.00",
      ])
    var folded = AnswerTable([.left(), .left()], indent: 2)
    folded.row(["key", .init(String(repeating: "v", count: 50))])
    #expect(
      TableLayout(folded).lines(for: Terminal(isInteractive: false, width: 40, hasColor: false)).count == 1)
    let lines = TableLayout(folded).lines(for: Terminal(isInteractive: true, width: 40, hasColor: false))
    #expect(
      lines == ["  key  " + String(repeating: "v", count: 33), "       " + String(repeating: "v", count: 17)])
    var span = AnswerTable([.left(), .right()])
    span.span("Everything there is", "1,234,567.89")
    #expect(
      TableLayout(span).lines(for: Terminal(isInteractive: false, width: 20, hasColor: false)) == [
        "Everything there is", "        1,234,567.89",
      ])
  }

  @Test("Commands that name a receipt fit 80 columns", arguments: names)
  func commands(name: String) throws {
    let ledger = try Ledger()
    let id = try ledger.add("38.00", "--vendor", name)
    let other = try ledger.add("38.00", "--vendor", name)
    let commands = [
      [
        "add", "--amount", "1", "--date", "2026-06-12", "--category", "food", "--payment", "card", "--vendor",
        name,
      ],
      ["item", "add", id, name, "3.50"], ["item", "list", id], ["duplicates", id], ["duplicates"],
      ["dismiss", id],
      ["correct", other, "vendor", name + "!"], ["tag", id, "--add", "x"], ["receipt", id], ["groups"],
      ["receipts"], ["diff", "HEAD~3", "HEAD"], ["category", "add", name], ["delete", id, "--yes"],
    ]
    for command in commands {
      let outcome = ledger.run(command)
      let wide = outcome.output.split(separator: "\n").filter { columnWidth(String($0)) > 80 }
      #expect(wide.isEmpty, "\(command.prefix(2)): \(wide)")
    }
  }

  @Test("On a narrow terminal everything fits: tables, titles, advice and questions", arguments: names)
  func terminal(name: String) throws {
    let terminal = try #require(PseudoTerminal(columns: 60))
    let ledger = try Ledger()
    let id = try ledger.add("1234567.89", "--vendor", name)
    ledger.run("group", "create", name)
    ledger.run("file", id, name)
    for command in [
      ["groups"], ["receipts"], ["receipt", id], ["tail"], ["show", "HEAD"], ["status"], ["show", id],
      ["receipt", name], ["correct", id, "nonsense", name], ["rule", "generate"],
      ["--ledger", "/" + name.replacingOccurrences(of: " ", with: "/"), "groups"],
    ] {
      let shown = terminal.run(command, on: ledger)
      #expect(Self.widths(shown).allSatisfy { $0 <= 60 }, "\(command): \(shown)")
    }
    let asked = terminal.run(["delete", id], on: ledger, typing: "n\n")
    #expect(Self.widths(asked).allSatisfy { $0 <= 60 }, "\(asked)")
  }

  @Test("In a pipe advice, and what is one line for each record, stay whole")
  func pipe() throws {
    let ledger = try Ledger()
    let name = Self.names[0]
    let added = ledger.run("add", "--repeat", input: "\(name) 23.90 cash food\n")
    #expect(added.lines.count <= 1, "\(added.output)")
    let other = "no \(name)"
    let refused = ledger.run("receipt", other)
    #expect(refused.errors.split(separator: "\n").first?.contains(other) == true, "\(refused.errors)")
  }

  @Test("A terminal is shown the characters of an export that could drive it; a pipe gets them as they are")
  func export() throws {
    let terminal = try #require(PseudoTerminal(columns: 100))
    let ledger = try Ledger()
    _ = try ledger.add("38.00", "--vendor", "a\u{202e}b", "--note", "n\u{202e}m")
    for format in ["hledger", "beancount", "csv", "ndjson"] {
      let piped = ledger.run("export", "--format", format).output
      // JSON has an escape of its own, in a pipe and on a terminal.
      let isJSON = format == "ndjson"
      #expect(piped.contains(isJSON ? #"a\u202eb"# : "a\u{202e}b"), "\(format): \(piped)")
      let shown = terminal.run(["export", "--format", format], on: ledger)
      #expect(
        shown.contains(isJSON ? #"a\u202eb"# : #"a\u{202e}b"#) && !shown.contains("\u{202e}"),
        "\(format): \(shown)")
      #expect(!shown.unicodeScalars.contains("\u{feff}"))
    }
  }

  @Test("Settings that cannot be read are reported as missing, and the defaults are used")
  func settings() throws {
    let ledger = try Ledger()
    let book = try Book.open(Book.Settings(folder: ledger.path, actor: .person("anna"), deviceName: "test"))
    defer { try? book.close() }
    let connection = try Connection(path: ledger.path + "/log.sqlite", mode: .readWrite, synchronous: .normal)
    try connection.execute("ALTER TABLE event RENAME TO elsewhere")
    try connection.close()
    let (output, errors) = (ScratchFile(), ScratchFile())
    let invocation = Invocation(
      environment: Environment([:]), input: TextInput(descriptor: output.descriptor, name: "input"),
      output: TextOutput(descriptor: output.descriptor, name: "output"),
      errors: TextOutput(descriptor: errors.descriptor, name: "errors"), outputTerminal: .plain,
      errorTerminal: .plain, canAsk: false, clock: WallClock.now)
    let opened = OpenLedger(book: book, invocation: invocation)
    #expect(opened.settings.currency == .eur && opened.locale == .default)
    #expect(
      errors.text.contains("settings cannot be read, so the defaults are used (EUR, en_GB)"), "\(errors.text)")
  }
}
