import Foundation
import LedgerAnswers
import LedgerAudit
import LedgerTestSupport
import Testing

@testable import events

/// Words of commands that are printed to be copied. Names in them come from outside.
@Suite("Words that are typed")
struct TypedWordsTests {
  private static let letters = Array("ab-:.,_/ü \t$`\"'\\!;&|()<>=*?[]{}~#%@")

  @Test("A shell reads what is printed as the same words, and runs nothing in them")
  func shell() throws {
    var random = SeededGenerator()
    let words = (0..<300).map { _ in
      String(
        (0..<Int.random(in: 0...6, using: &random)).map { _ in Self.letters.randomElement(using: &random) ?? "a"
        })
    }
    let line = words.map { FigureWords.quoted($0) }.joined(separator: " ")
    #expect(FigureWords.split(line) == words, "seed \(random.seed)")
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/bin/sh")
    process.arguments = ["-c", "printf '%s\\n' \(line)"]
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    let bytes = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    let read = String(decoding: bytes, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false)
    #expect(read.dropLast().map(String.init) == words, "seed \(random.seed)")
  }

  @Test(
    "A word that a shell would run is quoted",
    arguments: [
      ("$(reboot)", "'$(reboot)'"), ("it's $HOME", "\"it's \\$HOME\""), ("x;y", "\"x;y\""),
      ("Berlin", "Berlin"),
    ])
  func quoting(_ word: String, _ expected: String) {
    #expect(FigureWords.quoted(word) == expected)
  }
}
