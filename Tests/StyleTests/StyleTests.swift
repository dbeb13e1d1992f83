import Foundation
import Testing

/// Reads the repository's own text and holds it to the rules of style.
@Suite("Style")
struct StyleTests {
  @Test("The repository breaks no rule of style more often than its list of exceptions allows")
  func repository() throws {
    let files = try Repository.files()
    let violations = Style.violations(in: files)
    let unused = NamedException.all.filter { exception in !violations.contains(where: exception.covers) }
    #expect(unused.isEmpty, "These exceptions are no longer needed: remove them from NamedException.all")
    let counted = violations.filter { violation in !NamedException.all.contains { $0.covers(violation) } }
    let areas = Dictionary(uniqueKeysWithValues: files.map { ($0.path, $0.area) })
    let found = Ratchet(counted, areas: areas)

    let environment = ProcessInfo.processInfo.environment
    // An area or a rule, to print where the list's counts come from.
    if let wanted = environment["EVENTS_LIST_STYLE"] {
      for violation in counted where areas[violation.path] == wanted || violation.rule.rawValue == wanted {
        print(Style.line(violation, in: files))
      }
    }
    let path = "\(Repository.root)/Tests/StyleTests/Exceptions.txt"
    let update = environment["EVENTS_UPDATE_STYLE"]
    // Without a list an update writes the first one. Without an update nothing is excepted.
    let text = try? String(contentsOfFile: path, encoding: .utf8)
    var (listed, wrong) = text == nil && update != nil ? (found, []) : Ratchet.parse(text ?? "")
    #expect(wrong.isEmpty, "Exceptions.txt has lines that are not an area, a rule and a count")
    if let update {
      listed = update == "moved" ? listed.moved(to: found) : listed.tightened(to: found)
      try listed.text.write(toFile: path, atomically: true, encoding: .utf8)
    }
    for (key, allowed, count) in listed.differences(from: found) {
      guard count > allowed else {
        Issue.record(
          """
          \(key.area) breaks \(key.rule.rawValue) \(count) times, and \(allowed) are listed. Lower the list: \
          EVENTS_UPDATE_STYLE=1 swift test --filter StyleTests
          """)
        continue
      }
      let places = counted.filter { $0.rule == key.rule && areas[$0.path] == key.area }
      Issue.record(
        """
        \(key.area) breaks \(key.rule.rawValue) \(count) times, and \(allowed) are allowed: \(key.rule.explanation).
        \(Style.newestFirst(places).prefix(Style.printedPlacesMax).map { Style.line($0, in: files) }
          .joined(separator: "\n"))
        """)
    }
  }
}

/// All rules over files.
enum Style {
  static let printedPlacesMax = 40

  static func violations(in files: [SourceFile]) -> [Violation] {
    let rules = ProseRules(articles: Articles.sections(of: files))
    return files.flatMap { file in
      let reading = file.read()
      return rules.violations(in: file, reading.passages) + CodeRules.violations(in: file, reading)
    }
  }

  /// A violation as `file:line: rule (detail): text`.
  static func line(_ violation: Violation, in files: [SourceFile]) -> String {
    let lines = files.first { $0.path == violation.path }?.lines ?? []
    let text =
      lines.indices.contains(violation.line - 1) ? lines[violation.line - 1].trimmingPrefix { $0 == " " } : ""
    return "\(violation.path):\(violation.line): \(violation.rule.rawValue) (\(violation.detail)): \(text)"
  }

  /// Violations of the files changed last come first, because a count is all that is known of the older ones.
  static func newestFirst(_ violations: [Violation]) -> [Violation] {
    var times: [String: Date] = [:]
    for path in Set(violations.map(\.path)) {
      let attributes = try? FileManager.default.attributesOfItem(atPath: "\(Repository.root)/\(path)")
      times[path] = attributes?[.modificationDate] as? Date
    }
    return violations.sorted { one, other in
      let earlier = times[one.path] ?? .distantPast
      let later = times[other.path] ?? .distantPast
      return (later, one.path, one.line) < (earlier, other.path, other.line)
    }
  }
}

/// The articles of the DocC catalogs.
enum Articles {
  /// The numbers of each article's sections, by the article's file name without `.md`.
  static func sections(of files: [SourceFile]) -> [String: Set<String>] {
    var sections: [String: Set<String>] = [:]
    for file in files where file.kind == .markdown && file.path.contains(".docc/") {
      let name = file.path.split(separator: "/").last.map { String($0.dropLast(3)) } ?? ""
      for line in file.lines where line.hasPrefix("## ") {
        let number = line.dropFirst(3).prefix { $0.isNumber }
        sections[name, default: []].insert(String(number))
      }
    }
    return sections
  }
}
