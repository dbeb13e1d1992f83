import Foundation
import Testing

@testable import events

/// The articles of the documentation: what is made from the program is current, and what is written by hand is true.
@Suite("Documentation")
struct DocumentationTests {
  // MARK: Pages made from the program

  private static let isToWrite = ProcessInfo.processInfo.environment["EVENTS_WRITE_PAGES"] != nil

  @Test("The pages made from the help are written", .enabled(if: isToWrite, "only for tools/docs"))
  func generatedPages() throws {
    try GeneratedPage.write()
  }

  @Test("A link in an article leads to an article or to a page made from the help, and each of these is linked")
  func links() throws {
    let generated = GeneratedPage.all.map(\.name)
    let committed = Document.articles.map { String($0.path.split(separator: "/").last?.dropLast(3) ?? "") }
    #expect(Set(generated + committed).count == generated.count + committed.count)
    var linked: Set<String> = []
    for article in Document.articles {
      let names = try article.text.matches(of: /<doc:([^>]+)>/).map { String($0.output.1) }
      for name in names { #expect((generated + committed).contains(name), "\(article.path): \(name)") }
      linked.formUnion(names)
    }
    #expect(linked.isSuperset(of: generated))
  }

  // MARK: Pages written by hand

  @Test("Every file that the README or an article names is there", arguments: Document.all)
  func files(_ document: Document) throws {
    let names = try document.text.matches(
      of: /(?:`|\]\()((?:Sources|Tests|Migrations|Fixtures|tools|\.ci)\/[^`) ]+)/
    ).map { String($0.output.1) }
    if document.path == Document.readme.path { #expect(names.count > 15) }
    for name in names {
      #expect(FileManager.default.fileExists(atPath: "\(Repository.path)/\(name)"), "\(name)")
    }
  }

  @Test("Every command line in the README and the articles parses", arguments: Document.all)
  func commands(_ document: Document) throws {
    let lines = try document.commandLines()
    if document.path == Document.readme.path { #expect(lines.count > 8) }
    for (line, words) in lines {
      #expect(throws: Never.self, "\(line)") { try ArgumentParser(commands: Command.all).parse(words) }
    }
  }

  @Test("Every requirement that the code or a test names has its row, once")
  func requirements() throws {
    let rows = try Document.article("Requirements").text.matches(of: /(?m)^\| ((?:IE|ET|RY|FF)-\d+) \|/)
      .map { String($0.output.1) }
    #expect(Set(rows).count == rows.count)
    #expect(rows == rows.sorted(by: Self.comesBefore), "rows are in the order of their numbers")
    var named: Set<String> = []
    for folder in ["Sources", "Tests", "Migrations", "tools"] {
      let root = "\(Repository.path)/\(folder)"
      for case let path as String in FileManager.default.enumerator(atPath: root) ?? .init() {
        guard !path.contains(".docc/"),
          let text = try? String(contentsOfFile: "\(root)/\(path)", encoding: .utf8)
        else { continue }
        named.formUnion(text.matches(of: /\b(?:IE|ET|RY|FF)-\d\d\b/).map { String($0.output) })
      }
    }
    #expect(named.count > 50)
    #expect(named.subtracting(rows).sorted() == [])
  }

  private static func comesBefore(_ one: String, _ other: String) -> Bool {
    let order = ["IE", "ET", "RY", "FF"]
    let places = [one, other].map {
      (order.firstIndex(of: String($0.prefix(2))) ?? 4, Int($0.dropFirst(3)) ?? 0)
    }
    return places[0] < places[1]
  }

  @Test("The tutorial on time travel prints what it shows")
  func timeTravel() throws {
    let ledger = try Ledger(begun: false)
    let text = try Document.article("TimeTravel").text
    let tutorial = try #require(text.components(separatedBy: "\n## The story of a clock").first)
    let transcript = Transcript(tutorial)
    #expect(transcript.steps.count > 10)
    try transcript.play { ledger.run($0).output }
  }

  @Test("The story of a bug hunt is what the tool prints, in the README and in the tutorial")
  func story() throws {
    let golden = try String(
      contentsOfFile: Repository.path + "/Fixtures/golden/bug-hunt-story.txt", encoding: .utf8)
    let outputs = golden.components(separatedBy: "$ events ").dropFirst().map { part in
      part.split(separator: "\n", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
    }
    let tutorial = try #require(
      Document.article("TimeTravel").text.components(separatedBy: "\n## The story of a clock").last)
    let readme = try #require(Document.readme.text.components(separatedBy: "\n## Finding an error").last)
    for text in [tutorial, try #require(readme.components(separatedBy: "\n## ").first)] {
      let transcript = Transcript(text)
      #expect(transcript.steps.count == 4)
      try transcript.play { words in
        let told = outputs.first { (try? Document.words(of: "events \($0[0])")) == words }
        // Ids are masked there by signs that are no digits.
        return try #require(told).last?.replacing("id-1____", with: "00000001") ?? ""
      }
    }
  }

  @Test("The output at the top of the README is the demo's")
  func demo() throws {
    let outcome = try BuiltTool.shell("EVENTS_TOOL=\"$events\" '\(Repository.path)/tools/demo'")
    try #require(outcome.code == 0, "\(outcome.errors)")
    func undated(_ text: String) -> String {
      Transcript.masked(text).replacing(/Scanned \d+ [A-Z][a-z]+ \d+/, with: "Scanned today")
    }
    let parts = undated(outcome.output).components(separatedBy: "\n$ ")
    let top = try #require(try Document.readme.text.components(separatedBy: "\n## ").first)
    for step in Transcript(top).steps {
      let isPrinted = parts.contains { part in
        var printed = part.split(separator: "\n")[...]
        return ([step.command] + step.shown.filter { !$0.isEmpty }).allSatisfy { line in
          guard let place = printed.firstIndex(where: { $0 == undated(line) }) else { return false }
          printed = printed[(place + 1)...]
          return true
        }
      }
      #expect(isPrinted, "the demo does not print this after “\(step.command)”:\n\(step.shown)")
    }
  }

  @Test("The table of exit codes has them all but the one for our own mistakes")
  func exitCodes() throws {
    let topic = try #require(HelpTopic.named(["scripts"]))
    let listed = Set(topic.text.matches(of: /(?m)^- `(\d+)`:/).compactMap { Int32($0.output.1) })
    let known = (Int32(0)...255).filter { ExitCode(rawValue: $0) != nil }
    #expect(listed.union([ExitCode.software.rawValue]) == Set(known))
  }

  @Test("The README has at most ten kilobytes")
  func length() throws {
    #expect(try Document.readme.text.utf8.count <= 10_000)
  }
}
