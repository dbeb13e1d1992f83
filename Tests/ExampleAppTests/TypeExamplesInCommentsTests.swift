import Foundation
import Testing

/// The Swift that doc comments show, compared with the code that `TypeExamplesTests` runs.
///
/// Code is indented by four blanks after an empty line, as in Markdown, or is between fences. It is Swift
/// unless its fence names another language, or its first line begins with `{`, `[` or `$`, as JSON and shell commands do.
@Suite("Examples in doc comments")
struct TypeExamplesInCommentsTests {
  /// The types that an app developer looks up first. Each has an example.
  private static let mainTypes: Set<String> = [
    "Book", "AsyncBook", "NewLedger", "LedgerPool", "TemporaryLedger", "CaptureInput",
    "RecordRequest", "Done", "BookBatch", "FieldEdit", "TransactionCommand", "LedgerChanges", "LedgerChange",
    "BookObservation", "ObservedScreen", "DecodedEvents", "FollowedEvents", "LongWork", "HomeScreen",
    "GroupSummary", "GroupScreen",
    "ListScreen", "ReceiptScreen", "TransactionFilter", "AmountBound", "PageRequest", "TransactionPage",
    "ListPlace", "TransactionRows", "SearchResults", "AccountsScreen", "AnalysisPeriod", "Analysis",
    "LedgerReport",
    "ReportDivision", "LedgerFigure", "RuleRequest", "RuleTerms", "Recurrence", "BudgetScreen", "BudgetScope",
    "BudgetSheet", "GoalSummary", "GoalEdit", "Horizon", "UndoPlan", "PastAction", "StoredEvent",
    "LedgerEvent", "IntegrityReport", "VerificationReport", "BookError", "Refusal", "Rejection", "Money",
    "CurrencyCode", "CivilDate", "CivilMonth", "WeekRule", "LedgerLocale", "TypedDate", "QuickEntry",
    "AmountExpression", "AmountParser", "TransactionID", "UniqueID",
  ]

  /// The code in the comment of a public declaration.
  struct Shown: CustomStringConvertible {
    let file: String
    let keyword: String
    let name: String
    let lines: [String]

    var description: String { "\(keyword) \(name) in \(file)" }
  }

  private static let repository = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  private static func text(_ path: String) throws -> String {
    try String(contentsOf: repository.appendingPathComponent(path), encoding: .utf8)
  }

  private static func trimmed(_ line: some StringProtocol) -> String {
    line.trimmingCharacters(in: .whitespaces)
  }

  /// Returns the Swift in the comments of all public declarations that `import Ledger` reaches.
  private static func shown() throws -> [Shown] {
    let exporting = "@_exported public import "
    let modules = try text("Sources/Ledger/Ledger.swift").split(separator: "\n")
      .filter { $0.hasPrefix(exporting) }.map { String($0.dropFirst(exporting.count)) }
    return try (modules + ["Ledger"]).flatMap { module in
      let folder = "Sources/" + module
      let files = try FileManager.default.subpathsOfDirectory(
        atPath: repository.appendingPathComponent(folder).path)
      return try files.filter { $0.hasSuffix(".swift") }.sorted().flatMap { file in
        shown(in: try text(folder + "/" + file), of: folder + "/" + file)
      }
    }
  }

  private static func shown(in text: String, of file: String) -> [Shown] {
    var found: [Shown] = []
    var comment: [String] = []
    for line in text.split(separator: "\n", omittingEmptySubsequences: false).map({ trimmed($0) }) {
      if line.hasPrefix("///") {
        comment.append(String(line.dropFirst(3)))
        continue
      }
      if line.hasPrefix("@"), !line.contains(" ") { continue }
      let words = line.split { !$0.isLetter && !$0.isNumber && $0 != "_" }.map(String.init)
      if words.contains("public"), let keyword = words.firstIndex(where: Self.keywords.contains) {
        let lines = swift(in: comment)
        let name = words.dropFirst(keyword + 1).first ?? "init"
        if !lines.isEmpty {
          found.append(Shown(file: file, keyword: words[keyword], name: name, lines: lines))
        }
      }
      comment = []
    }
    return found
  }

  private static let types: Set<String> = ["struct", "enum", "class", "actor", "protocol"]
  private static let keywords = types.union(["func", "var", "let", "init", "subscript", "import", "typealias"])

  /// Returns the lines of Swift in a comment.
  private static func swift(in comment: [String]) -> [String] {
    var lines: [String] = []
    var fence: String?
    var isSwift = false
    var previous = ""
    for line in comment {
      let content = trimmed(line)
      let isIndented = line.hasPrefix("     ") && fence == nil
      if content.hasPrefix("```") {
        fence = fence == nil ? String(content.dropFirst(3)) : nil
        isSwift = fence == "swift"
      } else if fence != nil || isIndented && !previous.isEmpty && isSwift {
        if isSwift, !content.isEmpty { lines.append(content) }
      } else if isIndented, previous.isEmpty {
        isSwift = !["{", "[", "$"].contains(content.prefix(1))
        if isSwift { lines.append(content) }
      } else {
        isSwift = false
      }
      previous = content
    }
    // The file of examples has it at its top.
    return lines.filter { $0 != "import Ledger" }
  }

  /// Returns the lines of each function of the files of examples.
  private static func functions() throws -> [[String]] {
    let folder = repository.appendingPathComponent("Tests/ExampleApp").path
    let files = try FileManager.default.contentsOfDirectory(atPath: folder).filter {
      $0.hasPrefix("TypeExamples") || $0 == "EmbeddingTutorial.swift"
    }
    return try files.flatMap { file in
      var functions: [[String]] = [[]]
      for line in try text("Tests/ExampleApp/" + file).split(separator: "\n") {
        // A member is indented by two, and a function within it by more.
        if line.hasPrefix("  "), !line.hasPrefix("   "), line.contains("func ") { functions.append([]) }
        functions[functions.count - 1].append(trimmed(line))
      }
      return functions.dropFirst()
    }
  }

  /// Returns the lines that a function lacks, or has in another order.
  private static func lacking(_ lines: [String], in function: [String]) -> [String] {
    var rest = function[...]
    return lines.filter { line in
      guard let place = rest.firstIndex(of: line) else { return true }
      rest = rest[(place + 1)...]
      return false
    }
  }

  @Test("Every line of them is a line of one function of the examples, in the same order")
  func lines() throws {
    let functions = try Self.functions()
    let shown = try Self.shown()
    #expect(shown.count >= Self.mainTypes.count)
    for example in shown {
      let nearest = functions.map { Self.lacking(example.lines, in: $0) }.min { $0.count < $1.count }
      #expect(nearest == [], "\(example)")
    }
  }

  @Test("Every main type has one")
  func mainTypes() throws {
    let shown = Set(try Self.shown().filter { Self.types.contains($0.keyword) }.map(\.name))
    #expect(Self.mainTypes.subtracting(shown).sorted() == [])
  }
}
