import Foundation
import LedgerTestSupport
import Testing

@testable import events

/// The files that help is kept in, held against the commands and topics.
@Suite("Files of help")
struct HelpFileTests {
  @Test("Every command and every topic has its file, and there are no others")
  func files() throws {
    #expect(try Self.names("Commands") == Set(Command.all.map(\.word)))
    #expect(try Self.names("Topics") == Set(HelpTopic.all.map(\.name)))
  }

  @Test("The tool embeds every file as it is, under its own name")
  func embedded() throws {
    for name in try Self.names("Commands") {
      #expect(HelpFile.command(name) == (try Self.filled("Commands/\(name)")), "\(name)")
    }
    for name in try Self.names("Topics") {
      #expect(HelpFile.topic(name) == (try Self.filled("Topics/\(name)")), "\(name)")
    }
    #expect(HelpFile.command("tour") == nil && HelpFile.topic("add") == nil && HelpFile.topic("") == nil)
  }

  @Test("Each part of a file is a subcommand's, once, and prints something")
  func parts() throws {
    for command in Command.all {
      let titles =
        try Self.text("Commands/\(command.word)")?.split(separator: "\n").filter { $0.hasPrefix("## ") }
        .map { String($0.dropFirst(3)) } ?? []
      #expect(Set(titles).count == titles.count, "\(command.name)")
      for title in titles {
        let subcommand = command.subcommands.first { $0.name == title }
        #expect(subcommand?.discussion.isEmpty == false || subcommand?.examples.isEmpty == false, "\(title)")
      }
    }
  }

  @Test("Every value that a file leaves open is one that the program fills, and all of them are used")
  func values() throws {
    var used: Set<String> = []
    for folder in ["Commands", "Topics"] {
      for name in try Self.names(folder) {
        let text = try #require(try Self.text("\(folder)/\(name)"))
        used.formUnion(text.matches(of: /\{([a-z-]+)\}/).map { String($0.output.1) })
      }
    }
    #expect(used == Set(HelpValue.allCases.map(\.rawValue)))
  }

  @Test("A value is the program's own: the locales, the invariants and their meanings")
  func filledValues() {
    let locales = Tool().run("help", "init").output
    for locale in ["de_DE", "en_GB", "ja_JP"] { #expect(locales.contains(locale)) }
    let invariants = Tool().run("help", "verify").output
    #expect(invariants.contains("\n  no-orphan "))
    #expect(Tool().run("help", "bisect").output.contains("= != < <= > >="))
  }

  // MARK: The files

  private static let folder = "\(Repository.path)/Sources/CEventsHelp"

  /// The names of a folder's files without their ending.
  private static func names(_ folder: String) throws -> Set<String> {
    let files = try FileManager.default.contentsOfDirectory(atPath: "\(Self.folder)/\(folder)")
    #expect(files.allSatisfy { $0.hasSuffix(".txt") })
    return Set(files.map { String($0.dropLast(4)) })
  }

  private static func text(_ name: String) throws -> String? {
    let path = "\(folder)/\(name).txt"
    guard FileManager.default.fileExists(atPath: path) else { return nil }
    return try String(contentsOfFile: path, encoding: .utf8)
  }

  /// Returns a file's text with the program's values, without its last line's end.
  private static func filled(_ name: String) throws -> String? {
    try text(name).map { text in
      HelpValue.allCases.reduce(String(text.dropLast())) {
        $0.replacingOccurrences(of: $1.placeholder, with: $1.text)
      }
    }
  }
}
