import Foundation
import Testing

@testable import events

/// The README, an article of the documentation or a text of the tool's help.
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

  /// The articles that are committed. `tools/docs` writes the others.
  static let articles = files(in: catalog, ".md").filter { !$0.path.hasPrefix(GeneratedPage.folder) }

  /// The README, every article that is committed, and every text of help.
  static let all = [readme] + articles + files(in: "Sources/CEventsHelp", ".txt")

  private static func files(in folder: String, _ ending: String) -> [Document] {
    let names = FileManager.default.enumerator(atPath: "\(Repository.path)/\(folder)")
    return (names?.compactMap { $0 as? String } ?? []).filter { $0.hasSuffix(ending) }.sorted()
      .map { Document(path: "\(folder)/\($0)") }
  }

  /// The command lines in blocks of code, with or without a prompt, each as its words. A pipe has one for each end.
  func commandLines() throws -> [(line: String, words: [String])] {
    let lines = try text.matches(of: /(?m)^ {4}(?:\$ )?(events .+)$/).flatMap { match in
      match.output.1.split(separator: " | events ").enumerated().map {
        ($0.offset == 0 ? "" : "events ") + $0.element
      }
    }
    return Array(zip(lines, try Self.words(of: lines)))
  }

  /// The words of command lines after the tool's name, as a shell takes them apart. No other program is run.
  private static func words(of lines: [String]) throws -> [[String]] {
    if lines.isEmpty { return [] }
    let calls = lines.map { "\($0)\nwait; printf '\\0' >&3" }.joined(separator: "\n")
    let printed = try BuiltTool.shell(
      """
      path=$PATH; folder=$(mktemp -d); cd "$folder"; exec 3>words 2>&-; PATH=
      events() { for word in "$@"; do printf '%s\\n' "$word" >&3; done; }
      \(calls)
      PATH=$path; cat words; rm -r "$folder"
      """, environment: ["TMPDIR": NSTemporaryDirectory()]
    ).output
    return printed.split(separator: "\0", omittingEmptySubsequences: false).dropLast()
      .map { $0.split(separator: "\n").map(String.init) }
  }

  /// The words of one command line after the tool's name.
  static func words(of line: String) throws -> [String] { try words(of: [line]).first ?? [] }
}
