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

  @Test("Its table of exit codes has them all but the one for our own mistakes")
  func exitCodes() {
    let listed = Set(text.matches(of: /(?m)^\| (\d+) \|/).compactMap { Int32($0.output.1) })
    let known = (Int32(0)...255).filter { ExitCode(rawValue: $0) != nil }
    #expect(listed.union([ExitCode.software.rawValue]) == Set(known))
  }
}
