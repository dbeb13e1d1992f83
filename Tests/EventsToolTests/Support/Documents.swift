import Foundation
import Testing

@testable import events

/// The README or an article of the documentation.
struct Document: Sendable, CustomTestStringConvertible {
  static let catalog = "Sources/LedgerBook/LedgerBook.docc"

  /// The path inside the repository.
  let path: String

  var testDescription: String { path }

  var text: String {
    get throws { try String(contentsOfFile: "\(Repository.path)/\(path)", encoding: .utf8) }
  }

  static let readme = Document(path: "README.md")

  /// An article by its name in the catalog, without `.md`.
  static func article(_ name: String) -> Document { Document(path: "\(catalog)/\(name).md") }

  /// The README and every article.
  static let all: [Document] = {
    let names = FileManager.default.enumerator(atPath: "\(Repository.path)/\(catalog)")?.compactMap {
      $0 as? String
    }
    return [readme]
      + (names ?? []).filter { $0.hasSuffix(".md") }.sorted().map { Document(path: "\(catalog)/\($0)") }
  }()

  /// The command lines in blocks of code, with or without a prompt, each as its words.
  func commandLines() throws -> [(line: String, words: [String])] {
    try text.split(separator: "\n").compactMap { line in
      guard let match = line.firstMatch(of: /^ {4}(?:\$ )?(events .+)$/) else { return nil }
      let line = String(match.output.1)
      return (line, try Self.words(of: line))
    }
  }

  /// The words of a command line after the tool's name, as a shell takes it apart. No other program is run.
  static func words(of line: String) throws -> [String] {
    let words = try BuiltTool.shell(
      """
      path=$PATH; folder=$(mktemp -d); cd "$folder"; exec 3>words; PATH=
      events() { for word in "$@"; do echo "$word" >&3; done; }
      \(line) 2>&-
      PATH=$path; cat words; rm -r "$folder"
      """, environment: ["TMPDIR": NSTemporaryDirectory()]
    ).output
    return words.split(separator: "\n").map(String.init)
  }
}

/// A page of the documentation that is made from the program. `EVENTS_UPDATE_GOLDEN=1` writes it again.
enum GeneratedPage {
  static func expect(
    _ text: String, _ name: String, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let document = Document.article(name)
    if ProcessInfo.processInfo.environment["EVENTS_UPDATE_GOLDEN"] == "1" {
      try Data(text.utf8).write(to: URL(fileURLWithPath: "\(Repository.path)/\(document.path)"))
    }
    let isCurrent = try? document.text == text
    #expect(
      isCurrent == true,
      """
      \(document.path) is out of date. Write it again: \
      EVENTS_UPDATE_GOLDEN=1 tools/test --filter DocumentationTests
      """, sourceLocation: sourceLocation)
  }
}
