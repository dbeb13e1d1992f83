import Foundation
import Testing

@testable import events

/// The README stays true: its files are there, its commands parse, its exit codes are ours.
@Suite("README")
struct ReadmeTests {
  private let text: String

  init() throws { text = try String(contentsOfFile: Repository.path + "/README.md", encoding: .utf8) }

  @Test("Every file that it names is there")
  func files() {
    let names = text.matches(of: /`((?:Sources|Tests|Migrations|Fixtures|tools|\.ci)\/[^` ]+)/).map {
      String($0.output.1)
    }
    #expect(names.count > 15)
    for name in names {
      #expect(FileManager.default.fileExists(atPath: "\(Repository.path)/\(name)"), "\(name)")
    }
  }

  @Test("Every command line in it parses")
  func commands() throws {
    let lines = text.split(separator: "\n").filter { $0.hasPrefix("    events ") }
    #expect(lines.count > 10)
    for line in lines {
      let words = try BuiltTool.shell("for word in \(line.dropFirst(11)); do echo \"$word\"; done").output
      let arguments = words.split(separator: "\n").map(String.init)
      #expect(throws: Never.self, "\(line)") { try ArgumentParser(commands: Command.all).parse(arguments) }
    }
  }

  @Test("The story of a bug hunt is what the tool prints: every line of it, in order, but for those left out")
  func story() throws {
    let section = try #require(text.components(separatedBy: "## Finding an error").dropFirst().first)
    let told = try #require(section.components(separatedBy: "\n| a bug made on purpose").first).split(
      separator: "\n")
    let lines = told.filter { $0.hasPrefix("    ") }
      .map { $0.split(separator: " ").joined(separator: " ") }.filter { $0 != "…" }
    #expect(lines.count > 15)
    let golden = try String(
      contentsOfFile: Repository.path + "/Fixtures/golden/bug-hunt-story.txt", encoding: .utf8)
    var printed = golden.split(separator: "\n").map { $0.split(separator: " ").joined(separator: " ") }[...]
    for line in lines {
      // Ids are random, and masked in what is kept.
      let pattern = line.replacing(/\b[0-9a-f]{8}\b/, with: "id-1____")
      let place = try #require(printed.firstIndex(of: pattern), "\(line)")
      printed = printed[(place + 1)...]
    }
  }

  @Test("Its table of exit codes has them all but the one for our own mistakes")
  func exitCodes() {
    let listed = Set(text.matches(of: /(?m)^\| (\d+) \|/).compactMap { Int32($0.output.1) })
    let known = (Int32(0)...255).filter { ExitCode(rawValue: $0) != nil }
    #expect(listed.union([ExitCode.software.rawValue]) == Set(known))
  }
}
