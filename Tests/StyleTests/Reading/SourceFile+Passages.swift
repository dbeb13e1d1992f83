extension SourceFile {
  /// A file taken apart: its prose, and its code with the prose replaced by spaces.
  struct Reading: Sendable {
    var passages: [Passage] = []
    var code: [UInt8] = []
    /// The text of every string literal with its line.
    var literals: [(line: Int, text: String)] = []
  }

  func read() -> Reading {
    switch kind {
    case .swift: readSwift()
    case .markdown: Reading(passages: [Passage(.article, text)])
    case .help: Reading(passages: [Passage(.message, text)])
    case .c: Reading(passages: comments { Self.afterMark($0, ["///", "//", "/*", " *"]) })
    case .sql: Reading(passages: comments { Self.afterMark($0, ["--"]) })
    case .script: Reading(passages: comments { Self.afterMark($0, ["#"]) })
    }
  }

  private func readSwift() -> Reading {
    let lexer = SwiftLexer(text)
    var reading = Reading(code: lexer.code)
    var group: [SwiftLexer.Piece] = []
    func close() {
      if let first = group.first {
        let lines = group.map { (number: $0.line, text: $0.text.dropFirst($0.text.hasPrefix(" ") ? 1 : 0)) }
        reading.passages.append(Passage(first.kind == .documentation ? .documentation : .comment, lines: lines))
      }
      group = []
    }
    for piece in lexer.pieces {
      switch piece.kind {
      case .documentation, .comment:
        if let last = group.last, last.kind != piece.kind || last.line + 1 != piece.line || piece.isTrailing {
          close()
        }
        group.append(piece)
      case .string:
        reading.literals.append((piece.line, piece.text))
        if let kind = kind(of: piece) {
          close()
          reading.passages.append(Passage(kind, piece.text, line: piece.line))
        }
      }
    }
    close()
    return reading
  }

  /// The kind of prose that a string literal is, or `nil` if people do not read it.
  private func kind(of piece: SwiftLexer.Piece) -> Passage.Kind? {
    if isTest {
      let isTitle = piece.before.hasSuffix("@Test(") || piece.before.hasSuffix("@Suite(")
      return isTitle ? .title : nil
    }
    return isSource && Self.isProse(piece.text) ? .message : nil
  }

  /// Words of SQL and of the shell that no text for people has.
  private static let commands: Set<String> = [
    "SELECT", "INSERT", "UPDATE", "DELETE", "CREATE", "PRAGMA", "FROM", "WHERE", "VALUES", "JOIN", "ALTER",
    "DROP",
    "BEGIN", "COMMIT", "ROLLBACK", "ORDER", "ATTACH", "EXISTS", "CASE", "IS", "[[", "esac",
  ]

  /// Whether a literal is a text for people: at least three words, and neither SQL nor a script nor a table of words.
  static func isProse(_ text: String) -> Bool {
    let words = text.split { $0.isWhitespace }
    guard !words.contains(where: { commands.contains(String($0)) }) else { return false }
    // The tables of words on receipts: a comma after every few words, and no full stop.
    if words.count > 2 * Rule.sentenceWordsMax / 3, words.count < 5 * words.count(where: { $0.hasSuffix(",") }),
      !text.hasSuffix(".")
    {
      return false
    }
    return words.count { word in
      let core =
        word.hasSuffix(",") || word.hasSuffix(".") || word.hasSuffix(":") || word.hasSuffix(";")
        ? word.dropLast() : word
      return !core.isEmpty && core.allSatisfy { $0.isLetter || $0 == "'" || $0 == "’" || $0 == "-" }
    } >= 3
  }

  /// Comments that fill their lines, in languages whose literals are not looked into.
  private func comments(_ comment: (Substring) -> Substring?) -> [Passage] {
    var passages: [Passage] = []
    var group: [(number: Int, text: Substring)] = []
    func close() {
      if !group.isEmpty { passages.append(Passage(.comment, lines: group)) }
      group = []
    }
    for (index, line) in lines.enumerated() {
      if let text = comment(line), !text.hasPrefix("!") {
        group.append((index + 1, text))
      } else {
        close()
      }
    }
    close()
    return passages
  }

  private static func afterMark(_ line: Substring, _ marks: [String]) -> Substring? {
    let text = line.drop { $0 == " " }
    for mark in marks {
      if mark.hasPrefix(" ") {
        if line.hasPrefix(mark), !line.hasPrefix(" */") { return line.dropFirst(mark.count + 1) }
      } else if text.hasPrefix(mark) {
        return text.dropFirst(mark.count).drop { $0 == " " }
      }
    }
    return nil
  }
}
