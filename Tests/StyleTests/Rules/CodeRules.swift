import Foundation

/// The rules about the code itself: lengths and the names of limits.
enum CodeRules {
  static func violations(in file: SourceFile, _ reading: SourceFile.Reading) -> [Violation] {
    guard file.kind == .swift, file.isSource else { return [] }
    var violations = CommandLines.violations(in: file, reading.literals)
    let count = file.lines.count - (file.text.hasSuffix("\n") ? 1 : 0)
    if count > Rule.fileLinesMax {
      violations.append(Violation(rule: .fileLength, path: file.path, line: 1, detail: "\(count) lines"))
    }
    let lines = String(decoding: reading.code, as: UTF8.self).split(
      separator: "\n", omittingEmptySubsequences: false)
    for function in Functions.found(in: reading.code) where function.lineCount > Rule.functionLinesMax {
      violations.append(
        Violation(
          rule: .functionLength, path: file.path, line: function.line, detail: "\(function.lineCount) lines"))
    }
    for (index, line) in lines.enumerated() {
      guard let name = LimitName.constant(declaredIn: line), !LimitName.isClear(name) else { continue }
      violations.append(Violation(rule: .limitName, path: file.path, line: index + 1, detail: name))
    }
    return violations
  }
}

/// The command lines in texts, which only the tool may name: an app draws a button.
enum CommandLines {
  private static let tools: Set<String> = ["events", "events-bench", "extraction-bench"]
  private static let commands = Set(
    (try? FileManager.default.contentsOfDirectory(
      atPath: "\(Repository.root)/Sources/CEventsHelp/Commands"))?.map { String($0.dropLast(4)) } ?? [])

  static func violations(in file: SourceFile, _ literals: [(line: Int, text: String)]) -> [Violation] {
    guard !tools.contains(file.area) else { return [] }
    return literals.flatMap { line, text in
      text.ranges(of: "events ").compactMap { range -> Violation? in
        guard text[..<range.lowerBound].last?.isLetter != true else { return nil }
        let word = text[range.upperBound...].prefix { $0.isLetter || $0 == "-" }
        guard commands.contains(String(word)) || word.hasPrefix("--") else { return nil }
        return Violation(rule: .commandLine, path: file.path, line: line, detail: "events \(word)")
      }
    }
  }
}

/// The names of limits.
enum LimitName {
  private static let signs: Set<String> = [
    "most", "least", "few", "fewest", "many", "limit", "max", "min", "maximum", "minimum", "largest",
    "smallest",
    "longest", "shortest",
  ]
  /// Nouns that measure something without a plural.
  private static let measures: Set<String> = [
    "percent", "position", "version", "year", "depth", "exponent", "sequence", "integer",
  ]

  /// The name of a static or file-level number that a line declares, or `nil` if it declares no such constant.
  static func constant(declaredIn line: Substring) -> String? {
    let words = line.split(separator: " ")
    guard let keyword = words.firstIndex(where: { $0 == "let" || $0 == "var" }), words.count > keyword + 1
    else { return nil }
    let isStatic = words[..<keyword].contains("static")
    guard isStatic || !line.hasPrefix(" ") else { return nil }
    let name = words[keyword + 1].prefix { $0.isLetter || $0.isNumber || $0 == "_" }
    guard let equals = words[keyword...].firstIndex(of: "="), equals + 1 < words.count else { return nil }
    // A literal text is blanked by the lexer. A call makes a value of another kind than a number.
    let value = words[equals + 1]
    guard let first = value.first else { return nil }
    let isNumber = first.isNumber || first == "-" || first == "(" || value.hasPrefix("Int(")
    guard isNumber || words.count > equals + 2 && !value.contains("(") else { return nil }
    return String(name)
  }

  /// Whether a name that speaks of a limit ends in its noun and unit and `Max` or `Min`.
  static func isClear(_ name: String) -> Bool {
    let parts = Self.parts(of: name)
    guard name != "known", name != "close" else { return false }
    guard parts.contains(where: signs.contains) else { return true }
    guard let last = parts.last, last == "max" || last == "min", parts.count >= 2 else { return false }
    let noun = parts[parts.count - 2]
    return measures.contains(noun) || noun.hasSuffix("s") && !signs.contains(noun)
  }

  /// The words of a name in camel case, in small letters.
  static func parts(of name: String) -> [String] {
    var parts: [String] = []
    for character in name {
      if character.isUppercase || parts.isEmpty {
        parts.append(character.lowercased())
      } else {
        parts[parts.count - 1].append(character)
      }
    }
    return parts
  }
}
