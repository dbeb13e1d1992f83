import Testing

/// Each rule against a text that it must catch and one that it must leave alone.
@Suite("Rules of style")
struct RuleTests {
  /// Pairs of a wrong text and a right one, from comments, messages and code of this repository.
  struct Sample: CustomTestStringConvertible, Sendable {
    let rule: Rule
    let wrong: String
    let right: String
    var path = "Sources/Sample/Sample.swift"

    var testDescription: String { "\(rule.rawValue): \(wrong)" }
  }

  static let documentation: [Sample] = [
    Sample(
      rule: .firstWord, wrong: "/// Whose work an event is where it is a machine's.",
      right: "/// The actor recorded for events produced by software."),
    Sample(rule: .firstWord, wrong: "/// What it began with.", right: "/// The seed that it began with."),
    Sample(
      rule: .firstSentenceLength,
      wrong: "/// Returns \(String(repeating: "the very long name of ", count: 5))it.",
      right: "/// Returns the name. \(String(repeating: "It is very long. ", count: 9))"),
    Sample(
      rule: .sentenceLength, wrong: "/// One\(String(repeating: " and one", count: 13)).",
      right: "/// One\(String(repeating: " and one", count: 12)). And another one."),
    Sample(
      rule: .sentenceLength, wrong: "/// One\n\(String(repeating: "/// and one\n", count: 13))",
      right: "/// One\n///\n\(String(repeating: "/// - and one\n", count: 13))"),
    Sample(rule: .semicolon, wrong: "/// It ends; the rest is kept.", right: "/// It ends. `a; b` is kept."),
    Sample(
      rule: .nilColon, wrong: "/// The name, nil: unknown.", right: "/// The name, `nil` if it is unknown."),
    Sample(rule: .nilColon, wrong: "/// `nil`: there is no name.", right: "/// Returns `x ?? nil: y` of it."),
    Sample(rule: .cannot, wrong: "// It can't fail.", right: "// It cannot fail."),
    Sample(rule: .cannot, wrong: "// It can not fail.", right: "// It can fail. Not always."),
    Sample(rule: .quotationMarks, wrong: "// “Unfiled” reads so.", right: "// \"Unfiled\" reads so."),
    Sample(rule: .outsideDocument, wrong: "/// A fold (DESIGN 4).", right: "/// A fold. Its design is simple."),
    Sample(rule: .outsideDocument, wrong: "/// Searches (CHECKLIST, IE-08).", right: "/// Searches (IE-08)."),
    Sample(rule: .outsideDocument, wrong: "// As STYLE.md has it.", right: "// As the STYLE of a CLI is."),
    Sample(
      rule: .unresolvedSection, wrong: "// See Design, section 99.",
      right: "// See the section on design. A section 4."),
    Sample(
      rule: .wornOutWord, wrong: "// The name stands first.",
      right: "// The name is first, and `stands` for it. UTC stands for a time. I understand."),
    Sample(rule: .wornOutWord, wrong: "// The file says\n// it.", right: "// The file contains it: \"says\"."),
    Sample(rule: .wornOutWord, wrong: "// An empty list counts as none.", right: "// None of them is empty."),
    Sample(rule: .wornOutWord, wrong: "// Behind the last row.", right: "// After the last row."),
    Sample(rule: .wornOutWord, wrong: "// Beside the log.", right: "// Next to the log."),
    Sample(
      rule: .wornOutWord, wrong: "// It is left to who reads it.", right: "// The reader who asks gets it."),
    Sample(rule: .wornOutWord, wrong: "// It lets go of the lock.", right: "// It lets others go on."),
    Sample(rule: .wornOutWord, wrong: "// Events are taken in.", right: "// It is taken inside."),
    Sample(rule: .wornOutWord, wrong: "// It exists no more.", right: "// No more than ten, no more rows."),
    Sample(rule: .wornOutWord, wrong: "// It is for the book to decide.", right: "// It is for the book."),
    Sample(rule: .wornOutWord, wrong: "// What is at hand.", right: "// What is at the handle."),
  ]

  static let messages: [Sample] = [
    Sample(
      rule: .cannot, wrong: #"let text = "the file can't be read""#,
      right: #"let text = "the file cannot be read""#),
    Sample(
      rule: .wornOutWord, wrong: #"throw E("--batch stands alone here")"#,
      right: #"throw E("--batch goes with no other option")"#),
    Sample(
      rule: .wornOutWord, wrong: #"f("a b c \(g("it says so")) d")"#, right: #"f("a b c \(stands("x")) d")"#),
    Sample(rule: .wornOutWord, wrong: "f(/\"/, \"none is here yet\")", right: "f(/\"none is here yet/)"),
    Sample(
      rule: .wornOutWord, wrong: "f(\"\"\"\n  Behind the \"one\" there.\n  \"\"\")", right: "f(#\"behind\"#)"),
    Sample(
      rule: .quotationMarks, wrong: #"fail("there is no group 'Berlin' here")"#,
      right: #"fail("there is no group “Berlin” in the ledger's list")"#),
    Sample(
      rule: .quotationMarks, wrong: #"fail("there is no \"Berlin\" here")"#,
      right: #"fail("takes lines such as {\"id\":1} from it")"#),
    Sample(
      rule: .quotationMarks, wrong: #"help("one two three: 'x'")"#,
      right: #"sql("CASE typeof(x) WHEN 'blob' THEN 1 ELSE 2 END")"#),
    Sample(
      rule: .elseForDefault, wrong: #"help("The group; else Unfiled")"#,
      right: #"help("The group, or anything else you like")"#),
    Sample(
      rule: .sentenceLength, wrong: "help(\"One\(String(repeating: " and one", count: 13))\")",
      right: "help(\"One\(String(repeating: " and one", count: 10)).\\n\\nAnd two and two and two\")"),
    Sample(
      rule: .sentenceLength, wrong: "help(\"One, two, three\(String(repeating: ", and one", count: 13)).\")",
      right: "words(\"total, net total, sum\(String(repeating: ", net sum", count: 13))\")"),
    Sample(
      rule: .sentenceLength, wrong: "f(\"\"\"\n  One\(String(repeating: " and one", count: 13)).\n  \"\"\")",
      right:
        "f(\"\"\"\n  usage: a b c\(String(repeating: " and one", count: 13))\n    --a  one two\n    --b  one two\n  \"\"\")"
    ),
    Sample(
      rule: .wornOutWord, wrong: "@Test(\"A name stands first\")",
      right: "@Test(\"A name is first\") f(\"it stands here\")",
      path: "Tests/Sample/Sample.swift"),
  ]

  static let code: [Sample] = [
    Sample(
      rule: .limitName, wrong: "  static let mostFolded = 64", right: "  static let foldedStreamsMax = 64"),
    Sample(
      rule: .limitName, wrong: "private let limit: Int = 1 << 20", right: "private let inputBytesMax = 1 << 20"),
    Sample(rule: .limitName, wrong: "  static let known = 64", right: "  static let knownText = 5 + other"),
    Sample(rule: .limitName, wrong: "  static let lineMax = 5", right: "  static let lineBytesMax = 5"),
    Sample(
      rule: .limitName, wrong: "  static let few = page - 5",
      right: "  static let limit = Option.value(\"limit\")\n    let most = 5\n  static let least = \"-5\""),
    Sample(
      rule: .functionLength, wrong: "func f() {\n\(String(repeating: "  g()\n", count: 69))}",
      right: "func f() {\n\(String(repeating: "  g()\n", count: 68))}"),
    Sample(
      rule: .functionLength,
      wrong: "struct S {\n  var x: Int {\n\(String(repeating: "    // {\n", count: 69))  }\n}",
      right:
        "protocol P {\n  func f()\n  func g(a: Int = { 1 }())\n}\nstruct S {\n\(String(repeating: "let a = 1\n", count: 80))}"
    ),
    Sample(
      rule: .commandLine, wrong: #"f("Repair it: events recover")"#,
      right: #"f("Repair it: \(remedy: .recover); 3 events recovered")"#),
    Sample(
      rule: .commandLine, wrong: #"f("(events --ledger DIR init)")"#, right: #"f("events are lost")"#),
    Sample(
      rule: .commandLine, wrong: #"f("`events sync` goes on")"#, right: #"f("Other events are synced")"#),
    Sample(
      rule: .fileLength, wrong: String(repeating: "f()\n", count: 301),
      right: String(repeating: "f()\n", count: 300)),
  ]

  static let others: [Sample] = [
    Sample(rule: .wornOutWord, wrong: "# It says so.\n", right: "echo says\n", path: "tools/demo"),
    Sample(
      rule: .wornOutWord, wrong: "-- None is kept.\n", right: "-- One is kept.\n",
      path: "Migrations/log/log_1.sql"),
    Sample(
      rule: .wornOutWord, wrong: "/* Behind\n * it. */\n", right: "/* After it. */\n", path: "Sources/C/x.h"),
    Sample(
      rule: .wornOutWord, wrong: "A list:\n\n- what it says\n",
      right: "A list:\n\n```\nit says\n```\n\n- [it](says.md) `says`\n", path: "README.md"),
    Sample(
      rule: .wornOutWord, wrong: "- `name`: what it\n  says\n",
      right: "A paragraph.\n\n    it says so\n\n    it says so\n", path: "Sources/CEventsHelp/Commands/x.txt"),
    Sample(
      rule: .quotationMarks, wrong: "Quote \"it\".\n", right: "Quote `\"it\"`.\n",
      path: "Sources/CEventsHelp/Commands/x.txt"),
    Sample(
      rule: .sentenceLength, wrong: "One\(String(repeating: "\nand one", count: 13)).",
      right: "| One\(String(repeating: " | and one", count: 13)) |", path: "README.md"),
  ]

  @Test(
    "A wrong text is caught, and the right one is left alone",
    arguments: documentation + messages + code + others)
  func sample(_ sample: Sample) throws {
    let wrong = Self.found(sample.wrong, sample.path)
    #expect(wrong.map(\.rule).contains(sample.rule), "found only \(wrong.map(\.rule))")
    let right = Self.found(sample.right, sample.path)
    #expect(right.isEmpty, "\(right.map { "\($0.rule.rawValue) (\($0.detail)) in line \($0.line)" })")
  }

  @Test("Every rule has a sample")
  func everyRule() {
    let samples = Self.documentation + Self.messages + Self.code + Self.others
    #expect(Set(samples.map(\.rule)) == Set(Rule.allCases))
  }

  @Test("A violation names the line of its word")
  func line() throws {
    let text = """
      /// The name.
      ///
      /// It is first.
      /// And it stands
      /// there.
      let name = \"\"\"
        one two three
        it is said
        \"\"\"
      """
    #expect(Self.found(text, "Sources/Sample/Sample.swift").map(\.line) == [4, 8])
  }

  @Test("In every Swift file of the repository the braces that are left as code are balanced")
  func lexer() throws {
    let files = try Repository.files()
    #expect(
      Set(files.map(\.area)).isSuperset(of: ["EventLog", "StyleTests", "Migrations", "tools", "README.md"]))
    for file in files where file.kind == .swift {
      let code = SwiftLexer(file.text).code
      for (open, close) in ["{}", "()", "[]"].map({ (Array($0.utf8)[0], Array($0.utf8)[1]) }) {
        #expect(code.count { $0 == open } == code.count { $0 == close }, "\(file.path)")
      }
    }
  }

  @Test("A cited section resolves when the catalog has the article")
  func section() throws {
    let article = SourceFile(
      path: "Sources/LedgerBook/LedgerBook.docc/Design.md", kind: .markdown,
      text: "# Design\n\n## 4. The event\n")
    let code = SourceFile(
      path: "Sources/A/A.swift", kind: .swift, text: "// See Design, section 4.\n// See Design, section 5.\n")
    #expect(Style.violations(in: [article, code]).map(\.detail) == ["Design, section 5"])
  }

  private static func found(_ text: String, _ path: String) -> [Violation] {
    guard let kind = SourceFile.Kind(path: path) else { return [] }
    return Style.violations(in: [SourceFile(path: path, kind: kind, text: text)])
  }
}
