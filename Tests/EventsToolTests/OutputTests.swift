import Foundation
import LedgerAnswers
import LedgerPlatform
import LedgerTestSupport
import Testing

@testable import events

@Suite("Text from outside")
struct VisibleTests {
  @Test(
    "Controls, escapes, bidirectional and invisible characters become visible",
    arguments: zip(
      [
        "REWE City", "Hôtel du Lac", "セブン", "👩‍👩‍👧 family", "❤️", "\u{1b}[31mred", "a\u{202e}b", "a\u{200b}b",
        "zero\u{0}",
        "two\nlines", "tab\t", "\u{9b}31m", "soft\u{ad}hyphen", "a\u{200d}b", "\u{feff}bom", "\u{2028}",
        "\u{2066}x\u{2069}", "\u{3164}", "del\u{7f}", "\u{e0041}tag",
      ],
      [
        "REWE City", "Hôtel du Lac", "セブン", "👩‍👩‍👧 family", "❤️", "\\u{1b}[31mred", "a\\u{202e}b", "a\\u{200b}b",
        "zero\\u{0}", "two\\nlines", "tab\\t", "\\u{9b}31m", "soft\\u{ad}hyphen", "a\\u{200d}b", "\\u{feff}bom",
        "\\u{2028}", "\\u{2066}x\\u{2069}", "\\u{3164}", "del\\u{7f}", "\\u{e0041}tag",
      ]))
  func visibleText(_ text: String, _ expected: String) {
    #expect(visible(text) == expected)
  }

  @Test("Nothing harmful survives, whatever the bytes")
  func randomText() {
    var generator = SeededGenerator()
    for _ in 0..<2_000 {
      var scalars = String.UnicodeScalarView()
      for _ in 0..<8 { scalars.append(Unicode.Scalar(UInt32.random(in: 0...0x2fff, using: &generator)) ?? "?") }
      let shown = visible(String(scalars))
      #expect(
        shown.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control && $0.value != 0x202e },
        "seed \(generator.seed)")
    }
  }
}

@Suite("Widths")
struct TextWidthTests {
  @Test(
    "Wide characters count two, combining ones zero",
    arguments: [
      ("abc", 3), ("é", 1), ("e\u{301}", 1), ("セブン", 6), ("日本", 4), ("👩‍👩‍👧", 2), ("❤️", 2), ("🇨🇭", 2), ("한글", 4),
      ("€84.50", 6), ("ｶﾅ", 2), ("…", 1), ("～", 2), ("", 0),
    ])
  func width(_ text: String, _ expected: Int) {
    #expect(columnWidth(text) == expected)
  }

  @Test("A scalar counts as plain only if it is one character of one column, alone and next to others")
  func plain() {
    var met = 0
    for value in UInt32(0x20)...0x2fff {
      guard let scalar = Unicode.Scalar(value), isPlain(scalar) else { continue }
      met += 1
      let text = "é" + String(scalar) + "a"
      #expect(text.count == 3 && columnWidth(Character(scalar)) == 1 && columnWidth(text) == 3, "U+\(value)")
    }
    #expect(met > 700 && !isPlain("\u{ad}") && !isPlain("\u{301}") && !isPlain("\u{200d}") && !isPlain("❤"))
    #expect(columnWidth("→\u{fe0f}") == columnWidth(Character("→\u{fe0f}")))
  }

  @Test("A shortened text fits and is marked as shortened")
  func truncation() {
    #expect(truncated("REWE City", to: 9) == "REWE City")
    #expect(truncated("REWE City", to: 8) == "REWE Ci…")
    #expect(truncated("REWE City", to: 6) == "REWE…")
    #expect(truncated("セブン", to: 4) == "セ…")
    #expect(truncated("abc", to: 0) == "")
    #expect(truncated("€ 12 → 13", to: 5) == "€ 12…" && truncated("ab   cd", to: 5) == "ab…")
    #expect(truncated("abc", to: 1) == "…" && truncated("   abc", to: 3) == "…")
    // A combining mark after the last letter that fits belongs to it.
    #expect(truncated("abe\u{301}def", to: 4) == "abe\u{301}…" && truncated("ab→\u{fe0f}def", to: 4) == "ab…")
  }

  @Test("Paragraphs break at spaces")
  func wrapping() {
    #expect(wrapped("one two three", to: 7) == ["one two", "three"])
    #expect(wrapped("", to: 4) == [""])
  }
}

@Suite("Tables")
struct TableTests {
  @Test("Amounts are aligned right, names left, and no line has trailing spaces")
  func alignment() {
    var table = AnswerTable([.left("id"), .name("vendor"), .right("amount")])
    table.row(["1", "REWE", "84.50"])
    table.row(["22", "セブン", "1,284"])
    table.row(["3", "Café"])
    #expect(
      TableLayout(table).lines(for: .plain) == [
        "id  vendor  amount", "1   REWE     84.50", "22  セブン   1,284", "3   Café",
      ])
  }

  @Test("Names give way to the width, amounts never do")
  func shrinking() {
    var table = AnswerTable([.name("", shrinksTo: 6), .right()])
    table.row(["A very long name of a shop", "1,234,567.89"])
    let narrow = Terminal(isInteractive: false, width: 24, hasColor: false)
    #expect(TableLayout(table).lines(for: narrow) == ["A very lo…  1,234,567.89"])
    let tiny = Terminal(isInteractive: false, width: 18, hasColor: false)
    #expect(TableLayout(table).lines(for: tiny) == ["A very long name…", "      1,234,567.89"])
  }

  @Test("A column without content takes no room")
  func emptyColumns() {
    var table = AnswerTable([.left("a"), .left("b"), .left("c")])
    table.row(["1", "", "3"])
    #expect(TableLayout(table).lines(for: .plain) == ["a  c", "1  3"])
    #expect(TableLayout(AnswerTable([.left("a")])).lines(for: .plain).isEmpty)
  }

  @Test("Colour surrounds the text and not the padding, and only where it may")
  func color() {
    var table = AnswerTable([.left(), .right()])
    table.row([.init("a", .bad), .init("1", .strong)])
    table.row(["bb", "22"])
    let terminal = Terminal(isInteractive: true, width: 80, hasColor: true)
    #expect(TableLayout(table).lines(for: terminal)[0] == "\u{1b}[31ma\u{1b}[0m    \u{1b}[1m1\u{1b}[0m")
    #expect(TableLayout(table).lines(for: .plain)[0] == "a    1")
  }
}

@Suite("The place where text ends up")
struct TerminalTests {
  @Test("A file is no terminal: 80 columns unless COLUMNS differs, no colour")
  func plain() {
    let file = ScratchFile()
    let terminal = Terminal(descriptor: file.descriptor, environment: Environment([:]))
    #expect(!terminal.isInteractive && !terminal.hasColor && terminal.width == 80)
    #expect(Terminal(descriptor: file.descriptor, environment: Environment(["COLUMNS": "120"])).width == 120)
  }

  @Test(
    "On a terminal there is colour, unless NO_COLOR or a dumb terminal forbid it",
    arguments: zip([[:], ["NO_COLOR": "1"], ["TERM": "dumb"], ["NO_COLOR": ""]], [true, false, false, true]))
  func color(_ environment: [String: String], _ expected: Bool) throws {
    let terminal = try #require(PseudoTerminal(columns: 97))
    let found = Terminal(descriptor: terminal.descriptor, environment: Environment(environment))
    #expect(found.isInteractive && found.hasColor == expected && found.width == 97)
  }
}

@Suite("Output")
struct TextOutputTests {
  @Test("A closed pipe ends in silence with 0")
  func closedPipe() {
    var ends: [Int32] = [0, 0]
    pipe(&ends)
    close(ends[0])
    defer { close(ends[1]) }
    let errors = ScratchFile()
    #expect(Tool().run(["help"], output: ends[1], errors: errors.descriptor) == .ok)
    #expect(errors.text == "")
  }

  @Test(
    "A full disk is reported with exit code 74",
    .enabled(if: InstalledProgram.hasFullDevice, "needs /dev/full"))
  func fullDisk() {
    let full = open("/dev/full", O_WRONLY)
    defer { close(full) }
    let errors = ScratchFile()
    #expect(Tool().run(["help"], output: full, errors: errors.descriptor) == .ioError)
    #expect(errors.text == "events: cannot write to standard output: No space left on device\n")
  }

  @Test(
    "A command whose output cannot be written reports the number of recorded events",
    .enabled(if: InstalledProgram.hasFullDevice, "needs /dev/full"))
  func recordedOntoFullDisk() throws {
    let ledger = try Ledger()
    let full = open("/dev/full", O_WRONLY)
    defer { close(full) }
    let errors = ScratchFile()
    let line = ["add", "taxi 23.90 cash", "--category", "taxi"]
    let tool = Tool(environment: ledger.environment)
    #expect(tool.run(line, output: full, errors: errors.descriptor) == .ioError)
    #expect(errors.text.contains("Recorded before that, and kept: 1 event"), "\(errors.text)")
    #expect(ledger.run("receipts", "--json").lines.count == 1)
  }

  @Test("Standard error that cannot be written hides no exit code")
  func fullErrors() {
    let output = ScratchFile()
    #expect(Tool().run(["nonsense"], output: output.descriptor, errors: -1) == .usage)
  }

  @Test("Much text arrives whole")
  func muchText() throws {
    let file = ScratchFile()
    let output = TextOutput(descriptor: file.descriptor, name: "test")
    for number in 0..<50_000 { try output.line("line \(number)") }
    try output.flush()
    let lines = file.text.split(separator: "\n")
    #expect(lines.count == 50_000 && lines.last == "line 49999")
  }
}

@Suite("Input")
struct TextInputTests {
  private func lines(_ text: String, limit: Int = 1_000) throws -> [String] {
    let file = ScratchFile()
    file.fill(text)
    let input = TextInput(descriptor: file.descriptor, name: "test")
    var lines: [String] = []
    while let line = try input.nextLine(limit: limit) {
      switch line {
      case .bytes(let bytes): lines.append(String(decoding: bytes, as: UTF8.self))
      case .tooLong: lines.append("too long")
      }
    }
    return lines
  }

  @Test("Lines end in either way, and the last one needs no end")
  func lineEnds() throws {
    #expect(try lines("a\nb\r\n\nc") == ["a", "b", "", "c"])
    #expect(try lines("a\n") == ["a"])
    #expect(try lines("") == [])
  }

  @Test("Lines across the reading buffer, and one that is too long, leave the others whole")
  func longLines() throws {
    let long = String(repeating: "x", count: 70_000)
    let huge = String(repeating: "y", count: 300_000)
    #expect(try lines("a\n\(long)\nb\n", limit: 100_000) == ["a", long, "b"])
    #expect(try lines("a\n\(huge)\nb", limit: 100_000) == ["a", "too long", "b"])
    #expect(try lines("\(huge)", limit: 100_000) == ["too long"])
    #expect(try lines("12345\n123456\n", limit: 5) == ["12345", "too long"])
  }

  @Test("Everything at once, up to the limit")
  func whole() throws {
    let file = ScratchFile()
    file.fill("some text")
    #expect(
      try TextInput(descriptor: file.descriptor, name: "test").readAll(limit: 9) == Array("some text".utf8))
    lseek(file.descriptor, 0, SEEK_SET)
    #expect(throws: Failure(.dataError, "test is larger than 8 bytes")) {
      try TextInput(descriptor: file.descriptor, name: "test").readAll(limit: 8)
    }
  }

  @Test("A file that is not there is named")
  func missing() {
    #expect(throws: Failure(.noInput, "cannot read /no/such/file: No such file or directory")) {
      try TextInput(path: "/no/such/file")
    }
  }
}

@Suite("Numbers and times")
struct NumberTests {
  @Test("Counts are grouped and agree with their noun")
  func counts() {
    #expect(grouped(0) == "0" && grouped(999) == "999" && grouped(1_000) == "1,000")
    #expect(grouped(-1_234_567) == "-1,234,567" && grouped(Int64.min) == "-9,223,372,036,854,775,808")
    #expect(counted(1, "receipt") == "1 receipt" && counted(2, "category", "categories") == "2 categories")
  }

  @Test(
    "Sizes have at most three digits",
    arguments: zip(
      [0, 1, 999, 1_000, 1_550, 9_949, 9_950, 99_999, 148_000_000, 999_999_999, Int64.max / 16],
      [
        "0 bytes", "1 byte", "999 bytes", "1.0 kB", "1.6 kB", "9.9 kB", "10 kB", "100 kB", "148 MB", "1.0 GB",
        "576461 TB",
      ]))
  func sizes(_ bytes: Int64, _ expected: String) {
    #expect(byteSize(bytes) == expected)
  }

  @Test("Times for programs are UTC with milliseconds, before 1970 too")
  func isoTimes() {
    #expect(isoTime(milliseconds: 1_781_433_065_123) == "2026-06-14T10:31:05.123Z")
    #expect(isoTime(milliseconds: -1) == "1969-12-31T23:59:59.999Z")
    #expect(isoTime(milliseconds: 0) == "1970-01-01T00:00:00.000Z")
  }
}
